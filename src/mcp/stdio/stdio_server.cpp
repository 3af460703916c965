#include "mcp/stdio/stdio_server.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

#include "mcp/stdio/conversation.h"
#include "mcp/stdio/lines.h"
#include "op/background.h"
#include "op/maintenance.h"

namespace aim::mcp {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t max_line_bytes = 8 * 1024 * 1024;
constexpr milliseconds last_timeout{2'000};  // for touches, at the end
constexpr milliseconds first_retry{20}, longest_retry{1'000};
constexpr milliseconds between_looks{500};  // for changes that a client wants to hear of

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
  // Who was started to outlive its terminal ignores this one, and goes on to.
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

// What is done while no request waits.
class IdleWork {
 public:
  IdleWork(Engine& engine, std::chrono::seconds gc_interval, const Lines& lines)
      : engine_(engine),
        lines_(lines),
        gc_interval_(gc_interval),
        next_gc_(steady_clock::now() + gc_interval) {}

  // Right after an answer: the database is free in most cases, and then this costs one small commit.
  void after_answer(Conversation& conversation) {
    if (op::touches_wait(engine_))
      write_touches();
    look(conversation);
  }

  // Does what is due; how long the wait for input may last.
  milliseconds run(Conversation& conversation) {
    look(conversation);
    if (op::touches_wait(engine_) && steady_clock::now() >= next_touch_)
      write_touches();
    if (steady_clock::now() >= next_gc_)
      tick();
    auto until = next_gc_;
    if (conversation.watches())
      until = std::min(until, next_look_);
    if (op::touches_wait(engine_))
      until = std::min(until, next_touch_);
    return std::max(milliseconds(1),
                    std::chrono::duration_cast<milliseconds>(until - steady_clock::now()));
  }

 private:
  void tick() {
    const bool done =
        op::tick(engine_, gc_interval_, [this] { return stop_signal != 0 || lines_.has_input(); });
    // Where another process has done it, this one looks again before a whole interval is over: that one may be gone.
    next_gc_ =
        steady_clock::now() + (done ? milliseconds(gc_interval_) : milliseconds(gc_interval_) / 8);
  }
  void look(Conversation& conversation) {
    const auto now = steady_clock::now();
    if (now < next_look_)
      return;
    conversation.poll();
    next_look_ = now + between_looks;
  }
  void write_touches() {
    if (op::write_touches(engine_, milliseconds(0))) {
      retry_ = first_retry;
      return;
    }
    next_touch_ = steady_clock::now() + retry_;
    retry_ = std::min(retry_ * 2, longest_retry);
  }
  Engine& engine_;
  const Lines& lines_;
  std::chrono::seconds gc_interval_;
  steady_clock::time_point next_gc_, next_touch_{}, next_look_{};
  milliseconds retry_ = first_retry;
};

}  // namespace

int serve_stdio(Engine& engine, const StdioOptions& options) {
  catch_signals();
  Lines lines(options.input, max_line_bytes);
  bool open = true;
  Conversation* talk = nullptr;
  // A call that waits for the database looks for its own cancellation among the lines that came meanwhile.
  const auto stop = [&] {
    lines.read(milliseconds(0));
    for (const Line& line : lines.waiting()) talk->cancel_queued(line.text);
    return stop_signal != 0;
  };
  Conversation conversation(
      engine, options.offer,
      [&](const std::string& line) { open = open && write_line(options.output, line); }, stop,
      options.identity);
  talk = &conversation;
  op::Background background(engine, options.offer.tier);
  IdleWork idle(engine, options.gc_interval, lines);
  bool opened = false;
  // Of a surface that reads a store which is not there yet as an empty one: only a store makes it.
  const auto is_there = [&] { return !options.has_database || options.has_database(); };
  while (open && !lines.ended() && stop_signal == 0) {
    if (!lines.has_line()) {
      if (options.offer.refusal || !is_there()) {
        lines.read(options.gc_interval);
        continue;
      }
      // The handshake is answered: a moment of quiet is used to open (and migrate) before the first call.
      if (conversation.initialized() && !opened) {
        lines.read(milliseconds(5));
        if (!lines.has_line() && !lines.ended()) {
          op::prepare(engine, [] { return stop_signal != 0; });
          opened = true;
          background.start();
          if (options.opened)
            options.opened();
        }
        continue;
      }
      lines.read(idle.run(conversation));
      continue;
    }
    const Line line = lines.take();
    if (line.too_long)
      conversation.handle_too_long(max_line_bytes);
    else
      conversation.handle(line.text);
    if (is_there())
      idle.after_answer(conversation);
  }
  if (open)
    conversation.finish();
  if (is_there())
    op::finish_touches(engine, last_timeout);
  return 0;
}

}  // namespace aim::mcp
