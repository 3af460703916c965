#include "store/postgres/search/posting_bytes.h"

#include "memory/indexed_text.h"
#include "text/words.h"

namespace aim::store::postgres {
namespace {

constexpr int title_shift = 8, length_shift = 16, key_shift = 24;
constexpr std::uint8_t max_kept = 255;

using Counts = std::map<std::string, WordCount, std::less<>>;

// Counts the words of one column.
std::int64_t count_words(std::string_view text, Counts& counts, std::uint8_t WordCount::*column) {
  std::int64_t size = 0;
  text::tokenize(text, [&](const text::Token& token) {
    if (text::is_filler(token.term))
      return;
    if (!token.colocated || size == 0)
      ++size;
    auto found = counts.find(token.term);
    if (found == counts.end())
      found = counts.emplace(token.term, WordCount{std::string(token.term)}).first;
    std::uint8_t& count = found->second.*column;
    if (count < max_kept)
      ++count;
  });
  return size;
}

}  // namespace

Posting KeptPosting::posting(std::int64_t name_space) const {
  const auto in_title = std::min<std::uint8_t>(title, max_counted);
  return {Doc::pack(name_space, key, length_code), in_title,
          std::min<std::uint8_t>(body, max_counted - in_title)};
}

std::string bytes_of_key(Key key) {
  std::string bytes;
  append_posting(bytes, {key, 0, 0, 0});
  return bytes.substr(key_shift / 8);
}

void append_posting(std::string& bytes, const KeptPosting& posting) {
  auto packed = (static_cast<std::uint64_t>(posting.key) << key_shift) |
                (static_cast<std::uint64_t>(posting.length_code) << length_shift) |
                (std::uint64_t{posting.title} << title_shift) | posting.body;
  for (std::size_t i = 0; i < posting_bytes; ++i, packed >>= 8)
    bytes.push_back(static_cast<char>(packed & 0xff));
}

void read_postings(std::string_view bytes, std::vector<KeptPosting>& out) {
  out.reserve(out.size() + bytes.size() / posting_bytes);
  for (; bytes.size() >= posting_bytes; bytes.remove_prefix(posting_bytes)) {
    std::uint64_t packed = 0;
    for (std::size_t i = posting_bytes; i-- > 0;)
      packed = (packed << 8) | static_cast<unsigned char>(bytes[i]);
    out.push_back(
        {static_cast<Key>(packed >> key_shift), static_cast<int>((packed >> length_shift) & 127),
         static_cast<std::uint8_t>(packed >> title_shift), static_cast<std::uint8_t>(packed)});
  }
}

WordsOfText words_of(const Memory& memory) {
  Counts counts;
  WordsOfText out;
  out.size = count_words(indexed_title(memory), counts, &WordCount::title) +
             count_words(memory.content, counts, &WordCount::body) +
             count_words(indexed_labels(memory), counts, &WordCount::body);
  out.words.reserve(counts.size());
  for (auto& [term, count] : counts) out.words.push_back(std::move(count));
  return out;
}

std::optional<std::string> pack_words(const WordsOfText& words) {
  std::string packed;
  for (const auto& [term, title, body] : words.words) {
    if (term.size() > 255)
      return std::nullopt;
    packed.push_back(static_cast<char>(term.size()));
    packed.push_back(static_cast<char>(title));
    packed.push_back(static_cast<char>(body));
    packed += term;
  }
  return packed;
}

}  // namespace aim::store::postgres
