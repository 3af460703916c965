// How vector-memory shows memories, errors and resources.
// Knows: JSON. Must not know: how anything is found.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/error.h"
#include "op/other_forms.h"

namespace aim::profile {

namespace json = boost::json;

struct MemoryDisplay {
  const op::two_stores::PlacedMemory& placed;
  std::string_view project;  // id of the project's store
  bool untrusted = false;
  bool with_hash = false;
  std::optional<std::string> model = {};  // model of its vectors
};
json::object memory_object(const MemoryDisplay& shown);

// Whether nobody gave it a title.
bool is_titled(const Memory& memory);
// The beginning of a text up to a maximum of bytes, ended at a word.
std::string beginning(std::string_view content, std::size_t max_bytes);

// {"success": false, "error": {…}} as one text.
json::object failed_result(const Error& error, bool structured);
// In one line, the keys as they were given.
std::string compact_text(const json::object& reply);

// Text of a resource: a heading, and a section a memory.
std::string markdown_page(std::string_view heading, std::int64_t total,
                          const std::vector<op::two_stores::Listed>& memories,
                          std::string_view next);

}  // namespace aim::profile
