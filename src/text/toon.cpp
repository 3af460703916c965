#include "text/toon.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cmath>

#include "base/ascii.h"
#include "base/numbers.h"

namespace aim::text {

namespace {

namespace json = boost::json;

using Columns = std::vector<std::string_view>;

constexpr std::array<std::string_view, 3> brief_columns = {"id", "date", "title"};
constexpr std::array<std::string_view, 7> compact_columns = {
    "id", "title", "tier", "namespace", "priority", "score", "tags"};
constexpr std::array<std::string_view, 12> full_columns = {
    "id",    "title",        "tier", "namespace", "priority",   "confidence",
    "score", "access_count", "tags", "source",    "created_at", "updated_at"};
constexpr std::array<std::string_view, 3> standard_columns = {"id", "title", "content"};
constexpr std::array<std::string_view, 6> turn_columns = {"session_id", "turn",    "role",
                                                          "said_at",    "content", "answer"};
constexpr std::array<std::string_view, 4> first_metadata = {"count", "mode", "tokens_used",
                                                            "budget_tokens"};

void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t copied = 0;;) {
    const std::size_t at = text.find_first_of("\\|\n\r", copied);
    out += text.substr(copied, at - copied);
    if (at == std::string_view::npos)
      return;
    out += '\\';
    out += text[at] == '\n' ? 'n' : text[at] == '\r' ? 'r' : text[at];
    copied = at + 1;
  }
}

void append_cell(std::string& out, const json::value& value);

void append_joined(std::string& out, const json::array& array, std::string_view separator) {
  bool first = true;
  for (const json::value& element : array) {
    if (!first)
      out += separator;
    append_cell(out, element);
    first = false;
  }
}

void append_cell(std::string& out, const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return;
    case json::kind::bool_:
      out += value.get_bool() ? '1' : '0';
      return;
    case json::kind::int64:
      out += std::to_string(value.get_int64());
      return;
    case json::kind::uint64:
      out += std::to_string(value.get_uint64());
      return;
    case json::kind::double_:
      if (std::isfinite(value.get_double()))
        out += shortest_real(value.get_double());
      return;
    case json::kind::string:
      return append_escaped(out, value.get_string());
    case json::kind::array:
      return append_joined(out, value.get_array(), ",");
    case json::kind::object:
      out += "[object]";
      return;
  }
}

void append_header(std::string& out, std::string_view name,
                   std::span<const std::string_view> columns) {
  out += name;
  out += '[';
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0)
      out += '|';
    out += columns[i];
  }
  out += "]:\n";
}

void append_row(std::string& out, const json::value& row,
                std::span<const std::string_view> columns) {
  const json::object* const members = row.if_object();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0)
      out += '|';
    if (const json::value* value = members ? members->if_contains(columns[i]) : nullptr)
      append_cell(out, *value);
  }
  out += '\n';
}

bool is_metadata(const json::object::const_iterator& member) {
  if (member->value().is_array())
    return member->key() == "warnings";
  return !member->value().is_object();
}

void append_metadata(std::string& out, const json::object& reply) {
  Columns others;
  for (auto member = reply.begin(); member != reply.end(); ++member)
    if (is_metadata(member))
      others.emplace_back(member->key());
  const auto place = [](std::string_view key) {
    return std::find(first_metadata.begin(), first_metadata.end(), key) - first_metadata.begin();
  };
  std::sort(others.begin(), others.end(), [&](std::string_view a, std::string_view b) {
    return std::pair(place(a), a) < std::pair(place(b), b);
  });
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (i > 0)
      out += '|';
    out += others[i];
    out += ':';
    const json::value& value = reply.at(others[i]);
    if (const json::array* const several = value.if_array())
      append_joined(out, *several, "; ");
    else
      append_cell(out, value);
  }
  if (!others.empty())
    out += '\n';
}

void append_standard(std::string& out, const json::value& standard) {
  const std::size_t begin = out.size();
  append_row(out, standard, standard_columns);
  // A standard that reads like the header of the memories would end its block: its last colon is
  // escaped, which readers of the later form and ours undo.
  const std::string_view line = std::string_view(out).substr(begin, out.size() - begin - 1);
  const auto header = as_toon_header(line);
  if (header && announces_memories(*header))
    out.insert(out.size() - 2, 1, '\\');
}

void append_standards(std::string& out, const json::object& reply) {
  const json::value* const one = reply.if_contains("standard");
  const json::value* const some = reply.if_contains("standards");
  const bool has_one = one && one->is_object();
  const bool has_some = some && some->is_array() && !some->get_array().empty();
  if (!has_one && !has_some)
    return;
  append_header(out, "standards", standard_columns);
  if (has_one)
    append_standard(out, *one);
  if (has_some)
    for (const json::value& standard : some->get_array()) append_standard(out, standard);
}

// Turns of transcripts, before the memories: readers of the published form take all behind their
// header for memories.
void append_turns(std::string& out, const json::object& reply) {
  const json::value* const turns = reply.if_contains("turns");
  if (!turns || !turns->is_array() || turns->get_array().empty())
    return;
  append_header(out, "turns", turn_columns);
  for (const json::value& turn : turns->get_array()) append_row(out, turn, turn_columns);
}

Columns columns_of(ToonMode mode, std::span<const std::string_view> extra_columns) {
  Columns columns;
  if (mode == ToonMode::brief)
    columns.assign(brief_columns.begin(), brief_columns.end());
  else if (mode == ToonMode::compact)
    columns.assign(compact_columns.begin(), compact_columns.end());
  else
    columns.assign(full_columns.begin(), full_columns.end());
  for (const std::string_view extra : extra_columns)
    if (std::find(columns.begin(), columns.end(), extra) == columns.end())
      columns.push_back(extra);
  return columns;
}

}  // namespace

std::string to_toon(const json::object& reply, ToonMode mode,
                    std::span<const std::string_view> extra_columns) {
  std::string out;
  append_metadata(out, reply);
  append_standards(out, reply);
  append_turns(out, reply);
  const Columns columns = columns_of(mode, extra_columns);
  append_header(out, "memories", columns);
  for (const char* const name : {"memories", "results"}) {
    const json::value* const rows = reply.if_contains(name);
    if (!rows || !rows->is_array())
      continue;
    for (const json::value& row : rows->get_array()) append_row(out, row, columns);
    break;
  }
  return out;
}

bool is_toon_name(std::string_view text) {
  constexpr std::size_t max_bytes = 64;
  return !text.empty() && text.size() <= max_bytes &&
         std::ranges::all_of(text, [](char c) { return ascii::is_of_name(c) || c == '.'; });
}

std::optional<ToonHeader> as_toon_header(std::string_view line) {
  const std::size_t bracket = line.find('[');
  if (bracket == std::string_view::npos || !line.ends_with("]:") ||
      !is_toon_name(line.substr(0, bracket)))
    return std::nullopt;
  return ToonHeader{line.substr(0, bracket), line.substr(bracket + 1, line.size() - bracket - 3)};
}

bool announces_memories(const ToonHeader& header) {
  return header.name == "memories" || header.name == "results";
}

}  // namespace aim::text
