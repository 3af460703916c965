#include "memory/row_rules.h"

#include "base/timestamp.h"
#include "base/utf8.h"
#include "memory/metadata.h"

namespace aim {
namespace {

constexpr auto max_ahead = std::chrono::hours(24) * 366;
// What uses and merges add comes on top of what a caller may give.
constexpr Rule kept_metadata{.max_bytes = std::size_t{1} << 20, .flaw = metadata_flaw};
constexpr Rule reason{.min_bytes = 1, .max_bytes = 64, .not_blank = true};
// Of what is gone nobody may know the title any more.
constexpr Rule old_title{.max_bytes = rule::title.max_bytes};
constexpr Rule reinforcement{.minimum = 0, .maximum = 10};
constexpr Rule depth{.minimum = 0, .maximum = static_cast<double>(max_reflection_depth)};
constexpr Rule place{.minimum = 0, .maximum = 1e15};

Result<void> check_number(const Rule& rule, std::string_view field, std::int64_t number) {
  return check(rule, field, static_cast<double>(number));
}

template <class E>
Result<void> check_choice(std::string_view field, E value) {
  for (const auto& [known, name] : EnumNames<E>::names)
    if (known == value)
      return {};
  return Failure(refuse(
      field, "must be one that is known; got " + std::to_string(static_cast<std::int64_t>(value))));
}

Result<void> check_texts(const Memory& memory) {
  TRY_VOID(check_row_id("id", memory.id));
  TRY_VOID(check(rule::title, "title", memory.title));
  TRY_VOID(check(rule::content, "content", memory.content));
  TRY_VOID(check(rule::name_space, "namespace", memory.name_space));
  TRY_VOID(check(rule::open_source, "source", memory.source));
  TRY_VOID(check_count(rule::tags, "tags", memory.tags.size()));
  for (const std::string& tag : memory.tags) TRY_VOID(check(rule::tags, "tags", tag));
  TRY_VOID(check(kept_metadata, "metadata", memory.metadata));
  if (!may_be_given(memory.metadata))
    return Failure(refuse("metadata", "must be a JSON object"));
  return {};
}

Result<void> check_times(const Memory& memory, Time now) {
  constexpr Rule text{.max_bytes = 64};
  for (const Timestamp* each : {&memory.created_at, &memory.updated_at})
    TRY_VOID(check(text, "created_at", each->given));
  for (const auto* each : {&memory.last_accessed_at, &memory.expires_at})
    if (*each)
      TRY_VOID(check(text, "expires_at", (*each)->given));
  TRY_VOID(check_row_time("created_at", memory.created_at.time, now));
  TRY_VOID(check_row_time("updated_at", memory.updated_at.time, now));
  if (memory.last_accessed_at)
    TRY_VOID(check_row_time("last_accessed_at", memory.last_accessed_at->time, now));
  return {};
}

}  // namespace

std::string_view imported_source_flaw(std::string_view text) {
  constexpr std::array<std::string_view, 4> of_the_reference{"auto-consolidate", "mine-claude",
                                                             "mine-chatgpt", "mine-slack"};
  const bool its = std::ranges::find(of_the_reference, text) != of_the_reference.end();
  return its ? std::string_view() : source_flaw(text);
}

std::string_view open_source_flaw(std::string_view text) {
  for (std::size_t at = 0; at < text.size();)
    if (utf8::is_control(utf8::next(text, at)))
      return "must not contain control characters";
  return {};
}

Result<void> check_row_id(std::string_view field, std::string_view id) {
  return check(rule::row_id, field, id);
}

Result<void> check_row_time(std::string_view field, Time time, Time now) {
  if (time <= now + max_ahead)
    return {};
  return Failure(refuse(field, "must not be more than a year ahead; got " + format_rfc3339(time)));
}

Result<void> check_row(const Memory& memory, Time now) {
  TRY_VOID(check_texts(memory));
  TRY_VOID(check_choice("tier", memory.tier));
  TRY_VOID(check_choice("memory_kind", memory.kind));
  TRY_VOID(check_number(rule::priority, "priority", memory.priority));
  TRY_VOID(check_number(reinforcement, "reinforcement", memory.reinforcement));
  TRY_VOID(check(rule::confidence, "confidence", memory.confidence));
  TRY_VOID(check_number(rule::uses, "access_count", memory.access_count));
  TRY_VOID(check_number(depth, "reflection_depth", memory.reflection_depth));
  return check_times(memory, now);
}

Result<void> check_row(const Archived& archived, Time now) {
  TRY_VOID(check_row(archived.memory, now));
  TRY_VOID(check(reason, "archive_reason", archived.reason));
  TRY_VOID(check_count(rule::source_ids, "source_ids",
                       std::max(archived.source_ids.size(), rule::source_ids.min_items)));
  for (const std::string& id : archived.source_ids) TRY_VOID(check_row_id("source_ids", id));
  return check_row_time("archived_at", archived.archived_at.time, now);
}

Result<void> check_row(const Link& link, Time now) {
  TRY_VOID(check_row_id("source_id", link.source_id));
  TRY_VOID(check_row_id("target_id", link.target_id));
  if (!value_of<Relation>(link.relation))
    return Failure(refuse("relation", "must be one that is known"));
  return check_row_time("created_at", link.created_at.time, now);
}

Result<void> check_row(const LostSource& lost, Time now) {
  TRY_VOID(check_row_id("id", lost.id));
  TRY_VOID(check(old_title, "title", lost.title));
  return check_row_time("lost_at", lost.lost_at.time, now);
}

Result<void> check_deletion(const LostSource& gone, std::string_view name_space, Time now) {
  TRY_VOID(check_row(gone, now));
  return check(rule::name_space, "namespace", name_space);
}

Result<void> check_row(const StandardRow& standard, Time now) {
  TRY_VOID(check(rule::name_space_or_all, "namespace", standard.name_space));
  if (standard.parent)
    TRY_VOID(check(rule::name_space_or_all, "parent", *standard.parent));
  if (standard.id)
    TRY_VOID(check_row_id("standard_id", *standard.id));
  return check_row_time("updated_at", standard.updated_at, now);
}

Result<void> check_row(const Transcript& transcript, Time now) {
  TRY_VOID(check(rule::name_space, "namespace", transcript.name_space));
  TRY_VOID(check(rule::session_id, "session_id", transcript.session_id));
  if (transcript.id != transcript_id(transcript.name_space, transcript.session_id))
    return Failure(refuse("id", "must be that of its namespace and session"));
  // Its updated_at may be what a caller said of a turn (said_at), which no door bounds either.
  return check_row_time("created_at", transcript.created_at, now);
}

Result<void> check_row(const Turn& turn, Time now) {
  TRY_VOID(check_number(rule::turn_number, "turn", turn.number));
  TRY_VOID(check_choice("role", turn.role));
  TRY_VOID(check(rule::turn_text, "text", turn.text));
  return check_row_time("said_at", turn.said_at, now);
}

Result<void> check_row(const TranscriptLink& link) {
  TRY_VOID(check_row_id("memory_id", link.memory_id));
  TRY_VOID(check_row_id("transcript_id", link.transcript_id));
  if (!link.span)
    return {};
  TRY_VOID(check_number(place, "span_start", link.span->start));
  TRY_VOID(check_number(place, "span_end", link.span->end));
  if (link.span->end < link.span->start)
    return Failure(refuse("span_end", "must not be before span_start"));
  return {};
}

}  // namespace aim
