// Where a door's reply is not the operation's: what to do with the reply, and with its description
// alike, so that neither says what the other does not (wire.md 1.2). One mechanism for all doors;
// each has a table of its own.
// Knows: objects by the names of their members. Must not know: which doors there are.
// Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// In this order: what tables cannot say, then `flatten`, `keep` and `drop`. Warnings always stay.
struct Projection {
  std::string_view flatten = {};                // the members of this member take its place
  std::span<const std::string_view> keep = {};  // only these, described in this order; none: all
  std::span<const std::string_view> drop = {};
  void (*reply)(json::object& reply) = nullptr;
  void (*results)(std::vector<Param>& results) = nullptr;
};

void apply(json::object& reply, const Projection& projection);
std::vector<Param> projected(std::vector<Param> results, const Projection& projection);

// For gc: {collected, dry_run} becomes expired_deleted, or would_delete by a dry run.
extern const Projection collected;

}  // namespace aim::op
