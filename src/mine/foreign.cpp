#include "mine/foreign.h"

#include "base/timestamp.h"
#include "base/utf8.h"
#include "base/uuid.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "memory/titles.h"
#include "mine/fit.h"

namespace aim::mine {
namespace {

constexpr std::size_t longest_value = 1'000;  // characters of a member of the metadata

std::string id_of_part(std::string_view foreign_id, const Into& into, std::size_t part) {
  const std::string& name = into.name_in_ids.empty() ? into.name_space : into.name_in_ids;
  return named_uuid("import-" + into.origin + '\n' + name + '\n' + std::string(foreign_id) + '\n' +
                    std::to_string(part));
}

std::string metadata_of(const ForeignMemory& foreign, const Into& into) {
  std::string text = with_text("{}", "imported_from", into.origin);
  text = with_text(text, "origin_id", utf8::excerpt(foreign.id, longest_value));
  for (const auto& [key, value] : foreign.metadata)
    if (!value.empty() && text.size() + 4 * longest_value < rule::metadata.max_bytes)
      text = with_text(text, utf8::excerpt(key, 100), utf8::excerpt(value, longest_value));
  for (const auto& [key, value] : foreign.whole_texts)
    if (!value.empty() && text.size() + value.size() < rule::metadata.max_bytes / 2)
      text = with_text(text, key, utf8::repaired(value));
  return text;
}

// What is kept of each part as it was there.
void take_signs(const ForeignMemory& foreign, Memory& memory) {
  memory.priority = foreign.priority.value_or(5);
  memory.confidence = foreign.confidence.value_or(1);
  memory.source = foreign.source.empty() ? "import" : foreign.source;
  memory.access_count = foreign.uses;
  if (foreign.last_used)
    memory.last_accessed_at = at(*foreign.last_used);
  if (foreign.expires) {
    memory.expires_at = at(*foreign.expires);
    memory.deadline = true;
  }
  if (foreign.created)
    memory.created_at = at(*foreign.created);
  if (const auto changed = foreign.updated ? foreign.updated : foreign.created)
    memory.updated_at = at(*changed);
}

}  // namespace

std::optional<Time> ForeignMemory::time_of(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts)
    if (const auto time = parse_foreign_time(text, ""))
      return time->time;
    else if (!text.empty())
      unread_time = text;
  return std::nullopt;
}

void clean(ForeignMemory& foreign, Cleaner& cleaner) {
  // Ids here are made from the store's own, which stays as it is but where it is shown.
  Cleaner of_id = cleaner;
  if (std::string shown = of_id.text(foreign.id); shown != foreign.id)
    foreign.metadata.insert(foreign.metadata.begin(), {"origin_id", std::move(shown)});
  foreign.title = cleaner.text(foreign.title);
  foreign.content = cleaner.text(foreign.content);
  foreign.source = cleaner.text(foreign.source);
  for (std::string& tag : foreign.tags) tag = cleaner.text(tag);
  for (auto* members : {&foreign.metadata, &foreign.whole_texts})
    for (auto& [key, value] : *members) value = cleaner.value(key, value);
}

std::string id_here(std::string_view foreign_id, const Into& into) {
  return id_of_part(foreign_id, into, 1);
}

std::vector<Memory> memories_of(const ForeignMemory& foreign, const Into& into) {
  std::vector<Memory> made;
  const std::string content = without_nul(foreign.content);
  const auto add = [&](std::string title, std::string_view text) {
    Memory& memory = made.emplace_back();
    memory.id = id_of_part(foreign.id, into, made.size());
    memory.tier = into.tier;
    memory.name_space = into.name_space;
    memory.title = std::move(title);
    memory.content = text;
    for (const std::string& tag : foreign.tags) add_tag(memory.tags, tag);
    memory.metadata = metadata_of(foreign, into);
    take_signs(foreign, memory);
  };
  if (foreign.untitled && content.size() <= rule::content.max_bytes) {
    add(derived_title(content), content);
    return made;
  }
  const std::string title =
      title_for(foreign.title, content, "Memory " + utf8::excerpt(foreign.id, 8));
  for (std::string_view rest = trimmed(content); !rest.empty(); rest = trimmed(rest)) {
    const std::string_view piece = fitting(rest, rule::content.max_bytes);
    rest.remove_prefix(piece.size());
    const std::string part = " (part " + std::to_string(made.size() + 1) + ")";
    add(made.empty() ? title : title + part, trimmed(piece));
  }
  return made;
}

}  // namespace aim::mine
