#include "cli/projections.h"

#include <boost/json.hpp>
#include <initializer_list>
#include <string_view>

namespace aim::cli {
namespace {

namespace json = boost::json;

void move_member(json::object& from, json::object& to, std::string_view name) {
  if (json::value* value = from.if_contains(name))
    to[name] = std::move(*value);
}

// The memory inside becomes the reply; `kept` and warnings go with it.
void flatten(json::object& reply, std::initializer_list<std::string_view> kept) {
  json::object flat = std::move(reply.at("memory").as_object());
  for (const std::string_view name : kept) move_member(reply, flat, name);
  move_member(reply, flat, "warnings");
  reply = std::move(flat);
}

void keep(json::object& reply, std::initializer_list<std::string_view> names) {
  json::object kept;
  for (const std::string_view name : names) move_member(reply, kept, name);
  move_member(reply, kept, "warnings");
  reply = std::move(kept);
}

}  // namespace

void project_stored(json::object& reply) {
  flatten(reply, {"potential_contradictions", "similar"});
}

void project_updated(json::object& reply) {
  flatten(reply, {});
}

void project_found(json::object& reply) {
  reply.erase("query");
}

void project_forgotten(json::object& reply) {
  keep(reply, {"deleted", "dry_run", "would_delete", "memories"});
}

void project_linked(json::object& reply) {
  keep(reply, {"linked", "unlinked"});
}

void project_collected(json::object& reply) {
  const bool dry_run = reply.at("dry_run").as_bool();
  json::object collected;
  if (dry_run)
    collected["dry_run"] = true;
  collected[dry_run ? "would_delete" : "expired_deleted"] = reply.at("collected");
  move_member(reply, collected, "transcripts");
  move_member(reply, collected, "warnings");
  reply = std::move(collected);
}

}  // namespace aim::cli
