#include "op/as_of.h"

#include <boost/json.hpp>

#include "base/timestamp.h"
#include "engine/history/moment.h"
#include "memory/rules.h"
#include "op/filters.h"
#include "op/ids_of_titles.h"
#include "text/stretch.h"

namespace aim::op {
namespace {

constexpr std::string_view as_of = "as_of", depth = "depth";  // how many links far
constexpr std::string_view limit = "limit";
constexpr std::int64_t most_hits = 100;
constexpr auto most_steps = static_cast<std::int64_t>(rule::steps.maximum);

struct Filters : MemoryFilter {
  static constexpr auto fields = std::tuple_cat(filter_fields(), agent_field());
};

void add_texts(const json::value& given, std::vector<std::string>& texts) {
  if (const json::array* several = given.if_array())
    for (const json::value& each : *several) add_texts(each, texts);
  else if (given.is_string())
    texts.emplace_back(given.get_string());
}

// The part of the moment that the arguments name: namespaces, memories, a question.
Result<engine::MomentScope> scope_of(const Operation& operation, const json::object& arguments,
                                     const Caller& caller, Time time) {
  engine::MomentScope scope{.by_meaning = caller.tier != FeatureTier::keyword};
  for (const Param& param : operation.params) {
    const json::value* given = arguments.if_contains(param.name);
    std::vector<std::string> texts;
    if (given && !given->is_null())
      add_texts(*given, texts);
    if (param.rule.meaning == Meaning::name_space_filter) {
      Warnings known;  // the operation says them
      scope.filter = TRY(filter_of(TRY(read_fields<Filters>(arguments, known)), time));
      scope.filter.beside = beside(caller, scope.filter);
      if (!std::exchange(scope.filter.or_in, {}).empty())
        scope.filter.name_space.clear();
    } else if (param.rule.meaning == Meaning::memory_id && !texts.empty())
      scope.ids = std::move(texts);
    else if (param.rule.meaning == Meaning::question && !texts.empty())
      scope.question = texts.front();
    else if (param.name == limit && given && given->is_int64())
      scope.limit = std::clamp<std::int64_t>(given->get_int64(), 1, most_hits);
    else if (param.name == depth)
      scope.steps = given && given->is_int64()
                        ? std::clamp<std::int64_t>(given->get_int64(), 0, most_steps)
                        : most_steps;
  }
  return scope;
}

}  // namespace

std::vector<Param> with_as_of(std::vector<Param> params) {
  Param& param = params.emplace_back();
  param.name = as_of;
  param.doc = "As it was then";
  param.optional = true;
  param.rule = rule::time;
  return params;
}

Result<void> call_as_of(const Operation& operation, Engine& engine, const json::object& arguments,
                        const Caller& caller, json::object& reply, Warnings& warnings) {
  const auto call_now = [&]() -> Result<void> {
    const auto named = TRY(with_ids_of_titles(operation, engine, arguments, caller));
    return operation.call(engine, named ? *named : arguments, caller, reply, warnings);
  };
  const json::value* given = operation.traits.as_of ? arguments.if_contains(as_of) : nullptr;
  if (!given || given->is_null())
    return call_now();
  std::string text;
  TRY_VOID(read(*given, Place{as_of, rule::time, warnings}, text));
  const Time now = engine.clock.now();
  const Time time = TRY(text::parse_stretch(text, as_of, now, text::Side::past)).last;
  if (time >= now || !engine.database.exists())
    return call_now();
  if (time < now - engine.options.keep_versions)
    warnings.push_back("versions are kept since " +
                       format_rfc3339(now - engine.options.keep_versions) +
                       " only: what was changed or deleted before is not known");
  const auto moment =
      TRY(engine::Moment::make(engine, time, TRY(scope_of(operation, arguments, caller, time))));
  Caller then = caller;
  then.is_preview = true;
  then.access = nullptr;
  const auto named = TRY(with_ids_of_titles(operation, moment->engine(), arguments, then));
  auto done = operation.call(moment->engine(), named ? *named : arguments, then, reply, warnings);
  if (!done && done.error().code == Code::not_found)
    done.error().message.append(", as of ").append(format_rfc3339(time));
  return done;
}

}  // namespace aim::op
