#include "op/missing_hits.h"

#include <boost/json.hpp>

#include "base/append.h"
#include "base/ascii.h"
#include "base/numbers.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "engine/database.h"
#include "memory/filter.h"
#include "op/as_of.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "text/edit_distance.h"
#include "text/json_text.h"
#include "text/when.h"

namespace aim::op {

namespace {

constexpr std::size_t brief_id = 8, max_named = 3;
// Arguments that leave memories out.
constexpr std::array<std::string_view, 8> filters{"tags",   "tier",         "kind",  "agent_id",
                                                  "source", "min_priority", "since", "until"};

// An argument as this door names it.
std::string argument(const Caller& caller, std::string_view name, std::string_view value = {}) {
  std::string said(name);
  if (caller.door != Door::cli)
    return value.empty() ? said : said.append("=").append(value);
  std::ranges::replace(said, '_', '-');
  said.insert(0, "--");
  return value.empty() ? said : said.append(" '").append(value).append("'");
}

void add(std::string& said, const std::string& more) {
  said.append(said.empty() ? "" : "; ").append(more);
}

}  // namespace

std::string said_of_weaker(std::int64_t left_out, const Caller& caller) {
  if (left_out == 0)
    return {};
  return counted(left_out, "weaker match is", "weaker matches are") + " left out; " +
         argument(caller, "include_weak", caller.door == Door::cli ? "" : "true") + " shows " +
         (left_out == 1 ? "it" : "them");
}

std::string said_of_dispute(const std::string& id, const std::string& other, const Caller& caller) {
  const std::string one = id.substr(0, brief_id), two = other.substr(0, brief_id);
  return one + " and " + two + " contradict each other: " +
         said(caller, {resolve, {{"winner_id", one}, {"loser_id", two}}}) +
         ", or the other way round, settles it";
}

std::string said_of_missing(const engine::Query& query, const engine::Found& found,
                            const Caller& caller) {
  std::string said;
  if (!found.respelt.empty())
    said = "nothing has \"" + utf8::excerpt(found.respelt, 64) + "\": read as \"" +
           utf8::excerpt(found.read_as, 64) + "\"";
  if (found.left_out > 0)
    add(said, said_of_weaker(found.left_out, caller));
  if (found.shown_before > 0 && found.hits.size() < static_cast<std::size_t>(query.limit))
    add(said, counted(found.shown_before, "match", "matches") +
                  (found.shown_before == 1 ? " was" : " were") +
                  " shown to this session before; without " + argument(caller, "fresh") +
                  " they are shown again");
  if (found.over_budget > 0)
    add(said, counted(found.over_budget, "match", "matches") + (found.hits.empty() ? "" : " more") +
                  (found.over_budget == 1 ? " has" : " have") + " no room in " +
                  argument(caller, "budget_tokens") + ": a larger one shows more");
  return said;
}

namespace {

// Null: it does not filter by one, or none was given.
const json::value* given_filter(const Operation& operation, const json::object& arguments) {
  const auto param = std::ranges::find_if(operation.params, [](const Param& each) {
    return each.rule.meaning == Meaning::name_space_filter;
  });
  return param == operation.params.end() ? nullptr : arguments.if_contains(param->name);
}

const json::array* rows_of(const json::object& reply) {
  for (const std::string_view list : {"memories", "results", "turns"})
    if (const json::array* found = text::list_at(reply, list))
      return found;
  return nullptr;
}

bool is_empty(const json::object& reply) {
  if (const json::array* rows = rows_of(reply))
    return rows->empty();
  const json::value* deleted = reply.if_contains("deleted");
  return deleted && deleted->is_int64() && deleted->get_int64() == 0;
}

std::optional<std::string> nearest_to(const std::string& name, const store::NamedCounts& all) {
  std::vector<std::string_view> names;
  for (const auto& [each, count] : all)
    if (matches_filter(each, name + "/*"))
      return name + "/*";
  // Several projects have this short name.
  std::string of_that_name;
  std::size_t found = 0;
  for (const auto& [each, count] : all)
    if (each.ends_with("/" + name) && ++found <= max_named)
      of_that_name.append(of_that_name.empty() ? "" : "\" or \"").append(each);
  if (!of_that_name.empty())
    return of_that_name;
  for (const auto& [each, count] : all) {
    if (ascii::lower(each) == ascii::lower(name))
      return each;
    names.push_back(each);
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
  if (!all || all->empty() || std::any_of(all->begin(), all->end(), [&](const auto& each) {
        return matches_filter(each.first, filter);
      }))
    return std::nullopt;
  const std::string name = filter.ends_with("/*") ? filter.substr(0, filter.size() - 2) : filter;
  const auto near = nearest_to(name, *all);
  if (!near)
    return std::nullopt;
  return "there is no namespace \"" + utf8::excerpt(filter, 128) + "\"; did you mean \"" + *near +
         "\"?";
}

namespace {

using text::text_at;

bool has_param(const Operation& operation, std::string_view name) {
  return std::ranges::find(operation.params, name, &Param::name) != operation.params.end();
}

constexpr std::int64_t most_counted = 10;

// Calls the operation with these arguments for its rows; no use of them, and nothing is noted.
json::array shown_with(const Operation& operation, Engine& engine, json::object arguments,
                       const Caller& caller) {
  for (const std::string_view not_asked :
       {"limit", "offset", "after", "budget_tokens", "session_id", "fresh", "summary", "expand",
        "explain", "include_transcripts"})
    arguments.erase(not_asked);
  arguments["limit"] = most_counted;
  Caller silent = caller;
  silent.is_preview = true;
  silent.access = nullptr;
  silent.shown = nullptr;
  silent.session_id = {};
  json::object reply;
  Warnings ignored;
  if (!call_as_of(operation, engine, arguments, silent, reply, ignored))
    return {};
  const json::array* rows = rows_of(reply);
  return rows ? *rows : json::array();
}

// "3 matches", "10 matches or more", "1 memory".
std::string number_of(const json::array& rows, bool asked) {
  return counted(rows.size(), asked ? "match" : "memory", asked ? "matches" : "memories") +
         (std::ssize(rows) == most_counted ? " or more" : "");
}

std::string names_in(const json::array& rows) {
  std::vector<std::string> names;
  for (const json::value& each : rows) add_once(names, text_at(each.as_object(), "namespace"));
  std::string listed;
  for (std::size_t i = 0; i < std::min(names.size(), max_named); ++i)
    listed.append(i ? ", " : "").append(utf8::excerpt(names[i], 64));
  return names.size() > max_named ? listed + ", …" : listed;
}

// A question that names a time, in words that no memory has: how to see what is of that time.
std::string said_of_time(Engine& engine, std::string_view question, const json::value* name_space,
                         const Caller& caller) {
  const auto when = text::when_of(question, engine.clock.now());
  if (!when || when->windows.empty())
    return {};
  const auto& named =
      std::ranges::max(when->windows, {}, [](const auto& each) { return each.fit; });
  if (named.said_first > named.said_last)
    return {};
  constexpr std::size_t day_bytes = 10;  // 2026-11-21
  const std::string since = format_rfc3339(Time(named.said_first)).substr(0, day_bytes),
                    until = format_rfc3339(Time(named.said_last)).substr(0, day_bytes);
  json::object arguments{{"since", since}, {"until", until}};
  NextStep step{list, {{"since", since}, {"until", until}}};
  if (name_space && name_space->is_string()) {
    arguments["namespace"] = *name_space;
    step.arguments.emplace_back("namespace", name_space->get_string());
  }
  const auto rows = shown_with(list(), engine, arguments, caller);
  if (rows.empty())
    return {};
  return "no memory has these words; " + number_of(rows, false) +
         (rows.size() == 1 ? " is" : " are") + " of that time: " + said(caller, step);
}

// Names filters that leave everything out, or other namespaces that have some.
std::string why_empty(const Operation& operation, Engine& engine, const json::object& arguments,
                      const Caller& caller, bool turns) {
  const auto param = std::ranges::find(operation.params, Meaning::question,
                                       [](const Param& each) { return each.rule.meaning; });
  // The command line says so of the database.
  if (const auto all = engine::name_spaces(engine); !turns && (!all || all->empty()))
    return all && param != operation.params.end() && caller.door != Door::cli
               ? "there are no memories yet"
               : "";
  const bool asked = turns || param != operation.params.end();
  if (!turns && asked && ascii::trimmed(text_at(arguments, param->name)).empty())
    return "the question is empty: ask in words, or list memories";
  json::object wider = arguments;
  std::string given;
  for (const std::string_view filter : filters)
    if (has_param(operation, filter) && wider.erase(filter) > 0)
      given.append(given.empty() ? "" : ", ").append(filter);
  if (!given.empty())
    if (const auto rows = shown_with(operation, engine, wider, caller); !rows.empty())
      return number_of(rows, asked) + " without the filter: " + given;
  const json::value* place = given_filter(operation, arguments);
  if (!turns && asked && !arguments.contains("as_of"))
    if (std::string told = said_of_time(engine, text_at(arguments, param->name), place, caller);
        !told.empty())
      return told;
  if (place && place->is_string() && place->get_string() != "*" && !place->get_string().empty()) {
    wider["namespace"] = "*";
    if (const auto rows = shown_with(operation, engine, wider, caller); !rows.empty())
      return number_of(rows, asked) + " in other namespaces (" + names_in(rows) + "); " +
             argument(caller, "namespace", "*") + " searches all";
  }
  if (turns)
    return "no turn of a transcript has all of these words";
  if (!asked)
    return {};
  return has_param(operation, "include_weak")
             ? "no memory has any of these words or a similar meaning"
             : "no memory has all of these words; recall finds those that have some";
}

// A sentence for each pair of memories that contradict each other: how it is settled (V3).
std::string said_of_disputes(const json::array& rows, const Caller& caller) {
  std::string said_of;
  std::vector<std::string> told;
  for (const json::value& each : rows) {
    const std::string id(text_at(each.as_object(), "id")),
        other(text_at(each.as_object(), "contradicted_by"));
    if (other.empty() || std::ranges::find(told, id) != told.end())
      continue;
    if (told.size() == 2 * max_named)
      break;
    told.insert(told.end(), {id, other});
    add(said_of, said_of_dispute(id, other, caller));
  }
  return said_of;
}

}  // namespace

std::string notice_on(const Operation& operation, Engine& engine, const json::object& arguments,
                      const Caller& caller, const json::object& reply, bool hinted) {
  const json::array* rows = rows_of(reply);
  // Nothing that changes memories is called once more.
  if (!rows || operation.effect != Effect::reads ||
      std::ranges::find(operation.results, "notice", &Param::name) == operation.results.end())
    return {};
  const std::string noticed(text_at(reply, "notice"));
  std::string said = noticed;
  const json::value* limit = arguments.if_contains("limit");
  const bool none_wanted = (limit && limit->is_int64() && limit->get_int64() == 0) ||
                           arguments.contains("after") || arguments.contains("offset");
  // A hint says enough of a list; to a question, others may have the answer.
  const bool explained = !said.empty() || (hinted && !has_param(operation, "include_weak"));
  const bool shows_turns = !text::items_at(reply, "turns").empty();
  if (rows->empty() && !shows_turns && !explained && !none_wanted && !caller.hook)
    said = why_empty(operation, engine, arguments, caller,
                     reply.contains("turns") && !reply.contains("memories"));
  // The page marks them.
  if (const std::string disputes = caller.is_preview ? "" : said_of_disputes(*rows, caller);
      !disputes.empty())
    add(said, disputes);
  return said == noticed ? std::string() : said;
}

}  // namespace aim::op
