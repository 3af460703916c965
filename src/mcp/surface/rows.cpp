#include "mcp/surface/rows.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <cmath>

#include "base/utf8.h"
#include "op/fence.h"
#include "text/json_members.h"

namespace aim::mcp {
namespace {

namespace json = boost::json;

constexpr std::size_t max_reasons = 4;
constexpr double least_reason = 0.005;  // what would be shown as 0.00
// A word's end is sought so far back only: scripts without spaces are cut between characters.
constexpr std::size_t longest_word = 32;

using text::number_at;
using text::text_at;

std::string two_decimals(double number) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, 2);
  return std::string(text.data(), end.ptr);
}

// "words 0.61, title 0.20": what counted most, as it counted.
std::string why(const json::value& factors) {
  if (!factors.is_array())
    return {};
  std::vector<std::pair<double, std::string_view>> shares;
  for (const json::value& each : factors.get_array()) {
    const json::object& factor = each.as_object();
    const double share = number_at(factor, "value") * number_at(factor, "weight");
    if (std::abs(share) >= least_reason)
      shares.emplace_back(share, text_at(factor, "name"));
  }
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) {
    return std::abs(a.first) > std::abs(b.first);
  });
  shares.resize(std::min(shares.size(), max_reasons));
  std::string text;
  for (const auto& [share, name] : shares)
    text.append(text.empty() ? "" : ", ").append(name).append(" ").append(two_decimals(share));
  return text;
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
  const json::value* metadata = memory.if_contains("metadata");
  if (!metadata || !metadata->is_object())
    return;
  if (const json::value* agent = metadata->get_object().if_contains("agent_id")) {
    json::value copy = *agent;
    memory["agent_id"] = std::move(copy);
  }
}

std::int64_t tokens_of(const json::object& memory, std::string_view content) {
  return static_cast<std::int64_t>((text_at(memory, "title").size() + content.size()) / 4);
}

std::int64_t tokens_of_standards(const json::object& reply) {
  std::int64_t tokens = 0;
  if (const json::value* one = reply.if_contains("standard"); one && one->is_object())
    tokens += tokens_of(one->get_object(), text_at(one->get_object(), "content"));
  if (const json::value* several = reply.if_contains("standards"); several && several->is_array())
    for (const json::value& each : several->get_array())
      tokens += tokens_of(each.as_object(), text_at(each.as_object(), "content"));
  return tokens;
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

std::string to_rows(json::object reply, const RowShape& shape) {
  std::vector<std::string_view> columns(shape.columns.begin(), shape.columns.end());
  const auto has = [&](std::string_view name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  };
  std::int64_t tokens = tokens_of_standards(reply);
  bool explained = false, superseded = false;
  if (json::array* rows = rows_of(reply))
    for (json::value& each : *rows) {
      json::object& memory = each.as_object();
      if (has("agent_id"))
        lift_agent(memory);
      superseded = superseded || memory.contains("superseded_by");
      if (const json::value* factors = memory.if_contains("explain")) {
        memory["why"] = why(*factors);
        explained = true;
      }
      std::string content;
      if (shape.content_bytes > 0)
        memory["content"] = content = cut_content(text_at(memory, "content"), shape.content_bytes);
      tokens += tokens_of(memory, content);
    }
  if (superseded && !has("superseded_by"))  // only where there is something to say (S43)
    columns.emplace_back("superseded_by");
  if (explained && !has("why"))
    columns.emplace_back("why");
  if (shape.content_bytes > 0) {
    std::erase(columns, "content");
    columns.emplace_back("content");
  }
  if (shape.counts_tokens && reply.contains("tokens_used"))
    reply["tokens_used"] = tokens;
  return text::to_toon(reply, shape.mode, columns);
}

std::string fence_memories(std::string rows) {
  // No row begins so (docs/formats/toon.md).
  constexpr std::string_view header = "memories[";
  const std::size_t line = rows.starts_with(header) ? 0 : rows.find("\n" + std::string(header));
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
