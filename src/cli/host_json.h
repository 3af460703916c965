// Members of the JSON of hosts, which have several names and forms for the same.
// Knows: JSON. Must not know: which host it is. Pure.
#pragma once
#include <boost/json/fwd.hpp>
#include <initializer_list>

#include "base/std.h"

namespace aim::cli {

const boost::json::value* at(const boost::json::object& object, std::string_view name);
// The first of these names that holds a text.
std::string first_text(const boost::json::object& object,
                       std::initializer_list<std::string_view> names);
// An object, or a text that is one as JSON.
std::optional<boost::json::object> embedded_object(const boost::json::object& object,
                                                   std::string_view name);
// The texts in a value of whatever form, whatever their names.
void take_texts(const boost::json::value& value, const std::function<void(std::string_view)>& take);
// The same in one text, a line each, up to a bound.
std::string joined_texts(const boost::json::value& value);
inline constexpr std::size_t max_joined_texts = 100'000;
// The exit status of a command.
std::optional<std::int64_t> exit_of(const boost::json::object& object);

}  // namespace aim::cli
