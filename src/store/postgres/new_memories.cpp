#include "store/postgres/new_memories.h"

#include "memory/score.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/text_index.h"
#include "store/rows.h"
#include "store/sql/memories.h"
#include "store/sql/memory_row.h"
#include "text/words.h"

namespace aim::store::postgres {
namespace {

// Lists hold no NULL: a number that stands for it.
constexpr std::int64_t no_time = INT64_MIN;

constexpr std::size_t rows_at_once = 128;

// A column of each memory, as a list of what `get` gives.
template <class Value, class Get>
std::vector<Value> column_of(std::span<const Numbered> memories, Get get) {
  std::vector<Value> values;
  values.reserve(memories.size());
  for (const Numbered& each : memories) values.push_back(get(*each.memory));
  return values;
}

// Lists of all columns, made into rows by the server: ?1 to ?5 are those that are no columns of a
// memory.
const std::string& insert_sql() {
  static const std::string sql = [] {
    std::string values, lists, names = "key, namespace, length_code, deadline, agent";
    for (int place = 1; place <= 5; ++place)
      lists.append(place == 1 ? "?" : ", ?")
          .append(std::to_string(place))
          .append(place == 5 ? "::text[]" : "::bigint[]");
    const auto columns = sql::memory_columns();
    for (int place = 6; const Column& column : columns.first(columns.size() - sql::use_columns)) {
      const bool is_text = column.form == Column::Form::text;
      const bool is_real = column.form == Column::Form::real;
      names.append(", ").append(column.name);
      lists.append(", ?")
          .append(std::to_string(place++))
          .append(is_text   ? "::text[]"
                  : is_real ? "::double precision[]"
                            : "::bigint[]");
      if (column.name == "expires_at")
        values += ", nullif(expires_at, '-9223372036854775808'::bigint)";
      else if (column.name == "given_times")
        values += ", nullif(given_times, '')";
      else
        values.append(", ").append(column.name);
    }
    return "INSERT INTO memories(seq, " + names +
           ") SELECT key, key, namespace, length_code, deadline, nullif(agent, '')" + values +
           " FROM unnest(" + lists + ") AS u(" + names + ")";
  }();
  return sql;
}

Result<void> insert_rows(Connection& connection, std::span<const Numbered> memories) {
  const auto numbers = [&](auto get) { return column_of<std::int64_t>(memories, get); };
  const auto texts = [&](auto get) { return column_of<std::string>(memories, get); };
  const auto confidences =
      column_of<double>(memories, [](const Memory& each) { return each.confidence; });
  std::vector<std::int64_t> name_spaces;
  for (const Numbered& each : memories) name_spaces.push_back(each.name_space);
  return connection.run_later(
      insert_sql(), numbers([](const Memory& each) { return each.key; }), name_spaces,
      numbers(sql::length_code_of),
      numbers([](const Memory& each) { return static_cast<std::int64_t>(each.deadline); }),
      texts([](const Memory& each) { return sql::agent_of(each).value_or(std::string()); }),
      texts([](const Memory& each) { return each.id; }),
      numbers([](const Memory& each) { return static_cast<std::int64_t>(each.tier); }),
      numbers([](const Memory& each) { return each.priority; }),
      numbers([](const Memory& each) { return each.reinforcement; }),
      std::span<const double>(confidences), texts([](const Memory& each) { return each.source; }),
      numbers([](const Memory& each) { return each.created_at.nanoseconds(); }),
      numbers([](const Memory& each) { return each.updated_at.nanoseconds(); }),
      numbers([](const Memory& each) { return nanoseconds(each.expires_at).value_or(no_time); }),
      texts([](const Memory& each) { return given_times(each).value_or(std::string()); }),
      texts([](const Memory& each) { return each.title; }),
      texts([](const Memory& each) { return tags_to_json(each.tags); }),
      texts([](const Memory& each) { return each.metadata; }),
      texts([](const Memory& each) { return each.content; }),
      numbers([](const Memory& each) { return static_cast<std::int64_t>(each.kind); }),
      numbers([](const Memory& each) { return each.reflection_depth; }));
}

// With the keys that they get; those that cannot have a namespace are refused.
Result<std::vector<Numbered>> numbered(Connection& connection, std::span<const NewMemory> memories,
                                       std::vector<std::optional<Error>>& refused,
                                       std::vector<Memory*>& taken) {
  std::vector<std::string> names;
  for (const NewMemory& each : memories)
    if (names.empty() || names.back() != each.memory->name_space)
      names.push_back(each.memory->name_space);
  auto known = TRY(sql::name_space_numbers(connection, names));
  std::vector<Numbered> out;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    Memory& memory = *memories[i].memory;
    auto found = known.find(memory.name_space);
    if (found == known.end()) {
      const auto made = sql::name_space_number(connection, memory.name_space);
      if (!made && made.error().code != Code::validation_failed)
        return Failure(made.error());
      if (!made) {
        refused[i] = made.error();
        continue;
      }
      found = known.emplace(memory.name_space, *made).first;
    }
    taken.push_back(&memory);
    out.push_back({found->second, &memory});
  }
  return out;
}

// Of memories that have none yet.
Result<void> add_tags(Connection& connection, std::span<const Numbered> memories) {
  // In the order of the table's index, so that each place in it is passed once.
  std::vector<std::pair<std::string_view, Key>> rows;
  for (const Numbered& each : memories)
    for (const std::string& tag : each.memory->tags) rows.emplace_back(tag, each.memory->key);
  if (rows.empty())
    return {};
  std::ranges::sort(rows);
  const auto same = std::ranges::unique(rows);
  rows.erase(same.begin(), same.end());
  std::vector<std::string> tags;
  std::vector<std::int64_t> keys;
  for (const auto& [tag, key] : rows) {
    tags.emplace_back(tag);
    keys.push_back(key);
  }
  return connection.run_later(
      "INSERT INTO tags(tag, key) SELECT * FROM unnest($1::text[], $2::bigint[])", tags, keys);
}

}  // namespace

Result<void> add_titles(Connection& connection, std::span<const Numbered> memories) {
  // In the order of the table's index, so that each place in it is passed once.
  std::vector<std::array<std::int64_t, 3>> rows;
  for (const auto& [name_space, memory] : memories)
    for (const std::string& stem : text::significant_stems(memory->title))
      rows.push_back({name_space, sql::title_word(stem), memory->key});
  if (rows.empty())
    return {};
  std::ranges::sort(rows);
  const auto same = std::ranges::unique(rows);  // two words may have one number
  rows.erase(same.begin(), same.end());
  std::vector<std::int64_t> spaces, words, keys;
  for (const auto& [space, word, key] : rows) {
    spaces.push_back(space);
    words.push_back(word);
    keys.push_back(key);
  }
  return connection.run_later(
      "INSERT INTO title_words(namespace, word, key) SELECT * FROM unnest($1::bigint[], "
      "$2::bigint[], $3::bigint[])",
      spaces, words, keys);
}

Result<void> remove_titles(Connection& connection, std::span<const Key> keys) {
  return connection.run_later("DELETE FROM title_words WHERE key = ANY($1)", keys);
}

Result<void> add_words(Connection& connection, std::span<const Numbered> memories) {
  TRY_VOID(add_texts(connection, memories));
  TRY_VOID(add_titles(connection, memories));
  std::map<std::int64_t, sql::TextCounts> counts;
  for (const auto& [name_space, memory] : memories) {
    sql::TextCounts& counted = counts[name_space];
    ++counted.memories;
    counted.bytes += decode_length(sql::length_code_of(*memory));
  }
  return sql::count_texts(connection, counts);
}

Result<void> add_beside(Connection& connection, std::span<const Numbered> memories) {
  TRY_VOID(add_tags(connection, memories));
  TRY_VOID(add_passages(connection, memories));
  return add_titles(connection, memories);
}

Result<std::vector<std::optional<Error>>> insert_memories(Connection& connection,
                                                          std::span<const NewMemory> memories) {
  std::vector<std::optional<Error>> refused(memories.size());
  // Numbers, and what the index of words has to know, come with the namespaces.
  auto numbers =
      TRY(connection.prepare("UPDATE change_number SET last = last + $1 RETURNING last"));
  numbers.bind(std::int64_t{std::ssize(memories)});
  TRY_VOID(connection.ask_ahead(numbers));
  TRY_VOID(ask_for_texts(connection, memories.size()));
  std::vector<Memory*> taken;
  const auto fresh = TRY(numbered(connection, memories, refused, taken));
  Key key = TRY(numbers.step()) ? numbers.integer(0) - std::ssize(memories) : 0;
  // No change has those of the refused.
  if (fresh.size() < memories.size())
    TRY_VOID(connection.run_later("UPDATE change_number SET last = $1", key + std::ssize(fresh)));
  if (fresh.empty())
    return refused;
  for (Memory* memory : taken) memory->key = ++key;
  // Long ones in parts, which go out at once: the server inserts while words are made here.
  for (std::span<const Numbered> rest = fresh; !rest.empty();
       rest = rest.subspan(std::min(rows_at_once, rest.size())))
    TRY_VOID(insert_rows(connection, rest.first(std::min(rows_at_once, rest.size()))));
  for (const Numbered& each : fresh)
    if (each.memory->access_count != 0 || each.memory->last_accessed_at)
      TRY_VOID(sql::write_usage(connection, *each.memory));
  TRY_VOID(add_tags(connection, fresh));
  TRY_VOID(add_passages(connection, fresh));
  TRY_VOID(add_words(connection, fresh));
  return refused;
}

}  // namespace aim::store::postgres
