// Suggests a priority for a text, and says whether a text is about its user (J5) or sets a rule:
// rules over whole words, in any case of letters.
// Pure.
#pragma once
#include "memory/priority_names.h"

namespace aim {

// Only ever a hint: the first rule that fits.
struct BandHint {
  Band band = Band::normal;
  std::string_view reason;
};
std::optional<BandHint> band_hint(std::string_view title, std::string_view content,
                                  std::string_view category);

// Whether a text is about its user rather than about one project: "I always …", "in all projects".
bool is_about_user(std::string_view content);

// Whether a text says what is to be done or left: "never edit …", "… is generated".
bool sets_a_rule(std::string_view text);

}  // namespace aim
