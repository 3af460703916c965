// The wiki of akitaonrails' ai-memory (db/memory.sqlite, schemas to 77; read 2026-10): a page is a
// row of `pages`, of which only the latest version counts; its project is a row of `projects`.
// Memory: names of projects.
#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/timestamp.h"
#include "mine/stores.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

// Microseconds since 1970.
std::optional<Time> time_in(const Row& row, std::string_view column) {
  const auto number = ascii::number<std::int64_t>(cell(row, column));
  return number && *number > 0 ? std::optional(Time(std::chrono::microseconds(*number)))
                               : std::nullopt;
}

ForeignMemory page_of(const Row& row, const std::string& project) {
  ForeignMemory memory;
  const std::string path(cell(row, "path"));
  memory.id = project + "/" + path;
  memory.title = cell(row, "title").empty() ? path : cell(row, "title");
  memory.content = cell(row, "body");
  memory.project = project == "_global" ? "global" : project;
  memory.created = time_in(row, "created_at");
  memory.updated = time_in(row, "updated_at");
  if (cell(row, "pinned") == "1")
    memory.priority = 8;
  const std::string_view text = cell(row, "frontmatter_json");
  const auto parsed = text::parse_json(text, text::fair_bytes(text.size()));
  const json::value nothing;
  const json::value& head = parsed ? *parsed : nothing;
  if (const json::value* tags = member(head, "tags"); tags && tags->is_array())
    for (const json::value& each : tags->get_array())
      if (each.is_string())
        memory.tags.emplace_back(std::string_view(each.get_string()));
  memory.metadata = {{"path", path},
                     {"memory_type", std::string(text_at(head, "type"))},
                     {"origin_tier", std::string(cell(row, "tier"))}};
  return memory;
}

// Journals of what happened, which transcripts hold better.
bool is_journal(std::string_view path) {
  return path == "log.md" || path.starts_with("log-2") || path == "_meta.md";
}

}  // namespace

Result<bool> read_wiki(const TableRows& rows, const StoreSink& sink) {
  std::map<std::string, std::string> projects;  // names by id
  TRY_VOID(rows("projects", [&](const Row& row) -> Result<void> {
    projects.emplace(cell(row, "id"), cell(row, "name"));
    return {};
  }));
  return rows("pages", [&](const Row& row) -> Result<void> {
    const std::string path(cell(row, "path"));
    if (cell(row, "is_latest") == "0")
      return {};
    ForeignMemory memory = page_of(row, projects[std::string(cell(row, "project_id"))]);
    if (is_journal(path))
      return sink.left_out(path, "it is a journal");
    if (ascii::is_blank(memory.content))
      return sink.left_out(path, "it has no text");
    return sink.take(std::move(memory));
  });
}

}  // namespace aim::mine
