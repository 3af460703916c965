#include "store/sql/version_rows.h"

#include <algorithm>
#include <iterator>

#include "base/append.h"
#include "memory/indexed_text.h"
#include "store/rows.h"
#include "store/sql/memory_row.h"
#include "text/words.h"

namespace aim::store::sql {
namespace {

std::vector<std::string> words_of(const Memory& memory) {
  std::vector<std::string> found;
  text::CutWords words;
  for (const std::string& text :
       {std::string(indexed_title(memory)), memory.content, indexed_labels(memory)}) {
    text::cut_words(text, words);
    words.each([&](std::string_view word, bool) { return found.emplace_back(word), true; });
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

// The words that a state has, as the index of texts takes them, and the one that follows has not; a
// blank between two.
std::string lost_words(const Memory& state, const Memory* next) {
  if (next && next->content == state.content && indexed_title(*next) == indexed_title(state) &&
      indexed_labels(*next) == indexed_labels(state))
    return {};
  const auto words = words_of(state), kept = next ? words_of(*next) : std::vector<std::string>();
  std::vector<std::string> lost;
  std::ranges::set_difference(words, kept, std::back_inserter(lost));
  return join_texts(lost, " ");
}

// Nothing is kept of a change that takes no word away.
Result<void> add_lost_words(Connection& connection, std::int64_t number, const Memory& state,
                            const Memory* next) {
  const std::string lost = lost_words(state, next);
  return lost.empty() ? Result<void>()
                      : connection.run_later("INSERT INTO lost_words(rowid, lost) VALUES (?1, ?2)",
                                             number, lost);
}

}  // namespace

Result<void> add_version(Connection& connection, const Memory& state, const Change& change) {
  const auto number = TRY(connection.number(
      "INSERT INTO versions(until, change, id, version, state, made_by, step) VALUES (?1, ?2, ?3, "
      "coalesce(?4, 1 + coalesce((SELECT version FROM versions WHERE id = ?3 "
      "ORDER BY number DESC LIMIT 1), 0)), " +
          connection.dialect().packed_state("?5") + ", ?6, ?7) RETURNING number",
      nanoseconds(change.at), change.kind, state.id, change.version, state_of(state),
      text_of(change.by), change.step));
  return was_absent_before(change.kind)
             ? Result<void>()
             : add_lost_words(connection, number.value_or(0), state, change.next);
}

const Memory* state_after(std::span<const Version> versions, std::size_t i, const Memory* now) {
  if (versions[i].change == "delete")
    return nullptr;
  if (i + 1 == versions.size())
    return now;
  return versions[i + 1].was_absent() ? nullptr : &versions[i + 1].memory;
}

Result<void> fill_lost_words(const Memories& memories, Connection& connection) {
  TRY_VOID(connection.run("DELETE FROM lost_words"));
  for (const std::string& id : TRY(connection.all("SELECT DISTINCT id FROM versions", string_of))) {
    const auto numbers = TRY(connection.all(
        "SELECT number FROM versions WHERE id = ?1 ORDER BY number", integer_of, id));
    const auto versions = TRY(memories.all_versions_of(id));
    const auto now = TRY(memories.find_by_id(id));
    for (std::size_t i = 0; i < versions.size(); ++i)
      if (!versions[i].was_absent())
        TRY_VOID(add_lost_words(connection, numbers[i], versions[i].memory,
                                state_after(versions, i, now ? &*now : nullptr)));
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
  return "SELECT version, until, change, id, made_by, step, " +
         connection.dialect().state("state") + " FROM versions " + std::string(which) +
         " ORDER BY " + std::string(order);
}

Version version_in(const Row& row) {
  Version version{row.integer(0),         time_in(row, 1),   row.string(2),
                  memory_in(row.text(6)), author_in(row, 4), row.maybe_integer(5)};
  version.memory.id = row.string(3);
  return version;
}

}  // namespace aim::store::sql
