#include "op/detect.h"

#include <boost/json.hpp>
#include <chrono>
#include <cmath>

#include "base/utf8.h"
#include "capture/error_progress.h"
#include "capture/triggers.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "memory/rules.h"
#include "op/hook_recall.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

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
  PromptFindings last;       // the last event, if it was a prompt or the assistant's
  std::string text, before;  // of it, and what the assistant said last before it
  std::string said_last;
  bool prompt = false, said = false, resolved = false;
  std::vector<OpenError> open;
  std::vector<Features> solved;   // what its errors were judged by
  std::vector<Features> failure;  // what each event was judged by
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
    now.failed = text::integer_at(event, "exit") != 0;
    if (kind != "user" && kind != "assistant" && kind != "tool")
      return Failure(refuse(
          "kind", "must be one of user, assistant, tool; got \"" + utf8::excerpt(kind, 20) + "\""));
    found.prompt = kind == "user";
    found.said = kind != "tool";
    now.kind = found.prompt ? SessionEvent::Kind::prompt
               : found.said ? SessionEvent::Kind::said
                            : SessionEvent::Kind::tool;
    prompts += found.prompt ? 1 : 0;
    found.failure.push_back(failure_evidence(now));
    ErrorProgress course = follow(found.open, now, prompts);
    found.resolved = course.resolved.has_value();
    found.solved = std::move(course.judged);
    found.before = found.prompt ? found.said_last : std::string();
    found.text = found.said ? now.text : std::string();
    found.last = found.said ? look_at_prompt(now.text, found.before) : PromptFindings();
    if (kind == "assistant")
      found.said_last = now.text;
  }
  return found;
}

double rounded(double number) {
  return std::round(number * 1000) / 1000;
}

// `from`: the first of the hashes that are told.
json::array told(const std::vector<Features>& all, std::size_t from = 0) {
  json::array out;
  for (const Features& each : all) {
    json::array places, values, numbers;
    for (const auto& [hash, value] : std::span(each.hashed).subspan(from)) {
      places.emplace_back(hash);
      values.emplace_back(value);
    }
    for (const float number : each.numbers) numbers.emplace_back(number);
    out.push_back({{"places", std::move(places)},
                   {"values", std::move(values)},
                   {"numbers", std::move(numbers)}});
  }
  return out;
}

// Looks for memories as a hook does.
Result<std::vector<JudgedMemory>> recalled(Engine& engine, const Findings& found,
                                           const std::string& name_space, json::object& reply) {
  if (!found.prompt)
    return std::vector<JudgedMemory>();
  const PromptQuestion question{found.last, name_space, "", limit};
  auto judged = TRY(judged_memories(engine, question));
  json::array relevant;
  for (const engine::Hit& hit : TRY(helpful_memories(engine, question)))
    relevant.emplace_back(hit.memory.title);
  reply["recall"] = !relevant.empty();
  reply["relevant"] = std::move(relevant);
  return judged;
}

// What the models see, for training; the features of a memory without those of the prompt, which
// all memories share.
json::object features_of(const Findings& found, const std::vector<JudgedMemory>& judged) {
  std::vector<Features> needed;
  json::array memories;
  for (const JudgedMemory& each : judged) {
    needed.push_back(each.features);
    memories.emplace_back(each.hit.memory.title);
  }
  return {{"memories", std::move(memories)},
          {"prompt", told({found.last.features})},
          {"needed", told(needed, found.prompt ? found.last.features.hashed.size() : 0)},
          {"decision", told(decision_features(found.text, found.before))},
          {"failure", told(found.failure)},
          {"solved", told(found.solved)}};
}

}  // namespace

Result<json::object> detect(Engine& engine, const json::object& item, std::int64_t number) {
  const std::string name_space = "detect-" + std::to_string(number);
  TRY_VOID(keep(engine, text::items_at(item, "memories"), name_space));
  const auto begin = std::chrono::steady_clock::now();
  const Findings found = TRY(follow_all(text::items_at(item, "events")));
  json::object reply{{"recall", false}, {"relevant", json::array()}};
  const auto judged = TRY(recalled(engine, found, name_space, reply));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  const double decision = found.said ? found.last.decision.chance : 0;
  reply["decision"] = decision >= is_decision;
  reply["resolved"] = found.resolved;
  reply["points"] = {{"need", rounded(found.last.need)},
                     {"chance", rounded(judged.empty() ? 0 : judged.front().chance)},
                     {"decision", rounded(decision)}};
  if (const json::value* wanted = item.if_contains("features"); wanted && wanted->is_bool())
    reply["features"] = features_of(found, judged);
  reply["ms"] = rounded(took.count());
  return reply;
}

}  // namespace aim::op
