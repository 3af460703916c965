// The tools of vector-memory that look at many memories: deduplicate_memories, migrate_embeddings.
#include <boost/json.hpp>
#include <chrono>

#include "base/append.h"
#include "base/numbers.h"
#include "memory/priority_names.h"
#include "op/kit/remedies.h"
#include "op/other_forms.h"
#include "profile/vector_arguments.h"
#include "profile/vector_replies.h"
#include "profile/vector_tools.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

using op::two_stores::Stores;
using Groups = std::vector<std::vector<std::string>>;

constexpr std::size_t shown_bytes = 300;
constexpr Rule threshold_rule{.minimum = 0.5, .maximum = 1};

struct DuplicatesCall {
  op::two_stores::DuplicatesRequest look;
  bool auto_merge = false;
  Groups merge;
};

Result<Groups> read_groups(const json::value& value, op::Warnings& warnings) {
  constexpr std::size_t max_groups = 100;
  constexpr Rule group{.min_bytes = 1, .max_bytes = 128, .min_items = 2, .max_items = 50};
  if (!value.is_array() || value.get_array().size() > max_groups)
    return Failure(refuse("merge", "must be a list of at most 100 lists of ids"));
  Groups groups;
  for (const json::value& each : value.get_array()) {
    std::vector<std::string> ids;
    TRY_VOID(op::read(each, op::Place{"merge", group, warnings}, ids));
    groups.push_back(std::move(ids));
  }
  return groups;
}

Result<DuplicatesCall> read_request(Arguments& from) {
  constexpr Rule limits{.minimum = 1, .maximum = 100, .clamps = true};
  DuplicatesCall request;
  TRY_VOID(from.take("similarity_threshold", request.look.threshold, threshold_rule));
  TRY_VOID(from.take("auto_merge", request.auto_merge));
  if (const json::value* merge = from.find("merge", op::Kind::text_list))
    request.merge = TRY(read_groups(*merge, from.warnings()));
  TRY_VOID(from.take("location", request.look.where));
  std::int64_t limit = 20;
  TRY_VOID(from.take("limit", limit, limits));
  request.look.limit = static_cast<std::size_t>(limit);
  return request;
}

std::string reason_for(const op::two_stores::DuplicateGroup& group) {
  if (group.across_stores)
    return "one is the project's: it overrides the other";
  if (group.differs.empty())
    return "they have the same meaning";
  return "they differ in " + join_texts(group.differs, ", ");
}

json::object group_object(const op::two_stores::DuplicateGroup& group) {
  json::object out{{"similarity", group.similarity}};
  if (group.across_stores)
    out["across_stores"] = true;
  json::array memories;
  for (std::size_t at = 0; at < group.memories.size(); ++at) {
    const Memory& memory = group.memories[at].memory;
    json::object one{{"memory_id", memory.id}};
    if (is_titled(memory))
      one["title"] = memory.title;
    one["content"] = beginning(memory.content, shown_bytes);
    one["priority"] = name_of(band_of(memory.priority));
    one["tags"] = json::array(memory.tags.begin(), memory.tags.end());
    one["created_at"] = memory.created_at.text();
    one["location"] = name_of(group.memories[at].place);
    one["similarity"] = group.to_kept[at];
    memories.push_back(std::move(one));
  }
  out["memories"] = std::move(memories);
  const auto metadata = text::parse_json(group.united.metadata);
  json::object suggestion{{"action", group.may_merge() ? "merge" : "review"},
                          {"keep", group.united.id},
                          {"priority", name_of(band_of(group.united.priority))},
                          {"tags", json::array(group.united.tags.begin(), group.united.tags.end())},
                          {"metadata", metadata ? *metadata : json::value(json::object())}};
  if (!group.differs.empty())
    suggestion["differs"] = json::array(group.differs.begin(), group.differs.end());
  suggestion["reason"] = reason_for(group);
  out["suggestion"] = std::move(suggestion);
  return out;
}

// Those that nothing speaks against.
Groups groups_to_merge(const op::two_stores::DuplicatesReply& found) {
  Groups groups;
  for (const auto& group : found.groups) {
    if (!group.may_merge())
      continue;
    groups.emplace_back();
    for (const auto& each : group.memories) groups.back().push_back(each.memory.id);
  }
  return groups;
}

Result<json::array> merge_all(const Stores& both, const Groups& groups) {
  json::array merged;
  for (const auto& ids : groups) {
    const auto one = TRY(op::two_stores::merge(both, ids));
    merged.push_back(
        json::object{{"memory_id", one.survivor.id},
                     {"superseded", json::array(one.superseded.begin(), one.superseded.end())}});
  }
  return merged;
}

void tell_not_compared(const op::two_stores::DuplicatesReply& found, const op::Caller& caller,
                       op::Warnings& warnings) {
  if (found.by_words)
    warnings.push_back("there is no model: only memories with the same words were found (" +
                       op::said_to_person(caller, {.program = op::get_model}) + ")");
  if (found.without_vector > 0)
    warnings.push_back(counted(found.without_vector, "memory has", "memories have") +
                       " no vector yet and could not be compared; run migrate_embeddings");
}

}  // namespace

VectorTools::Reply VectorTools::deduplicate(Engine& engine, Arguments& from,
                                            const op::Caller& caller) const {
  op::Warnings& warnings = from.warnings();
  const DuplicatesCall request = TRY(read_request(from));
  from.tell_unknown();
  // Groups that are named may be in either.
  const Stores both = stores(
      engine, request.merge.empty() ? request.look.where : op::two_stores::StoreChoice::both);
  json::object reply{{"threshold", request.look.threshold}};
  json::array merged = TRY(merge_all(both, request.merge));
  auto found = TRY(op::two_stores::find_duplicates(both, request.look));
  json::array groups;
  for (const auto& group : found.groups) groups.push_back(group_object(group));
  reply["compared"] = found.compared;
  reply["groups_found"] = found.found;
  reply["groups"] = std::move(groups);
  if (request.auto_merge)
    for (json::value& each : TRY(merge_all(both, groups_to_merge(found))))
      merged.push_back(std::move(each));
  if (request.auto_merge || !request.merge.empty())
    reply["merged"] = std::move(merged);
  warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
  tell_not_compared(found, caller, warnings);
  return reply;
}

std::optional<std::string> VectorTools::question_of_merge(Engine& engine,
                                                          const json::object& arguments) const {
  op::Warnings warnings;
  Arguments from(arguments, warnings);
  const auto request = read_request(from);
  if (!request)
    return std::nullopt;  // the call will say so
  Groups groups = request->merge;
  if (request->auto_merge)
    if (const auto found =
            op::two_stores::find_duplicates(stores(engine, request->look.where), request->look))
      std::ranges::copy(groups_to_merge(*found), std::back_inserter(groups));
  std::size_t memories = 0;
  for (const auto& each : groups) memories += each.size();
  if (groups.empty())
    return std::nullopt;
  return "Merge " + std::to_string(memories) + " memories into " + std::to_string(groups.size()) +
         "?";
}

VectorTools::Reply VectorTools::migrate(Engine& engine, Arguments& from,
                                        const op::Caller& caller) const {
  op::two_stores::MigrateRequest request;
  TRY_VOID(from.take("location", request.where));
  TRY_VOID(from.take("limit", request.limit, rule::count));
  TRY_VOID(from.take("dry_run", request.dry_run));
  from.tell_unknown();
  const auto began = std::chrono::steady_clock::now();
  auto migrated =
      op::two_stores::migrate(stores(engine, request.where), request, [&](std::int64_t so_far) {
        op::notify(caller, {so_far, std::nullopt, "passages"});
      });
  if (!migrated && migrated.error().code == Code::unavailable && migrated.error().hint.empty() &&
      migrated.error().remedies.empty())
    migrated.error().remedies = {{"get one", Means::get_model}};
  const auto done = TRY(std::move(migrated));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  json::object reply{{"success", true},
                     {"model", done.model},
                     {"total", done.total},
                     {"already_current", done.already_current},
                     {"migrated", done.migrated},
                     {"failed", done.failed},
                     {"remaining", done.remaining},
                     {"seconds", took.count()}};
  return reply;
}

}  // namespace aim::profile
