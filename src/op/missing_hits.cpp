#include "op/missing_hits.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/search/recall.h"
#include "engine/stats.h"
#include "memory/filter.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "text/edit_distance.h"

namespace aim::op {

namespace {

constexpr std::size_t brief_id = 8, max_named = 3;

std::string matches(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " match" : " matches");
}

void add(std::string& said, const std::string& more) {
  said.append(said.empty() ? "" : "; ").append(more);
}

constexpr std::int64_t most_counted = 10;

// The same question with another filter.
std::optional<engine::Found> found_with(Finds finds, Engine& engine, engine::Query query,
                                        Filter filter) {
  query.filter = std::move(filter);
  query.limit = most_counted;
  query.noted = false;
  query.budget_tokens.reset();
  auto found = finds(engine, query);
  if (!found || found->hits.empty())
    return std::nullopt;
  return std::move(*found);
}

std::string said_of_count(const engine::Found& found) {
  const auto count = static_cast<std::int64_t>(found.hits.size());
  return matches(count) + (count == most_counted ? " or more" : "");
}

// What a filter asks for besides namespaces: "tags, until".
std::string further_filters(const Filter& filter) {
  std::string named;
  const auto name = [&](bool given, std::string_view argument) {
    if (given)
      named.append(named.empty() ? "" : ", ").append(argument);
  };
  name(filter.tier.has_value(), "tier");
  name(filter.kind.has_value(), "kind");
  name(!filter.tags.empty(), "tags");
  name(filter.since.has_value(), "since");
  name(filter.until.has_value(), "until");
  name(filter.agent_id.has_value(), "agent_id");
  return named;
}

std::string said_of_filtered(Finds finds, Engine& engine, const engine::Query& query) {
  const std::string filters = further_filters(query.filter);
  if (filters.empty())
    return {};
  Filter without;
  without.name_space = query.filter.name_space;
  without.beside = query.filter.beside;
  without.within = query.filter.within;
  const auto found = found_with(finds, engine, query, std::move(without));
  return found ? said_of_count(*found) + " without the filter by " + filters : "";
}

// How many hits the same question has in which other namespaces: "3 matches in other namespaces
// (team, api)".
std::string said_of_elsewhere(Finds finds, Engine& engine, const engine::Query& query) {
  if (query.filter.name_space.empty())
    return {};
  Filter everywhere = query.filter;
  everywhere.name_space.clear();
  everywhere.beside.clear();
  const auto found = found_with(finds, engine, query, std::move(everywhere));
  if (!found)
    return {};
  std::vector<std::string> names;
  for (const engine::Hit& hit : found->hits)
    if (std::ranges::find(names, hit.memory.name_space) == names.end())
      names.push_back(hit.memory.name_space);
  std::string listed;
  for (std::size_t i = 0; i < std::min(names.size(), max_named); ++i)
    listed.append(i ? ", " : "").append(utf8::excerpt(names[i], 64));
  if (names.size() > max_named)
    listed.append(", …");
  return said_of_count(*found) + " in other namespaces (" + listed + "); namespace=* searches all";
}

}  // namespace

std::string said_of_weaker(std::int64_t left_out, const Caller& caller) {
  if (left_out == 0)
    return {};
  return std::to_string(left_out) + (left_out == 1 ? " weaker match is" : " weaker matches are") +
         " left out; " +
         (caller.door == Door::cli ? "--include-weak shows " : "include_weak=true shows ") +
         (left_out == 1 ? "it" : "them");
}

std::string said_of_missing(Engine& engine, const engine::Query& query, const engine::Found& found,
                            const Caller& caller, Finds finds) {
  std::string said;
  if (!found.respelt.empty())
    said = "nothing has \"" + utf8::excerpt(found.respelt, 64) + "\": read as \"" +
           utf8::excerpt(found.read_as, 64) + "\"";
  if (found.left_out > 0)
    add(said, said_of_weaker(found.left_out, caller));
  if (found.shown_before > 0 && found.hits.size() < static_cast<std::size_t>(query.limit))
    add(said, matches(found.shown_before) + (found.shown_before == 1 ? " was" : " were") +
                  " shown to this session before; without fresh they are shown again");
  if (found.over_budget > 0)
    add(said, std::to_string(found.over_budget) + (found.hits.empty() ? "" : " more") +
                  (found.over_budget == 1 ? " match does" : " matches do") +
                  " not fit into budget_tokens");
  else if (found.hits.empty() && query.limit > 0)
    for (const std::string& more :
         {said_of_filtered(finds, engine, query), said_of_elsewhere(finds, engine, query)})
      if (!more.empty())
        add(said, more);
  return said;
}

std::vector<std::string> said_of_disputes(const engine::Found& found, const Caller& caller) {
  std::vector<std::string> said_of;
  for (auto hit = found.hits.begin(); hit != found.hits.end() && said_of.size() < max_named;
       ++hit) {
    const auto other = std::find_if(hit + 1, found.hits.end(), [&](const engine::Hit& each) {
      return each.memory.id == hit->memory.contradicted_by;
    });
    if (other == found.hits.end())
      continue;
    const std::string one(hit->memory.id, 0, brief_id), two(other->memory.id, 0, brief_id);
    said_of.push_back(one + " and " + two + " contradict each other: " +
                      said(caller, {resolve, {{"winner_id", one}, {"loser_id", two}}}) +
                      ", or the other way round, settles it");
  }
  return said_of;
}

namespace {

// Null: it does not filter by one, or none was given.
const json::value* given_filter(const Operation& operation, const json::object& arguments) {
  const auto param = std::ranges::find_if(operation.params, [](const Param& each) {
    return each.rule.meaning == Meaning::name_space_filter;
  });
  return param == operation.params.end() ? nullptr : arguments.if_contains(param->name);
}

bool is_empty(const json::object& reply) {
  for (const std::string_view list : {"memories", "results"})
    if (const json::value* found = reply.if_contains(list); found && found->is_array())
      return found->get_array().empty();
  const json::value* deleted = reply.if_contains("deleted");
  return deleted && deleted->is_int64() && deleted->get_int64() == 0;
}

std::optional<std::string> nearest_to(const std::string& name,
                                      const std::vector<engine::Count>& all) {
  std::vector<std::string_view> names;
  for (const engine::Count& each : all) {
    if (matches_filter(each.name, name + "/*"))
      return name + "/*";
    if (ascii::lower(each.name) == ascii::lower(name))
      return each.name;
    names.push_back(each.name);
  }
  const auto near = text::nearest(name, names);
  return near ? std::optional<std::string>(*near) : std::nullopt;
}

}  // namespace

std::optional<std::string> name_space_hint(const Operation& operation, Engine& engine,
                                           const json::object& arguments, const Caller& caller,
                                           const json::object& reply) {
  const json::value* given = given_filter(operation, arguments);
  if (!given || !given->is_string() || !is_empty(reply))
    return std::nullopt;
  const std::string filter(given->get_string());
  if (filter == "*" || filter == caller.name_space)
    return std::nullopt;
  const auto all = engine::name_spaces(engine);
  if (!all || all->empty() || std::any_of(all->begin(), all->end(), [&](const engine::Count& each) {
        return matches_filter(each.name, filter);
      }))
    return std::nullopt;
  const std::string name = filter.ends_with("/*") ? filter.substr(0, filter.size() - 2) : filter;
  const auto near = nearest_to(name, *all);
  if (!near)
    return std::nullopt;
  return "there is no namespace \"" + utf8::excerpt(filter, 128) + "\"; did you mean \"" + *near +
         "\"?";
}

}  // namespace aim::op
