// Members of a reply by name, for renderers.
// An absent member is empty, zero or false: renderers show what is there.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/numbers.h"
#include "text/json_text.h"

namespace aim::cli {

using text::flag_at;
using text::integer_at;
using text::items_at;
using text::list_at;
using text::number_at;
using text::object_at;
using text::text_at;

// A text as it may be shown: on one line, at most 512 characters, without what drives a terminal.
std::string shown_at(const json::object& object, std::string_view name);
// A time on the clock of this machine, to the second and with its zone.
std::string moment_at(const json::object& object, std::string_view name);
// The first characters of an id, which are enough to name it.
std::string brief(std::string_view id);

// The rows of a list, which are objects.
std::vector<std::reference_wrapper<const json::object>> rows_at(const json::object& object,
                                                                std::string_view name);
// The texts of a list.
std::string joined(const json::array* texts, std::string_view between);
// "86.7 MiB"
std::string size_text(std::int64_t bytes);

}  // namespace aim::cli
