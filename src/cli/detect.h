// Lines of JSON to lines of findings.
// Knows: lines. Must not know: what the rules are.
#pragma once
#include <iosfwd>

#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::cli {

// Errors: a line that is no item, by its number; what came before it is answered.
Result<void> detect_lines(Engine& engine, std::istream& in, std::ostream& out);

}  // namespace aim::cli
