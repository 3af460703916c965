#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "capture/plain_words.h"
#include "capture/secrets.h"
#include "capture/usefulness.h"
#include "memory/rules.h"
#include "op/hook.h"
#include "op/project.h"

namespace aim::op {
namespace {

constexpr std::size_t mark_digits = 16, max_prose = 1'200, max_said = 400;
constexpr std::int64_t prompts_between_questions = 10, prompts_to_be_of_use = 3;
constexpr std::int64_t same_prompt_ms = 5'000;

std::string mark_of(std::string_view text) {
  return sha256_hex(text).substr(0, mark_digits);
}

// Prose as a solution is kept: without fenced code and blank lines.
std::string prose_of(std::string_view text) {
  std::string out;
  for (const char c : own_words(text))
    if (c != '\n' || (!out.empty() && out.back() != '\n'))
      out += c;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return std::string(utf8::cut(out, max_prose));
}

// A host that fires before every call of its model shows the same prompt again, however late.
std::string mark_of_prompt(const HookEvent& event, Time now) {
  return mark_of(event.text) + (event.starts_too
                                    ? std::string()
                                    : "." + std::to_string(milliseconds(now) / same_prompt_ms));
}

// Whether the assistant is asked about the decision: once a text, and once in a while.
bool may_ask(const SessionState& state, const std::string& decision, std::int64_t prompt) {
  return !contains(state.decisions, mark_of(decision)) &&
         (state.asked_at == 0 || prompt - state.asked_at >= prompts_between_questions);
}

void note_asked(SessionState& state, const std::string& decision, std::int64_t prompt) {
  state.asked_at = prompt;
  state.decisions.push_back(mark_of(decision));
}

// The memories that were shown some prompts ago: their use is known by now.
std::vector<Injected> take_due(SessionState& state) {
  std::vector<Injected> due;
  std::erase_if(state.injected, [&](Injected& each) {
    const bool over = state.prompts > each.prompt + prompts_to_be_of_use;
    if (over)
      due.push_back(std::move(each));
    return over;
  });
  return due;
}

NotedEvent begin(const HookCall& call, Time now) {
  NotedEvent noted;
  noted.takes_text = call.event.takes_text;
  noted.keep.session_id = call.event.session_id;
  noted.keep.name_space = call.name_space;
  noted.keep.host = call.event.host;
  noted.keep.two_stores = call.two_stores != nullptr;
  noted.keep.at = now;
  noted.keep.transcript = call.event.transcript;
  noted.keep.role = call.event.kind == HookKind::stop ? Role::assistant : Role::user;
  return noted;
}

void keep_solved(const HookCall& call, std::optional<OpenError> solved, HookKeep& keep) {
  if (!solved)
    return;
  keep.solved = std::move(solved);
  keep.branch = branch_of(call.event.folder);
}

// A turn that is kept; empty: the settings keep no turns, or the session has no id.
std::string turn_of(const HookCall& call) {
  if (!call.settings.capture || call.event.session_id.empty())
    return {};
  return call.event.text;
}

NotedEvent note_start(const HookCall& call, Time now) {
  NotedEvent noted = begin(call, now);
  noted.starts = true;
  (void)call.states.change(call.event.session_id, [&](SessionState& state) {
    noted.before = state;
    state.begun = true;
    if (call.event.forgets())
      state.shown.clear();
    state.compacted = state.compacted || call.event.source == "compact";
  });
  return noted;
}

// Sets the decision that the prompt asks about, or keeps: one of its own, or one that the assistant
// told of before it.
void note_decision(const HookCall& call, SessionState& state, NotedEvent& noted) {
  if (call.settings.decisions == "off")
    return;
  // What is remembered by itself is not asked about again; a password is no decision.
  const Statement& said = noted.prompt.decision;
  const bool of_prompt = said.chance >= is_decision && !noted.prompt.remember &&
                         said.text.find(removed_secret) == std::string::npos;
  const std::string text = of_prompt ? said.text : noted.before.decision;
  if (text.empty())
    return;
  if (call.settings.decisions == "ask") {
    if (may_ask(state, text, state.prompts)) {
      note_asked(state, text, state.prompts);
      noted.decision = text;
    }
  } else if (of_prompt && said.chance >= is_certain_decision &&
             !contains(state.decisions, mark_of(text))) {
    noted.keep.decision = text;
  }
}

// "#remember": the prompt, with its code and quotes.
std::string text_to_remember(const std::string& text) {
  return std::string(utf8::cut(ascii::trimmed(text, " \t\n"), rule::content.max_bytes));
}

NotedEvent note_prompt(const HookCall& call, Time now) {
  const HookEvent& event = call.event;
  const PromptFindings found = look_at_prompt(event.text);
  // Some hosts send no event for a start: there the first prompt stands for it, even unread.
  if (event.text.empty() && event.starts_too && !call.states.read(event.session_id).begun)
    return note_start(call, now);
  NotedEvent noted = begin(call, now);
  noted.prompt = found;
  noted.silent = found.skip || event.text.empty();
  if (found.skip && !event.in_subagent)
    (void)call.states.change(event.session_id, [](SessionState& state) { state.skipped = true; });
  if (noted.silent)
    return noted;
  const std::string mark = mark_of_prompt(event, now);
  const SessionEvent said{SessionEvent::Kind::prompt, event.text, {}, {}, {}, false};
  bool repeated = false;
  ErrorProgress errors;
  (void)call.states.change(event.session_id, [&](SessionState& state) {
    noted.before = state;
    // Two hooks fire where a host reads the settings of another one too.
    repeated = contains(state.handled, mark);
    if (repeated)
      return;
    noted.starts = event.starts_too && !state.begun && !event.in_subagent;
    state.begun = state.begun || noted.starts || !event.starts_too;
    state.handled.push_back(mark);
    ++state.prompts;
    state.prompted_at = milliseconds(now);
    noted.due = take_due(state);
    if (call.settings.errors && !event.in_subagent)
      errors = follow(state.errors, said, state.prompts);
    if (!event.in_subagent) {
      if (!state.said.empty())
        noted.prompt.decision = decision_in(found.text, state.said);
      note_decision(call, state, noted);
    }
    state.decision.clear();
    state.remembered = found.remember;
    if (!event.in_subagent)
      noted.after_compaction = std::exchange(state.compacted, false);
    state.skipped = state.skipped && event.in_subagent;
  });
  noted.silent = repeated || event.in_subagent;
  if (repeated)
    return noted;
  noted.opened = std::move(errors.opened);
  keep_solved(call, std::move(errors.resolved), noted.keep);
  noted.keep.turn = turn_of(call);
  if (found.remember && !noted.silent)
    noted.keep.remember = text_to_remember(found.whole);
  return noted;
}

NotedEvent note_tool(const HookCall& call, Time now) {
  const HookEvent& event = call.event;
  NotedEvent noted = begin(call, now);
  noted.before = call.states.read(event.session_id);
  noted.silent = event.in_subagent || noted.before.skipped;
  if (noted.silent || !call.settings.errors || event.kind == HookKind::edit)
    return noted;
  const SessionEvent ran{
      SessionEvent::Kind::tool, event.text, event.tool, event.command, event.file, event.failed};
  // Most tools change nothing here: no write for them.
  if (!concerns_errors(noted.before.errors, ran))
    return noted;
  ErrorProgress errors;
  (void)call.states.change(event.session_id, [&](SessionState& state) {
    noted.before = state;
    errors = follow(state.errors, ran, state.prompts);
  });
  noted.opened = std::move(errors.opened);
  keep_solved(call, std::move(errors.resolved), noted.keep);
  return noted;
}

NotedEvent note_stop(const HookCall& call, Time now) {
  const HookEvent& event = call.event;
  NotedEvent noted = begin(call, now);
  // The answer to a prompt that is left out is left out, too.
  noted.before = call.states.read(event.session_id);
  noted.keep.since = Time(std::chrono::milliseconds(noted.before.prompted_at));
  noted.silent = event.in_subagent || noted.before.skipped;
  if (!noted.silent && event.text.empty() && event.unread) {
    noted.keep.unread = call.settings.capture;
    (void)call.states.change(event.session_id,
                             [&](SessionState& state) { state.unread = event.transcript; });
  }
  noted.silent = noted.silent || event.text.empty();
  if (noted.silent)
    return noted;
  noted.keep.turn = turn_of(call);
  // After "#remember" an answer only confirms what is kept already.
  const bool may_decide = call.settings.decisions == "ask" && !noted.before.remembered;
  const Statement stated = may_decide ? decision_in(event.text) : Statement();
  const bool decided = stated.chance >= is_decision;
  const bool asks_now = decided && call.settings.decision_at_stop && event.may_go_on;
  const SessionEvent said{SessionEvent::Kind::said, prose_of(event.text), {}, {}, {}, false};
  (void)call.states.change(event.session_id, [&](SessionState& state) {
    noted.before = state;
    state.unread.clear();
    state.said = utf8::last(event.text, max_said);
    (void)follow(state.errors, said, state.prompts);
    for (Injected& each : state.injected) {
      each.answered = true;
      each.useful = each.useful || rests_on(event.text, each.words);
    }
    if (!decided)
      return;
    const std::string decision(utf8::cut(stated.text, max_hook_question));
    noted.takes_text = noted.takes_text || asks_now;
    if (asks_now && may_ask(state, decision, state.prompts)) {
      note_asked(state, decision, state.prompts);
      noted.decision = decision;
      state.decision.clear();
    } else {
      state.decision = decision;  // asked about at the next prompt
    }
  });
  return noted;
}

NotedEvent note_compact(const HookCall& call, Time now) {
  // The host cuts shown memories from the assistant's view with the rest.
  if (call.event.cuts)
    (void)call.states.change(call.event.session_id, [](SessionState& state) {
      state.shown.clear();
      state.compacted = true;
    });
  NotedEvent noted = begin(call, now);
  noted.silent = true;
  return noted;
}

NotedEvent note_end(const HookCall& call, Time now) {
  NotedEvent noted = begin(call, now);
  noted.silent = true;
  noted.keep.ends = call.settings.capture && !call.event.session_id.empty() &&
                    !call.event.transcript.empty() && !call.event.in_subagent;
  (void)call.states.change(call.event.session_id, [&](SessionState& state) {
    state.ended = true;
    noted.due.swap(state.injected);
  });
  return noted;
}

}  // namespace

NotedEvent note_event(const HookCall& call, Time now) {
  switch (call.event.kind) {
    case HookKind::session_start:
      return note_start(call, now);
    case HookKind::user_prompt:
      return note_prompt(call, now);
    case HookKind::edit:
    case HookKind::tool:
      return note_tool(call, now);
    case HookKind::stop:
      return note_stop(call, now);
    case HookKind::compact:
      return note_compact(call, now);
    case HookKind::session_end:
      return note_end(call, now);
  }
  return {};
}

}  // namespace aim::op
