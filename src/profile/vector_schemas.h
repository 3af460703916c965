// The input schemas of vector-memory's tools, as assistants are shown them. Written out: some
// clients do not follow references.
#pragma once
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <string_view>

namespace aim::profile {

// `tool`: one of the eight. The limits of search_memory are the configured ones.
boost::json::object vector_schema(std::string_view tool, std::int64_t default_limit,
                                  std::int64_t max_limit);

}  // namespace aim::profile
