// Answers one event of an assistant's session: a text for the assistant first, then what is kept.
// Knows: engine, the states of sessions, triggers. Must not know: hosts' formats (cli/hosts.h),
// processes, standard input and output. A caller stays silent when this fails: an assistant never
// waits for its memory, and is never stopped by it.
#pragma once
#include "capture/triggers.h"
#include "engine/engine.h"
#include "op/hook_call.h"
#include "op/hook_keep.h"
#include "op/hook_solution.h"

namespace aim::op {

// The first step: the event in the state of its session, with what its text has to keep and what
// the answer is about. No database is asked.
struct NotedEvent {
  SessionState before;                   // the session's state as the event found it
  PromptFindings prompt = {};            // only for a prompt
  bool starts = false;                   // a session starts with the event
  bool after_compaction = false;         // the first prompt since one
  bool silent = false;                   // the event has no answer of its own
  bool takes_text = true;                // a text can go to the assistant now
  std::optional<OpenError> opened = {};  // an error that is new
  std::string decision = {};             // the assistant is asked about it now
  std::vector<Injected> due = {};        // memories whose use is judged now
  HookKeep keep = {};
};
NotedEvent note_event(const HookCall& call, Time now);

struct HookOutcome {
  Result<std::string> text = std::string();  // for the assistant; empty: nothing
  std::vector<std::string> shown = {};       // ids of the memories in the text
  bool started = false;  // the event was the start of a session, or stood for it
  HookKeep keep = {};    // known even where the text failed
};
// `noted`: from note_event(). `thorough`: the same database with a model of meaning, asked
// only when the prompt clearly wants something that words and the built-in table do not find; null:
// there is no model.
HookOutcome answer_hook(const HookCall& call, NotedEvent noted, Engine& engine, Engine* thorough);
// In place of answer_hook() where no database exists, or none that can be used as it is: what is
// said is kept all the same.
HookOutcome answer_without_database(const HookCall& call, NotedEvent noted);

}  // namespace aim::op
