// What an event of an assistant's session leads to: a text for the assistant before, and something
// kept after. Every host's events come as the same few kinds; what they look like is the door's
// business (cli/hosts.h).
// Knows: engine, the states of sessions, triggers. Must not know: hosts' formats, processes,
// standard input and output. Whoever calls ends in silence when this fails: an assistant never
// waits for, or is stopped by, its memory.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "capture/triggers.h"
#include "engine/engine.h"
#include "op/hook_pair.h"
#include "op/session_state.h"

namespace aim::op {

class Words;

enum class HookKind { session_start, user_prompt, tool, stop, compact, session_end };

struct HookEvent {
  HookKind kind = HookKind::user_prompt;
  std::string host;             // "claude"
  std::string session_id;       // empty: nothing is kept between its events
  std::string folder;           // of the project; empty: the working directory
  std::string name_space = {};  // of the project; empty: by the folder
  std::string text;             // the prompt, what the assistant said, or a tool's output
  std::string source;           // why a session starts: startup, resume, clear, compact
  std::string tool, command, file;
  bool failed = false;       // the tool did
  bool in_subagent = false;  // nothing is injected there
  bool starts_too = false;   // a prompt of a host that tells of no start
  bool takes_text = true;    // the host can inject a text at this event
  bool may_go_on = false;    // at a stop: the host goes on with the turn when it is given a text
};

struct HookSettings {
  bool recall = true, capture = true, errors = true, secrets = true, by_meaning = true;
  std::string decisions = "ask";  // or "store", "off"
  bool decision_at_stop = false;  // asked about where the host may go on, else at the next prompt
  std::int64_t limit = 3, budget_tokens = 800;
  bool quick = false;               // the process ends with the answer, see engine::Query
  std::int64_t cooldown_secs = 30;  // after memories were brought to a prompt
  bool by_profile = false;          // the access log has calls of profiles and of the core apart
  const Words* commands = nullptr;  // for what it advises to do next
  std::string_view decision_call =
      {};  // what the assistant is to call to keep a decision, see profile/profile.h
};

class Hook {
 public:
  Hook(HookEvent event, const HookSettings& settings, SessionStates states);
  // Two stores in place of one; what is kept still goes to the engine that answer() and finish()
  // are given. Outlives the hook.
  void over(const HookPair& pair) { pair_ = &pair; }

  // What the assistant is to read; empty: nothing. `thorough`: the same with a model of meaning,
  // asked only when the prompt clearly wants something that words and the built-in table do not
  // find; null: there is none.
  Result<std::string> answer(Engine& engine, Engine* thorough);
  // In place of answer(), where there is no database to ask: what is to be kept is known all the
  // same.
  void prepare();
  // Turns, solutions and decisions that are to be kept; after the answer is out.
  Result<void> finish(Engine& engine);
  // Whether the event was the start of a session, or did the work of one.
  bool started() const { return started_ || event_.kind == HookKind::session_start; }
  // The memories that the answer holds.
  const std::vector<std::string>& shown() const { return shown_; }
  // Whether finish() has anything to do.
  bool writes() const { return !capture_.empty() || solved_ || !decided_.empty(); }

 private:
  Result<std::string> on_start(Engine& engine);
  Result<std::string> on_prompt(Engine& engine, Engine* thorough);
  Result<std::string> on_tool(Engine& engine);
  std::string on_stop();
  Result<std::string> recalled(Engine& engine, Engine* thorough, const PromptFindings& found);
  Result<std::string> known_solution(Engine& engine, const OpenError& error);
  Result<std::string> remembered(Engine& engine, const std::string& text);
  std::string about_decision(const PromptFindings& found);
  std::string question_about(const std::string& decision, std::int64_t prompt);
  Result<void> keep_solution(Engine& engine);
  Result<void> keep_decision(Engine& engine);
  void judge_due(std::vector<Injected> due) const;
  Result<std::string> recalled_of_both(const PromptFindings& found, PromptQuestion question);
  void note_shown(Engine& engine, const std::vector<std::pair<Memory, double>>& hits) const;
  std::string safe(std::string_view text) const;
  Result<std::string> delivered(std::string text);

  HookEvent event_;
  HookSettings settings_;
  const HookPair* pair_ = nullptr;
  SessionStates states_;
  SessionState state_;  // as it was before the event
  std::string name_space_;
  std::string capture_;   // a turn to be kept
  std::string decided_;   // a decision to be kept
  bool started_ = false;  // by an event of another kind
  std::optional<OpenError> solved_;
  std::vector<std::string> shown_;  // ids, to be noted with the answer
  std::vector<Injected> injected_;  // of those, what the prompt was given unasked
};

}  // namespace aim::op
