// Where a tool's reply is not the operation's: what to do with the reply, and with its description alike (wire.md 1.2).
#pragma once
#include <boost/json/fwd.hpp>
#include <vector>

#include "op/kit/operation.h"

namespace aim::mcp {

namespace json = boost::json;

struct Projection {
  void (*reply)(json::object& reply);
  std::vector<op::Param> (*results)(const op::Operation& operation);
};

extern const Projection
    stored;  // id, tier, title, namespace of the memory; duplicate and action for a re-store
extern const Projection flat_memory;    // the memory's keys beside its links
extern const Projection without_query;  // search: HTTP alone repeats the query
extern const Projection without_id;     // delete: the caller named it

}  // namespace aim::mcp
