#include "op/hook.h"

#include <algorithm>
#include <boost/json.hpp>

#include "base/hash.h"
#include "base/utf8.h"
#include "capture/error_signature.h"
#include "capture/phrases.h"
#include "capture/secrets.h"
#include "capture/usefulness.h"
#include "engine/history/transcripts.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/usage/access_log.h"
#include "engine/usage/touch_queue.h"
#include "memory/metadata.h"
#include "op/hook_recall.h"
#include "op/hook_solution.h"
#include "op/hook_text.h"
#include "op/kit/catalog_functions.h"
#include "op/project.h"
#include "op/store_request.h"

namespace aim::op {
namespace {

constexpr std::size_t max_question = 2'000, max_turn = 1'048'576, mark_digits = 16;
constexpr std::size_t max_prose = 1'200;
constexpr std::int64_t prompts_between_questions = 10, prompts_to_be_of_use = 3;
constexpr std::int64_t same_prompt_ms = 5'000;
constexpr double overruling = 0.8;
constexpr double clearly_wanted = 0.6, of_solution = 0.7, of_decision = 0.6;
constexpr std::string_view decision_question =
    "A decision was detected. Should this be stored as a memory?\nIf so, call ";

std::string mark_of(std::string_view text) {
  return sha256_hex(text).substr(0, mark_digits);
}

std::int64_t milliseconds(Time time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

// Prose as a solution is kept: what stands in fences of code is left out, blank lines too.
std::string prose_of(std::string_view text) {
  std::string out;
  for (const char c : own_words(text))
    if (c != '\n' || (!out.empty() && out.back() != '\n'))
      out += c;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return std::string(utf8::cut(out, max_prose));
}

}  // namespace

Hook::Hook(HookEvent event, const HookSettings& settings, SessionStates states)
    : event_(std::move(event)),
      settings_(settings),
      states_(std::move(states)),
      name_space_(!event_.name_space.empty() ? event_.name_space
                  : event_.folder.empty()    ? current_name_space()
                                             : name_space_of(event_.folder)) {
  event_.text = utf8::repaired(event_.text);
  event_.session_id = utf8::repaired(utf8::cut(event_.session_id, rule::session_id.max_bytes));
}

std::string Hook::safe(std::string_view text) const {
  return settings_.secrets ? without_secrets(text) : std::string(text);
}

Result<std::string> Hook::answer(Engine& engine, Engine* thorough) {
  std::string text;
  switch (event_.kind) {
    case HookKind::session_start:
      text = TRY(on_start(engine));
      break;
    case HookKind::user_prompt:
      text = TRY(on_prompt(engine, thorough));
      break;
    case HookKind::tool:
      text = TRY(on_tool(engine));
      break;
    case HookKind::stop:
      text = on_stop();
      break;
    case HookKind::compact:
      // What was shown is cut from the assistant's view with the rest.
      (void)states_.change(event_.session_id, [](SessionState& state) { state.shown.clear(); });
      break;
    case HookKind::session_end: {
      std::vector<Injected> due;
      (void)states_.change(event_.session_id, [&](SessionState& state) {
        state.ended = true;
        due.swap(state.injected);
      });
      judge_due(std::move(due));
      break;
    }
  }
  return delivered(std::move(text));
}

void Hook::prepare() {
  const bool said = event_.kind == HookKind::user_prompt || event_.kind == HookKind::stop;
  const bool skipped = event_.kind == HookKind::user_prompt && look_at_prompt(event_.text).skip;
  if (said && !skipped && settings_.capture && !event_.session_id.empty())
    capture_ = safe(utf8::cut(without_injected(event_.text), max_turn));
}

// What a host does not take now waits for the next event at which it does.
Result<std::string> Hook::delivered(std::string text) {
  if (event_.in_subagent)
    return std::string();
  const bool nothing_waits = state_.waiting.empty();
  if (text.empty() && (nothing_waits || !event_.takes_text))
    return text;
  (void)states_.change(event_.session_id, [&](SessionState& state) {
    for (const std::string& id : shown_)
      if (std::ranges::find(state.shown, id) == state.shown.end())
        state.shown.push_back(id);
    if (!shown_.empty())
      state.injected_at = milliseconds(SystemClock().now());
    for (Injected& each : injected_) {
      each.prompt = state.prompts;
      each.at = milliseconds(SystemClock().now());
      state.injected.push_back(std::move(each));
    }
    if (!event_.takes_text) {
      state.waiting.push_back(text);
    } else {
      for (auto each = state.waiting.rbegin(); each != state.waiting.rend(); ++each)
        if (utf8::count_characters(text) + utf8::count_characters(*each) <= max_injected_characters)
          text.append(*each);
      state.waiting.clear();
    }
  });
  return event_.takes_text ? text : std::string();
}

Result<std::string> Hook::on_start(Engine& engine) {
  started_ = true;
  const bool forgets = event_.source == "clear" || event_.source == "compact";
  (void)states_.change(event_.session_id, [&](SessionState& state) {
    state_ = state;
    state.begun = true;
    if (forgets)
      state.shown.clear();
  });
  states_.prune(engine.clock.now());
  if (pair_ && event_.in_subagent)
    return std::string();
  if (pair_) {
    auto said =
        TRY(pair_start(*pair_, forgets ? std::vector<std::string>() : state_.shown, state_.begun));
    // No trigger: what a session begins with does not silence the first prompt.
    states_.note_shown(event_.session_id, said.shown);
    return std::move(said.text);
  }
  boost::json::object arguments{{"namespace", name_space_}, {"fresh", true}}, reply;
  if (!event_.session_id.empty())
    arguments["session_id"] = event_.session_id;
  Caller caller;
  caller.hook = true;
  caller.words = caller.commands = settings_.commands;
  caller.name_space = name_space_;
  TRY_VOID(invoke(session_start(), engine, arguments, caller, reply));
  // Some hosts fire it at every prompt: what is lost is told once.
  if (state_.begun)
    reply.erase("notice");
  return event_.in_subagent ? std::string() : context_text(reply);
}

Result<std::string> Hook::on_prompt(Engine& engine, Engine* thorough) {
  const PromptFindings found = look_at_prompt(event_.text);
  // Of a host that tells of no start the first event may come before its prompt can be read.
  if (event_.text.empty() && event_.starts_too && !states_.read(event_.session_id).begun)
    return on_start(engine);
  if (found.skip || event_.text.empty())
    return std::string();
  const std::int64_t now = milliseconds(engine.clock.now());
  // A host that fires before every call of its model shows the same prompt again, however late.
  const std::string mark =
      mark_of(event_.text) +
      (event_.starts_too ? std::string() : "." + std::to_string(now / same_prompt_ms));
  bool repeated = false;
  ErrorProgress course;
  std::vector<Injected> due;
  const SessionEvent happening{SessionEvent::Kind::prompt, safe(event_.text), {}, {}, {}, false};
  (void)states_.change(event_.session_id, [&](SessionState& state) {
    state_ = state;
    repeated = std::ranges::find(state.handled, mark) != state.handled.end();
    if (repeated)
      return;
    state.begun = state.begun || !event_.starts_too;  // else on_start() begins it
    state.handled.push_back(mark);
    ++state.prompts;
    std::erase_if(state.injected, [&](Injected& each) {
      const bool over = state.prompts > each.prompt + prompts_to_be_of_use;
      if (over)
        due.push_back(std::move(each));
      return over;
    });
    if (settings_.errors && !event_.in_subagent)
      course = follow(state.errors, happening, state.prompts);
    state.decision.clear();
  });
  // Two hooks fire where a host reads the settings of another one too.
  if (repeated)
    return std::string();
  judge_due(std::move(due));
  if (settings_.capture && !event_.session_id.empty())
    capture_ = safe(utf8::cut(without_injected(event_.text), max_turn));
  solved_ = std::move(course.resolved);
  if (event_.in_subagent)
    return std::string();
  std::string text;
  if (event_.starts_too && !state_.begun)
    text = TRY(on_start(engine));
  if (found.remember)
    text.append(TRY(remembered(engine, found.text)));
  if (course.opened)
    text.append(TRY(known_solution(engine, *course.opened)));
  text.append(about_decision(found));
  if (settings_.recall && !found.idle)
    text.append(TRY(recalled(engine, thorough, found)));
  return text;
}

Result<std::string> Hook::recalled(Engine& engine, Engine* thorough, const PromptFindings& found) {
  const bool soon =
      milliseconds(engine.clock.now()) - state_.injected_at < settings_.cooldown_secs * 1'000;
  if (!may_need_memory(found) || (soon && found.rule < overruling))
    return std::string();
  PromptQuestion question{
      found,           name_space_,          name_space_ == "global" ? "" : "global",
      settings_.limit, settings_.by_meaning, states_.read(event_.session_id).shown};
  question.except.insert(question.except.end(), shown_.begin(), shown_.end());
  question.quick = settings_.quick;
  if (pair_)
    return recalled_of_both(found, std::move(question));
  auto helpful = TRY(helpful_memories(engine, question));
  if (helpful.hits.empty() && (thorough || helpful.partial) && found.rule >= clearly_wanted) {
    question.quick = false;
    helpful = TRY(helpful_memories(thorough ? *thorough : engine, question));
  }
  std::vector<Memory> memories;
  std::vector<std::pair<Memory, double>> noted;
  for (engine::Hit& hit : helpful.hits) {
    noted.emplace_back(hit.memory, hit.score.total);
    memories.push_back(std::move(hit.memory));
  }
  const std::size_t before = shown_.size();
  std::string text = memories_text("Memories that may help with this, from ai-memory", memories,
                                   settings_.budget_tokens, shown_);
  std::erase_if(noted, [&](const auto& each) {
    return std::find(shown_.begin() + static_cast<std::ptrdiff_t>(before), shown_.end(),
                     each.first.id) == shown_.end();
  });
  note_shown(engine, noted);
  return text;
}

void Hook::judge_due(std::vector<Injected> due) const {
  if (pair_ && !due.empty())
    judge_injected(*pair_, name_space_, due);
}

Result<std::string> Hook::recalled_of_both(const PromptFindings& found, PromptQuestion question) {
  question.chance = wanted_chance(*pair_, name_space_);
  auto helpful = TRY(pair_helpful(pair_->stores, question));
  if (helpful.hits.empty() && (pair_->thorough || helpful.partial) &&
      found.rule >= clearly_wanted) {
    question.quick = false;
    helpful = TRY(pair_helpful(pair_->thorough ? *pair_->thorough : pair_->stores, question));
  }
  const auto& hits = helpful.hits;
  std::vector<engine::two_stores::PlacedMemory> memories;
  for (const PlacedHit& hit : hits) memories.push_back(hit.placed);
  auto said =
      two_stores_text::of_prompt("Memories that may help with this:", memories, pair_->names,
                                 {settings_.budget_tokens, max_injected_characters / 2});
  for (const auto place :
       engine::two_stores::places_of(pair_->stores, engine::two_stores::StoreChoice::both)) {
    std::vector<std::pair<Memory, double>> noted;
    for (const PlacedHit& hit : hits)
      if (hit.placed.place == place &&
          std::ranges::find(said.shown, hit.placed.memory.id) != said.shown.end())
        noted.emplace_back(hit.placed.memory, hit.score);
    note_shown(*engine::two_stores::engine_at(pair_->stores, place), noted);
  }
  shown_.insert(shown_.end(), said.shown.begin(), said.shown.end());
  if (!pair_->thresholds.empty())
    for (const PlacedHit& hit : hits)
      if (const Memory& memory = hit.placed.memory;
          std::ranges::find(said.shown, memory.id) != said.shown.end())
        injected_.push_back({.id = memory.id, .words = rare_words(memory.content, event_.text)});
  return std::move(said.text);
}

// In the access log; nobody has asked, so it counts as no use.
void Hook::note_shown(Engine& engine, const std::vector<std::pair<Memory, double>>& hits) const {
  if (hits.empty() || !engine::logs_accesses(engine, settings_.by_profile))
    return;
  engine::AccessNote access;
  access.row.at = engine.clock.now();
  access.row.kind = "trigger";
  access.row.door = "hook";
  access.row.query = safe(utf8::cut(event_.text, max_question));
  access.row.client = event_.host;
  access.row.session = event_.session_id;
  access.row.name_space = name_space_;
  for (const auto& [memory, score] : hits) {
    access.shown.push_back({memory.key, score, {}});
    access.row.tokens += engine::tokens_of(memory);
    ++access.row.results;
  }
  engine::note_access(engine, std::move(access));
}

Result<std::string> Hook::known_solution(Engine& engine, const OpenError& error) {
  const std::string title = safe(solution_title(error));
  std::optional<Memory> memory;
  Engine* holder = &engine;
  if (!pair_) {
    memory = TRY(engine::find_titled(engine, {name_space_, "global"}, title));
  } else if (auto placed = TRY(pair_titled(pair_->stores, title))) {
    holder = engine::two_stores::engine_at(pair_->stores, placed->place);
    memory = std::move(placed->memory);
  }
  std::vector<Memory> known;
  if (memory && std::ranges::find(state_.shown, memory->id) == state_.shown.end()) {
    note_shown(*holder, {{*memory, 1.0}});
    known.push_back(std::move(*memory));
  }
  return memories_text("This error was solved before, says ai-memory", known,
                       settings_.budget_tokens, shown_);
}

Result<std::string> Hook::remembered(Engine& engine, const std::string& text) {
  engine::Draft draft;
  const auto from = std::min(text.find_first_not_of(" \t\n"), text.size());
  const auto to = text.find_last_not_of(" \t\n") + 1;
  draft.content =
      safe(utf8::cut(text.substr(from, std::max(to, from) - from), rule::content.max_bytes));
  draft.title = title_from(draft.content);
  draft.name_space = name_space_;
  draft.tier = Tier::long_term;
  draft.source = pair_ ? "manual" : "user";
  if (draft.content.find_first_not_of(" \t\n") == std::string::npos)
    return std::string();
  const auto kept = TRY(engine::remember(engine, draft));
  shown_.push_back(kept.memory.id);
  return "ai-memory: stored as " + kept.memory.id.substr(0, 8) + "\n";
}

std::string Hook::about_decision(const PromptFindings& found) {
  if (settings_.decisions == "off")
    return {};
  const bool of_prompt = found.decision >= is_decision;
  const std::string text = of_prompt ? decision_in(found.text) : state_.decision;
  if (text.empty())
    return {};
  if (settings_.decisions == "ask")
    return question_about(text, state_.prompts + 1);
  if (of_prompt && found.decision >= is_certain_decision &&
      std::ranges::find(state_.decisions, mark_of(text)) == state_.decisions.end())
    decided_ = text;
  return {};
}

// Once a text, and once in a while.
std::string Hook::question_about(const std::string& decision, std::int64_t prompt) {
  const std::string mark = mark_of(decision);
  if (std::ranges::find(state_.decisions, mark) != state_.decisions.end() ||
      (state_.asked_at > 0 && prompt - state_.asked_at < prompts_between_questions))
    return {};
  (void)states_.change(event_.session_id, [&](SessionState& state) {
    state.asked_at = prompt;
    state.decisions.push_back(mark);
  });
  return std::string(decision_question).append(settings_.decision_call).append(".\n");
}

Result<std::string> Hook::on_tool(Engine& engine) {
  if (!settings_.errors || event_.in_subagent)
    return std::string();
  const SessionEvent happening{SessionEvent::Kind::tool, safe(event_.text), event_.tool,
                               safe(event_.command),     event_.file,       event_.failed};
  state_ = states_.read(event_.session_id);
  // Most tools change nothing here: no write for them.
  if (!event_.failed && state_.errors.empty())
    return std::string();
  ErrorProgress course;
  (void)states_.change(event_.session_id, [&](SessionState& state) {
    state_ = state;
    course = follow(state.errors, happening, state.prompts);
  });
  solved_ = std::move(course.resolved);
  return course.opened ? TRY(known_solution(engine, *course.opened)) : std::string();
}

std::string Hook::on_stop() {
  if (event_.text.empty() || event_.in_subagent)
    return {};
  if (settings_.capture && !event_.session_id.empty())
    capture_ = safe(utf8::cut(without_injected(event_.text), max_turn));
  const bool decided = settings_.decisions == "ask" && decision_points(event_.text) >= is_decision;
  const SessionEvent happening{
      SessionEvent::Kind::said, prose_of(safe(event_.text)), {}, {}, {}, false};
  (void)states_.change(event_.session_id, [&](SessionState& state) {
    (void)follow(state.errors, happening, state.prompts);
    for (Injected& each : state.injected) {
      each.answered = true;
      each.useful = each.useful || rests_on(event_.text, each.words);
    }
    if (decided)
      state.decision = utf8::cut(safe(decision_in(event_.text)), max_question);
    state_ = state;
  });
  if (!decided || !settings_.decision_at_stop || !event_.may_go_on)
    return {};
  // Asked now, it is not asked at the next prompt.
  event_.takes_text = true;
  std::string text = question_about(state_.decision, state_.prompts);
  if (!text.empty())
    (void)states_.change(event_.session_id, [](SessionState& state) { state.decision.clear(); });
  return text;
}

Result<void> Hook::keep_solution(Engine& engine) {
  const OpenError& error = *solved_;
  engine::Draft draft;
  draft.title = safe(solution_title(error));
  std::optional<Memory> before;
  if (engine.database.exists())
    before = TRY(engine::find_titled(engine, {name_space_}, draft.title));
  draft.content = safe(solution_text(error, {name_space_, branch_of(event_.folder), event_.host},
                                     before ? before->content : std::string()));
  draft.name_space = name_space_;
  draft.tier = Tier::long_term;
  draft.tags = solution_tags(error);
  draft.confidence = of_solution;
  draft.source = pair_ ? "error_resolution" : "hook";
  draft.metadata = with_text("{}", "category", "error_resolution");
  if (!event_.session_id.empty())
    draft.metadata = with_text(draft.metadata, "session_id", event_.session_id);
  TRY_VOID(engine::remember(engine, draft));
  return {};
}

Result<void> Hook::keep_decision(Engine& engine) {
  engine::Draft draft;
  draft.content = safe(decided_);
  draft.title = title_from(draft.content);
  draft.name_space = name_space_;
  draft.tier = Tier::long_term;
  draft.tags = {"decision"};
  draft.confidence = of_decision;
  draft.source = pair_ ? "decision" : "hook";
  draft.metadata = with_text("{}", "category", "decision");
  draft.metadata = with_text(draft.metadata, "session_id", event_.session_id);
  TRY_VOID(engine::remember(engine, draft));
  return {};
}

Result<void> Hook::finish(Engine& engine) {
  if (!capture_.empty()) {
    engine::TurnDraft turn;
    turn.name_space = name_space_;
    turn.session_id = event_.session_id;
    turn.role = event_.kind == HookKind::stop ? Role::assistant : Role::user;
    turn.text = capture_;
    TRY_VOID(engine::capture_turn(engine, turn, {}));
  }
  if (solved_)
    TRY_VOID(keep_solution(engine));
  if (!decided_.empty())
    TRY_VOID(keep_decision(engine));
  return {};
}

}  // namespace aim::op
