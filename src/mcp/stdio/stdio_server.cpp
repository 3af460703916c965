#include "mcp/stdio/stdio_server.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <deque>

#include "jobs/maintenance.h"
#include "jobs/scheduler.h"
#include "jobs/tasks.h"
#include "jobs/thread_runner.h"
#include "mcp/stdio/conversation.h"

namespace aim::mcp {
namespace {

// Lines from a file descriptor, as they come: bounded, without blocking longer than asked.
// A line beyond the bound is read to its end, thrown away and reported as too long. "\r\n" ends a
// line as "\n" does, and so does the end of input.
struct Line {
  std::string text;
  bool too_long = false;
};

class Lines {
 public:
  Lines(int descriptor, std::size_t max_bytes) : descriptor_(descriptor), max_bytes_(max_bytes) {}

  // Reads what is there; waits up to `timeout` for more while no line is complete. Negative:
  // without end. Returns early when a signal comes.
  void read(std::chrono::milliseconds timeout);

  bool has_line() const { return !lines_.empty(); }
  // Whether read() would find something, be it the end of the input.
  bool has_input() const;
  Line take();
  const std::deque<Line>& waiting() const { return lines_; }
  bool ended() const { return ended_ && lines_.empty(); }

 private:
  void add(std::string_view piece);
  void end_line();

  int descriptor_;
  std::size_t max_bytes_;
  std::deque<Line> lines_;
  Line partial_;
  bool ended_ = false;
};

void Lines::read(std::chrono::milliseconds timeout) {
  if (ended_)
    return;
  pollfd ready{descriptor_, POLLIN, 0};
  const int milliseconds = timeout.count() < 0 ? -1 : static_cast<int>(timeout.count());
  if (::poll(&ready, 1, has_line() ? 0 : milliseconds) <= 0)
    return;
  std::array<char, 65'536> buffer;
  const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
  if (size > 0) {
    add({buffer.data(), static_cast<std::size_t>(size)});
  } else if (size == 0 || errno != EINTR) {
    ended_ = true;
    if (!partial_.text.empty() || partial_.too_long)
      end_line();
  }
}

bool Lines::has_input() const {
  pollfd ready{descriptor_, POLLIN, 0};
  return ended_ || has_line() || ::poll(&ready, 1, 0) > 0;
}

void Lines::add(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    if (partial_.text.size() + part.size() > max_bytes_) {
      partial_.too_long = true;
      partial_.text = std::string();
    }
    if (!partial_.too_long)
      partial_.text.append(part);
    if (end == piece.npos)
      return;
    end_line();
    piece.remove_prefix(end + 1);
  }
}

void Lines::end_line() {
  if (partial_.text.ends_with('\r'))
    partial_.text.pop_back();
  lines_.push_back(std::exchange(partial_, {}));
}

Line Lines::take() {
  Line line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t max_line_bytes = 8 * 1024 * 1024;
constexpr milliseconds last_timeout{2'000};  // for touches, at the end
constexpr milliseconds between_looks{500};   // for changes that a client wants to hear of
constexpr milliseconds between_tends{5'000};

std::atomic<int> stop_signal = 0;
extern "C" void note_signal(int signal) {
  stop_signal = signal;
}

// Without SA_RESTART, so that a signal ends the wait for input.
void catch_signals() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A program started to outlive its terminal keeps ignoring this signal.
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

bool write_line(int output, std::string line) {
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t size = ::write(output, rest.data(), rest.size());
    if (size < 0 && errno != EINTR)
      return false;
    if (size > 0)
      rest.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

// Tells a client of changes that it wants to hear of.
class Look : public jobs::Task {
 public:
  explicit Look(Conversation& conversation) : conversation_(conversation) {}
  jobs::Moment due() const override {
    return conversation_.watches() ? next_ : jobs::Moment::max();
  }
  void run(jobs::Moment now, const jobs::Stop&) override {
    if (now < next_)
      return;
    conversation_.poll();
    next_ = now + between_looks;
  }

 private:
  Conversation& conversation_;
  jobs::Moment next_{};
};

// Background work while no request waits.
class IdleWork {
 public:
  IdleWork(Engine& engine, const StdioOptions& options, Conversation& conversation,
           const Lines& lines)
      : stop_([&lines] { return stop_signal != 0 || lines.has_input(); }) {
    auto touches = std::make_unique<jobs::WriteTouches>(engine, jobs::TouchTimes{});
    auto look = std::make_unique<Look>(conversation);
    touches_ = touches.get();
    look_ = look.get();
    tasks_.add(std::move(touches));
    tasks_.add(std::move(look));
    tasks_.add(
        std::make_unique<jobs::CollectExpired>(engine, options.gc_interval, steady_clock::now()));
    if (options.tend)
      tasks_.add(
          std::make_unique<jobs::Every>(between_tends, [this, &options] { options.tend(stop_); }));
  }

  // Right after an answer: the database is free in most cases. Answers that follow each other
  // closely share a commit.
  void after_answer() {
    const auto now = steady_clock::now();
    if (touches_->due() <= now)
      touches_->run(now, stop_);
    look_->run(now, stop_);
  }
  // Does what is due; how long the wait for input may last.
  milliseconds run() { return jobs::run_idle(tasks_, stop_); }

 private:
  const jobs::Stop stop_;
  jobs::Scheduler tasks_;
  jobs::Task *touches_, *look_;
};

}  // namespace

int serve_stdio(Engine& engine, const StdioOptions& options) {
  catch_signals();
  Lines lines(options.input, max_line_bytes);
  bool open = true;
  Conversation* talk = nullptr;
  // A call that waits for the database looks for its own cancellation among the lines that came
  // meanwhile.
  const auto stop = [&] {
    lines.read(milliseconds(0));
    for (const Line& line : lines.waiting()) talk->cancel_queued(line.text);
    return stop_signal != 0;
  };
  Conversation conversation(
      engine, options.offer,
      [&](const std::string& line) { open = open && write_line(options.output, line); }, stop,
      options.identity, options.find_session);
  talk = &conversation;
  jobs::Background background(engine, options.offer.tier);
  IdleWork idle(engine, options, conversation, lines);
  bool opened = false;
  // For a surface that reads a missing store as an empty one: only a store creates it.
  const auto is_there = [&] { return !options.has_database || options.has_database(); };
  while (open && !lines.ended() && stop_signal == 0) {
    if (!lines.has_line()) {
      if (options.offer.refusal || !is_there()) {
        // Another store may exist, and another program may create this one: watchers are notified.
        const bool looks = !options.offer.refusal && conversation.watches();
        lines.read(looks ? between_looks : milliseconds(options.gc_interval));
        if (looks)
          conversation.poll();
        continue;
      }
      // The handshake is answered: a moment of quiet is used to open (and migrate) before the first
      // call.
      if (conversation.initialized() && !opened) {
        lines.read(milliseconds(5));
        if (!lines.has_line() && !lines.ended()) {
          jobs::prepare(engine, [] { return stop_signal != 0; });
          opened = true;
          background.start();
          if (options.opened)
            options.opened();
        }
        continue;
      }
      lines.read(idle.run());
      continue;
    }
    const Line line = lines.take();
    if (line.too_long)
      conversation.handle_too_long(max_line_bytes);
    else
      conversation.handle(line.text);
    if (is_there())
      idle.after_answer();
  }
  if (open)
    conversation.finish();
  if (is_there())
    jobs::finish_touches(engine, last_timeout);
  return 0;
}

}  // namespace aim::mcp
