#include "store/sql/version_state.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/numbers.h"
#include "store/rows.h"
#include "text/json_text.h"

namespace aim::store::sql {
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

}  // namespace aim::store::sql
