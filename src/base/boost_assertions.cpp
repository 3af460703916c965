// A release's handler of failed assertions in Boost's headers. The usual one would name each
// function with all arguments of its templates: 280 KB of names in the program.
// cmake/libraries.cmake tells them that there is this instead.
#include <cstdio>
#include <cstdlib>

namespace boost {

[[noreturn, gnu::cold]] void assertion_failed(const char* expression, const char* /*function*/,
                                              const char* file, long line) {
  std::fprintf(stderr, "%s:%ld: assertion failed: %s\n", file, line, expression);
  std::abort();
}

[[noreturn, gnu::cold]] void assertion_failed_msg(const char* expression, const char* message,
                                                  const char* /*function*/, const char* file,
                                                  long line) {
  std::fprintf(stderr, "%s:%ld: assertion failed: %s (%s)\n", file, line, expression, message);
  std::abort();
}

}  // namespace boost
