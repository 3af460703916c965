// Where a reply of this door is not the operation's: what to do with the reply, and with its description alike (wire.md 1.2).
#pragma once
#include <boost/json/fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "op/kit/operation.h"

namespace aim::http {

namespace json = boost::json;

struct Rename {
  std::string_view here, there;  // at this door, in the operation
};

struct Projection {
  std::string_view flatten = {};                // the members of this member take its place
  std::span<const std::string_view> keep = {};  // only these, and warnings; none: all
  std::span<const std::string_view> drop = {};
  void (*reply)(json::object& reply) = nullptr;                // what tables cannot say,
  void (*results)(std::vector<op::Param>& results) = nullptr;  // and its description
};

void project(json::object& reply, const Projection& projection);
std::vector<op::Param> projected(std::vector<op::Param> results, const Projection& projection);

extern const Projection stored;     // id, tier, namespace and title of the memory; similar ones
extern const Projection updated;    // the memory, flat
extern const Projection recalled;   // without the mode
extern const Projection removed;    // the caller named the id
extern const Projection forgotten;  // without `archived`, which it always is
extern const Projection linked;     // the caller named the ends
extern const Projection links;      // no count beside a list
extern const Projection collected;  // expired_deleted, or would_delete by a dry run

}  // namespace aim::http
