// Stores that are SQLite databases, row by row: mcp-memory-service, claude-mem,
// vector-memory-mcp, matrioshka-brain and mudpuppy.
#include <boost/json.hpp>
#include <cmath>
#include <unordered_map>

#include "base/ascii.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "memory/priority_names.h"
#include "mine/stores.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

std::optional<double> number_in(const Row& row, std::string_view column) {
  const auto number = ascii::number<double>(cell(row, column));
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// A JSON list of texts, or texts between commas.
std::vector<std::string> list_in(std::string_view text) {
  std::vector<std::string> out;
  const auto value = text.starts_with('[') ? text::parse_json(text) : Result<json::value>(nullptr);
  if (value && value->is_array()) {
    for (const json::value& each : value->get_array())
      if (each.is_string())
        out.emplace_back(std::string_view(each.get_string()));
    return out;
  }
  while (!text.empty()) out.emplace_back(ascii::take_part(text, ','));
  return out;
}

void add_paragraph(std::string& content, std::string_view label, std::string_view text) {
  if (text.empty())
    return;
  content.append(content.empty() ? "" : "\n\n").append(label).append(text);
}

void add_list(std::string& content, std::string_view text) {
  std::string lines;
  for (const std::string& each : list_in(text))
    lines.append(lines.empty() ? "- " : "\n- ").append(each);
  add_paragraph(content, "", lines);
}

std::string session_of(const Row& row) {
  const std::string_view now = cell(row, "memory_session_id");
  return std::string(now.empty() ? cell(row, "sdk_session_id") : now);
}

Result<void> take(ForeignMemory memory, std::string_view what, const StoreSink& sink) {
  if (ascii::is_blank(memory.content))
    return sink.left_out(std::string(what) + " " + memory.id, "it has no text");
  return sink.take(std::move(memory));
}

}  // namespace

Result<void> take_service_row(const Row& row, const StoreSink& sink) {
  ForeignMemory memory;
  memory.id = cell(row, "content_hash");
  if (memory.id.empty())
    memory.id = cell(row, "id");
  memory.content = cell(row, "content");
  if (!cell(row, "deleted_at").empty())
    return sink.left_out("memory " + memory.id, "it was deleted there");
  memory.tags = list_in(cell(row, "tags"));
  memory.created = memory.time_of({cell(row, "created_at"), cell(row, "created_at_iso")});
  memory.updated = memory.time_of({cell(row, "updated_at"), cell(row, "updated_at_iso")});
  memory.metadata = {
      {"memory_type", std::string(cell(row, "memory_type"))},
      {"origin_metadata", std::string(cell(row, "metadata") == "{}" ? "" : cell(row, "metadata"))}};
  return take(std::move(memory), "memory", sink);
}

Result<void> take_observation(const Row& row, const StoreSink& sink) {
  ForeignMemory memory;
  memory.id = "observation-" + std::string(cell(row, "id"));
  memory.title = cell(row, "title");
  add_paragraph(memory.content, "", cell(row, "subtitle"));
  add_paragraph(memory.content, "", cell(row, "narrative"));
  add_paragraph(memory.content, "", cell(row, "text"));
  add_list(memory.content, cell(row, "facts"));
  if (memory.content.empty())
    memory.content = memory.title;
  const std::string type(cell(row, "type")), project(cell(row, "project"));
  memory.project = project;
  memory.tags = {type, project};
  for (std::string& concept_name : list_in(cell(row, "concepts")))
    memory.tags.push_back(std::move(concept_name));
  memory.created = memory.time_of({cell(row, "created_at"), cell(row, "created_at_epoch")});
  memory.metadata = {{"memory_type", type},
                     {"project", project},
                     {"session_id", session_of(row)},
                     {"files_read", std::string(cell(row, "files_read"))},
                     {"files_modified", std::string(cell(row, "files_modified"))}};
  return take(std::move(memory), "observation", sink);
}

Result<void> take_summary(const Row& row, const StoreSink& sink) {
  ForeignMemory memory;
  memory.id = "summary-" + std::string(cell(row, "id"));
  memory.title = cell(row, "request");
  add_paragraph(memory.content, "Request: ", cell(row, "request"));
  add_paragraph(memory.content, "Investigated: ", cell(row, "investigated"));
  add_paragraph(memory.content, "Learned: ", cell(row, "learned"));
  add_paragraph(memory.content, "Completed: ", cell(row, "completed"));
  add_paragraph(memory.content, "Next steps: ", cell(row, "next_steps"));
  add_paragraph(memory.content, "Notes: ", cell(row, "notes"));
  const std::string project(cell(row, "project"));
  memory.project = project;
  memory.tags = {"session-summary", project};
  memory.created = memory.time_of({cell(row, "created_at"), cell(row, "created_at_epoch")});
  memory.metadata = {
      {"memory_type", "session-summary"}, {"project", project}, {"session_id", session_of(row)}};
  return take(std::move(memory), "summary", sink);
}

// Of vector-memory-mcp 2 (read 2026-03): its metadata is a JSON object.
Result<void> take_vector_row(const Row& row, const StoreSink& sink) {
  ForeignMemory memory;
  memory.id = cell(row, "id");
  memory.content = cell(row, "content");
  const std::string_view replaced = cell(row, "superseded_by");
  if (replaced == "DELETED")
    return sink.left_out("memory " + memory.id, "it was deleted there");
  if (cell(row, "archived") == "1")
    return sink.left_out("memory " + memory.id, "it is archived there");
  const auto metadata = text::parse_json(cell(row, "metadata"));
  const json::value nothing;
  const json::value& facts = metadata ? *metadata : nothing;
  for (const std::string_view key : {"title", "name"})
    if (memory.title.empty())
      memory.title = text_at(facts, key);
  if (const json::value* tags = member(facts, "tags"))
    memory.tags = list_in(tags->is_string() ? std::string(std::string_view(tags->get_string()))
                                            : text::compact(*tags));
  std::string category(text_at(facts, "category"));
  if (category.empty())
    category = text_at(facts, "type");
  if (const auto band = band_named(text_at(facts, "priority")))
    memory.priority = priority_of(*band);
  memory.project = cell(row, "project").empty() ? text_at(facts, "project") : cell(row, "project");
  memory.created = memory.time_of({cell(row, "created_at")});
  memory.updated = memory.time_of({cell(row, "updated_at")});
  memory.expires = memory.time_of({cell(row, "expires_at")});
  memory.last_used = memory.time_of({cell(row, "last_accessed")});
  memory.uses =
      static_cast<std::int64_t>(std::clamp(number_in(row, "access_count").value_or(0), 0.0, 1e9));
  memory.metadata = {
      {"category", category},
      {"project", memory.project},
      {"superseded_by", std::string(replaced)},
      {"origin_metadata",
       facts.is_object() && !facts.get_object().empty() ? text::compact(facts) : std::string()}};
  const std::string id = memory.id;
  TRY_VOID(take(std::move(memory), "memory", sink));
  return replaced.empty() ? Result<void>()
                          : sink.link({std::string(replaced), id, Relation::supersedes});
}

// Of engram (2026; read 2026-03).
Result<void> take_engram_row(const Row& row, const StoreSink& sink) {
  ForeignMemory memory;
  memory.id = cell(row, "id");
  memory.title = cell(row, "title");
  memory.content = cell(row, "content");
  if (!cell(row, "deleted_at").empty())
    return sink.left_out("observation " + memory.id, "it was deleted there");
  const std::string type(cell(row, "type")), project(cell(row, "project"));
  memory.project = project;
  memory.tags = {type, project};
  memory.created = memory.time_of({cell(row, "created_at")});
  memory.updated = memory.time_of({cell(row, "updated_at")});
  memory.metadata = {{"memory_type", type},
                     {"project", project},
                     {"scope", std::string(cell(row, "scope"))},
                     {"topic_key", std::string(cell(row, "topic_key"))},
                     {"origin_session", std::string(cell(row, "session_id"))}};
  return take(std::move(memory), "observation", sink);
}

namespace {

// The same text is one entry there, whatever its number.
std::string id_of_entry(const Row& row) {
  const std::string_view hash = cell(row, "content_hash");
  return std::string(hash.empty() ? cell(row, "id") : hash);
}

}  // namespace

Result<bool> read_entries(const TableRows& rows, const StoreSink& sink) {
  std::unordered_map<std::string, std::string> ids;  // by number
  const bool any = TRY(rows("memory_entries", [&](const Row& row) -> Result<void> {
    ids.emplace(cell(row, "id"), id_of_entry(row));
    return take_entry(row, sink);
  }));
  if (!any || !sink.used)
    return any;
  TRY_VOID(rows("memory_access_log", [&](const Row& row) -> Result<void> {
    const auto id = ids.find(std::string(cell(row, "memory_id")));
    const auto at = ForeignMemory().time_of({cell(row, "accessed_at")});
    if (id == ids.end() || !at)
      return {};
    return sink.used({id->second, *at, std::string(cell(row, "access_type")),
                      std::string(cell(row, "query_text")), number_in(row, "relevance_score")});
  }));
  return any;
}

Result<void> take_entry(const Row& row, const StoreSink& sink) {
  constexpr std::size_t longest_source = 64, longest_context = 8'192;
  ForeignMemory memory;
  memory.untitled = true;
  memory.id = id_of_entry(row);
  memory.content = cell(row, "content");
  memory.tags = list_in(cell(row, "tags"));
  memory.source = utf8::cut(utf8::excerpt(cell(row, "source"), longest_source), longest_source);
  memory.confidence = std::clamp(number_in(row, "confidence").value_or(1), 0.0, 1.0);
  memory.priority =
      static_cast<std::int64_t>(std::clamp(number_in(row, "importance").value_or(5), 1.0, 10.0));
  memory.created = memory.time_of({cell(row, "created_at")});
  memory.updated = memory.time_of({cell(row, "updated_at")});
  memory.expires = memory.time_of({cell(row, "expires_at")});
  memory.last_used = memory.time_of({cell(row, "last_accessed_at")});
  memory.uses =
      static_cast<std::int64_t>(std::clamp(number_in(row, "access_count").value_or(0), 0.0, 1e9));
  memory.whole_texts = {{"entry_type", std::string(cell(row, "entry_type"))},
                        {"context", std::string(utf8::cut(cell(row, "context"), longest_context))}};
  return take(std::move(memory), "entry", sink);
}

}  // namespace aim::mine
