#include "memory/transcript.h"

#include "base/utf8.h"
#include "base/uuid.h"

namespace aim {
namespace {

constexpr std::string_view between_role = ": ", after_turn = "\n\n";

std::size_t offset_in(std::string_view text, std::int64_t offset) {
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(offset, 0, static_cast<std::int64_t>(text.size())));
}

}  // namespace

std::string transcript_id(std::string_view name_space, std::string_view session_id) {
  // Namespaces hold no control characters, so that no two pairs make one name.
  return named_uuid(std::string("transcript\n").append(name_space).append("\n").append(session_id));
}

std::string turn_text(Role role, std::string_view text) {
  return std::string(name_of(role)).append(between_role).append(text).append(after_turn);
}

std::int64_t turn_text_bytes(Role role, std::int64_t text_bytes) {
  return text_bytes +
         static_cast<std::int64_t>(name_of(role).size() + between_role.size() + after_turn.size());
}

std::string_view part_of(std::string_view text, const std::optional<Span>& span,
                         std::size_t max_bytes) {
  const std::string_view rest =
      utf8::last(text, text.size() - (span ? offset_in(text, span->start) : 0));
  const std::size_t start = text.size() - rest.size();
  const std::size_t end = span ? offset_in(text, span->end) : text.size();
  return utf8::cut(rest, std::min(max_bytes, std::max(end, start) - start));
}

}  // namespace aim
