// In what two texts that are alike say different things (J4): "The port is 5432" and "The port is
// 5433" are nearer to each other, for a model, than most pairs that mean the same. What differs so
// is shown to people and never united by itself.
//   numbers    other numbers or versions; "thirty" is 30
//   negation   one says not, no, never, without, …, the other does not
//   names      other identifiers, paths, addresses, words with a capital, or kinds of technology
//   dates      other days of the week or months
//   opposites  one says on, before, staging, …, the other off, after, production, …
//   words      each has a word that matters and that the other has in no form: in small letters
//              that may be a name
// Errs to the side of finding a difference: two that say the same and are not united can still be
// united by hand.
// Knows: English words; numbers and names of any language. Pure. Cost: linear, but for the tables.
#pragma once
#include "base/std.h"

namespace aim {

// Names of the list above, in its order; empty: nothing speaks against uniting the two.
std::vector<std::string_view> differences(std::string_view a, std::string_view b);

}  // namespace aim
