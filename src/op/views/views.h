// Objects that several replies show (wire.md 1.1, 1.3): a memory, a link, an archived memory,
// counts.
#pragma once
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/search/recall.h"
#include "memory/archived.h"
#include "memory/link.h"
#include "memory/memory.h"
#include "op/views/memory_fields.h"

namespace aim::op {

struct FactorView {
  std::string name;
  double value = 0, weight = 1;
  static constexpr auto fields() {
    using R = FactorView;
    return std::tuple{gives("name", &R::name, "Name of the factor"),
                      gives("value", &R::value, "What it is for this memory"),
                      gives("weight", &R::weight, "What it is multiplied by")};
  }
};

// What a memory and an archived one show alike.
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
  static constexpr auto fields() {
    using R = MemoryFields;
    return std::tuple{
        gives(memory_field::id, &R::id, "Its id"),
        gives(memory_field::tier, &R::tier, "How long it lives"),
        gives(memory_field::name_space, &R::name_space, "Project or topic"),
        gives(memory_field::title, &R::title, "Short name, one per namespace"),
        gives(memory_field::content, &R::content, "What is remembered"),
        gives(memory_field::tags, &R::tags, "Labels"),
        gives(memory_field::priority, &R::priority, "10 is highest"),
        gives(memory_field::confidence, &R::confidence, "How sure, 0 to 1"),
        gives(memory_field::source, &R::source, "Who stored it"),
        gives(memory_field::access_count, &R::access_count, "How often it was recalled"),
        gives(memory_field::created_at, &R::created_at, "RFC 3339"),
        gives(memory_field::updated_at, &R::updated_at, "RFC 3339"),
        gives(memory_field::metadata, &R::metadata, "Free JSON object"),
        gives(memory_field::kind, &R::kind, "What it is, when that is no observation"),
        gives(memory_field::reflection_depth, &R::reflection_depth,
              "How far a reflection is from what was observed: 1 + its deepest source")};
  }
};

struct MemoryView : MemoryFields {
  using Extends = MemoryFields;
  std::optional<std::string> last_accessed_at, expires_at, superseded_by, excerpt;
  std::optional<double> score;
  std::optional<std::vector<FactorView>> explain;
  static constexpr auto fields() {
    using R = MemoryView;
    return std::tuple{
        gives(memory_field::last_accessed_at, &R::last_accessed_at,
              "RFC 3339; absent until first recalled"),
        gives(memory_field::expires_at, &R::expires_at, "RFC 3339; absent when it does not expire"),
        gives(memory_field::superseded_by, &R::superseded_by,
              "Id of the memory that holds in its place"),
        gives("excerpt", &R::excerpt,
              "The passages of a long content that answer the question; recall only"),
        gives("score", &R::score,
              "How well it fits, 0 to 1 by the default ranking; recall and session_start only"),
        gives("explain", &R::explain, "The factors of the score, when asked for")};
  }
};
// Made once, not by everybody who shows one.
extern template std::vector<Param> describe<MemoryFields>();
extern template void write_fields<MemoryFields>(json::object&, const MemoryFields&);
extern template std::vector<Param> describe<MemoryView>();
extern template void write_fields<MemoryView>(json::object&, const MemoryView&);

MemoryView view(const Memory& memory);
MemoryView view(const engine::Hit& hit, bool with_score, bool with_factors);
std::vector<MemoryView> views(const std::vector<Memory>& memories);

struct LinkView {
  std::string source_id, target_id, relation, created_at, valid_from;
  static constexpr auto fields() {
    using R = LinkView;
    return std::tuple{gives("source_id", &R::source_id, "From"),
                      gives("target_id", &R::target_id, "To"),
                      gives("relation", &R::relation, "What the source is to the target"),
                      gives("created_at", &R::created_at, "RFC 3339"),
                      gives("valid_from", &R::valid_from, "RFC 3339")};
  }
};
LinkView view(const Link& link);

struct LostSourceView {
  std::string id, title, lost_at;
  static constexpr auto fields() {
    using R = LostSourceView;
    return std::tuple{gives("id", &R::id, "The id it had"), gives("title", &R::title, "Its title"),
                      gives("lost_at", &R::lost_at, "When it went, RFC 3339")};
  }
};
// Absent when there are none.
std::optional<std::vector<LostSourceView>> views(const std::vector<LostSource>& lost);
std::vector<LinkView> views(const std::vector<Link>& links);

struct ArchivedView : MemoryFields {
  using Extends = MemoryFields;
  Nullable<std::string> last_accessed_at, expires_at;
  std::optional<std::vector<std::string>> source_ids;
  std::optional<std::vector<LinkView>> links;
  std::string archived_at, archive_reason;
  static constexpr auto fields() {
    using R = ArchivedView;
    return std::tuple{
        gives(memory_field::last_accessed_at, &R::last_accessed_at, "RFC 3339 or null"),
        gives(memory_field::expires_at, &R::expires_at, "RFC 3339 or null"),
        gives("source_ids", &R::source_ids, "Of a reflection: what it was made from"),
        gives("links", &R::links, "Links it had, when it had any"),
        gives("archived_at", &R::archived_at, "RFC 3339"),
        gives("archive_reason", &R::archive_reason, "gc, forget or consolidate")};
  }
};
ArchivedView view(const Archived& archived);

}  // namespace aim::op
