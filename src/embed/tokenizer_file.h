// The vocabulary of a published model as it goes into the packed file: from vocab.txt (WordPiece),
// else from tokenizer.json (WordPiece, or SentencePiece's unigram as XLM-RoBERTa has it). What asks
// for steps that ours do not do is refused: anything else would give wrong vectors without a word.
// Knows: these files, which are a stranger's. Must not know: weights.
// Threads: all functions from any thread. Errors: validation_failed or not_found, naming the file.
// Source: B5; docs/decisions/0037.
#pragma once
#include <boost/json/fwd.hpp>
#include <filesystem>
#include <variant>

#include "base/result.h"
#include "embed/tokenizer.h"
#include "embed/unigram.h"

namespace aim::embed {

// The JSON files of a published model, which are a stranger's: reading one, and what is said of one
// that cannot be used.
Failure refused(std::string_view file, std::string_view what);

Result<boost::json::object> read_object(const std::filesystem::path& file, std::size_t max_bytes);

// Of an object the member of that name and kind; null, empty or false when there is none.
const boost::json::object* object_in(const boost::json::object& object, std::string_view name);
const boost::json::array* array_in(const boost::json::object& object, std::string_view name);
std::string_view text(const boost::json::object& object, std::string_view name);
bool is_true(const boost::json::object& object, std::string_view name);

Result<std::string> read_vocabulary(const std::filesystem::path& folder);

// Of a tokenizer.json.
Result<std::string> vocabulary_of(const boost::json::object& tokenizer);

// The tokenizer of a packed model, whichever kind it is: its section says so itself.
class ModelTokenizer {
 public:
  // The bytes must outlive it.
  static Result<ModelTokenizer> over(std::string_view section);

  // With what goes round a text: at most `max_tokens`.
  std::vector<std::uint32_t> encode(std::string_view text, std::size_t max_tokens) const;
  Coverage coverage(std::string_view text) const;
  const Vocabulary& vocabulary() const;

 private:
  explicit ModelTokenizer(std::variant<Tokenizer, Unigram> kind) : kind_(std::move(kind)) {}

  std::variant<Tokenizer, Unigram> kind_;
};

}  // namespace aim::embed
