// One event of an assistant's session, with all that its answer depends on besides databases.
// Events of all hosts come as the same few kinds.
// Knows: the states of sessions, stores. Must not know: hosts' formats.
#pragma once
#include "memory/project_identity.h"
#include "op/hook_two_stores.h"
#include "op/session_state.h"

namespace aim::op {

class Words;

// Of a prompt, a message or an output; what is longer is cut.
inline constexpr std::size_t max_event_text = 1'048'576;

enum class HookKind { session_start, user_prompt, edit, tool, stop, compact, session_end };

struct HookEvent {
  HookKind kind = HookKind::user_prompt;
  std::string host;              // "claude"
  std::string session_id;        // empty: nothing is kept between its events
  std::string folder;            // of the project; empty: the working directory
  std::string name_space = {};   // of the project; empty: of none
  ProjectIdentity project = {};  // where the core's namespace is its; empty: unknown
  std::string text;              // the prompt, the assistant's message, or a tool's output
  std::string transcript = {};   // the host's own file of the session, as far as it names one
  std::string source;            // why a session starts: startup, resume, clear, compact
  std::string tool, command, file;
  std::vector<std::string> more_files = {};  // more that the tool changes
  bool about_file = false;                   // memories on these files are of use now
  bool failed = false;                       // the tool did
  bool in_subagent = false;                  // nothing is injected there
  bool starts_too = false;  // a prompt of a host that sends no event for the start of a session
  bool takes_text = true;   // the host can inject a text at this event
  bool may_go_on = false;   // at a stop: the host goes on with the turn when it is given a text
  bool cuts = true;         // at a compaction: the host cuts the conversation now
  bool unread = false;      // at a stop: what was said stands in the transcript, perhaps only later
  // At a start: the assistant has nothing any more of what it was shown before.
  bool forgets() const { return source == "clear" || source == "compact"; }
};

struct HookSettings {
  bool recall = true, capture = true, errors = true, secrets = true, by_meaning = true;
  std::string decisions = "ask";  // or "store", "off"
  bool decision_at_stop = false;  // asked about where the host may go on, else at the next prompt
  std::int64_t limit = 3, budget_tokens = 800;
  std::int64_t cooldown_secs = 30;  // after memories were brought to a prompt
  bool by_profile = false;          // the access log has calls of profiles and of the core apart
  const Words* commands = nullptr;  // for advice on what to do next
  std::string_view decision_call =
      {};  // the call by which the assistant keeps a decision, see profile/profile.h
};

// One event with all that its answer depends on, besides databases. Constant from its making on.
struct HookCall {
  HookEvent event;
  HookSettings settings;
  SessionStates states;
  std::string name_space;
  std::int64_t secrets_removed = 0;  // from the event's texts, with <private> passages
  // Null: one store. Else recalls go to both; new memories still go to the engine that answers.
  // Outlives the call.
  const HookStores* two_stores = nullptr;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};
// The folder of the event's project, and the project: that of the session where it has one, else
// what the host's environment names, else the folder that the event names, else the working
// directory. The session keeps the first project, wherever its assistant goes. `named`: the folder
// of the event is what a person asked for.
void settle_project(HookEvent& event, const SessionStates& states, bool named);

// Repairs the event's texts, leaves out of them what programs have put in, and takes secrets out of
// them before anything is looked at.
HookCall hook_call(HookEvent event, const HookSettings& settings, SessionStates states,
                   const HookStores* two_stores = nullptr);

}  // namespace aim::op
