#include "op/views/views.h"

#include <cmath>

#include "text/word_diff.h"

namespace aim::op {

template std::vector<Param> describe<MemoryFields>();
template void write_fields<MemoryFields>(json::object&, const MemoryFields&);
template std::vector<Param> describe<MemoryView>();
template void write_fields<MemoryView>(json::object&, const MemoryView&);

namespace {
std::optional<std::string> text_of(const std::optional<Timestamp>& time) {
  if (!time)
    return std::nullopt;
  return time->text();
}

void show(const Memory& memory, MemoryFields& view) {
  view.id = memory.id;
  view.tier = memory.tier;
  view.name_space = memory.name_space;
  view.title = memory.title;
  view.content = memory.content;
  view.tags = memory.tags;
  view.priority = shown_priority(memory);
  view.confidence = memory.confidence;
  view.source = memory.source;
  view.access_count = memory.access_count;
  view.created_at = memory.created_at.text();
  view.updated_at = memory.updated_at.text();
  view.metadata.text = memory.metadata;
  view.valid_from = text_of(memory.valid_from);
  view.valid_until = text_of(memory.valid_until);
  // Observations are shown as they always were: clients know the keys of a memory (wire.md 1.1).
  if (memory.kind == MemoryKind::observation)
    return;
  view.kind = memory.kind;
  view.reflection_depth = memory.reflection_depth;
}
}  // namespace

MemoryView view(const Memory& memory) {
  MemoryView view;
  show(memory, view);
  view.last_accessed_at = text_of(memory.last_accessed_at);
  view.expires_at = text_of(memory.expires_at);
  if (!memory.superseded_by.empty())
    view.superseded_by = memory.superseded_by;
  if (!memory.contradicted_by.empty())
    view.contradicted_by = memory.contradicted_by;
  if (!memory.former.empty())
    view.former = memory.former;
  return view;
}

MemoryView dated_view(const Memory& memory) {
  MemoryView shown = view(memory);
  if (memory.content_at)
    shown.content_at = format_rfc3339(*memory.content_at);
  return shown;
}

MemoryView view(const engine::Hit& hit, bool with_score, bool with_factors) {
  MemoryView shown = dated_view(hit.memory);
  if (with_score || with_factors)
    shown.score = std::round(hit.score.total * 1000) / 1000;
  if (with_factors) {
    shown.explain.emplace();
    for (const Factor& factor : hit.score.factors)
      shown.explain->push_back({std::string(factor.name), factor.value, factor.weight});
  }
  return shown;
}

std::vector<MemoryView> views(const std::vector<Memory>& memories) {
  std::vector<MemoryView> all;
  for (const Memory& memory : memories) all.push_back(dated_view(memory));
  return all;
}

LinkView view(const Link& link) {
  return {link.source_id, link.target_id, link.relation, link.created_at.text(),
          link.valid_from.text()};
}

std::vector<LinkView> views(const std::vector<Link>& links) {
  std::vector<LinkView> all;
  for (const Link& link : links) all.push_back(view(link));
  return all;
}

std::optional<std::vector<LostSourceView>> views(const std::vector<LostSource>& lost) {
  std::optional<std::vector<LostSourceView>> all;
  for (const LostSource& each : lost) {
    if (!all)
      all.emplace();
    all->push_back({each.id, each.title, each.lost_at.text()});
  }
  return all;
}

ArchivedView view(const Archived& archived) {
  ArchivedView view;
  show(archived.memory, view);
  view.last_accessed_at.value = text_of(archived.memory.last_accessed_at);
  view.expires_at.value = text_of(archived.memory.expires_at);
  if (!archived.source_ids.empty())
    view.source_ids = archived.source_ids;
  if (!archived.links.empty())
    view.links = views(archived.links);
  view.archived_at = archived.archived_at.text();
  view.archive_reason = archived.reason;
  return view;
}

std::vector<std::string> changed_fields(const Memory& before, const Memory& after) {
  std::vector<std::string> changed;
  const auto compare = [&](std::string_view name, bool is_same) {
    if (!is_same)
      changed.emplace_back(name);
  };
  compare("title", before.title == after.title);
  compare("content", before.content == after.content);
  compare("namespace", before.name_space == after.name_space);
  compare("tags", before.tags == after.tags);
  compare("tier", before.tier == after.tier);
  compare("priority", before.priority == after.priority);
  compare("confidence", before.confidence == after.confidence);
  compare("source", before.source == after.source);
  compare("metadata", before.metadata == after.metadata);
  compare("kind", before.kind == after.kind);
  compare("valid_from", before.valid_from == after.valid_from);
  compare("valid_until", before.valid_until == after.valid_until);
  compare("expires_at", before.deadline == after.deadline &&
                            (!after.deadline || before.expires_at == after.expires_at));
  return changed;
}

std::optional<std::string> content_difference(const Memory& before, const Memory& after) {
  constexpr std::size_t max_bytes = 600;
  auto words = text::word_diff(before.content, after.content, max_bytes);
  return words.empty() ? std::nullopt : std::optional(std::move(words));
}

}  // namespace aim::op
