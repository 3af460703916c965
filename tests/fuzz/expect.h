// What a fuzzer holds to be true of its input: ends the program when it is not, in every build.
#pragma once
#include <cstdio>
#include <cstdlib>

inline void expect(bool holds, const char* what) {
  if (holds)
    return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}
