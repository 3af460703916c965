#include "base/child_process.h"

#include <io.h>
#include <windows.h>

#include "base/ascii.h"
#include "base/mutex.h"
#include "base/platform/system.h"
#include "base/platform/windows/wide.h"

namespace aim {
namespace {

using windows::wide;

class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() {
    if (handle_ && handle_ != INVALID_HANDLE_VALUE)
      ::CloseHandle(handle_);
  }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

// Processes that were started and not waited for yet; a group is a job.
struct Child {
  Handle process, job;
};
struct Children {
  Mutex mutex;
  std::map<pid_t, Child> all;
};
Children& children() {
  static Children& started = *new Children;
  return started;
}

// As the C library of the other side takes it apart again.
std::string argument(std::string_view word) {
  if (!word.empty() && word.find_first_of(" \t\n\v\"") == word.npos)
    return std::string(word);
  std::string out = "\"";
  std::size_t slashes = 0;
  for (const char each : word) {
    if (each == '"')
      out.append(slashes + 1, '\\');
    slashes = each == '\\' ? slashes + 1 : 0;
    out += each;
  }
  return out.append(slashes, '\\') + '"';
}

// The shell of the system is named as POSIX names it.
bool is_shell(const ProgramStart& program) {
  return program.file == "/bin/sh" && program.words.size() == 3;
}

std::wstring line_of(const ProgramStart& program) {
  if (is_shell(program))
    return wide("cmd.exe /d /s /c \"" + program.words[2] + "\"");
  std::string line;
  for (const std::string& word : program.words)
    line.append(line.empty() ? "" : " ").append(argument(word));
  return wide(line);
}

// Empty: no program has that name, or a script has, whose interpreter takes words apart in ways of
// its own.
std::wstring file_of(const ProgramStart& program) {
  if (program.file.empty())
    return running_program().make_preferred().wstring();
  const std::wstring name = wide(is_shell(program) ? "cmd.exe" : program.file);
  std::wstring found(32'768, L'\0');
  found.resize(::SearchPathW(nullptr, name.c_str(), L".exe", static_cast<DWORD>(found.size()),
                             found.data(), nullptr));
  return ascii::lower(windows::narrow(found)).ends_with(".exe") ? found : std::wstring();
}

// A handle that the child inherits; it gets no others of this process.
Handle inheritable(int descriptor, DWORD access) {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  if (descriptor < 0)
    return Handle(::CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                OPEN_EXISTING, 0, nullptr));
  HANDLE copy = nullptr;
  ::DuplicateHandle(::GetCurrentProcess(), reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)),
                    ::GetCurrentProcess(), &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
  return Handle(copy);
}

struct Streams {
  explicit Streams(const ProgramStart& program)
      : input(inheritable(program.input, GENERIC_READ)),
        output(inheritable(program.output, GENERIC_WRITE)),
        errors(inheritable(-1, GENERIC_WRITE)),
        handles{input.get(), output.get(), errors.get()} {
    SIZE_T bytes = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    list.resize(bytes);
    ::InitializeProcThreadAttributeList(attributes(), 1, 0, &bytes);
    ::UpdateProcThreadAttribute(attributes(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
                                sizeof handles, nullptr, nullptr);
  }
  ~Streams() { ::DeleteProcThreadAttributeList(attributes()); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  LPPROC_THREAD_ATTRIBUTE_LIST attributes() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(list.data());
  }

  Handle input, output, errors;
  std::array<HANDLE, 3> handles;
  std::vector<char> list;
};

bool create(const ProgramStart& program, PROCESS_INFORMATION& made) {
  const std::wstring file = file_of(program);
  if (file.empty())
    return false;
  Streams streams(program);
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = streams.input.get();
  start.StartupInfo.hStdOutput = streams.output.get();
  start.StartupInfo.hStdError = streams.errors.get();
  start.lpAttributeList = streams.attributes();
  const auto start_with = [&](DWORD flags) {
    std::wstring line = line_of(program);  // is written to
    return ::CreateProcessW(file.c_str(), line.data(), nullptr, nullptr, TRUE,
                            flags | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT, nullptr,
                            nullptr, &start.StartupInfo, &made) != 0;
  };
  if (program.apart != Apart::session)
    return start_with(CREATE_NO_WINDOW);
  constexpr DWORD alone = DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP;
  // Where the job of this process lets nobody go, it stays in it.
  return start_with(alone | CREATE_BREAKAWAY_FROM_JOB) || start_with(alone);
}

}  // namespace

std::optional<pid_t> start_program(const ProgramStart& program) {
  PROCESS_INFORMATION made{};
  if (!create(program, made))
    return std::nullopt;
  Child child{Handle(made.hProcess), Handle()};
  const Handle thread(made.hThread);
  if (program.apart == Apart::group) {
    child.job = Handle(::CreateJobObjectW(nullptr, nullptr));
    ::AssignProcessToJobObject(child.job.get(), child.process.get());
  }
  ::ResumeThread(thread.get());
  const auto id = static_cast<pid_t>(made.dwProcessId);
  const Lock lock(children().mutex);
  children().all.insert_or_assign(id, std::move(child));
  return id;
}

std::optional<int> ended_within(pid_t process, std::chrono::milliseconds time) {
  HANDLE handle = nullptr;
  {
    const Lock lock(children().mutex);
    const auto found = children().all.find(process);
    if (found == children().all.end())
      return unwatched;
    handle = found->second.process.get();
  }
  if (::WaitForSingleObject(handle, static_cast<DWORD>(time.count())) != WAIT_OBJECT_0)
    return std::nullopt;
  DWORD status = 0;
  ::GetExitCodeProcess(handle, &status);
  const Lock lock(children().mutex);
  children().all.erase(process);
  return static_cast<int>(status & 0x7FFF'FFFF);
}

// Nothing of Windows asks a process without a window to end.
void end_program(pid_t process) {
  const Lock lock(children().mutex);
  const auto found = children().all.find(process);
  if (found == children().all.end())
    return;
  if (const HANDLE job = found->second.job.get())
    ::TerminateJobObject(job, 1);
  ::TerminateProcess(found->second.process.get(), 1);
  children().all.erase(found);
}

void end_group(pid_t process) {
  end_program(process);
}

}  // namespace aim
