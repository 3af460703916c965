#include "op/hook.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "base/utf8.h"
#include "capture/usefulness.h"
#include "engine/history/transcripts.h"
#include "engine/usage/access_log.h"
#include "engine/usage/touch_queue.h"
#include "memory/memory.h"
#include "op/hook_keep.h"
#include "op/hook_recall.h"
#include "op/hook_solution.h"
#include "op/hook_text.h"
#include "op/kit/catalog_functions.h"
#include "op/missing_hits.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

constexpr double overruling = 0.8, clearly_wanted = 0.6;
constexpr std::string_view decision_question =
    "A decision was detected. Should this be stored as a memory?\n";
constexpr std::size_t quoted_decision = 300, shown_error = 160;

using Scored = std::pair<Memory, double>;

// A text for the assistant, or a part of it.
struct Spoken {
  std::string text = {};
  std::vector<std::string> shown = {};  // ids of the memories in it
  std::vector<Injected> injected = {};  // of those, the ones that nobody asked for

  void add(Spoken more) {
    text.append(more.text);
    shown.insert(shown.end(), more.shown.begin(), more.shown.end());
    std::ranges::move(more.injected, std::back_inserter(injected));
  }
};

// The project's memories, and those for all projects.
Filter scope_of(const HookCall& call) {
  Filter filter;
  filter.name_space = call.name_space;
  filter.beside = call.name_space == "global" ? "" : "global";
  return filter;
}

// Notes in the access log what the event showed unasked; it counts as no use.
void note_shown(const HookCall& call, Engine& engine, const std::vector<Scored>& hits) {
  if (hits.empty() || !engine::logs_accesses(engine, call.settings.by_profile))
    return;
  engine::AccessNote access;
  access.row.at = engine.clock.now();
  access.row.kind = "trigger";
  access.row.door = "hook";
  access.row.query =
      utf8::cut(call.event.about_file ? call.event.file : call.event.text, max_hook_question);
  access.row.client = call.event.host;
  access.row.session = call.event.session_id;
  access.row.name_space = call.name_space;
  access.row.micros = std::chrono::duration_cast<std::chrono::microseconds>(
                          std::chrono::steady_clock::now() - call.began)
                          .count();
  for (const auto& [memory, score] : hits) {
    access.shown.push_back({memory.key, score, {}});
    access.row.tokens += engine::tokens_of(memory);
    ++access.row.results;
  }
  engine::note_access(engine, std::move(access));
}

// It reads the reply as the hook's text, with next steps as commands.
Caller caller_of(const HookCall& call) {
  Caller caller;
  caller.hook = true;
  caller.words = caller.commands = call.settings.commands;
  caller.name_space = call.name_space;
  caller.project = call.event.project ? &call.event.project : nullptr;
  return caller;
}

Result<Spoken> start_text(const HookCall& call, Engine& engine, const SessionState& before) {
  call.states.prune(engine.clock.now());
  if (call.event.in_subagent)
    return Spoken();
  if (call.two_stores) {
    auto said = TRY(text_of_start(*call.two_stores,
                                  call.event.forgets() ? std::vector<std::string>() : before.shown,
                                  before.begun));
    // Noted here and not as shown by a trigger: a start does not silence the first prompt.
    call.states.note_shown(call.event.session_id, said.shown);
    return Spoken{std::move(said.text)};
  }
  boost::json::object arguments{{"namespace", call.name_space}, {"fresh", !call.event.forgets()}},
      reply;
  if (!call.event.session_id.empty())
    arguments["session_id"] = call.event.session_id;
  TRY_VOID(invoke(session_start(), engine, arguments, caller_of(call), reply));
  // Some hosts send a start at every prompt: the notice is for the first one.
  if (before.begun)
    reply.erase("notice");
  std::vector<std::string> shown;
  Spoken said{context_text(reply, shown)};
  call.states.note_shown(call.event.session_id, shown);
  return said;
}

// "#remember": what cannot be stored now is left to be kept later.
Result<Spoken> remember_prompt(const HookCall& call, NotedEvent& noted, Engine& engine) {
  HookKeep& keep = noted.keep;
  if (keep.remember.empty())
    return Spoken();
  std::string told = "kept for good";
  if (call.secrets_removed > 0)
    told += ", without " + counted(call.secrets_removed, "secret or private passage",
                                   "secrets or private passages");
  if (noted.prompt.whole.size() > rule::content.max_bytes)
    told += "; what is beyond " + std::to_string(rule::content.max_bytes) + " bytes is left out";
  const auto id = remember_of_hook(engine, keep);
  if (!id && id.error().code == Code::unavailable)
    return Spoken{"ai-memory: will be stored as soon as the database is free; nothing is to do\n"};
  keep.remember.clear();
  if (!id)
    return Failure(id.error());
  return Spoken{"ai-memory: stored as " + id->substr(0, 8) + ", " + told + "\n", {*id}};
}

// The memory of how this error was solved before.
Result<Spoken> known_solution(const HookCall& call, Engine& engine, const OpenError& error,
                              const SessionState& before) {
  ErrorQuestion question{
      error, {call.name_space, "global"}, scope_of(call), call.settings.by_meaning};
  std::optional<Memory> memory;
  Engine* holder = &engine;
  if (!call.two_stores) {
    memory = TRY(memory_on_error(engine, question));
  } else if (auto placed = TRY(on_error_in_either(call.two_stores->stores, question))) {
    holder = engine::two_stores::engine_at(call.two_stores->stores, placed->place);
    memory = std::move(placed->memory);
  }
  std::vector<Memory> known;
  if (memory && !contains(before.shown, memory->id)) {
    note_shown(call, *holder, {{*memory, 1.0}});
    // The title of a kept one is its key, without numbers and names; its error may be another one.
    if (contains(memory->tags, std::string(solution_tag)))
      memory->title = utf8::excerpt(error_told_in(memory->content), shown_error);
    memory->content = solution_told_in(memory->content);
    known.push_back(std::move(*memory));
  }
  Spoken said;
  said.text = memories_text("This error was solved before, says ai-memory", known,
                            call.settings.budget_tokens, said.shown);
  return said;
}

// Each place notes its own.
void note_placed(const HookCall& call, const std::vector<PlacedHit>& hits, const Spoken& spoken) {
  const engine::two_stores::Stores& stores = call.two_stores->stores;
  for (const auto place :
       engine::two_stores::places_of(stores, engine::two_stores::StoreChoice::both)) {
    std::vector<Scored> noted;
    for (const PlacedHit& hit : hits)
      if (hit.placed.place == place && contains(spoken.shown, hit.placed.memory.id))
        noted.emplace_back(hit.placed.memory, hit.score);
    note_shown(call, *engine::two_stores::engine_at(stores, place), noted);
  }
}

Result<Spoken> known_of_file(const HookCall& call, Engine& engine, const FileQuestion& question) {
  Spoken said;
  if (call.two_stores) {
    const auto hits = TRY(known_in_both(call.two_stores->stores, question));
    std::vector<engine::two_stores::PlacedMemory> known;
    for (const PlacedHit& hit : hits) known.push_back(hit.placed);
    auto text = two_stores_text::of_prompt("Known of this file:", known, call.two_stores->names,
                                           {file_budget_tokens, max_injected_characters / 2});
    said = {std::move(text.text), std::move(text.shown)};
    note_placed(call, hits, said);
    return said;
  }
  const auto known = TRY(memories_on_file(engine, question));
  said.text =
      memories_text("Known of this file, from ai-memory", known, file_budget_tokens, said.shown);
  std::vector<Scored> noted;
  for (const Memory& memory : known)
    if (contains(said.shown, memory.id))
      noted.emplace_back(memory, 1.0);
  note_shown(call, engine, noted);
  return said;
}

// Memories on the files that are about to be changed, or were just now: on the first of which
// something is known.
Result<Spoken> known_of_files(const HookCall& call, Engine& engine, const SessionState& before) {
  constexpr std::size_t most_files = 8;
  FileQuestion question{call.event.file, call.event.folder, scope_of(call), before.shown};
  Spoken said = TRY(known_of_file(call, engine, question));
  for (std::size_t i = 0;
       said.text.empty() && i < std::min(most_files, call.event.more_files.size()); ++i) {
    question.file = call.event.more_files[i];
    said = TRY(known_of_file(call, engine, question));
  }
  return said;
}

Result<Spoken> recall_in_one(const HookCall& call, Engine& engine, Engine* thorough,
                             PromptQuestion question) {
  auto helpful = TRY(helpful_memories(engine, question));
  if (helpful.empty() && thorough && question.found.need >= clearly_wanted)
    helpful = TRY(helpful_memories(*thorough, question));
  std::vector<Memory> memories;
  for (const engine::Hit& hit : helpful) memories.push_back(hit.memory);
  Spoken said;
  said.text = memories_text("Memories that may help with this, from ai-memory", memories,
                            call.settings.budget_tokens, said.shown);
  const auto disputed = std::ranges::find_if(memories, [&](const Memory& each) {
    return !each.contradicted_by.empty() && contains(said.shown, each.id);
  });
  if (disputed != memories.end())
    said.text.append(said_of_dispute(disputed->id, disputed->contradicted_by, caller_of(call)) +
                     "\n");
  std::vector<Scored> noted;
  for (engine::Hit& hit : helpful)
    if (contains(said.shown, hit.memory.id))
      noted.emplace_back(std::move(hit.memory), hit.score.total);
  note_shown(call, engine, noted);
  return said;
}

Result<Spoken> recall_in_both(const HookCall& call, PromptQuestion question) {
  const HookStores& both = *call.two_stores;
  question.chance = std::max(question.chance, wanted_chance(both, call.name_space));
  auto helpful = TRY(helpful_in_both(both.stores, question));
  if (helpful.empty() && both.thorough && question.found.need >= clearly_wanted)
    helpful = TRY(helpful_in_both(*both.thorough, question));
  std::vector<engine::two_stores::PlacedMemory> memories;
  for (const PlacedHit& hit : helpful) memories.push_back(hit.placed);
  auto said =
      two_stores_text::of_prompt("Memories that may help with this:", memories, both.names,
                                 {call.settings.budget_tokens, max_injected_characters / 2});
  Spoken spoken{std::move(said.text), std::move(said.shown)};
  note_placed(call, helpful, spoken);
  if (!both.thresholds.empty())
    for (const PlacedHit& hit : helpful)
      if (const Memory& memory = hit.placed.memory; contains(spoken.shown, memory.id))
        spoken.injected.push_back(
            {.id = memory.id, .words = rare_words(memory.content, call.event.text)});
  return spoken;
}

// Memories that help with the prompt. `shown`: those that its answer holds already.
Result<Spoken> recalled(const HookCall& call, Engine& engine, Engine* thorough,
                        const NotedEvent& noted, const std::vector<std::string>& shown) {
  const HookSettings& settings = call.settings;
  const PromptFindings& found = noted.prompt;
  const bool soon =
      milliseconds(engine.clock.now()) - noted.before.injected_at < settings.cooldown_secs * 1'000;
  if (!may_need_memory(found))
    return Spoken();
  PromptQuestion question{found,
                          call.name_space,
                          call.name_space == "global" ? "" : "global",
                          settings.limit,
                          settings.by_meaning,
                          call.states.read(call.event.session_id).shown,
                          soon ? overruling : least_chance};
  question.except.insert(question.except.end(), shown.begin(), shown.end());
  return call.two_stores ? recall_in_both(call, std::move(question))
                         : recall_in_one(call, engine, thorough, std::move(question));
}

// After a compaction the assistant is about to lose what it has not stored.
Result<Spoken> reminder(const HookCall& call, Engine& engine) {
  constexpr std::int64_t many_turns = 10;
  const std::string& session = call.event.session_id;
  if (session.empty())
    return Spoken();
  const auto turns = TRY(engine::unremembered_turns(engine, call.name_space, session));
  if (turns < many_turns)
    return Spoken();
  return Spoken{"This session has " + std::to_string(turns) +
                " turns that no memory holds; store what should last.\n"};
}

Spoken decision_text(const HookCall& call, const NotedEvent& noted) {
  if (noted.decision.empty())
    return {};
  std::string quoted = utf8::excerpt(noted.decision, quoted_decision);
  std::ranges::replace(quoted, '"', '\'');
  std::string text(decision_question);
  text.append("It reads: \"").append(quoted).append("\"\nIf so, call ");
  return {text.append(call.settings.decision_call).append(".\n")};
}

Result<Spoken> text_of(const HookCall& call, NotedEvent& noted, Engine& engine, Engine* thorough) {
  if (call.two_stores && !noted.due.empty())
    judge_injected(*call.two_stores, call.name_space, noted.due);
  Spoken said;
  if (noted.silent)
    return said;
  if (noted.starts)
    said.add(TRY(start_text(call, engine, noted.before)));
  if (noted.prompt.remember)
    said.add(TRY(remember_prompt(call, noted, engine)));
  if (noted.opened)
    said.add(TRY(known_solution(call, engine, *noted.opened, noted.before)));
  if (call.event.about_file && call.settings.recall)
    said.add(TRY(known_of_files(call, engine, noted.before)));
  if (noted.after_compaction)
    said.add(TRY(reminder(call, engine)));
  said.add(decision_text(call, noted));
  const bool asks = call.event.kind == HookKind::user_prompt && !call.event.text.empty();
  if (asks && call.settings.recall && !noted.prompt.idle)
    said.add(TRY(recalled(call, engine, thorough, noted, said.shown)));
  return said;
}

// Gives the text to the assistant now, or at the next event at which its host takes one.
std::string deliver(const HookCall& call, const NotedEvent& noted, const Spoken& said) {
  if (call.event.in_subagent)
    return {};
  if (said.text.empty() && (noted.before.waiting.empty() || !noted.takes_text))
    return {};
  std::string text = said.text;
  (void)call.states.change(call.event.session_id, [&](SessionState& state) {
    const std::int64_t now = milliseconds(SystemClock().now());
    for (const std::string& id : said.shown)
      if (!contains(state.shown, id))
        state.shown.push_back(id);
    if (!said.shown.empty() && !call.event.about_file)
      state.injected_at = now;
    for (Injected each : said.injected) {
      each.prompt = state.prompts;
      each.at = now;
      state.injected.push_back(std::move(each));
    }
    if (!noted.takes_text) {
      state.waiting.push_back(text);
      return;
    }
    for (auto each = state.waiting.rbegin(); each != state.waiting.rend(); ++each)
      if (utf8::count_characters(text) + utf8::count_characters(*each) <= max_injected_characters)
        text.append(*each);
    state.waiting.clear();
  });
  return noted.takes_text ? text : std::string();
}

}  // namespace

HookOutcome answer_hook(const HookCall& call, NotedEvent noted, Engine& engine, Engine* thorough) {
  HookOutcome outcome;
  outcome.started = noted.starts || call.event.kind == HookKind::session_start;
  auto said = text_of(call, noted, engine, thorough);
  outcome.keep = std::move(noted.keep);
  if (!said) {
    outcome.text = Failure(std::move(said).error());
    return outcome;
  }
  outcome.text = deliver(call, noted, *said);
  outcome.shown = std::move(said->shown);
  return outcome;
}

HookOutcome answer_without_database(const HookCall& call, NotedEvent noted) {
  HookOutcome outcome;
  outcome.started = noted.starts || call.event.kind == HookKind::session_start;
  if (!noted.silent)
    outcome.text = deliver(call, noted, decision_text(call, noted));
  outcome.keep = std::move(noted.keep);
  return outcome;
}

}  // namespace aim::op
