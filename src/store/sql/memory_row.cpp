#include "store/sql/memory_row.h"

#include "base/hash.h"
#include "memory/metadata.h"
#include "text/words.h"

namespace aim::store::sql {
namespace {

using Form = Column::Form;

constexpr auto columns = std::to_array<Column>({{"id"},
                                                {"tier", Form::integer},
                                                {"priority", Form::integer},
                                                {"reinforcement", Form::integer},
                                                {"confidence", Form::real},
                                                {"source"},
                                                {"created_at", Form::integer},
                                                {"updated_at", Form::integer},
                                                {"expires_at", Form::integer},
                                                {"given_times"},
                                                {"title"},
                                                {"tags"},
                                                {"metadata"},
                                                {"content"},
                                                {"kind", Form::integer},
                                                {"reflection_depth", Form::integer},
                                                {"access_count", Form::integer},
                                                {"last_accessed_at", Form::integer}});
constexpr int own_columns = static_cast<int>(columns.size()) - use_columns;

}  // namespace

std::span<const Column> memory_columns() {
  return columns;
}

std::string names_of_memory(std::string_view alias) {
  std::string names;
  for (const Column& column : std::span(columns).first(own_columns))
    names.append(names.empty() ? "" : ", ").append(alias).append(column.name);
  return names;
}

Memory memory_of(const Row& row, int first) {
  int at = first;
  const auto integer = [&] { return row.integer(at++); };
  const auto text = [&] { return row.string(at++); };
  const auto time = [&] { return timestamp_in(row, at++); };
  const auto maybe_time = [&] { return maybe_timestamp_in(row, at++); };
  Memory memory;
  memory.id = text();
  memory.tier = static_cast<Tier>(integer());
  memory.priority = integer();
  memory.reinforcement = integer();
  memory.confidence = row.real(at++);
  memory.source = text();
  memory.created_at = time();
  memory.updated_at = time();
  memory.expires_at = maybe_time();
  const int given = at++;
  memory.title = text();
  memory.tags = tags_from_json(row.text(at++));
  memory.metadata = text();
  memory.content = text();
  memory.kind = static_cast<MemoryKind>(integer());
  memory.reflection_depth = integer();
  memory.access_count = integer();
  memory.last_accessed_at = maybe_time();
  if (!row.is_null(given))
    restore_given_times(memory, row.text(given));
  return memory;
}

std::optional<std::string> agent_of(const Memory& memory) {
  constexpr std::array<std::string_view, 1> name{"agent_id"};
  std::string agent = text_members(memory.metadata, name).front();
  if (agent.empty())
    return std::nullopt;
  return agent;
}

MemoryValues::MemoryValues(const Memory& memory)
    : memory_(memory), given_times_(given_times(memory)), tags_(tags_to_json(memory.tags)) {}

void MemoryValues::bind(Statement& statement, int first) const {
  const auto bind = [&](const auto&... values) { (statement.bind_one(first++, values), ...); };
  bind(memory_.id, static_cast<std::int64_t>(memory_.tier), memory_.priority, memory_.reinforcement,
       memory_.confidence, memory_.source, memory_.created_at.nanoseconds(),
       memory_.updated_at.nanoseconds(), nanoseconds(memory_.expires_at), given_times_,
       memory_.title, tags_, memory_.metadata, memory_.content,
       static_cast<std::int64_t>(memory_.kind), memory_.reflection_depth);
}

void MemoryValues::bind_all(Statement& statement, int first) const {
  bind(statement, first);
  statement.bind_one(first + own_columns, memory_.access_count);
  statement.bind_one(first + own_columns + 1, nanoseconds(memory_.last_accessed_at));
}

std::int64_t title_word(std::string_view stem) {
  return static_cast<std::int64_t>(stable_hash(stem) & 0xffff'ffff);
}

std::optional<double> shared_by_title(const std::vector<std::string>& stems,
                                      std::string_view other) {
  const auto others = text::significant_stems(other);
  const auto shared =
      static_cast<std::size_t>(std::ranges::count_if(stems, [&](const std::string& stem) {
        return std::ranges::find(others, stem) != others.end();
      }));
  const std::size_t longer = std::max(stems.size(), others.size());
  if (shared * 2 < longer)
    return std::nullopt;
  return static_cast<double>(shared) / static_cast<double>(longer);
}

}  // namespace aim::store::sql
