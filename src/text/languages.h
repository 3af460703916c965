// The languages that texts are told apart by: those that Snowball knows stems of, those in Latin
// letters first.
#pragma once
#include "base/std.h"

namespace aim::text {

enum class Language : std::uint8_t {
  english,
  danish,
  dutch,
  finnish,
  french,
  german,
  hungarian,
  indonesian,
  italian,
  norwegian,
  portuguese,
  romanian,
  spanish,
  swedish,
  turkish,
  // by script
  arabic,
  greek,
  hindi,
  russian,
  tamil,
};
inline constexpr std::size_t language_count = 20;

}  // namespace aim::text
