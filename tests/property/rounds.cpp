// How many sequences a property is tried with: few where the tests have to be quick, the library's
// hundred with AIM_LONG.
#include <cstdlib>

namespace {

// Before the library reads it, with the first property.
[[maybe_unused]] const int rounds_are_few =
    std::getenv("AIM_LONG") ? 0 : ::setenv("RC_PARAMS", "max_success=40", 0);

}  // namespace
