// The standard streams: consoles and pipes.
#include <fcntl.h>
#include <io.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <windows.h>

#include <array>
#include <cerrno>
#include <thread>
#include <vector>

#include "base/platform/windows/signals.h"

namespace aim::windows {
namespace {

HANDLE handle_of(int stream) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(stream));
}

bool mode_of(int stream, DWORD& mode) {
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

// A pipe whose other side knows nothing of us cannot be waited for with a timeout. A thread reads
// it and hands on what comes, by a pipe of ours in its place. Used by one thread, for one stream.
class Pump {
 public:
  static Pump& of(int stream) {
    static Pump& pump = *new Pump(stream);  // its thread may be there longer than statics are
    return pump;
  }
  // Whether something can be read, be it the end.
  bool has_more() const {
    DWORD bytes = 0;
    return ::PeekNamedPipe(ours_, nullptr, 0, nullptr, &bytes, nullptr) == 0 || bytes > 0;
  }
  // Something has come, or the end has.
  HANDLE came() const { return came_; }

 private:
  explicit Pump(int stream) {
    constexpr DWORD bytes = 64 * 1024;
    HANDLE theirs = nullptr, into = nullptr;
    ::DuplicateHandle(::GetCurrentProcess(), handle_of(stream), ::GetCurrentProcess(), &theirs, 0,
                      FALSE, DUPLICATE_SAME_ACCESS);
    ::CreatePipe(&ours_, &into, nullptr, bytes);
    const int file = ::_open_osfhandle(reinterpret_cast<intptr_t>(ours_), _O_RDONLY | _O_BINARY);
    ::_dup2(file, stream);
    ::_close(file);
    ours_ = handle_of(stream);
    std::thread([theirs, into, came = came_] {
      std::vector<char> piece(bytes);
      for (DWORD got = 0, put = 0;
           ::ReadFile(theirs, piece.data(), bytes, &got, nullptr) != 0 && got > 0; ::SetEvent(came))
        ::WriteFile(into, piece.data(), got, &put, nullptr);
      ::CloseHandle(into);
      ::SetEvent(came);
    }).detach();
  }
  HANDLE ours_ = nullptr;
  HANDLE came_ = ::CreateEventW(nullptr, FALSE, FALSE, nullptr);
};

DWORD wait_for(HANDLE readable, int milliseconds) {
  const std::array<HANDLE, 2> events{readable, signal_came()};
  return ::WaitForMultipleObjects(static_cast<DWORD>(events.size()), events.data(), FALSE,
                                  milliseconds < 0 ? INFINITE : static_cast<DWORD>(milliseconds));
}

}  // namespace
}  // namespace aim::windows

using namespace aim::windows;

int poll(pollfd* stream, unsigned long, int milliseconds) {
  DWORD mode = 0;
  const Pump* pump =
      ::GetFileType(handle_of(stream->fd)) == FILE_TYPE_PIPE ? &Pump::of(stream->fd) : nullptr;
  stream->revents = POLLIN;
  if (!pump && !mode_of(stream->fd, mode))
    return 1;
  // Its event may still be set for bytes that were read already.
  while (!pump || !pump->has_more()) {
    const DWORD which = wait_for(pump ? pump->came() : handle_of(stream->fd), milliseconds);
    if (which == WAIT_TIMEOUT)
      return 0;
    if (which == WAIT_OBJECT_0 && !pump)
      return 1;
    if (which != WAIT_OBJECT_0) {
      errno = EINTR;
      return -1;
    }
  }
  return 1;
}

// A person sits at a console only, at no other device.
int isatty(int stream) {
  DWORD mode = 0;
  return mode_of(stream, mode) ? 1 : 0;
}

int ioctl(int stream, unsigned long, winsize* size) {
  CONSOLE_SCREEN_BUFFER_INFO about{};
  if (::GetConsoleScreenBufferInfo(handle_of(stream), &about) == 0)
    return -1;
  size->ws_col = static_cast<unsigned short>(about.srWindow.Right - about.srWindow.Left + 1);
  size->ws_row = static_cast<unsigned short>(about.srWindow.Bottom - about.srWindow.Top + 1);
  return 0;
}

int tcgetattr(int stream, termios* settings) {
  return mode_of(stream, settings->c_lflag) ? 0 : -1;
}

int tcsetattr(int stream, int, const termios* settings) {
  return ::SetConsoleMode(handle_of(stream), settings->c_lflag) != 0 ? 0 : -1;
}
