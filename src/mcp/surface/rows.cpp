#include "mcp/surface/rows.h"

#include <boost/json.hpp>
#include <cmath>

#include "base/append.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "memory/rules.h"
#include "op/fence.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

constexpr std::size_t max_reasons = 4;
constexpr std::string_view relevance = "relevance";
constexpr double least_reason = 0.005;  // smaller values would be shown as 0.00
// A word's end is sought so far back only: scripts without spaces are cut between characters.
constexpr std::size_t longest_word = 32;

using text::number_at;
using text::text_at;

// Factors of the default ranking: their neutral value is one, so the distance from it counts. In
// rankings that add their factors the same names are shares like others.
bool is_boost(std::string_view name) {
  constexpr std::array<std::string_view, 4> boosts{"priority", "confidence", "recency",
                                                   "certainty"};
  return std::ranges::find(boosts, name) != boosts.end();
}

struct Reason {
  double effect = 0;  // how far it moves the score
  double share = 0;
  std::string_view name;
};

// "relevance 0.81, words 0.50, recency 1.06": what counted most, as it counted.
std::string why(const json::value& factors) {
  if (!factors.is_array())
    return {};
  const json::array& all = factors.get_array();
  const bool multiplies = std::ranges::any_of(
      all, [](const json::value& each) { return text_at(each.as_object(), "name") == relevance; });
  std::vector<Reason> reasons;
  for (const json::value& each : all) {
    const json::object& factor = each.as_object();
    Reason reason{0, number_at(factor, "value") * number_at(factor, "weight"),
                  text_at(factor, "name")};
    reason.effect = std::abs(multiplies && is_boost(reason.name) ? reason.share - 1 : reason.share);
    if (reason.effect >= least_reason)
      reasons.push_back(reason);
  }
  std::ranges::stable_sort(reasons, std::ranges::greater(), &Reason::effect);
  reasons.resize(std::min(reasons.size(), max_reasons));
  return join_texts(reasons, ", ", [](const Reason& each) {
    return std::string(each.name).append(" ").append(fixed(each.share, 2));
  });
}

json::array* rows_of(json::object& reply) {
  for (const std::string_view list : {"memories", "results"})
    if (json::value* rows = reply.if_contains(list); rows && rows->is_array())
      return &rows->get_array();
  return nullptr;
}

// The agent that stored a memory is kept in its metadata; as a column it is asked for by its own
// name.
void lift_agent(json::object& memory) {
  const json::object* metadata = text::object_at(memory, "metadata");
  if (const json::value* agent = metadata ? metadata->if_contains("agent_id") : nullptr) {
    json::value copy = *agent;
    memory["agent_id"] = std::move(copy);
  }
}

// The explanation of the question goes into the line above the rows.
void lift_coverage(json::object& reply) {
  const json::object* explain = text::object_at(reply, "explain");
  if (!explain)
    return;
  const json::object of_question = *explain;
  for (const std::string_view name : {"table_coverage", "model_coverage", "encoder"})
    if (const json::value* value = of_question.if_contains(name))
      reply[name] = *value;
}

std::int64_t tokens_of(const json::object& shown) {
  return static_cast<std::int64_t>(
      (text_at(shown, "title").size() + text_at(shown, "content").size()) / 4);
}

}  // namespace

std::string cut_content(std::string_view content, std::int64_t max_bytes) {
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(max_bytes, 0));
  if (content.size() <= most)
    return std::string(content);
  std::string_view shown = utf8::cut(content, most);
  constexpr std::string_view blanks = " \t\n\r";
  // Where a word ends right there, all of it stays.
  if (blanks.find(content[shown.size()]) == blanks.npos)
    if (const std::size_t blank = shown.find_last_of(blanks);
        blank != shown.npos && blank + longest_word >= most)
      shown = shown.substr(0, blank);
  shown = shown.substr(0, shown.find_last_not_of(blanks) + 1);
  return std::string(shown) + " … +" + std::to_string(content.size() - shown.size()) + " bytes";
}

namespace {

// The day of the content: of its last change, else of the day it was stored (V3).
std::string_view date_of(const json::object& memory) {
  constexpr std::size_t day_bytes = 10;  // 2026-11-21
  const std::string_view changed = text_at(memory, "content_at");
  return (changed.empty() ? text_at(memory, "created_at") : changed).substr(0, day_bytes);
}

// The room of each content, where nobody says how much: many have less.
std::int64_t room_of(std::size_t rows) {
  constexpr std::int64_t of_all = 32'000, least = 100;
  return std::clamp(of_all / static_cast<std::int64_t>(rows), least,
                    static_cast<std::int64_t>(default_shown_bytes));
}

// Which columns of the rows have something to say.
struct Said {
  bool scored = false, explained = false, superseded = false, disputed = false, former = false;
  bool several_name_spaces = false, excerpted = false;

  void look_at(const json::object& memory, std::string_view first_name_space) {
    scored = scored || number_at(memory, "score") != 0;
    explained = explained || memory.contains("explain");
    superseded = superseded || memory.contains("superseded_by");
    former = former || memory.contains("former");
    disputed = disputed || memory.contains("contradicted_by");
    excerpted = excerpted || memory.contains("excerpt");
    several_name_spaces = several_name_spaces || text_at(memory, "namespace") != first_name_space;
  }
};

// In this order: the score, what is said of the memory, requested ones, the content.
std::vector<std::string_view> columns_of(const Said& said, const RowShape& shape,
                                         bool shows_content) {
  std::vector<std::string_view> columns;
  const auto add = [&](std::string_view name, bool wanted) {
    if (wanted && std::ranges::find(columns, name) == columns.end())
      columns.push_back(name);
  };
  add("score", said.scored);
  add("namespace", said.several_name_spaces);
  for (const std::string& each : shape.columns) add(each, each != "content");
  add("superseded_by", said.superseded);  // only where there is something to say (S43)
  add("contradicted_by", said.disputed);
  add("former", said.former);
  add("why", said.explained);
  add("content", shows_content);
  return columns;
}

}  // namespace

void count_tokens(json::object& reply) {
  json::value* used = reply.if_contains("tokens_used");
  if (!used)
    return;
  std::int64_t tokens = 0;
  if (const json::object* one = text::object_at(reply, "standard"))
    tokens += tokens_of(*one);
  for (const std::string_view list : {"standards", "memories"})
    for (const json::value& each : text::items_at(reply, list))
      tokens += tokens_of(each.as_object());
  *used = tokens;
}

std::string to_rows(json::object reply, const RowShape& shape) {
  const auto wants = [&](std::string_view column) {
    return std::ranges::find(shape.columns, column) != shape.columns.end();
  };
  Said said;
  bool shows_content = shape.content_bytes > 0 || wants("content");
  if (json::array* rows = rows_of(reply); rows && !rows->empty()) {
    const std::string first(text_at(rows->front().as_object(), "namespace"));
    for (const json::value& each : *rows) said.look_at(each.as_object(), first);
    shows_content = shows_content || said.excerpted;
    const std::int64_t room = shape.content_bytes > 0 ? shape.content_bytes : room_of(rows->size());
    for (json::value& each : *rows) {
      json::object& memory = each.as_object();
      const std::string date(date_of(memory));  // a new member may move the others
      memory["date"] = date;
      if (wants("agent_id"))
        lift_agent(memory);
      if (const json::value* factors = memory.if_contains("explain"))
        memory["why"] = why(*factors);
      std::string content(text_at(memory, "excerpt"));
      if (content.empty())
        content = cut_content(text_at(memory, "content"), shows_content ? room : 0);
      memory["content"] = shows_content ? std::move(content) : std::string();
    }
  }
  if (shape.counts_tokens)
    count_tokens(reply);
  lift_coverage(reply);
  return text::to_toon(reply, shape.mode, columns_of(said, shape, shows_content));
}

std::string fence_memories(std::string rows) {
  // No row begins so (docs/formats/toon.md).
  const auto place_of = [&](const std::string& header) {
    return rows.starts_with(header) ? 0 : rows.find("\n" + header);
  };
  const std::size_t line = std::min(place_of("turns["), place_of("memories["));
  if (line == std::string::npos)
    return rows;
  const std::size_t begin = line == 0 ? 0 : line + 1;
  const std::string lines = rows.substr(begin);
  if (lines.find('\n') + 1 >= lines.size())
    return rows;  // a header without rows shows nothing
  rows.resize(begin);
  rows += op::fenced("memories", lines);
  return rows;
}

}  // namespace aim::mcp
