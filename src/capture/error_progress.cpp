#include "capture/error_progress.h"

#include <algorithm>

#include "capture/commands.h"
#include "capture/error_signature.h"
#include "capture/triggers.h"

namespace aim {
namespace {

constexpr std::int64_t prompts_kept = 50;
constexpr std::size_t max_done = 10, max_solution = 3'000;

// The same command, however it was spaced.
std::string folded(std::string_view command) {
  std::string out;
  for (const char c : command) {
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void add(std::vector<std::string>& list, const std::string& one) {
  if (!one.empty() && list.size() < max_done && std::ranges::find(list, one) == list.end())
    list.push_back(one);
}

OpenError take(std::vector<OpenError>& open, std::size_t at) {
  OpenError taken = std::move(open[at]);
  open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
  return taken;
}

std::optional<OpenError> opened(std::vector<OpenError>& open, const SessionEvent& now,
                                const ErrorLine& error, std::int64_t prompt) {
  const auto same = std::ranges::find(open, error.signature, &OpenError::signature);
  if (same != open.end()) {
    same->prompt = prompt;
    return std::nullopt;
  }
  // The command that failed before may fail with something else now: then that is what is open.
  if (!now.command.empty())
    std::erase_if(
        open, [&](const OpenError& each) { return folded(each.command) == folded(now.command); });
  OpenError fresh;
  fresh.signature = error.signature;
  fresh.line = error.line;
  fresh.tool = now.tool;
  fresh.command = now.command;
  fresh.prompt = prompt;
  open.push_back(fresh);
  if (open.size() > max_open_errors)
    open.erase(open.begin());
  return fresh;
}

// Something was done about it, else its going away is no solution.
bool has_solution(const OpenError& error) {
  return !error.solution.empty() || !error.files.empty() || !error.commands.empty();
}

ErrorProgress of_tool(std::vector<OpenError>& open, const SessionEvent& now, std::int64_t prompt) {
  ErrorProgress course;
  if (now.failed) {
    auto error = error_in(now.text);
    if (!error && !now.command.empty())
      error = ErrorLine{"failed: " + now.command.substr(0, 200),
                        "failed: " + signature_of(now.command)};
    if (error)
      course.opened = opened(open, now, *error, prompt);
    return course;
  }
  for (std::size_t i = open.size(); i-- > 0;) {
    const bool same = !now.command.empty() && folded(open[i].command) == folded(now.command);
    if (same && !course.resolved) {
      OpenError done = take(open, i);
      if (has_solution(done))
        course.resolved = std::move(done);
    } else if (!same) {
      add(open[i].files, now.file);
      if (!only_shows(now.command))
        add(open[i].commands, now.command.substr(0, 200));
    }
  }
  return course;
}

}  // namespace

ErrorProgress follow(std::vector<OpenError>& open, const SessionEvent& now, std::int64_t prompt) {
  std::erase_if(open, [&](const OpenError& each) { return prompt - each.prompt > prompts_kept; });
  if (now.kind == SessionEvent::Kind::tool)
    return of_tool(open, now, prompt);
  ErrorProgress course;
  if (now.kind == SessionEvent::Kind::said) {
    for (OpenError& each : open)
      if (!now.text.empty())
        each.solution = now.text.substr(0, max_solution);
    return course;
  }
  if (!open.empty() && has_solution(open.back()) && says_it_works(now.text)) {
    course.resolved = take(open, open.size() - 1);
    return course;
  }
  // A trace that the user shows: code, quotes and logs count here.
  if (const auto error = error_in(now.text))
    course.opened = opened(open, now, *error, prompt);
  return course;
}

}  // namespace aim
