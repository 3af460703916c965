// Reads TOON, so that tests and fuzzers can compare what toon.cpp writes with what it was given;
// the program itself only writes it. Must not know: replies, doors. Pure.
#pragma once
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <utility>
#include <vector>

#include "base/result.h"
#include "text/toon.h"

namespace aim::text {

namespace toon_testing {

namespace json = boost::json;

inline Error not_toon(std::size_t line, std::string_view what) {
  std::string message = "not TOON: line " + std::to_string(line);
  message.append(" ").append(what);
  return {Code::validation_failed, std::move(message), {}, {}, {}};
}

// The byte that the text has at `at`, and how many bytes stand for it. A backslash before a letter
// that needs none is only a backslash, as the published form has them.
struct Unescaped {
  char byte = 0;
  std::size_t bytes = 1;
};

inline Unescaped unescape_at(std::string_view text, std::size_t at) {
  if (text[at] != '\\' || at + 1 == text.size())
    return {text[at], 1};
  switch (text[at + 1]) {
    case 'n':
      return {'\n', 2};
    case 'r':
      return {'\r', 2};
    case '|':
    case '\\':
    case ':':
      return {text[at + 1], 2};
    default:
      return {text[at], 1};
  }
}

// The parts of a line between its unescaped pipes, as they stand.
inline std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < line.size(); at += unescape_at(line, at).bytes) {
    if (line[at] != '|')
      continue;
    parts.push_back(line.substr(begin, at - begin));
    begin = at + 1;
  }
  parts.push_back(line.substr(begin));
  return parts;
}

inline std::string unescape(std::string_view part) {
  std::string value;
  for (std::size_t at = 0; at < part.size();) {
    const auto [byte, bytes] = unescape_at(part, at);
    value += byte;
    at += bytes;
  }
  return value;
}

inline json::value text_or_null(std::string_view text) {
  return text.empty() ? json::value() : json::value(text);
}

inline json::array tags_of(std::string_view joined) {
  json::array tags;
  if (joined.empty())
    return tags;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = joined.find(',', begin);
    tags.emplace_back(joined.substr(begin, comma - begin));
    if (comma == std::string_view::npos)
      return tags;
    begin = comma + 1;
  }
}

class Reader {
 public:
  Result<json::object> read(std::string_view text) {
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      ++line_number_;
      if (line.ends_with('\r'))  // the line end of other systems; a value's own is escaped
        line.remove_suffix(1);
      if (!line.empty())
        TRY_VOID(read_line(line));
    }
    if (block_ != Block::memories)
      return Failure(not_toon(line_number_ + 1, "should be the header memories[…]:"));
    if (has_standards_)
      reply_["standards"] = std::move(standards_);
    reply_["memories"] = std::move(memories_);
    return std::move(reply_);
  }

 private:
  enum class Block { none, metadata, standards, memories };

  Result<void> read_line(std::string_view line) {
    if (block_ == Block::memories)
      return read_row(line, memories_);
    const auto header = as_toon_header(line);
    if (header && announces_memories(*header))
      return begin(Block::memories, header->columns);
    if (block_ == Block::standards)
      return read_row(line, standards_);
    if (header && header->name == "standards") {
      has_standards_ = true;
      return begin(Block::standards, header->columns);
    }
    if (block_ == Block::metadata)
      return Failure(not_toon(line_number_, "is no header; expected memories[…]:"));
    block_ = Block::metadata;
    return read_metadata(line);
  }

  Result<void> begin(Block block, std::string_view columns) {
    block_ = block;
    const auto names = split(columns);
    columns_.assign(names.begin(), names.end());
    if (!std::all_of(columns_.begin(), columns_.end(), is_toon_name))
      return Failure(not_toon(line_number_, "names a column that is no name"));
    return {};
  }

  Result<void> read_metadata(std::string_view line) {
    for (const std::string_view part : split(line)) {
      const std::size_t colon = part.find(':');
      if (colon == std::string_view::npos || !is_toon_name(part.substr(0, colon)))
        return Failure(not_toon(line_number_, "is neither a header nor key:value joined by |"));
      reply_[part.substr(0, colon)] = text_or_null(unescape(part.substr(colon + 1)));
    }
    return {};
  }

  Result<void> read_row(std::string_view line, json::array& rows) {
    const auto values = split(line);
    if (values.size() != columns_.size())
      return Failure(not_toon(line_number_, "has " + std::to_string(values.size()) +
                                                " values where the header has " +
                                                std::to_string(columns_.size())));
    json::object row;
    row.reserve(columns_.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string value = unescape(values[i]);
      row[columns_[i]] = columns_[i] == "tags" ? tags_of(value) : text_or_null(value);
    }
    rows.push_back(std::move(row));
    return {};
  }

  std::size_t line_number_ = 0;
  Block block_ = Block::none;
  bool has_standards_ = false;
  std::vector<std::string> columns_;
  json::object reply_;
  json::array standards_, memories_;
};

}  // namespace toon_testing

// Back to {<metadata keys>, "standards"?: [...], "memories": [...]}. Values of rows and metadata
// come back as strings (TOON has no types), empty ones as null, `tags` as an array of strings.
// Errors: validation_failed with the line's number: no header, a row with another number of values
// than the header.
inline Result<boost::json::object> parse_toon(std::string_view text) {
  return toon_testing::Reader().read(text);
}

}  // namespace aim::text
