// Texts as arguments: flags of the command line and parameters of a query string become JSON by the
// kind of the field.
#pragma once
#include <boost/json/fwd.hpp>
#include <string_view>

#include "op/kit/operation.h"

namespace aim::op {

// "a, b": the parts, without blanks around them and without empty ones.
std::vector<std::string> split_list(std::string_view text);

// Numbers, true/false, comma lists, JSON objects; everything else is text. An empty text for a
// nullable field is null.
// Errors: validation_failed, naming the field and what was expected.
Result<boost::json::value> value_from_text(const Param& param, std::string_view text);

}  // namespace aim::op
