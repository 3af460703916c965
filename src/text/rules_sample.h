// A sample of what words.h makes of texts, for telling whether what was indexed before was cut by
// the same rules. Covers each script that is treated in a way of its own, identifiers, stems, and
// the Unicode library.
// Threads: any. Cost: some hundred microseconds.
#pragma once
#include <string>

namespace aim::text {

// Equal samples: equal rules, as far as the sample's texts show. The number of words.h's rules is a
// part of it: raise it with any change that these texts do not show.
std::string rules_sample();

}  // namespace aim::text
