// The room for what differs between systems: which one the program is built for, and what each is
// asked in words of its own. No other file asks the preprocessor for the system (tests/tidy).
// Must not know: what the answers are for.
// Threads: any.
#pragma once
#include <ctime>
#include <filesystem>

namespace aim {

enum class System { linux_kernel, macos, windows, other };
#if defined(__linux__)
inline constexpr System this_system = System::linux_kernel;
#elif defined(__APPLE__)
inline constexpr System this_system = System::macos;
#elif defined(_WIN32)
inline constexpr System this_system = System::windows;
#else
inline constexpr System this_system = System::other;
#endif

// The file of this program, also where it was started by a link; empty: the system does not say.
std::filesystem::path running_program();

// A second of the Unix clock in the local time zone, as mktime takes it.
std::tm local_calendar(std::time_t second);

// The calling thread lets others go first, where the system can do that for a thread alone.
void lower_priority_of_this_thread();

// Whether an arm64 processor has the dot product of bytes; false on other processors.
bool has_arm_dot_product();

}  // namespace aim
