// The JSON files of a published model, which are a stranger's: reading one, and what is said of one
// that cannot be used.
// Knows: JSON. Must not know: what the files mean.
// Threads: all functions from any thread. Errors: validation_failed or not_found, naming the file.
#pragma once
#include <boost/json/fwd.hpp>
#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace aim::embed {

Failure refused(std::string_view file, std::string_view what);

Result<boost::json::object> read_object(const std::filesystem::path& file, std::size_t max_bytes);

// Of an object the member of that name and kind; null, empty or false when there is none.
const boost::json::object* object_in(const boost::json::object& object, std::string_view name);
const boost::json::array* array_in(const boost::json::object& object, std::string_view name);
std::string_view text(const boost::json::object& object, std::string_view name);
bool is_true(const boost::json::object& object, std::string_view name);

}  // namespace aim::embed
