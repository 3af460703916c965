#include "profile/vector_replies.h"

#include <boost/json.hpp>

#include "base/append.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "mcp/surface/surface.h"
#include "memory/metadata.h"
#include "memory/titles.h"
#include "op/kit/remedies.h"
#include "op/two_stores/context.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

using op::two_stores::StoreKind;

constexpr std::size_t date_bytes = 10;

json::object metadata_of(const Memory& memory) {
  auto parsed = text::parse_json(memory.metadata);
  if (!parsed || !parsed->is_object())
    return {};
  json::object metadata = std::move(parsed->get_object());
  metadata.erase(op::two_stores::category_key);
  metadata.erase(op::two_stores::project_key);
  return metadata;
}

// Where the error itself has nothing to offer.
std::string suggestion_for(const Error& error) {
  switch (error.code) {
    case Code::validation_failed:
      if (error.message.find(" must ") != std::string::npos)
        return "call again; " + error.message.substr(0, error.message.find("; got"));
      return "correct the argument and call again";
    case Code::not_found:
      return "list_memories shows existing memories";
    case Code::conflict:
      return "compare with the named memory, then change or delete one of the two";
    case Code::database_error:
      return op::said({"see what is wrong", Means::find_fault}, nullptr, nullptr);
    case Code::unavailable:
      return "try again in a moment";
  }
  return "try again";
}

}  // namespace

bool is_titled(const Memory& memory) {
  return !is_untitled(memory.title, memory.content);
}

std::string beginning(std::string_view content, std::size_t max_bytes) {
  if (content.size() <= max_bytes)
    return std::string(content);
  return std::string(op::two_stores_text::cut_at_word(content, max_bytes)) + "\u2026";
}

json::object memory_object(const MemoryDisplay& shown) {
  const Memory& memory = shown.placed.memory;
  const bool of_project = shown.placed.place == StoreKind::project;
  constexpr std::array<std::string_view, 2> keys{op::two_stores::category_key,
                                                 op::two_stores::project_key};
  const auto said = text_members(memory.metadata, keys);
  json::object out{{"memory_id", memory.id}, {"content", memory.content}};
  if (is_titled(memory))
    out["title"] = memory.title;
  out["location"] = name_of(shown.placed.place);
  if (const std::string project(of_project ? shown.project : std::string_view(said[1]));
      !project.empty())
    out["project_id"] = project;
  out["priority"] = name_of(band_of(memory.priority));
  if (!said[0].empty())
    out["category"] = said[0];
  out["tags"] = json::array(memory.tags.begin(), memory.tags.end());
  out["source"] = memory.source;
  out["metadata"] = metadata_of(memory);
  out["created_at"] = memory.created_at.text();
  out["updated_at"] = memory.updated_at.text();
  if (memory.last_accessed_at)
    out["last_accessed_at"] = memory.last_accessed_at->text();
  out["access_count"] = memory.access_count;
  if (shown.with_hash)
    out["content_hash"] = sha256_hex(memory.content);
  if (shown.model)
    out["embedding_model"] = *shown.model;
  out["superseded_by"] = nullptr;
  if (of_project && shown.untrusted)
    out["untrusted"] = true;
  return out;
}

std::string compact_text(const json::object& reply) {
  return text::compact_as_given(reply);
}

json::object failed_result(const Error& error, bool) {
  json::object said{{"type", op::error_row(error.code).wire}, {"message", error.message}};
  if (!error.field.empty())
    said["field"] = error.field;
  said["suggestion"] = error.hint.empty() ? suggestion_for(error) : error.hint;
  json::object result =
      mcp::text_result(compact_text(json::object{{"success", false}, {"error", std::move(said)}}));
  result["isError"] = true;
  return result;
}

std::string markdown_page(std::string_view heading, std::int64_t total,
                          const std::vector<op::two_stores::Listed>& memories,
                          std::string_view next) {
  std::string text("# ");
  text.append(heading).append(" (").append(std::to_string(total)).append(")\n");
  for (const op::two_stores::Listed& each : memories) {
    const Memory& memory = each.placed.memory;
    const std::string title =
        is_titled(memory) ? memory.title
                          : beginning(memory.content.substr(0, memory.content.find('\n')), 80);
    text.append("\n## ").append(title).append("\n\nid: ").append(memory.id);
    text.append(" \u00b7 location: ").append(name_of(each.placed.place));
    text.append(" \u00b7 tags: ").append(join_texts(memory.tags, ", "));
    text.append(" \u00b7 updated: ").append(memory.updated_at.text().substr(0, date_bytes));
    text.append("\n\n").append(memory.content).append("\n");
  }
  if (!next.empty())
    text.append("\nMore: ").append(next).append("\n");
  return text;
}

}  // namespace aim::profile
