// Lines from a file descriptor, as they come: bounded, without blocking longer than asked.
// A line beyond the bound is read to its end, thrown away and reported as too long. "\r\n" ends a
// line as "\n" does, and so does the end of input.
#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

namespace aim::mcp {

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

}  // namespace aim::mcp
