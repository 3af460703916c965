// The room for what differs between systems: which one the program is built for, and what each is
// asked in words of its own. No other file asks the preprocessor for the system (tests/tidy).
// Must not know: what the answers are for.
// Threads: any.
#pragma once
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

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

// How a program's file ends, and what is between the folders of PATH.
inline constexpr auto program_suffix = this_system == System::windows ? ".exe" : "";
inline constexpr char between_folders = this_system == System::windows ? ';' : ':';

// The file of this program, also where it was started by a link; empty: the system does not say.
std::filesystem::path running_program();

// A second of the Unix clock in the local time zone, as mktime takes it.
std::tm local_calendar(std::time_t second);

// The calling thread lets others go first, where the system can do that for a thread alone.
void lower_priority_of_this_thread();

// Whether an arm64 processor has the dot product of bytes; false on other processors.
bool has_arm_dot_product();

// Whether the system lets this process use the tiles (AMX) of an x86-64 processor that has them:
// asks it to keep room for them.
bool may_use_tiles();

// Called first by main(): signals as this program wants them, standard streams of bytes in UTF-8.
void prepare_process();

// A file in the folder of temporary files that nobody can open by name, and that is gone when it
// is closed: its descriptor; -1 with errno: there can be none.
int unnamed_file();

struct ProcessInfo {
  std::string name, parent, started;  // started: a number that another with its id would not have
};
std::optional<ProcessInfo> process_info(const std::string& id);

// Whether the other side of a socket has closed it: its end can be read without waiting.
bool has_hung_up(std::intptr_t socket);

// Before a socket is bound: no other may take its port, and a server that begins again gets it at
// once.
void claim_port(std::intptr_t socket);

// The allocator of the C library, where it can be asked: blocks from `large_block` bytes on go back
// to the system when they are freed, and so does what is free beyond `kept_free`.
void limit_allocator(int large_block, int kept_free);
// One a thread would keep much that nobody uses.
void limit_allocator_arenas(int most);
std::size_t free_bytes_of_allocator();
void trim_allocator();

}  // namespace aim
