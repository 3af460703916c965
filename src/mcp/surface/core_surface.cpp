#include "mcp/surface/core_surface.h"

#include <array>
#include <boost/json.hpp>

#include "mcp/surface/completions.h"
#include "mcp/surface/prompts.h"
#include "mcp/surface/resources.h"
#include "mcp/surface/tools.h"
#include "op/kit/error_table.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

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

json::object failed_result(const Error& error, bool) {
  json::object result = text_result(op::sentence(error));
  result["isError"] = true;
  return result;
}

Surface make() {
  Surface surface;
  surface.name = "ai-memory";
  surface.tools = core_tools();
  surface.wording = {text_of, failed_result};
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
