#include <algorithm>

#include "store/postgres/memories.h"
#include "store/postgres/search/hooks.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/new_memories.h"
#include "store/rows.h"
#include "store/sql/memory_row.h"

namespace aim::store::postgres {
namespace {

// Lists hold no NULL: a number that stands for it.
constexpr std::int64_t no_time = INT64_MIN;

constexpr std::size_t rows_at_once = 128;

// What memories are told by of a column that is a text.
template <class Get>
std::vector<std::string> texts_of(std::span<const Numbered> memories, Get get) {
  std::vector<std::string> texts;
  texts.reserve(memories.size());
  for (const Numbered& each : memories) texts.push_back(get(*each.memory));
  return texts;
}
template <class Get>
std::vector<std::int64_t> numbers_of(std::span<const Numbered> memories, Get get) {
  std::vector<std::int64_t> numbers;
  numbers.reserve(memories.size());
  for (const Numbered& each : memories) numbers.push_back(get(*each.memory));
  return numbers;
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
  const auto numbers = [&](auto get) { return numbers_of(memories, get); };
  const auto texts = [&](auto get) { return texts_of(memories, get); };
  std::vector<std::int64_t> name_spaces;
  std::vector<double> confidences;
  for (const auto& [name_space, memory] : memories) {
    name_spaces.push_back(name_space);
    confidences.push_back(memory->confidence);
  }
  return connection.run_later(
      insert_sql(), numbers([](const Memory& each) { return each.key; }), name_spaces,
      numbers(length_code_of),
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
  auto known = TRY(name_space_numbers(connection, names));
  std::vector<Numbered> out;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    Memory& memory = *memories[i].memory;
    auto found = known.find(memory.name_space);
    if (found == known.end()) {
      const auto made = name_space_number(connection, memory.name_space);
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

}  // namespace

Result<std::vector<std::optional<Error>>> PostgresMemories::insert_all(
    std::span<const NewMemory> memories) {
  std::vector<std::optional<Error>> refused(memories.size());
  // Numbers, and what the index of words has to know, come with the namespaces.
  auto numbers =
      TRY(connection_.prepare("UPDATE change_number SET last = last + $1 RETURNING last"));
  numbers.bind(std::ssize(memories));
  TRY_VOID(connection_.ask_ahead(numbers));
  TRY_VOID(ask_for_texts(connection_, memories.size()));
  std::vector<Memory*> taken;
  const auto fresh = TRY(numbered(connection_, memories, refused, taken));
  Key key = TRY(numbers.step()) ? numbers.integer(0) - std::ssize(memories) : 0;
  // No change has those of the refused.
  if (fresh.size() < memories.size())
    TRY_VOID(connection_.run_later("UPDATE change_number SET last = $1", key + std::ssize(fresh)));
  if (fresh.empty())
    return refused;
  for (Memory* memory : taken) memory->key = ++key;
  // Long ones in parts, which go out at once: the server inserts while words are made here.
  for (std::span<const Numbered> rest = fresh; !rest.empty();
       rest = rest.subspan(std::min(rows_at_once, rest.size())))
    TRY_VOID(insert_rows(connection_, rest.first(std::min(rows_at_once, rest.size()))));
  for (const Numbered& each : fresh)
    if (each.memory->access_count != 0 || each.memory->last_accessed_at)
      TRY_VOID(sql::write_usage(connection_, *each.memory));
  TRY_VOID(postgres::add_tags(connection_, fresh));
  TRY_VOID(postgres::add_passages(connection_, fresh));
  TRY_VOID(postgres::add_words(connection_, fresh));
  return refused;
}

}  // namespace aim::store::postgres
