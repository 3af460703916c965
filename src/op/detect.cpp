#include "op/detect.h"

#include <boost/json.hpp>
#include <chrono>
#include <cmath>

#include "base/utf8.h"
#include "capture/error_progress.h"
#include "capture/triggers.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "memory/evidence.h"
#include "memory/rules.h"
#include "op/hook_recall.h"
#include "text/json_members.h"

namespace aim::op {
namespace {

namespace json = boost::json;

using text::text_at;

constexpr std::int64_t limit = 3;
constexpr std::size_t batch = 500;

// The memory's own id is its title here: a text has none that could be found.
Result<void> keep(Engine& engine, const json::array& memories, const std::string& name_space) {
  std::vector<engine::Draft> drafts;
  const auto store = [&]() -> Result<void> {
    for (const auto& error : TRY(engine::remember_all(engine, drafts)))
      if (error)
        return Failure(*error);
    drafts.clear();
    return {};
  };
  for (const json::value& each : memories) {
    if (!each.is_object())
      return Failure(refuse("memories", "must be objects with id and text"));
    engine::Draft draft;
    draft.title = text_at(each.get_object(), "id");
    draft.content = text_at(each.get_object(), "text");
    TRY_VOID(check(rule::title, "id", draft.title));
    TRY_VOID(check(rule::content, "text", draft.content));
    draft.name_space = name_space;
    draft.tier = Tier::long_term;
    drafts.push_back(std::move(draft));
    if (drafts.size() == batch)
      TRY_VOID(store());
  }
  return drafts.empty() ? Result<void>() : store();
}

struct Findings {
  PromptFindings last;  // the last event, if it was a prompt
  bool prompt = false, said = false, resolved = false;
  std::vector<OpenError> open;
};

Result<Findings> follow_all(const json::array& events) {
  Findings found;
  std::int64_t prompts = 0;
  for (const json::value& value : events) {
    if (!value.is_object())
      return Failure(refuse("events", "must be objects with kind and text"));
    const json::object& event = value.get_object();
    const std::string_view kind = text_at(event, "kind");
    SessionEvent now;
    now.text = utf8::repaired(text_at(event, "text"));
    now.tool = text_at(event, "tool");
    now.command = text_at(event, "command");
    now.file = text_at(event, "file");
    if (const json::value* exit = event.if_contains("exit"); exit && exit->is_int64())
      now.failed = exit->get_int64() != 0;
    if (kind != "user" && kind != "assistant" && kind != "tool")
      return Failure(refuse(
          "kind", "must be one of user, assistant, tool; got \"" + utf8::excerpt(kind, 20) + "\""));
    found.prompt = kind == "user";
    found.said = kind != "tool";
    now.kind = found.prompt ? SessionEvent::Kind::prompt
               : found.said ? SessionEvent::Kind::said
                            : SessionEvent::Kind::tool;
    prompts += found.prompt ? 1 : 0;
    const ErrorProgress course = follow(found.open, now, prompts);
    found.resolved = course.resolved.has_value();
    found.last = found.said ? look_at_prompt(now.text) : PromptFindings();
  }
  return found;
}

double rounded(double number) {
  return std::round(number * 1000) / 1000;
}

}  // namespace

Result<json::object> detect(Engine& engine, const json::object& item, std::int64_t number) {
  const std::string name_space = "detect-" + std::to_string(number);
  TRY_VOID(keep(engine, text::items_at(item, "memories"), name_space));
  const auto begin = std::chrono::steady_clock::now();
  const Findings found = TRY(follow_all(text::items_at(item, "events")));
  json::array relevant;
  double best = 0;
  if (found.prompt && !found.last.skip && !found.last.idle) {
    // The best score is reported even when it is not enough.
    PromptQuestion question{found.last, name_space, "", limit, true, {}};
    auto hits = TRY(helpful_memories(engine, question)).hits;
    for (const engine::Hit& hit : hits) relevant.emplace_back(hit.memory.title);
    engine::Query all;
    all.text = found.last.text;
    all.filter.name_space = name_space;
    all.limit = 1;
    all.noted = false;
    all.by_meaning = true;
    all.min_score = 0;
    if (const auto any = TRY(engine::recall(engine, all)); !any.hits.empty())
      best = any.hits.front().score.total;
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  json::object reply;
  reply["recall"] = !relevant.empty();
  reply["relevant"] = std::move(relevant);
  reply["decision"] = found.said && found.last.decision >= is_decision;
  reply["resolved"] = found.resolved;
  reply["points"] = {{"recall", rounded(found.last.rule)},
                     {"best", rounded(best)},
                     {"chance", rounded(chance_of_help(found.last.rule, best))},
                     {"decision", rounded(found.last.decision)}};
  reply["ms"] = rounded(took.count());
  return reply;
}

}  // namespace aim::op
