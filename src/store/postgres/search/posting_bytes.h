// The words of a memory, and how their postings are kept: eight bytes each, little endian, which
// sort by key:
//   bits 59–24 key of the memory   23–16 code of its length   15–8 how often in the title   7–0 how
//                                  often in the body
// Counts end at 255. The namespace is that of the row. The key begins with a byte, so that a row
// can be asked whether it may hold it.
// Pure.
#pragma once
#include "memory/memory.h"
#include "store/types.h"

namespace aim::store::postgres {

struct KeptPosting {
  Key key = 0;
  int length_code = 0;
  std::uint8_t title = 0, body = 0;

  // As the engine sees it: counts end at max_counted.
  Posting posting(std::int64_t name_space) const;
};

inline constexpr std::size_t posting_bytes = 8;

// The bytes that a row holds when it holds a posting of this memory (and may hold by chance).
std::string bytes_of_key(Key key);

void append_posting(std::string& bytes, const KeptPosting& posting);
// Appends what the bytes hold; what is left over at their end is damage, and ignored.
void read_postings(std::string_view bytes, std::vector<KeptPosting>& out);

// A word of a memory.
struct WordCount {
  std::string term;
  std::uint8_t title = 0, body = 0;
};
struct WordsOfText {
  std::vector<WordCount> words;  // by term
  std::int64_t size = 0;         // words with their repetitions
};
WordsOfText words_of(const Memory& memory);

// The words of one memory in one piece: the length of each, its counts, its bytes. Nothing: one is
// longer than 255 bytes.
std::optional<std::string> pack_words(const WordsOfText& words);
// Calls take(term, title, body) for each; ends at damage.
template <class Take>
void each_packed_word(std::string_view packed, Take take) {
  while (packed.size() > 3) {
    const auto size = static_cast<unsigned char>(packed[0]);
    if (packed.size() < 3U + size)
      return;
    take(packed.substr(3, size), static_cast<std::uint8_t>(packed[1]),
         static_cast<std::uint8_t>(packed[2]));
    packed.remove_prefix(3U + size);
  }
}

}  // namespace aim::store::postgres
