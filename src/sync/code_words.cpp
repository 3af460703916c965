#include "base/ascii.h"
#include "base/hash.h"
#include "sync/group_keys.h"

namespace aim::sync {
namespace {

// Letters that sound and look unlike each other in most languages: 4 bits and 2 bits.
constexpr std::string_view consonants = "bdfghjklmnprstvz", vowels = "aiou";
constexpr std::size_t words = 8, syllables = 3, syllable_bits = 6, check_bytes = 2,
                      all_bytes = std::tuple_size_v<Secret> + check_bytes,
                      word_letters = 2 * syllables;
static_assert(words * syllables * syllable_bits == 8 * all_bytes);

using Bytes = std::array<unsigned char, all_bytes>;

Bytes checked(const Secret& secret) {
  Bytes bytes{};
  std::copy(secret.begin(), secret.end(), bytes.begin());
  const std::uint64_t sum =
      stable_hash({reinterpret_cast<const char*>(secret.data()), secret.size()});
  for (std::size_t i = 0; i < check_bytes; ++i)
    bytes[secret.size() + i] = static_cast<unsigned char>(sum >> (8 * i) & 0xffU);
  return bytes;
}

unsigned bits_at(const Bytes& bytes, std::size_t place) {
  unsigned bits = 0;
  for (std::size_t i = place; i < place + syllable_bits; ++i)
    bits = bits << 1U | (bytes[i / 8] >> (7 - i % 8) & 1U);
  return bits;
}

Result<std::vector<std::string>> words_of(std::string_view code) {
  std::vector<std::string> found;
  for (const char each : code) {
    const char letter = ascii::lower(each);
    if (letter < 'a' || letter > 'z') {
      if (found.empty() || !found.back().empty())
        found.emplace_back();
      continue;
    }
    if (found.empty())
      found.emplace_back();
    found.back() += letter;
  }
  std::erase(found, "");
  if (found.size() != words)
    return Failure(refuse("code", "must be the " + std::to_string(words) +
                                      " words that init or code has printed; got " +
                                      std::to_string(found.size())));
  return found;
}

}  // namespace

std::string code_of(const Secret& secret) {
  const Bytes bytes = checked(secret);
  std::string code;
  for (std::size_t place = 0; place < 8 * all_bytes; place += syllable_bits) {
    if (place > 0 && place % (syllables * syllable_bits) == 0)
      code += '-';
    const unsigned bits = bits_at(bytes, place);
    code += consonants[bits >> 2U];
    code += vowels[bits & 3U];
  }
  return code;
}

Result<Secret> secret_of(std::string_view code) {
  const auto found = TRY(words_of(code));
  Bytes bytes{};
  std::size_t place = 0;
  for (const std::string& word : found) {
    bool good = word.size() == word_letters;
    for (std::size_t i = 0; good && i < word.size(); i += 2) {
      const std::size_t consonant = consonants.find(word[i]), vowel = vowels.find(word[i + 1]);
      good = consonant != consonants.npos && vowel != vowels.npos;
      const auto bits = static_cast<unsigned>(consonant << 2U | vowel);
      for (std::size_t bit = 0; good && bit < syllable_bits; ++bit, ++place)
        if ((bits >> (syllable_bits - 1 - bit) & 1U) != 0)
          bytes[place / 8] = static_cast<unsigned char>(bytes[place / 8] | 0x80U >> (place % 8));
    }
    if (!good)
      return Failure(refuse("code", "has a word that no code has: \"" + word + "\""));
  }
  Secret secret{};
  std::copy_n(bytes.begin(), secret.size(), secret.begin());
  if (checked(secret) != bytes)
    return Failure(
        refuse("code", "has a mistake: a word is another one, or they are out of order"));
  return secret;
}

}  // namespace aim::sync
