// JSON as text, the way our doors write it: keys sorted, floats with a decimal point (1.0, not
// 1E0), shortest form that reads back the same, UTF-8 as it is (wire.md). And reading with bounds.
// Malformed UTF-8 in a string is written as U+FFFD, a number that is not finite as null.
// Cost: 20 KB in about 25 µs (-O2).
#pragma once
#include <boost/json/fwd.hpp>

#include "base/result.h"

namespace aim {
namespace json = boost::json;
}

namespace aim::text {

std::string compact(const boost::json::value& value);           // one line, no blanks
std::string compact_as_given(const boost::json::value& value);  // with the keys as they were given
// Two blanks a level, no final newline; empty {} and [] stay closed.
std::string pretty(const boost::json::value& value);
// The same with the keys as they were given and whole numbers without a point: what
// JSON.stringify(value, null, 2) makes of it in JavaScript, for clients that were written for a
// program which does so (K1).
std::string pretty_as_given(const boost::json::value& value);

// A byte order mark at the beginning is skipped; malformed UTF-8 and halves of surrogate pairs,
// which programs leave that cut texts without looking, are read as U+FFFD.
// Errors: validation_failed, "not JSON: …" with the place. At most 72 levels; trailing text and
// numbers beyond double are refused. So is, for texts of strangers, what would need more than about
// `max_bytes` of memory: a list of empty lists needs ten times its own length.
Result<boost::json::value> parse_json(std::string_view text, std::size_t max_bytes = SIZE_MAX);
// For a text of a stranger of that length.
constexpr std::size_t fair_bytes(std::size_t length) {
  return 8 * length + 1024 * 1024;
}

// Members of a JSON object by name, for whoever shows or keeps what is there: what is absent, or of
// another kind, is empty, zero or false. Where that has to be refused instead, the fields of
// operations do it (op/kit/operation.h). Pure. What is returned lives as long as the object.
std::string_view text_at(const boost::json::object& object, std::string_view name);
std::int64_t integer_at(const boost::json::object& object, std::string_view name);
double number_at(const boost::json::object& object, std::string_view name);
bool flag_at(const boost::json::object& object, std::string_view name);
// Null: there is none.
const boost::json::object* object_at(const boost::json::object& object, std::string_view name);
const boost::json::array* list_at(const boost::json::object& object, std::string_view name);
// The same as a list that may be empty.
const boost::json::array& items_at(const boost::json::object& object, std::string_view name);

}  // namespace aim::text
