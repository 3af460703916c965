// Members of a JSON object by name, for whoever shows or keeps what is there: what is absent, or of
// another kind, is empty, zero or false. Where that has to be refused instead, the fields of
// operations do it (op/kit/operation.h). Pure. What is returned lives as long as the object.
#pragma once
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <string_view>

namespace aim::text {

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
