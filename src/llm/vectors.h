// What the protocols share of asking for vectors.
#pragma once
#include <boost/json/fwd.hpp>

#include "llm/endpoint.h"

namespace aim::llm {

// The most numbers that a vector may have.
inline constexpr std::size_t max_dimension = 4'096;

boost::json::array array_of(std::span<const std::string> texts);
// The service with room for the answer and this time for it.
Service for_vectors(const Service& service, std::chrono::milliseconds timeout);
// Adds one vector of finite numbers; false when it is none, or not as long as those before.
bool add_vector(const boost::json::value& row, Embedded& made);
EndpointError no_vector(const Service& service);

}  // namespace aim::llm
