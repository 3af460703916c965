// The two prompts (C4, wire.md 2.5): rules for an assistant, and a card of the tools.
#pragma once
#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

#include "base/result.h"
#include "mcp/surface/offer.h"

namespace aim::mcp {

boost::json::array list_prompts();

// The messages. Errors: validation_failed for an unknown name or a namespace that is no text.
Result<boost::json::object> get_prompt(std::string_view name, const boost::json::object& arguments,
                                       const Offer& offer);

}  // namespace aim::mcp
