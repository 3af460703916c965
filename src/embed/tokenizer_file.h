// The vocabulary of a published model as it goes into the packed file: from vocab.txt (WordPiece),
// else from tokenizer.json (WordPiece, or SentencePiece's unigram as XLM-RoBERTa has it). What asks
// for steps that ours do not do is refused: anything else would give wrong vectors without a word.
// Knows: these files, which are a stranger's. Must not know: weights.
// Threads: all functions from any thread. Errors: validation_failed or not_found, naming the file.
// Source: B5; docs/decisions/0037.
#pragma once
#include <boost/json/fwd.hpp>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace aim::embed {

Result<std::string> read_vocabulary(const std::filesystem::path& folder);

// Of a tokenizer.json.
Result<std::string> vocabulary_of(const boost::json::object& tokenizer);

}  // namespace aim::embed
