#include "capture/error_progress.h"

#include <cmath>

#include "base/ascii.h"
#include "base/utf8.h"
#include "capture/error_signature.h"
#include "capture/plain_words.h"
#include "capture/tool_calls.h"
#include "capture/triggers.h"

namespace aim {
namespace {

constexpr std::int64_t prompts_kept = 50;
constexpr std::size_t max_done = 10, max_solution = 3'000, max_command = 200, max_told = 300;
constexpr float of_command = 0.5F, of_before = 0.3F, of_error = 0.3F;
// Chances from which on something is taken for a failure, and an error for solved: what is solved
// is stored without asking.
constexpr double is_failure = 0.5, is_solved = 0.5;

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

// Whether the command checks what the failed one did: the same, or all of which that was a part
// ("pytest -q" for "pytest tests/test_tax.py"), however much it prints.
bool is_same_check(std::string_view command, std::string_view failed) {
  constexpr std::string_view of_printing = "-q|-v|-vv|-s|-x|--quiet|--verbose|--silent|--nocapture",
                             checks =
                                 "pytest|test|tests|check|lint|vet|jest|vitest|tox|eslint|"
                                 "mypy|phpunit|ruff|clippy|rspec";
  const auto words = [&](std::string_view text) {
    std::vector<std::string_view> all;
    while (!text.empty())
      if (const auto word = ascii::take_part(text, ' '); !ascii::is_one_of(word, of_printing))
        all.push_back(word);
    return all;
  };
  const auto now = words(command), before = words(failed);
  const bool checks_all = now.size() < before.size() && !now.empty() &&
                          ascii::is_one_of(now.back(), checks) &&
                          std::ranges::equal(now, std::span(before).first(now.size()));
  return now == before || checks_all;
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

float yes(bool is_so) {
  return is_so ? 1.0F : 0.0F;
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  each_plain_word(text, "_-./", [&](std::string word) { words.insert(std::move(word)); });
  return words;
}

// The share of the first's words that the second has.
float shared(const std::set<std::string>& first, const std::set<std::string>& second) {
  const auto both =
      std::ranges::count_if(first, [&](const std::string& word) { return second.contains(word); });
  return static_cast<float>(both) / static_cast<float>(std::max<std::size_t>(1, first.size()));
}

// Features of one text, for the chance that it reports a failure.
Features failure_features(const SessionEvent& now) {
  Features features;
  const bool is_tool = now.kind == SessionEvent::Kind::tool;
  add_text(features, is_tool ? TextPart::output : TextPart::said, now.text);
  if (is_tool)
    add_text(features, TextPart::command, now.command, of_command);
  const auto error = error_in(now.text);
  features.numbers = {yes(is_tool), yes(error.has_value()), yes(now.failed),
                      yes(now.text.ends_with('?')),
                      std::log1p(static_cast<float>(now.text.size())) / 4};
  return features;
}

// Features of an open error and the current event, for the chance that the event ends the error.
Features solved_features(const OpenError& error, const SessionEvent& now) {
  Features features;
  const bool is_tool = now.kind == SessionEvent::Kind::tool;
  const std::string said = is_tool ? now.text : own_words(now.text);
  add_text(features, is_tool ? TextPart::output : TextPart::said, said);
  if (is_tool)
    add_text(features, TextPart::command, now.command, of_command);
  else
    add_text(features, TextPart::before, error.solution, of_before);
  add_text(features, TextPart::error, error.line, of_error);
  const std::string command = folded(now.command), failed = folded(error.command);
  const bool same = is_tool && !command.empty() && is_same_check(command, failed);
  const auto line = error_in(now.text);
  const auto now_words = words_of(command), failed_words = words_of(failed);
  const auto pipes = [](std::string_view text) { return std::ranges::count(text, '|'); };
  const double fails = chance_of(Trigger::failure, failure_features(now));
  features.numbers = {
      yes(is_tool),
      yes(now.failed),
      yes(same),
      yes(same && !now.failed),
      yes(same && !now.failed && !line),
      yes(is_tool && !same && !now.failed),
      is_tool ? shared(failed_words, now_words) : 0,
      is_tool ? shared(now_words, failed_words) : 0,
      yes(is_tool && !failed.empty() &&
          command.substr(0, command.find(' ')) == failed.substr(0, failed.find(' '))),
      yes(is_tool && pipes(command) > pipes(failed)),
      static_cast<float>(fails),
      yes(line.has_value()),
      yes(line && line->signature == error.signature),
      shared(words_of(error.line), words_of(now.text)),
      yes(has_solution(error)),
      yes(!error.solution.empty()),
      yes(!error.files.empty()),
      yes(!error.commands.empty()),
      yes(error.command.empty()),
      yes(!is_tool && (said.ends_with("?\n") || said.ends_with("\uff1f\n"))),
      yes(said.find('?') != said.npos),
      std::log1p(static_cast<float>(said.size())) / 4};
  return features;
}

bool tells_of_failing(const SessionEvent& now) {
  return chance_of(Trigger::failure, failure_features(now)) >= is_failure;
}

// The error that something that happens tells of, if any.
std::optional<ErrorLine> error_of(const SessionEvent& now) {
  const bool fails = now.failed || tells_of_failing(now);
  auto error = error_in(now.text);
  if (!fails && (now.kind == SessionEvent::Kind::tool || !error))
    return std::nullopt;
  if (error)
    return error;
  if (now.kind == SessionEvent::Kind::tool && !now.command.empty())
    return ErrorLine{"failed: " + now.command.substr(0, max_command),
                     "failed: " + signature_of(now.command)};
  const auto sentences = sentences_in(now.text);
  if (now.kind == SessionEvent::Kind::tool || sentences.empty())
    return std::nullopt;
  const std::string_view first = utf8::cut(sentences.front(), max_told);
  return ErrorLine{std::string(first), signature_of(first)};
}

// Where the open error stands that this event is the likeliest to end.
struct Ended {
  std::size_t at = 0;
  double chance = 0;
};
Ended likeliest_end(const std::vector<OpenError>& open, const SessionEvent& now,
                    ErrorProgress& course) {
  Ended best;
  for (std::size_t i = open.size(); i-- > 0;) {
    const Features& features = course.judged.emplace_back(solved_features(open[i], now));
    if (const double chance = chance_of(Trigger::solved, features); chance > best.chance)
      best = {i, chance};
  }
  return best;
}

void note_done(std::vector<OpenError>& open, const SessionEvent& now) {
  for (OpenError& each : open)
    if (folded(each.command) != folded(now.command) || now.command.empty()) {
      add(each.files, now.file);
      if (!only_shows(now.command))
        add(each.commands, now.command.substr(0, max_command));
    }
}

}  // namespace

bool concerns_errors(const std::vector<OpenError>& open, const SessionEvent& happening) {
  return happening.failed || !open.empty() || tells_of_failing(happening);
}

Features failure_evidence(const SessionEvent& happening) {
  return failure_features(happening);
}

ErrorProgress follow(std::vector<OpenError>& open, const SessionEvent& now, std::int64_t prompt) {
  std::erase_if(open, [&](const OpenError& each) { return prompt - each.prompt > prompts_kept; });
  ErrorProgress course;
  if (now.kind == SessionEvent::Kind::said) {
    for (OpenError& each : open)
      if (!now.text.empty())
        each.solution = now.text.substr(0, max_solution);
    return course;
  }
  const Ended ended = likeliest_end(open, now, course);
  if (ended.chance >= is_solved) {
    OpenError done = take(open, ended.at);
    // Its going away is no solution when nothing was done about it.
    if (has_solution(done))
      course.resolved = std::move(done);
  } else if (const auto error = error_of(now)) {
    course.opened = opened(open, now, *error, prompt);
  } else if (now.kind == SessionEvent::Kind::tool && !now.command.empty()) {
    std::erase_if(
        open, [&](const OpenError& each) { return folded(each.command) == folded(now.command); });
  }
  if (now.kind == SessionEvent::Kind::tool && !now.failed)
    note_done(open, now);
  return course;
}

}  // namespace aim
