// Objects that several replies show (wire.md 1.1, 1.3): a memory, a link, an archived memory,
// counts.
#pragma once
#include "engine/search/recall.h"
#include "memory/link.h"
#include "memory/memory.h"
#include "op/views/memory_fields.h"

namespace aim::op {

struct FactorView {
  std::string name;
  double value = 0, weight = 1;
  using R = FactorView;
  static constexpr std::tuple fields{gives("name", &R::name, "Name of the factor"),
                                     gives("value", &R::value, "Value for this memory"),
                                     gives("weight", &R::weight, "Weight of the factor")};
};

// Common fields of a memory and an archived one.
struct MemoryFields {
  std::string id;
  Tier tier = Tier::mid_term;
  std::string name_space, title, content;
  std::vector<std::string> tags;
  std::int64_t priority = 5;
  double confidence = 1;
  std::string source;
  std::int64_t access_count = 0;
  std::string created_at, updated_at;
  JsonObject metadata;
  std::optional<MemoryKind> kind;
  std::optional<std::int64_t> reflection_depth;
  std::optional<std::string> valid_from, valid_until;
  using R = MemoryFields;
  static constexpr std::tuple fields{
      gives(memory_field::id, &R::id, "Id"),
      gives(memory_field::tier, &R::tier, "Tier"),
      gives(memory_field::name_space, &R::name_space, "Project or topic"),
      gives(memory_field::title, &R::title, "Short name, one per namespace"),
      gives(memory_field::content, &R::content, "Text of the memory"),
      gives(memory_field::tags, &R::tags, "Labels"),
      gives(memory_field::priority, &R::priority, "10 is highest"),
      gives(memory_field::confidence, &R::confidence, "Confidence, 0 to 1"),
      gives(memory_field::source, &R::source, "Source"),
      gives(memory_field::access_count, &R::access_count, "Number of recalls"),
      gives(memory_field::created_at, &R::created_at, "RFC 3339"),
      gives(memory_field::updated_at, &R::updated_at, "RFC 3339"),
      gives(memory_field::metadata, &R::metadata, "Any JSON object"),
      gives(memory_field::kind, &R::kind, "Kind, if it is not an observation"),
      gives(memory_field::reflection_depth, &R::reflection_depth,
            "Depth of a reflection: 1 + its deepest source"),
      gives(memory_field::valid_from, &R::valid_from,
            "When the fact began to hold, RFC 3339, if known"),
      gives(memory_field::valid_until, &R::valid_until,
            "When the fact ceased to hold, RFC 3339, if known")};
};

struct MemoryName {
  std::string id, title;
  using R = MemoryName;
  static constexpr std::tuple fields{gives("id", &R::id, "Id"), gives("title", &R::title, "Title")};
};

struct MemoryView : MemoryFields {
  using Extends = MemoryFields;
  std::optional<std::string> last_accessed_at, expires_at, content_at, superseded_by,
      contradicted_by, former, excerpt;
  std::optional<double> score;
  std::optional<std::vector<FactorView>> explain;
  using R = MemoryView;
  static constexpr std::tuple fields{
      gives(memory_field::last_accessed_at, &R::last_accessed_at,
            "RFC 3339; absent: never recalled"),
      gives(memory_field::expires_at, &R::expires_at, "RFC 3339; absent: permanent"),
      gives(memory_field::content_at, &R::content_at,
            "Last change of title or content, RFC 3339; lists only; absent: as it was stored"),
      gives(memory_field::superseded_by, &R::superseded_by, "Id of the memory that supersedes it"),
      gives(memory_field::contradicted_by, &R::contradicted_by,
            "Id of a memory that contradicts it"),
      gives(memory_field::former, &R::former,
            "Dates of a fact that does not hold at the time asked about"),
      gives("excerpt", &R::excerpt,
            "Passages of a long content that answer the question; recall only"),
      gives("score", &R::score,
            "Score, 0 to 1 with the default ranking; recall and session_start only"),
      gives("explain", &R::explain, "Factors of the score, if requested")};
};
// Made once, not by everybody who shows one.
extern template std::vector<Param> describe<MemoryFields>();
extern template void write_fields<MemoryFields>(json::object&, const MemoryFields&);
extern template std::vector<Param> describe<MemoryView>();
extern template void write_fields<MemoryView>(json::object&, const MemoryView&);

MemoryView view(const Memory& memory);
MemoryView dated_view(const Memory& memory);  // of a list: with content_at
MemoryView view(const engine::Hit& hit, bool with_score, bool with_factors);
std::vector<MemoryView> views(const std::vector<Memory>& memories);

struct LinkView {
  std::string source_id, target_id, relation, created_at, valid_from;
  using R = LinkView;
  static constexpr std::tuple fields{gives("source_id", &R::source_id, "From"),
                                     gives("target_id", &R::target_id, "To"),
                                     gives("relation", &R::relation, "From source to target"),
                                     gives("created_at", &R::created_at, "RFC 3339"),
                                     gives("valid_from", &R::valid_from, "RFC 3339")};
};
LinkView view(const Link& link);

struct LostSourceView {
  std::string id, title, lost_at;
  using R = LostSourceView;
  static constexpr std::tuple fields{gives("id", &R::id, "Id of the deleted memory"),
                                     gives("title", &R::title, "Title"),
                                     gives("lost_at", &R::lost_at, "Time of deletion, RFC 3339")};
};
// Absent if empty.
std::optional<std::vector<LostSourceView>> views(const std::vector<LostSource>& lost);
std::vector<LinkView> views(const std::vector<Link>& links);

struct ArchivedView : MemoryFields {
  using Extends = MemoryFields;
  Nullable<std::string> last_accessed_at, expires_at;
  std::optional<std::vector<std::string>> source_ids;
  std::optional<std::vector<LinkView>> links;
  std::string archived_at, archive_reason;
  using R = ArchivedView;
  static constexpr std::tuple fields{
      gives(memory_field::last_accessed_at, &R::last_accessed_at, "RFC 3339 or null"),
      gives(memory_field::expires_at, &R::expires_at, "RFC 3339 or null"),
      gives("source_ids", &R::source_ids, "Sources of a reflection"),
      gives("links", &R::links, "Links, if any"),
      gives("archived_at", &R::archived_at, "RFC 3339"),
      gives("archive_reason", &R::archive_reason, "gc, forget, consolidate or delete")};
};
ArchivedView view(const Archived& archived);

std::vector<std::string> changed_fields(const Memory& before, const Memory& after);
// "runs at [-3-] {+4+}"; nothing when the words are the same.
std::optional<std::string> content_difference(const Memory& before, const Memory& after);

}  // namespace aim::op
