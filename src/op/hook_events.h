// The first step of a hook: notes an event in the state of its session, and finds in its text what
// is to be kept and what the answer is about. No database is asked.
// Knows: the states of sessions, triggers. Must not know: engine, hosts.
#pragma once
#include "capture/triggers.h"
#include "op/hook_call.h"
#include "op/hook_keep.h"
#include "op/hook_solution.h"

namespace aim::op {

struct NotedEvent {
  SessionState before;                   // the session's state as the event found it
  PromptFindings prompt = {};            // of a prompt
  bool starts = false;                   // a session starts with the event
  bool after_compaction = false;         // the first prompt since one
  bool silent = false;                   // the event has no answer of its own
  bool takes_text = true;                // a text can go to the assistant now
  std::optional<OpenError> opened = {};  // an error that is new
  std::string decision = {};             // that the assistant is asked about now
  std::vector<Injected> due = {};        // memories whose use is judged now
  HookKeep keep = {};
};
NotedEvent note_event(const HookCall& call, Time now);

}  // namespace aim::op
