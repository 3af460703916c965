#include "text/stem.h"

#include <libstemmer.h>

#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace aim::text {
namespace {

constexpr std::size_t slot_count = 8192;  // a power of two
constexpr std::size_t max_remembered = 15;
constexpr std::size_t max_stemmed = 128;

// The letters, filled up with zeros: letters are never zero, so no two words share a key.
using Key = std::array<std::uint64_t, 2>;

struct Slot {
  Key word{};
  std::array<char, max_remembered> stem{};
  std::uint8_t stem_size = 0;
};
static_assert(std::is_aggregate_v<Slot> && std::is_trivially_destructible_v<Slot>);

Key key_of(std::string_view word) {
  Key key{};
  std::memcpy(key.data(), word.data(), word.size());
  return key;
}

std::size_t slot_of(const Key& key) {
  const std::uint64_t mixed = (key[0] ^ (key[1] * 0x9E3779B97F4A7C15U)) * 0xD6E8FEB86659FD93U;
  return static_cast<std::size_t>(mixed >> 51U);  // the top 13 bits
}
static_assert(slot_count == std::size_t{1} << (64U - 51U));

class Stemmer {
 public:
  std::string_view stem(std::string_view word) {
    if (word.empty() || word.size() > max_remembered || !slots_)
      return compute(word);
    const Key key = key_of(word);
    Slot& slot = slots_[slot_of(key)];
    if (slot.word[0] != key[0] || slot.word[1] != key[1]) {  // no call of memcmp()
      const std::string_view stem = compute(word);
      if (stem.size() > max_remembered)
        return stem;
      slot.word = key;
      slot.stem_size = static_cast<std::uint8_t>(stem.size());
      std::memcpy(slot.stem.data(), stem.data(), stem.size());
    }
    return {slot.stem.data(), slot.stem_size};
  }

 private:
  std::string_view compute(std::string_view word) {
    if (!snowball_ || word.empty() || word.size() > max_stemmed)
      return word;
    const auto* letters = reinterpret_cast<const sb_symbol*>(word.data());
    const sb_symbol* stem =
        sb_stemmer_stem(snowball_.get(), letters, static_cast<int>(word.size()));
    const int size = stem == nullptr ? 0 : sb_stemmer_length(snowball_.get());
    if (size <= 0 || static_cast<std::size_t>(size) > word.size())
      return word;
    return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(size)};
  }

  struct Delete {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
  };
  std::unique_ptr<sb_stemmer, Delete> snowball_{sb_stemmer_new("english", "UTF_8")};
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  // Cleared by the system, a page at its first use: a process that answers one question uses few of
  // the slots.
  std::unique_ptr<Slot[], Free> slots_{static_cast<Slot*>(std::calloc(slot_count, sizeof(Slot)))};
};

}  // namespace

std::string_view stem(std::string_view word) {
  thread_local Stemmer stemmer;
  return stemmer.stem(word);
}

}  // namespace aim::text
