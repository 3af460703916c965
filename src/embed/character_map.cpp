#include "embed/character_map.h"

#include <utf8proc.h>

#include <bit>
#include <cstring>

#include "base/utf8.h"

namespace aim::embed {
namespace {

static_assert(std::endian::native == std::endian::little, "the table is read as it lies");

// A cluster of at least so many bytes is replaced character by character.
constexpr std::size_t too_long_for_one = 6;
constexpr std::size_t unit_bytes = sizeof(std::uint32_t);

// A unit of the array: the byte that leads to it, whether a replacement ends there, where its
// children lie.
constexpr std::uint32_t label_of(std::uint32_t unit) {
  return unit & (1U << 31 | 0xFFU);
}
constexpr bool has_value(std::uint32_t unit) {
  return (unit >> 8 & 1U) != 0;
}
constexpr std::uint32_t value_of(std::uint32_t unit) {
  return unit & ~(1U << 31);
}
constexpr std::uint32_t offset_of(std::uint32_t unit) {
  return unit >> 10 << ((unit & 1U << 9) >> 6);
}

}  // namespace

Result<CharacterMap> CharacterMap::over(std::string_view bytes) {
  CharacterMap out;
  if (bytes.empty())
    return out;
  std::uint32_t size = 0;
  if (bytes.size() < sizeof size)
    return Failure(unavailable("the table of characters is cut off", "obtain the model again"));
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size == 0 || size % unit_bytes != 0 || size > bytes.size())
    return Failure(unavailable("the table of characters is damaged", "obtain the model again"));
  out.units_ = bytes.substr(0, size);
  out.replacements_ = bytes.substr(size);
  return out;
}

// Past the end: a unit that no byte leads to.
std::uint32_t CharacterMap::unit(std::uint32_t index) const {
  std::uint32_t out = ~0U;
  if (index < units_.size() / unit_bytes)
    std::memcpy(&out, units_.data() + std::size_t{index} * unit_bytes, sizeof out);
  return out;
}

std::optional<std::string_view> CharacterMap::replacement_of(std::string_view cluster) const {
  std::uint32_t at = offset_of(unit(0));
  for (const char each : cluster) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte == 0)
      break;
    at ^= byte;
    const std::uint32_t found = unit(at);
    if (label_of(found) != byte)
      break;
    at ^= offset_of(found);
    if (!has_value(found))
      continue;
    const std::uint32_t begin = value_of(unit(at));
    if (begin >= replacements_.size())
      break;
    const std::string_view rest = replacements_.substr(begin);
    return rest.substr(0, rest.find('\0'));
  }
  return std::nullopt;
}

void CharacterMap::append_cluster(std::string_view cluster, std::string& out) const {
  if (cluster.size() < too_long_for_one)
    if (const auto other = replacement_of(cluster)) {
      out += *other;
      return;
    }
  for (std::size_t at = 0; at < cluster.size();) {
    const std::size_t begin = at;
    utf8::next(cluster, at);
    const std::string_view character = cluster.substr(begin, at - begin);
    out += replacement_of(character).value_or(character);
  }
}

std::string CharacterMap::apply(std::string_view text) const {
  std::string repaired, out;
  if (!utf8::is_valid(text))
    text = repaired = utf8::repaired(text);
  if (units_.empty())
    return std::string(text);
  out.reserve(text.size() + text.size() / 8);
  utf8proc_int32_t state = 0, before = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    const auto character = static_cast<utf8proc_int32_t>(utf8::next(text, at));
    if (here > 0 && utf8proc_grapheme_break_stateful(before, character, &state)) {
      append_cluster(text.substr(begin, here - begin), out);
      begin = here;
    }
    before = character;
  }
  append_cluster(text.substr(begin), out);
  return out;
}

}  // namespace aim::embed
