#include "store/sql/version_rows.h"

#include <set>

#include "base/numbers.h"
#include "memory/indexed_text.h"
#include "store/sql/memory_row.h"
#include "text/words.h"

namespace aim::store::sql {
namespace {

// A state is JSON, which the database reads: columns of a memory that have not
// their usual value, its namespace and whether it has a deadline.
class StateText {
 public:
  explicit StateText(const Memory& memory) {
    text("namespace", memory.name_space);
    number("tier", static_cast<std::int64_t>(memory.tier), -1);
    number("priority", memory.priority, -1);
    number("reinforcement", memory.reinforcement);
    if (memory.confidence != 1)
      member("confidence").append(shortest(memory.confidence));
    text("source", memory.source);
    number("created_at", memory.created_at.nanoseconds());
    number("updated_at", memory.updated_at.nanoseconds());
    number("expires_at", nanoseconds(memory.expires_at).value_or(0));
    text("given_times", given_times(memory).value_or(std::string()));
    text("title", memory.title);
    text("tags", memory.tags.empty() ? std::string() : tags_to_json(memory.tags));
    text("metadata", memory.metadata == "{}" ? std::string() : memory.metadata);
    text("content", memory.content);
    number("kind", static_cast<std::int64_t>(memory.kind));
    number("reflection_depth", memory.reflection_depth);
    number("access_count", memory.access_count);
    number("last_accessed_at", nanoseconds(memory.last_accessed_at).value_or(0));
    number("deadline", memory.deadline ? 1 : 0);
    json_ += '}';
  }
  const std::string& json() const { return json_; }

 private:
  std::string& member(std::string_view name) {
    return json_.append(json_.size() > 1 ? ",\"" : "\"").append(name).append("\":");
  }
  void number(std::string_view name, std::int64_t value, std::int64_t usual = 0) {
    if (value != usual)
      member(name).append(std::to_string(value));
  }
  void text(std::string_view name, std::string_view value) {
    if (!value.empty())
      append_json_string(member(name), value);
  }

  std::string json_ = "{";
};

std::set<std::string> words_of(const Memory& memory) {
  std::set<std::string> found;
  text::CutWords words;
  for (const std::string& text :
       {std::string(indexed_title(memory)), memory.content, indexed_labels(memory)}) {
    text::cut_words(text, words);
    words.each([&](std::string_view word, bool) { return found.emplace(word), true; });
  }
  return found;
}

}  // namespace

Result<void> add_version(Connection& connection, const Version& version, const Memory* next) {
  return connection.run(
      "INSERT INTO versions(until, change, id, version, state, made_by, step, lost) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      nanoseconds(version.until), version.change, version.memory.id, version.version,
      StateText(version.memory).json(), text_of(&version.by), version.step,
      version.was_absent() ? std::string() : lost_words(version.memory, next));
}

Result<void> add_version(Connection& connection, const Memory& old, const Change& change) {
  return connection.run(
      "INSERT INTO versions(until, change, id, version, state, made_by, step, lost) "
      "VALUES (?1, ?2, ?3, 1 + coalesce((SELECT version FROM versions WHERE id = ?3 "
      "ORDER BY number DESC LIMIT 1), 0), ?4, ?5, ?6, ?7)",
      nanoseconds(change.at), change.kind, old.id, StateText(old).json(), text_of(change.by),
      connection.step, lost_words(old, change.next));
}

std::string lost_words(const Memory& state, const Memory* next) {
  if (next && next->content == state.content && indexed_title(*next) == indexed_title(state) &&
      indexed_labels(*next) == indexed_labels(state))
    return {};
  auto lost = words_of(state);
  if (next)
    for (const std::string& word : words_of(*next)) lost.erase(word);
  std::string text;
  for (const std::string& word : lost) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

const Memory* state_after(std::span<const Version> versions, std::size_t i, const Memory* now) {
  if (versions[i].change == "delete")
    return nullptr;
  if (i + 1 == versions.size())
    return now;
  return versions[i + 1].was_absent() ? nullptr : &versions[i + 1].memory;
}

Result<void> fill_lost_words(const Memories& memories, Connection& connection) {
  for (const std::string& id : TRY(connection.all("SELECT DISTINCT id FROM versions", string_of))) {
    const auto versions = TRY(memories.all_versions_of(id));
    const auto now = TRY(memories.find_by_id(id));
    for (std::size_t i = 0; i < versions.size(); ++i)
      if (!versions[i].was_absent())
        TRY_VOID(connection.run(
            "UPDATE versions SET lost = ?3 WHERE id = ?1 AND version = ?2", id, versions[i].version,
            lost_words(versions[i].memory, state_after(versions, i, now ? &*now : nullptr))));
  }
  return {};
}

std::optional<std::string> text_of(const Author* by) {
  if (!by || *by == Author())
    return std::nullopt;
  return tags_to_json({by->agent, by->token, by->door, by->operation});
}

Author author_in(const Row& row, int column) {
  Author by;
  if (row.is_null(column))
    return by;
  auto parts = tags_from_json(row.text(column));
  parts.resize(4);
  return {std::move(parts[0]), std::move(parts[1]), std::move(parts[2]), std::move(parts[3])};
}

std::string version_rows(const Connection& connection, std::string_view which,
                         std::string_view order) {
  std::string values;
  for (const Column& column : memory_columns()) {
    std::string text = "s ->> '" + std::string(column.name) + "'";
    for (const auto& [name, usual] :
         {std::pair{"confidence", "'1'"}, {"tags", "'[]'"}, {"metadata", "'{}'"}})
      if (column.name == name)
        text = "coalesce(" + text + ", " + usual + ")";
    if (column.form == Column::Form::text)
      values += ", " + text;
    else
      values += ", CAST(" + text +
                (column.form == Column::Form::real ? " AS double precision)" : " AS bigint)");
  }
  return "WITH v AS (SELECT number, version, until, change, id, made_by, step, " +
         connection.dialect().json("state") + " AS s FROM versions " + std::string(which) +
         ") SELECT version, until, change, id, made_by, s ->> 'namespace', "
         "CAST(s ->> 'deadline' AS "
         "bigint), step" +
         values + " FROM v ORDER BY " + std::string(order);
}

Version version_in(const Row& row) {
  Version version{row.integer(0),    time_in(row, 1),   row.string(2),
                  memory_of(row, 8), author_in(row, 4), row.maybe_integer(7)};
  version.memory.id = row.string(3);
  version.memory.name_space = row.string(5);
  version.memory.deadline = row.integer(6) != 0;
  return version;
}

}  // namespace aim::store::sql
