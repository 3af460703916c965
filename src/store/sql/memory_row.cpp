#include "store/sql/memory_row.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/hash.h"
#include "base/numbers.h"
#include "memory/indexed_text.h"
#include "memory/metadata.h"
#include "memory/score.h"
#include "text/json_text.h"
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

Memory indexed_memory(const Row& row, int first) {
  Memory memory;
  memory.title = row.text(first);
  memory.content = row.text(first + 1);
  memory.tags = tags_from_json(row.text(first + 2));
  memory.metadata = row.text(first + 3);
  return memory;
}

int length_code_of(const Memory& memory) {
  return encode_length(indexed_bytes(memory));
}

std::optional<std::string> agent_of(const Memory& memory) {
  std::string agent = text_member(memory.metadata, "agent_id");
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

namespace {

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

std::optional<Timestamp> timestamp_at(const json::object& state, std::string_view name) {
  const std::int64_t time = text::integer_at(state, name);
  return time == 0 ? std::nullopt : std::optional(at(time_from_nanoseconds(time)));
}

// A text, or what it is where the state does not say.
std::string text_or(const json::object& state, std::string_view name, std::string_view usual) {
  return std::string(state.contains(name) ? text::text_at(state, name) : usual);
}

}  // namespace

std::string state_of(const Memory& memory) {
  return StateText(memory).json();
}

Memory memory_in(std::string_view state) {
  const auto parsed = text::parse_json(state);
  const json::object none;
  const json::object& of = parsed && parsed->is_object() ? parsed->get_object() : none;
  const auto integer = [&](std::string_view name) { return text::integer_at(of, name); };
  const auto text = [&](std::string_view name) { return text_or(of, name, ""); };
  Memory memory;
  memory.name_space = text("namespace");
  memory.tier = static_cast<Tier>(integer("tier"));
  memory.priority = integer("priority");
  memory.reinforcement = integer("reinforcement");
  memory.confidence = of.contains("confidence") ? text::number_at(of, "confidence") : 1;
  memory.source = text("source");
  memory.created_at = at(time_from_nanoseconds(integer("created_at")));
  memory.updated_at = at(time_from_nanoseconds(integer("updated_at")));
  memory.expires_at = timestamp_at(of, "expires_at");
  memory.title = text("title");
  memory.tags = tags_from_json(text_or(of, "tags", "[]"));
  memory.metadata = text_or(of, "metadata", "{}");
  memory.content = text("content");
  memory.kind = static_cast<MemoryKind>(integer("kind"));
  memory.reflection_depth = integer("reflection_depth");
  memory.access_count = integer("access_count");
  memory.last_accessed_at = timestamp_at(of, "last_accessed_at");
  memory.deadline = integer("deadline") != 0;
  if (const std::string given = text("given_times"); !given.empty())
    restore_given_times(memory, given);
  return memory;
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
