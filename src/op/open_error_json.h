// An open error as JSON, as the state of a session and the spool of hooks keep it. Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "capture/error_progress.h"

namespace aim::op {

boost::json::object object_of(const OpenError& error);
// Members that are missing are empty.
OpenError open_error_of(const boost::json::object& object);

// The texts of a list.
boost::json::array list_of(const std::vector<std::string>& texts);
std::vector<std::string> texts_of(const boost::json::object& object, std::string_view name);

}  // namespace aim::op
