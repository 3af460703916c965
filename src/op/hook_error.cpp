#include "op/hook_error.h"

#include "base/utf8.h"
#include "capture/error_signature.h"
#include "engine/lookup/by_title.h"
#include "engine/search/recall.h"
#include "memory/conversation_line.h"
#include "op/hook_solution.h"

namespace aim::op {
namespace {

constexpr std::int64_t looked_at = 8;

// Whether one of its lines is that error.
bool reports(const Memory& memory, const OpenError& error) {
  if (is_same_error(error.line, error_told_in(memory.content)) ||
      is_same_error(error.line, memory.title))
    return true;
  for (std::string_view left = memory.content; !left.empty();) {
    const std::string_view line = left.substr(0, left.find('\n'));
    if (is_same_error(error.line, line) || tells_of_error(line, error.line))
      return true;
    left.remove_prefix(std::min(line.size() + 1, left.size()));
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
