// The surface of the program under its own name: the tools memory_*, two prompts, four kinds of
// resources (C3–C5).
#include <boost/json.hpp>
#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "mcp/surface/completions.h"
#include "mcp/surface/offer.h"
#include "mcp/surface/resources.h"
#include "mcp/surface/surface.h"
#include "mcp/surface/tools.h"
#include "op/kit/remedies.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

// The two prompts (C4, wire.md 2.5): rules for an assistant, and a card of the tools.

constexpr std::string_view recall_first =
    R"(RECALL FIRST. You have a persistent memory through the memory_* tools. Use it by these rules:

1. Recall before you answer: call memory_recall with what the question is about before you rely on what you assume.
2. Store corrections and lessons at once: when the user corrects you or you learn something that will matter again, call memory_store with tier "long" and priority 9.
3. Answers come as TOON, compact rows under a header, to save tokens; ask for format "json" only when you must parse them. Long contents are cut: memory_get shows them in full.
4. Choose the tier by how long it matters: short lives 6 hours, mid 7 days, long permanently; use extends short and mid, and the fifth use makes mid long.
5. Title and namespace identify a memory: storing the same title in the same namespace updates it, so keep titles stable and specific.
6. Keep projects apart by namespace; use "global" only for what holds everywhere.
7. Call memory_capabilities once a session to learn which features this server has.
8. Give memories a few plain tags, so that they can be filtered and consolidated later.)";

json::object described(std::string_view name, std::string_view description) {
  return {{"name", name}, {"description", description}};
}

std::string workflow(const Offer& offer) {
  std::string text = "Memory tools at a glance (* = required):\n";
  Offer of_any_tier = offer;  // some say that they need a language model
  of_any_tier.tier = FeatureTier::autonomous;
  for (const ToolLine& tool : all_tools()) {
    if (!offers(of_any_tier, tool.name))
      continue;
    text.append("\n- ").append(tool.name).append("(");
    bool first = true;
    for (const op::Param& param : tool.operation->params) {
      text.append(first ? "" : ", ").append(param.name).append(param.required ? "*" : "");
      first = false;
    }
    if (tool.replies != Replies::json)
      text.append(first ? "format" : ", format");
    text.append("): ").append(tool.operation->summary);
  }
  return text;
}

json::object message(std::string text) {
  json::object content{{"type", "text"}, {"text", std::move(text)}};
  return {
      {"messages", json::array{json::object{{"role", "user"}, {"content", std::move(content)}}}}};
}

Result<std::string> rules(const json::object& arguments, const Offer&) {
  std::string text(recall_first);
  const json::value* name_space = arguments.if_contains("namespace");
  if (!name_space || name_space->is_null())
    return text;
  if (!name_space->is_string())
    return Failure(refuse("namespace", "must be a string"));
  if (!name_space->get_string().empty())
    text.append("\n\nKeep recall to the namespace \"")
        .append(name_space->get_string().c_str())
        .append("\" in this session.");
  return text;
}

Result<std::string> glance(const json::object&, const Offer& offer) {
  return workflow(offer);
}

struct Prompt {
  std::string_view name, description, argument, of_argument;
  Result<std::string> (*text)(const json::object& arguments, const Offer& offer);
};
constexpr std::array prompts{
    Prompt{"recall-first", "Rules for using the memory: recall first, store lessons", "namespace",
           "Keep recall to this namespace", rules},
    Prompt{"memory-workflow", "The memory tools, one line each", {}, {}, glance}};

json::array list_prompts() {
  json::array list;
  for (const Prompt& each : prompts) {
    json::object prompt = described(each.name, each.description);
    if (!each.argument.empty()) {
      json::object argument = described(each.argument, each.of_argument);
      argument["required"] = false;
      prompt["arguments"] = json::array{std::move(argument)};
    }
    list.push_back(std::move(prompt));
  }
  return list;
}

// The messages. Errors: validation_failed for an unknown name or a namespace that is no text.
Result<json::object> get_prompt(std::string_view name, const json::object& arguments,
                                const Offer& offer) {
  for (const Prompt& each : prompts)
    if (each.name == name)
      return message(TRY(each.text(arguments, offer)));
  return Failure(refuse("name", "must be recall-first or memory-workflow; got \"" +
                                    std::string(name.substr(0, 100)) + "\""));
}

// Tools that most sessions need (S48).
constexpr std::array<std::string_view, 9> core_choice{
    "memory_store", "memory_recall", "memory_get",     "memory_update",       "memory_link",
    "memory_list",  "memory_delete", "memory_resolve", "memory_session_start"};

// Other names under which assistants know these tools.
constexpr std::array<std::string_view, 10> further_stores{
    "memory_atomise",       "memory_ingest_multistep",
    "memory_share",         "memory_persona_generate",
    "memory_subscribe",     "memory_entity_register",
    "memory_notify",        "memory_skill_register",
    "memory_kg_invalidate", "memory_skill_promote_from_reflection"};

std::string core_instructions(const Offer& offer) {
  std::string text =
      "ai-memory keeps what should outlive the session. RECALL FIRST: call memory_session_start "
      "when a "
      "session begins, and memory_recall before you answer anything that may depend on earlier "
      "sessions, the project or the user. Store at once, with memory_store, what you learn: "
      "corrections, "
      "decisions, preferences and lasting facts with tier long (corrections with priority 9), "
      "current "
      "work with mid (7 days), scratch with short (6 hours); using a memory extends its life. The "
      "same "
      "title in the same namespace updates a memory: keep titles stable, add a few plain tags. "
      "Replies "
      "are TOON rows; long contents are cut, memory_get shows them in full.";
  if (!offer.name_space.empty())
    text.append(" Namespace of this project: \"")
        .append(offer.name_space)
        .append(
            "\"; memory_store uses it by default, memory_recall and memory_session_start look "
            "there and "
            "in \"global\".");
  else if (offer.asks_roots)
    text += " Your first root names the namespace of the project; memory_store uses it by default.";
  else
    text += " Keep projects apart by namespace.";
  text += " \"global\" is for what holds everywhere; namespace * searches all.";
  return text;
}

std::string text_of(const json::object& reply) {
  return text::pretty(reply);
}

Surface make() {
  Surface surface;
  surface.name = "ai-memory";
  surface.tools = core_tools();
  surface.wording = {text_of, failed_text};
  surface.instructions = core_instructions;
  surface.prompts = Prompts{list_prompts, get_prompt};
  surface.resources = Resources{true, list_resources, list_templates, read_resource};
  surface.complete = complete_argument;
  surface.core_choice = core_choice;
  surface.further_stores = further_stores;
  return surface;
}

}  // namespace

const Surface& core_surface() {
  static const Surface surface = make();
  return surface;
}

}  // namespace aim::mcp
