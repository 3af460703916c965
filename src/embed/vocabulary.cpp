#include "embed/vocabulary.h"

#include <bit>
#include <cstring>

#include "base/ascii.h"

namespace aim::embed {
namespace {

static_assert(std::endian::native == std::endian::little,
              "packed files are little endian, and read as they lie");

constexpr std::string_view magic("AIMVOC1\0", 8);
constexpr std::size_t numbers_before_offsets = 2;
constexpr std::string_view continuation = "##";
constexpr std::uint32_t max_count = 1U << 24;

void append(std::string& out, std::uint32_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

struct Piece {
  std::string_view text;
  bool continues;
};

// "##" alone is a word like others.
Piece split(std::string_view written) {
  if (written.starts_with(continuation) && written.size() > continuation.size())
    return {written.substr(continuation.size()), true};
  return {written, false};
}

std::uint32_t hash_of(Piece piece) {
  PieceHash hash(piece.continues);
  for (const char byte : piece.text) hash.add(byte);
  return hash.value();
}

}  // namespace

std::string build_vocabulary(std::span<const std::string_view> pieces) {
  const auto count = static_cast<std::uint32_t>(pieces.size());
  const std::uint32_t slots = std::bit_ceil(2 * count);
  std::vector<std::uint32_t> table(slots, 0);
  for (std::uint32_t id = 0; id < count; ++id) {
    std::uint32_t slot = hash_of(split(pieces[id])) & (slots - 1);
    while (table[slot] != 0 && pieces[table[slot] - 1] != pieces[id])
      slot = (slot + 1) & (slots - 1);
    if (table[slot] == 0)
      table[slot] = id + 1;
  }
  std::string out(magic);
  append(out, count);
  append(out, slots);
  std::uint32_t offset = 0;
  append(out, offset);
  for (const std::string_view piece : pieces)
    append(out, offset += static_cast<std::uint32_t>(piece.size()));
  for (const std::uint32_t entry : table) append(out, entry);
  for (const std::string_view piece : pieces) out += piece;
  return out;
}

std::vector<std::string_view> vocabulary_lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) out.push_back(ascii::take_line(text));
  return out;
}

Vocabulary::Vocabulary(std::string_view bytes, std::uint32_t count, std::uint32_t slots)
    : bytes_(bytes.substr(magic.size())),
      count_(count),
      slots_(slots),
      text_(bytes_.substr((numbers_before_offsets + count + 1 + slots) * sizeof(std::uint32_t))) {}

std::uint32_t Vocabulary::number(std::size_t index) const {
  std::uint32_t out = 0;
  std::memcpy(&out, bytes_.data() + index * sizeof out, sizeof out);
  return out;
}

Result<Vocabulary> Vocabulary::over(std::string_view bytes) {
  const Failure damaged(unavailable("the vocabulary is damaged", "obtain the model again"));
  std::uint32_t counts[numbers_before_offsets];
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + sizeof counts)
    return damaged;
  std::memcpy(counts, bytes.data() + magic.size(), sizeof counts);
  const auto [count, slots] = counts;
  if (count == 0 || count > max_count || slots != std::bit_ceil(2 * count))
    return damaged;
  const std::size_t before_text =
      magic.size() +
      (numbers_before_offsets + std::size_t{count} + 1 + slots) * sizeof(std::uint32_t);
  if (bytes.size() < before_text)
    return damaged;
  Vocabulary out(bytes, count, slots);
  if (out.number(numbers_before_offsets + count) != out.text_.size())
    return damaged;
  return out;
}

std::string_view Vocabulary::piece(std::uint32_t id) const {
  if (id >= count_)
    return {};
  const std::uint32_t begin = number(numbers_before_offsets + id);
  const std::uint32_t end = number(numbers_before_offsets + id + 1);
  return begin <= end && end <= text_.size() ? text_.substr(begin, end - begin)
                                             : std::string_view();
}

std::optional<std::uint32_t> Vocabulary::find(std::string_view text, bool continues,
                                              std::uint32_t hash) const {
  const std::size_t table = numbers_before_offsets + count_ + 1;
  std::uint32_t slot = hash & (slots_ - 1);
  for (std::uint32_t tried = 0; tried < slots_; ++tried) {
    const std::uint32_t entry = number(table + slot);
    if (entry == 0)
      return std::nullopt;
    const Piece found = split(piece(entry - 1));
    if (found.continues == continues && found.text == text && entry <= count_)
      return entry - 1;
    slot = (slot + 1) & (slots_ - 1);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Vocabulary::find(std::string_view text, bool continues) const {
  return find(text, continues, hash_of({text, continues}));
}

}  // namespace aim::embed
