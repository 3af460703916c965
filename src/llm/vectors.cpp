#include "llm/vectors.h"

#include <boost/json.hpp>
#include <cfloat>
#include <cmath>

namespace aim::llm {
namespace {

namespace json = boost::json;

// 32 vectors of 4,096 numbers of 22 characters.
constexpr std::size_t max_vector_reply = std::size_t{3} << 20;

}  // namespace

json::array array_of(std::span<const std::string> texts) {
  json::array out;
  for (const std::string& text : texts) out.emplace_back(text);
  return out;
}

Service for_vectors(const Service& service, std::chrono::milliseconds timeout) {
  Service asked = service;
  asked.timeout = timeout;
  asked.connect_timeout = std::min(asked.connect_timeout, timeout);
  asked.max_reply_bytes = max_vector_reply;
  return asked;
}

bool add_vector(const json::value& row, Embedded& made) {
  if (!row.is_array() || row.get_array().empty() || row.get_array().size() > max_dimension)
    return false;
  if (made.dimension == 0)
    made.dimension = row.get_array().size();
  if (row.get_array().size() != made.dimension)
    return false;
  for (const json::value& each : row.get_array()) {
    boost::system::error_code error;
    const double number = each.to_number<double>(error);
    if (error || !(std::abs(number) <= double{FLT_MAX}))  // nor is NaN
      return false;
    made.numbers.push_back(static_cast<float>(number));
  }
  return true;
}

EndpointError no_vector(const Service& service) {
  return out_of_protocol(service, "answers with what is no list of vectors: each must be 1 to " +
                                      std::to_string(max_dimension) +
                                      " finite numbers, all of the same count");
}

}  // namespace aim::llm
