// Replies cut to the keys that scripts know from the command line (wire.md 4.2), for --json.
#pragma once
#include <boost/json/fwd.hpp>

namespace aim::cli {

void project_stored(boost::json::object& reply);
void project_updated(boost::json::object& reply);
void project_found(boost::json::object& reply);
void project_forgotten(boost::json::object& reply);
void project_linked(boost::json::object& reply);
void project_collected(boost::json::object& reply);

}  // namespace aim::cli
