// Members of strangers' JSON objects, as what they should be; whatever is of another kind counts as
// absent.
// Knows: JSON, forms of time. Must not know: any one format.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace aim::mine {

// Nothing there: a null pointer, a null, and an empty text or list.
const boost::json::value* member(const boost::json::value& object, std::string_view name);
std::string_view text_at(const boost::json::value& object, std::string_view name);
const boost::json::array& list_at(const boost::json::value& object, std::string_view name);
const boost::json::value& value_at(const boost::json::value& object, std::string_view name);
bool flag_at(const boost::json::value& object, std::string_view name);

// As parse_foreign_time reads it, or as a number.
std::optional<Time> time_at(const boost::json::value& object, std::string_view name);

// The text of a message's content: itself when it is one, else that of its blocks of one of the
// kinds (`type`; a block without one has its text counted too), a line each.
std::string text_of_blocks(const boost::json::value& content,
                           std::initializer_list<std::string_view> kinds);

// The last part of a path: the folder a session worked in.
std::string_view last_part(std::string_view path);

}  // namespace aim::mine
