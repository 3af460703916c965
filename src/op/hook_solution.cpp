#include "op/hook_solution.h"

#include "base/append.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "capture/error_signature.h"
#include "engine/lookup/by_title.h"
#include "engine/search/recall.h"
#include "memory/conversation_line.h"

namespace aim::op {
namespace {

constexpr std::size_t max_title = 80, max_line = 300, max_solution = 1'200, max_earlier = 300,
                      kept_earlier = 2, max_tag = 32, max_shown = 400;
constexpr std::string_view error_mark = "Error: ", solution_mark = "\nSolution: ",
                           context_mark = "\nContext: ", earlier_mark = "\nEarlier: ";

// Foreign text with its lines indented, so that none is read as one of ours.
std::string set_apart(std::string_view text) {
  constexpr std::string_view indent = "  ";
  std::string out(text);
  for (const std::string_view mark : {solution_mark, context_mark, earlier_mark})
    for (std::size_t at = out.find(mark); at != out.npos; at = out.find(mark, at))
      out.insert(at + 1, indent);
  return out;
}

std::string said_of(const OpenError& error) {
  std::string text = set_apart(utf8::cut(error.solution, max_solution));
  const auto add = [&](std::string_view label, const std::vector<std::string>& list) {
    if (!list.empty())
      text.append(text.empty() ? "" : "; ").append(label).append(set_apart(join_texts(list, ", ")));
  };
  add("files: ", error.files);
  add("commands: ", error.commands);
  return text;
}

std::string_view up_to(std::string_view text, std::string_view mark) {
  return text.substr(0, text.find(mark));
}

std::string in_one_line(std::string_view text) {
  std::string line(utf8::cut(text, max_earlier));
  std::ranges::replace(line, '\n', ' ');
  return line;
}

// Other solutions that a text has, the newest first: its own, then those that it calls earlier.
std::vector<std::string> solutions_in(std::string_view text) {
  std::vector<std::string> all;
  if (const std::size_t at = text.find(solution_mark); at != text.npos)
    all.push_back(in_one_line(up_to(text.substr(at + solution_mark.size()), context_mark)));
  for (std::size_t at = text.find(earlier_mark); at != text.npos;
       at = text.find(earlier_mark, at + 1))
    all.push_back(in_one_line(up_to(text.substr(at + earlier_mark.size()), "\n")));
  return all;
}

// "cd app && CI=1 npx jest src" fails by jest.
std::string program_in(std::string_view command) {
  constexpr std::array<std::string_view, 8> before_it{"sudo",   "time", "nice", "env",
                                                      "python", "npx",  "bunx", "exec"};
  for (const std::string_view joint : {"&&", ";", "||"})
    if (const std::size_t at = command.rfind(joint); at != command.npos)
      command.remove_prefix(at + joint.size());
  while (!command.empty()) {
    command.remove_prefix(std::min(command.find_first_not_of(" \t\n"), command.size()));
    std::string_view word = command.substr(0, command.find_first_of(" \t\n|<>"));
    if (word.empty())
      return {};
    command.remove_prefix(word.size());
    word.remove_prefix(word.rfind('/') == word.npos ? 0 : word.rfind('/') + 1);
    if (word.starts_with('-') || word.find('=') != word.npos ||
        std::ranges::find(before_it, word) != before_it.end())
      continue;
    const bool is_plain = word.size() <= max_tag && std::ranges::all_of(word, [](char each) {
                            return ascii::is_of_name(each) || each == '+' || each == '.';
                          });
    return is_plain ? std::string(word) : std::string();
  }
  return {};
}

}  // namespace

std::string solution_title(const OpenError& error) {
  std::string title = "Error: ";
  title.append(utf8::cut(error.signature, max_title));
  return title.append(" #").append(signature_hash(error.signature));
}

std::string solution_text(const OpenError& error, const SolvedIn& where, std::string_view before) {
  const std::string solution = said_of(error);
  std::string text = "Error: ";
  text.append(set_apart(utf8::cut(error.line, max_line))).append(solution_mark).append(solution);
  text.append(context_mark).append(where.project);
  if (!where.branch.empty())
    text.append(", branch ").append(where.branch);
  if (!error.command.empty())
    text.append(", ").append(error.tool).append(" ").append(set_apart(error.command));
  text.append(", ").append(where.host);
  std::size_t kept = 0;
  for (const std::string& other : solutions_in(before))
    if (other != in_one_line(solution) && kept < kept_earlier) {
      text.append(earlier_mark).append(other);
      ++kept;
    }
  return text;
}

std::string error_told_in(std::string_view text) {
  std::string_view line = up_to(text, solution_mark);
  line.remove_prefix(line.starts_with(error_mark) ? error_mark.size() : 0);
  return std::string(line);
}

std::string solution_told_in(std::string_view text) {
  const std::size_t at = text.find(solution_mark);
  const std::string_view told = at == text.npos ? text : text.substr(at + 1);
  const std::string_view cut = utf8::cut(told, max_shown);
  return std::string(cut).append(cut.size() < told.size() ? "…" : "");
}

std::vector<std::string> solution_tags(const OpenError& error) {
  std::vector<std::string> tags{std::string(solution_tag)};
  if (std::string program = program_in(error.command); !program.empty())
    tags.push_back(std::move(program));
  return tags;
}

namespace {

constexpr std::int64_t looked_at = 8;

// Whether one of its lines is that error.
bool reports(const Memory& memory, const OpenError& error) {
  if (is_same_error(error.line, error_told_in(memory.content)) ||
      is_same_error(error.line, memory.title))
    return true;
  for (std::string_view left = memory.content; !left.empty();) {
    const std::string_view line = ascii::take_part(left, '\n');
    if (is_same_error(error.line, line) || tells_of_error(line, error.line))
      return true;
  }
  return false;
}

}  // namespace

Result<std::optional<Memory>> memory_on_error(Engine& engine, const ErrorQuestion& question) {
  const OpenError& error = question.error;
  if (auto kept = TRY(engine::find_titled(engine, question.kept_in, solution_title(error))))
    return kept;
  engine::Query query;
  query.text = utf8::cut(error.line, max_hook_question);
  query.filter = question.filter;
  query.limit = looked_at;
  query.ranking = Ranking::relevance;
  query.noted = false;
  query.by_meaning = question.by_meaning;
  for (engine::Hit& hit : TRY(engine::recall(engine, query)).hits)
    if (hit.memory.superseded_by.empty() && hit.memory.former.empty() &&
        !line_of(hit.memory).dialogue && reports(hit.memory, error))
      return std::optional(std::move(hit.memory));
  return std::optional<Memory>();
}

}  // namespace aim::op
