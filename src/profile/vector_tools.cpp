#include "profile/vector_tools.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "base/quoting.h"
#include "capture/priority_hint.h"
#include "memory/priority_names.h"
#include "op/excerpts.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/language_model.h"
#include "op/missing_hits.h"
#include "op/notes.h"
#include "op/stored_secrets.h"
#include "profile/vector_arguments.h"
#include "profile/vector_replies.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

using op::two_stores::StoreKind, op::two_stores::Stores;

constexpr std::size_t similar_bytes = 300;  // bytes of contents of duplicates
constexpr std::string_view consider_core = "consider CORE?";

std::optional<json::object> suggestion_for(const Memory& memory, std::string_view category,
                                           StoreKind place, std::optional<Band> asked) {
  const auto hint = band_hint(is_titled(memory) ? memory.title : "", memory.content, category);
  const Band has = band_of(memory.priority);
  if (hint && hint->band > has && (!asked || *asked < hint->band)) {
    const std::string name(name_of(hint->band));
    return json::object{
        {"priority", name},
        {"reason", hint->reason},
        {"apply", "update_memory with metadata_updates {\"priority\":\"" + name + "\"}"}};
  }
  if (place == StoreKind::project && is_about_user(memory.content))
    return json::object{{"location", "global"},
                        {"reason", "it is about the user, not about this project"},
                        {"apply", "update_memory with move_to \"global\""}};
  return std::nullopt;
}

json::array similar_objects(const std::vector<op::two_stores::SimilarPlaced>& similar) {
  json::array out;
  for (const auto& each : similar) {
    const Memory& memory = each.placed.memory;
    json::object one{{"memory_id", memory.id}};
    if (is_titled(memory))
      one["title"] = memory.title;
    one["content"] = beginning(memory.content, similar_bytes);
    one["location"] = name_of(each.placed.place);
    one["priority"] = name_of(band_of(memory.priority));
    one["similarity"] = each.similarity;
    if (!each.differs.empty())
      one["differs"] = json::array(each.differs.begin(), each.differs.end());
    out.push_back(std::move(one));
  }
  return out;
}

// Only memories of one store can be merged.
std::string duplicates_warning(const op::two_stores::PlacedMemory& kept,
                               const std::vector<op::two_stores::SimilarPlaced>& similar) {
  const std::string& id = kept.memory.id;
  std::string text = counted(similar.size(), "similar memory", "similar memories") + ": ";
  const auto beside =
      std::ranges::find(similar, kept.place, [](const auto& each) { return each.placed.place; });
  if (beside == similar.end())
    return text +
           "in the other store, so they cannot be merged; to change the old one instead call "
           "update_memory and delete " +
           id;
  return text + "to merge them call deduplicate_memories with merge [[\"" + id + "\",\"" +
         beside->placed.memory.id +
         "\"]], to change the old one instead call update_memory and delete " + id;
}

using op::two_stores::KeepRequest, op::two_stores::FindRequest, op::two_stores::ListRequest,
    op::two_stores::ChangeRequest;

constexpr std::tuple fields_to_keep{needs("content", &KeepRequest::content, rule::content),
                                    takes("tags", &KeepRequest::tags, rule::tags),
                                    takes("priority", &KeepRequest::band),
                                    takes("category", &KeepRequest::category, limit::category),
                                    takes("source", &KeepRequest::source, limit::source),
                                    takes("title", &KeepRequest::title, rule::title),
                                    takes("on_duplicate", &KeepRequest::on_duplicate)};
constexpr std::tuple fields_to_find{
    needs("query", &FindRequest::query, limit::query), takes("location", &FindRequest::where),
    takes("min_similarity", &FindRequest::min_similarity, rule::confidence),
    takes("include_overridden", &FindRequest::include_overridden),
    takes("include_weak", &FindRequest::include_weak)};
constexpr std::tuple fields_to_list{
    takes("sort_by", &ListRequest::sort_by),
    takes("limit", &ListRequest::limit, Rule{.minimum = 1, .maximum = 100, .clamps = true}),
    takes("offset", &ListRequest::offset, rule::offset), takes("location", &ListRequest::where)};
constexpr std::tuple which_memory{needs("memory_id", &ChangeRequest::id, rule::title),
                                  takes("location", &ChangeRequest::place)};
constexpr std::tuple fields_to_change{
    takes("move_to", &ChangeRequest::move_to),
    takes("updated_content", &ChangeRequest::content, rule::content)};
// In metadata_updates, or beside it.
constexpr std::tuple fields_of_metadata{takes("tags", &ChangeRequest::tags, rule::tags),
                                        takes("priority", &ChangeRequest::band),
                                        takes("source", &ChangeRequest::source, limit::source),
                                        takes("title", &ChangeRequest::title, rule::title)};

Result<op::two_stores::KeepRequest> keep_request(Arguments& from, const VectorMemory& settings) {
  op::two_stores::KeepRequest request;
  request.on_duplicate = settings.on_duplicate;
  TRY_VOID(from.fill(request, fields_to_keep));
  if (const json::value* where = from.find("location");
      !where || !where->is_string() || where->get_string() != "auto")
    TRY_VOID(from.take("location", request.place));
  std::optional<op::JsonObject> metadata;
  TRY_VOID(from.take("metadata", metadata, rule::metadata));
  if (metadata)
    request.metadata = std::move(metadata->text);
  request.check_duplicates = settings.check_duplicates;
  request.similar_above = settings.duplicate_similarity;
  return request;
}

json::object factors_of(const Weighed& weighed, std::string_view first) {
  return {{first, weighed.similarity},
          {"recency", weighed.recency},
          {"priority", weighed.priority},
          {"usage", weighed.usage},
          {"project_boost", weighed.boost}};
}

// By the core's ranking: its factors by name, which are not one sum.
json::object factors_of(const op::two_stores::PairHit& hit) {
  json::object factors;
  for (const Factor& each : hit.factors)
    factors[each.name] = {{"value", each.value}, {"weight", each.weight}};
  factors["project_boost"] = hit.weighed.boost;
  return factors;
}

json::object shown_weights(const VectorMemory& settings, std::string_view first) {
  const Weights& weights = settings.weights;
  if (settings.by_relevance)
    return {{"project_boost", weights.project_boost}};
  return {{first, weights.similarity},
          {"recency", weights.recency},
          {"priority", weights.priority},
          {"usage", weights.usage},
          {"project_boost", weights.project_boost}};
}

std::string told_of_fallback(const op::two_stores::FindReply& found, const op::Caller& caller) {
  switch (found.because) {
    case op::two_stores::Because::nothing:
      break;
    case op::two_stores::Because::no_model:
      return op::told_of_no_model(caller);
    case op::two_stores::Because::not_embedded:
      return "no memory has a vector of the current model yet: " +
             op::said(caller, {op::backfill}) + " makes them";
    case op::two_stores::Because::no_vectors:
      return std::string("vectors could not be used (") +
             (caller.tier == FeatureTier::keyword ? "tier keyword" : "no memory has one") +
             "): found by words";
  }
  return {};
}

constexpr std::string_view mode_of(op::two_stores::AskedBy by) {
  constexpr std::string_view names[] = {"text", "built-in", "vector"};
  return names[static_cast<std::size_t>(by)];
}

// A call for one store opens no other: stores are kept apart.
op::two_stores::StoreChoice only(std::optional<StoreKind> place) {
  if (!place)
    return op::two_stores::StoreChoice::both;
  return *place == StoreKind::project ? op::two_stores::StoreChoice::project
                                      : op::two_stores::StoreChoice::global;
}

// What metadata_updates, or the same names beside it, want of the fields of a memory.
Result<void> read_changes(Arguments& from, op::two_stores::ChangeRequest& request,
                          json::object& patch) {
  TRY_VOID(from.fill(request, fields_of_metadata));
  if (from.is_null("tags"))
    request.tags.emplace();
  if (from.is_null("priority"))
    request.band = Band::normal;
  if (from.is_null("title"))
    request.title.emplace();
  std::optional<std::string> category;
  TRY_VOID(from.take("category", category, limit::category));
  if (category)
    patch[op::two_stores::category_key] = *category;
  else if (from.is_null("category"))
    patch[op::two_stores::category_key] = nullptr;
  return {};
}

}  // namespace

VectorTools::VectorTools(VectorMemory settings) : settings_(std::move(settings)) {
  for (const std::string& each : settings_.told)
    write_vector_log(settings_.log, "WARN", "start", "FALLBACK", each);
}

void VectorTools::log(std::string_view tool, const Reply& reply) const {
  if (!reply) {
    const Error& error = reply.error();
    // A refused value may be part of a memory: the field's name is enough.
    const bool is_refusal = error.code == Code::validation_failed ||
                            error.code == Code::not_found || error.code == Code::conflict;
    write_vector_log(settings_.log, "ERROR", tool, op::error_row(error.code).wire,
                     is_refusal ? std::string_view(error.field) : std::string_view(error.message));
    return;
  }
  for (const json::value& each : text::items_at(*reply, "warnings"))
    for (const std::string_view kind :
         {"could not be used", "no vector yet", "has a vector of the current model"})
      if (each.is_string() && std::string_view(each.get_string()).find(kind) != kind.npos)
        write_vector_log(settings_.log, "WARN", tool, "FALLBACK", each.get_string());
}

std::optional<std::string> VectorTools::question_of_store(Engine& engine,
                                                          const json::object& arguments) const {
  op::Warnings warnings;
  Arguments from(arguments, warnings);
  const auto request = keep_request(from, settings_);
  if (!request || request->on_duplicate != op::two_stores::OnDuplicate::ask ||
      !request->check_duplicates)
    return std::nullopt;
  const auto similar = op::two_stores::similar_memories(stores(engine), *request);
  if (!similar || similar->empty())
    return std::nullopt;
  return "A memory with nearly the same meaning exists: \"" +
         beginning(similar->front().placed.memory.content, similar_bytes) +
         "\". Which action for the new one?";
}

void VectorTools::add_refusal(op::Warnings& warnings) const {
  if (const std::string refused = about().refused; !refused.empty())
    warnings.push_back("the project store could not be used (" + refused +
                       "): results are of the global store only");
}

Result<void> VectorTools::check_place(std::string_view field, std::optional<StoreKind> place,
                                      const op::Caller& caller) const {
  if (place != StoreKind::project)
    return {};
  const VectorProject has = about();
  if (has.engine)
    return {};
  if (!has.refused.empty())
    return Failure(conflict(has.refused));
  Error error = refuse(field, "must be global: there is no project here");
  error.hint = "make one with: " + op::said_to_person(caller, {.program = op::make_project});
  return Failure(std::move(error));
}

Stores VectorTools::stores(Engine& engine, op::two_stores::StoreChoice where) const {
  VectorProject has = about(where != op::two_stores::StoreChoice::global);
  return {engine, has.engine, std::move(has.folder_id), has.untrusted};
}

VectorTools::Reply VectorTools::store(Engine& engine, Arguments& from,
                                      const op::Caller& caller) const {
  op::Warnings& warnings = from.warnings();
  const auto request = TRY(keep_request(from, settings_));
  from.tell_unknown();
  const Stores both = stores(engine);
  TRY_VOID(check_place("location", request.place, caller));
  add_refusal(warnings);
  const auto kept = TRY(op::two_stores::keep(both, request));
  if (kept.placed.place == StoreKind::project && settings_.note_made)
    settings_.note_made();
  const Memory& memory = kept.placed.memory;
  json::object shown = memory_object({kept.placed, op::two_stores::project_id(both), false, true});
  json::object reply{{"success", true},
                     {"memory_id", memory.id},
                     {"action", name_of(kept.action)},
                     {"location", name_of(kept.placed.place)}};
  if (const json::value* project = shown.if_contains("project_id"))
    reply["project_id"] = *project;
  reply["priority"] = name_of(band_of(memory.priority));
  reply["content_hash"] = shown["content_hash"];
  reply["created_at"] = memory.created_at.text();
  reply["embedding"] = kept.embedded                         ? "stored"
                       : caller.tier == FeatureTier::keyword ? "none"
                                                             : "pending";
  if (!kept.replaced.empty())
    reply["replaced"] = kept.replaced;
  if (auto hint =
          suggestion_for(memory, request.category.value_or(""), kept.placed.place, request.band))
    reply["suggestion"] = std::move(*hint);
  if (!kept.similar.empty()) {
    reply["duplicates"] = similar_objects(kept.similar);
    if (kept.action == op::two_stores::StoreOutcome::created)
      warnings.push_back(duplicates_warning(kept.placed, kept.similar));
  }
  if (std::string told = op::told_of_secrets(engine, "content", request.content); !told.empty())
    warnings.push_back(std::move(told));
  if (kept.placed.place == StoreKind::global && band_of(memory.priority) != Band::core)
    reply["hint"] = consider_core;
  return reply;
}

VectorTools::Reply VectorTools::search(Engine& engine, Arguments& from,
                                       const op::Caller& caller) const {
  op::Warnings& warnings = from.warnings();
  op::two_stores::FindRequest request;
  request.limit = settings_.default_limit;
  const Rule limits{
      .minimum = 1, .maximum = static_cast<double>(settings_.max_limit), .clamps = true};
  TRY_VOID(from.fill(request, fields_to_find));
  TRY_VOID(from.take("limit", request.limit, limits));
  request.filters = TRY(read_filters(from, false)).filters;
  from.tell_unknown();
  request.weights = settings_.weights;
  request.by_relevance = settings_.by_relevance;
  request.session = caller.session_id;
  request.by_meaning = caller.tier > FeatureTier::keyword;
  const Stores both = stores(engine, request.where);
  auto found = TRY(op::two_stores::search(both, request));
  std::vector<op::ShownPlaced> shown;
  for (const auto& hit : found.hits) shown.push_back({hit.placed, hit.weighed.score});
  op::note_shown(both, caller, "search", request.query, shown);
  std::vector<const Memory*> hits;
  for (const auto& hit : found.hits) hits.push_back(&hit.placed.memory);
  auto contents = op::shown_contents(engine, request.query, request.by_meaning, hits);
  if (request.where != op::two_stores::StoreChoice::global)
    add_refusal(warnings);
  const std::string project = op::two_stores::project_id(both);
  const std::string_view first =
      found.by == op::two_stores::AskedBy::words ? "keyword" : "similarity";
  json::array memories;
  for (const auto& hit : found.hits) {
    json::object one = memory_object({hit.placed, project, both.untrusted, false});
    one["content"] = std::move(contents[memories.size()]);
    one["score"] = hit.weighed.score;
    one["score_breakdown"] =
        settings_.by_relevance ? factors_of(hit) : factors_of(hit.weighed, first);
    if (!hit.overridden_by.empty())
      one["overridden_by"] = hit.overridden_by;
    memories.push_back(std::move(one));
  }
  json::object reply{{"query", request.query},
                     {"mode", mode_of(found.by)},
                     {"count", memories.size()},
                     {"weights", shown_weights(settings_, first)},
                     {"memories", std::move(memories)}};
  if (found.overridden > 0)
    reply["overridden"] = found.overridden;
  if (std::string weaker = op::said_of_weaker(found.left_out, caller); !weaker.empty())
    warnings.push_back(std::move(weaker));
  const bool lacks_model = request.by_meaning && found.by != op::two_stores::AskedBy::model;
  std::string told = lacks_model ? op::told_of_unopened_model(engine, caller) : "";
  if (told.empty())
    told = told_of_fallback(found, caller);
  if (!told.empty())
    warnings.push_back(std::move(told));
  warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
  for (const StoreKind place : op::two_stores::places_of(both, request.where))
    op::two_stores::settle(*op::two_stores::engine_at(both, place));
  return reply;
}

VectorTools::Reply VectorTools::list(Engine& engine, Arguments& from,
                                     const op::Caller& caller) const {
  op::Warnings& warnings = from.warnings();
  op::two_stores::ListRequest request;
  const AskedFilters asked = TRY(read_filters(from, true));
  request.filters = asked.filters;
  request.superseded = asked.superseded;
  request.ids = asked.ids;
  TRY_VOID(from.fill(request, fields_to_list));
  std::string order = "desc";
  TRY_VOID(from.take("order", order));
  if (order != "asc" && order != "desc")
    return Failure(
        refuse("order", "must be one of desc, asc; got \"" + order.substr(0, 50) + "\""));
  request.ascending = order == "asc";
  if (asked.place)
    request.where = only(asked.place);
  from.tell_unknown();
  // The project's says which global ones are overridden, when both are asked for.
  const Stores both = stores(engine, request.where);
  auto found = TRY(op::two_stores::list(both, request));
  std::vector<op::ShownPlaced> noted;
  if (!request.superseded)
    for (const auto& each : found.memories) noted.push_back({each.placed});
  op::note_shown(both, caller, request.ids.empty() ? "list" : "get", {}, noted);
  if (request.where != op::two_stores::StoreChoice::global)
    add_refusal(warnings);
  const std::string project = op::two_stores::project_id(both);
  json::array memories;
  bool below_core = false;
  for (const auto& each : found.memories) {
    json::object one = memory_object({each.placed, project, both.untrusted, true, each.model});
    if (!each.superseded_by.empty()) {
      one["metadata"].as_object().erase("superseded_by");
      one["superseded_by"] = each.superseded_by;
    }
    if (!each.overridden_by.empty())
      one["overridden_by"] = each.overridden_by;
    below_core = below_core || (each.placed.place == StoreKind::global &&
                                band_of(each.placed.memory.priority) != Band::core);
    memories.push_back(std::move(one));
  }
  const auto shown = static_cast<std::int64_t>(memories.size());
  json::object reply{{"memories", std::move(memories)},
                     {"total", found.total},
                     {"limit", request.limit},
                     {"offset", request.offset}};
  if (request.offset + shown < found.total && shown > 0)
    reply["next_offset"] = request.offset + shown;
  if (below_core)
    reply["hint"] = consider_core;
  warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
  return reply;
}

VectorTools::Reply VectorTools::remove(Engine& engine, Arguments& from,
                                       const op::Caller& caller) const {
  ChangeRequest which;
  TRY_VOID(from.fill(which, which_memory));
  from.tell_unknown();
  const Stores both = stores(engine, only(which.place));
  const auto gone = TRY(op::two_stores::remove(both, which.id, which.place));
  json::object reply{
      {"success", true}, {"memory_id", gone.memory.id}, {"location", name_of(gone.place)}};
  reply["hint"] = op::said_to_person(caller, {op::undo, {{"id", gone.memory.id}}}) + " --db " +
                  as_shell_word(op::two_stores::engine_at(both, gone.place)->database.name()) +
                  " brings it back";
  return reply;
}

VectorTools::Reply VectorTools::update(Engine& engine, Arguments& from,
                                       const op::Caller& caller) const {
  op::Warnings& warnings = from.warnings();
  op::two_stores::ChangeRequest request;
  TRY_VOID(from.fill(request, which_memory));
  TRY_VOID(from.fill(request, fields_to_change));
  TRY_VOID(check_place("move_to", request.move_to, caller));
  json::object patch;
  TRY_VOID(read_changes(from, request, patch));
  if (const json::value* updates = from.find("metadata_updates", op::Kind::object)) {
    if (!updates->is_object())
      return Failure(refuse("metadata_updates", "must be an object"));
    Arguments inside(updates->get_object(), warnings);
    TRY_VOID(read_changes(inside, request, patch));
    for (const auto& [key, value] : updates->get_object())
      if (key != "tags" && key != "priority" && key != "category" && key != "source" &&
          key != "title")
        patch[key] = value;
  }
  from.tell_unknown();
  if (!request.content && !request.tags && !request.band && !request.source && !request.title &&
      !request.move_to && patch.empty()) {
    Error error =
        refuse("updated_content", "or metadata_updates must be given: nothing would change");
    error.hint = "give updated_content, metadata_updates or move_to";
    return Failure(std::move(error));
  }
  const Stores both =
      stores(engine, request.move_to ? op::two_stores::StoreChoice::both : only(request.place));
  if (!patch.empty())
    request.metadata = TRY(patched(
        TRY(op::two_stores::locate(both, request.id, request.place)).memory.metadata, patch));
  auto made = op::two_stores::change(both, request);
  if (!made && made.error().code == Code::conflict && made.error().field == "updated_content")
    made.error().hint = "delete one of the two, or merge them with deduplicate_memories";
  if (!made && made.error().code == Code::conflict && made.error().field.empty() && request.title)
    made.error().field = "title";
  const auto changed = TRY(std::move(made));
  if (changed.placed.place == StoreKind::project && settings_.note_made)
    settings_.note_made();
  const auto model = TRY(op::two_stores::embedded_by(
      *op::two_stores::engine_at(both, changed.placed.place), changed.placed.memory.key));
  json::object reply{{"success", true},
                     {"memory", memory_object({changed.placed, op::two_stores::project_id(both),
                                               both.untrusted, true, model})},
                     {"re_embedded", changed.re_embedded}};
  if (request.content)
    if (std::string told = op::told_of_secrets(engine, "updated_content", *request.content);
        !told.empty())
      warnings.push_back(std::move(told));
  if (request.content)
    if (auto hint = suggestion_for(changed.placed.memory, "", changed.placed.place, request.band))
      reply["suggestion"] = std::move(*hint);
  return reply;
}

}  // namespace aim::profile
