// Use case "hook_preview": what a prompt's hook would tell an assistant, and why; nothing is kept
// and nothing is used (L9).
#include <cmath>

#include "capture/triggers.h"
#include "engine/browse/listings.h"
#include "op/hook.h"
#include "op/hook_recall.h"
#include "op/kit/catalog_functions.h"
#include "op/views/views.h"

namespace aim::op {
namespace {

struct HookPreviewRequest {
  std::string prompt;
  std::optional<std::string> name_space;
  using R = HookPreviewRequest;
  static constexpr std::tuple fields{
      needs("prompt", &R::prompt, rule::question, "Prompt of the user"),
      takes("namespace", &R::name_space, rule::name_space, "The project's namespace", 'n')};
};
struct HookPreviewReply {
  bool inject = false;
  std::string text;
  std::int64_t tokens = 0;
  std::vector<MemoryName> memories;
  std::string reason;
  using R = HookPreviewReply;
  static constexpr std::tuple fields{
      gives("inject", &R::inject, "True if the hook would add text"),
      gives("text", &R::text, "The exact text"), gives("tokens", &R::tokens, "Tokens of the text"),
      gives("memories", &R::memories, "Memories in the text"), gives("reason", &R::reason, "Why")};
};

// Why nothing is looked for; empty: something is.
std::string refusal(const PromptFindings& found, const HookSettings& settings) {
  if (found.skip)
    return "#skip: the hook ignores this prompt";
  if (found.remember)
    return "#remember: the prompt would be stored as a memory";
  if (found.idle)
    return "the prompt has no words to search for";
  return settings.recall ? "" : "not shown: hooks.recall is off in the configuration";
}

std::string reason_of(bool inject, const std::vector<JudgedMemory>& judged) {
  if (judged.empty())
    return "no memory was found";
  const auto percent = static_cast<int>(std::floor(judged.front().chance * 100));
  return (inject ? "shown: " : "not shown: ") +
         std::string("the likeliest memory helps with a chance of ") + std::to_string(percent) +
         " %; at least " + std::to_string(static_cast<int>(least_chance * 100)) + " % are needed";
}

Result<HookPreviewReply> run_hook_preview(Engine& engine, const HookPreviewRequest& request,
                                          const Caller& caller) {
  HookPreviewReply reply;
  const PromptFindings found = look_at_prompt(request.prompt);
  HookSettings settings = caller.hooks ? *caller.hooks : HookSettings();
  reply.reason = refusal(found, settings);
  if (!reply.reason.empty())
    return reply;
  HookEvent event;
  event.text = request.prompt;
  event.name_space = request.name_space.value_or("global");
  settings.commands = caller.commands;
  settings.capture = settings.errors = false;
  settings.decisions = "off";
  settings.by_meaning = caller.tier != FeatureTier::keyword;
  const HookCall call = hook_call(std::move(event), settings, SessionStates({}));
  const HookOutcome outcome =
      answer_hook(call, note_event(call, engine.clock.now()), engine, nullptr);
  reply.text = TRY(outcome.text);
  reply.inject = !reply.text.empty();
  reply.tokens = static_cast<std::int64_t>(reply.text.size() / 4);
  const auto titles = TRY(engine::titles_of(engine, outcome.shown));
  for (std::size_t i = 0; i < titles.size(); ++i)
    reply.memories.push_back({outcome.shown[i], titles[i]});
  const std::string name_space = request.name_space.value_or("global");
  const PromptQuestion question{found, name_space, name_space == "global" ? "" : "global",
                                settings.limit};
  const auto judged = TRY(judged_memories(engine, question));
  reply.reason = reason_of(reply.inject, judged);
  return reply;
}

}  // namespace

const Operation& hook_preview() {
  return operation<run_hook_preview>(
      "hook_preview", "Preview a hook",
      "Show the text that a prompt's hook would add, and the reason.", Effect::reads);
}

}  // namespace aim::op
