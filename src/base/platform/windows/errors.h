// Errors of Windows as numbers of errno.
// Must not know: what was asked.
#pragma once
#include <cerrno>

namespace aim::windows {

// From a number of GetLastError().
int errno_of(unsigned long error);

// Sets errno by GetLastError(); always -1.
int failed();

}  // namespace aim::windows
