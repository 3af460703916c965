// The memories of a reply as rows of TOON at this door: the guide's columns, requested ones, the
// factors of a score, and as much of each content as fits (S27, S28). Knows: replies, TOON. Must
// not know: tools, sessions. Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "text/toon.h"

namespace aim::mcp {

struct RowShape {
  text::ToonMode mode = text::ToonMode::brief;
  std::vector<std::string> columns = {};  // further ones, by name
  std::int64_t content_bytes = 0;         // room of each content; 0: only where a column
  bool counts_tokens = false;             // `tokens_used` becomes what is sent
};

// `reply` as op gives it: {"memories" or "results": […], …}.
std::string to_rows(boost::json::object reply, const RowShape& shape);

// `tokens_used`, where there is one, becomes that of the titles and contents in the reply.
void count_tokens(boost::json::object& reply);

// The same text with its memories between marks that none of them can close; its standards, which
// the user has set, stand before them.
std::string fence_memories(std::string rows);

// The longest beginning up to a maximum of bytes that ends with a word, and " … +N bytes" for the
// rest.
std::string cut_content(std::string_view content, std::int64_t max_bytes);

}  // namespace aim::mcp
