// Members of a reply by name, for renderers; and numbers with their nouns.
// An absent member is empty, zero or false: renderers show what is there.
#pragma once
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace aim::cli {

namespace json = boost::json;

std::string_view text_at(const json::object& object, std::string_view name);
std::int64_t integer_at(const json::object& object, std::string_view name);
double number_at(const json::object& object, std::string_view name);
bool flag_at(const json::object& object, std::string_view name);
const json::object* object_at(const json::object& object, std::string_view name);  // null: absent
const json::array* list_at(const json::object& object, std::string_view name);     // null: absent

// A text as it may be shown: on one line, at most 512 characters, without what drives a terminal.
std::string shown_at(const json::object& object, std::string_view name);
// The first characters of an id, which are enough to name it.
std::string brief(std::string_view id);

// The texts of a list.
std::string joined(const json::array* texts, std::string_view between);
// "1 memory", "5 memories".
std::string counted(std::int64_t count, std::string_view one, std::string_view several);

// "86.7 MiB"
std::string size_text(std::int64_t bytes);

}  // namespace aim::cli
