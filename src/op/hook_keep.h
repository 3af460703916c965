// What an event of a session leaves to be kept once the host has its answer: a turn, a solved
// error, a decision, a text to remember. It is whole by itself, and clean of secrets, so that it
// can wait on disk (hook_spool.h) until a database can be written. Knows: engine. Must not know:
// hosts, hooks' answers, files.
#pragma once
#include "base/clock.h"
#include "capture/error_progress.h"
#include "memory/transcript.h"

namespace aim::op {

struct HookKeep {
  std::string session_id = {}, name_space = {}, host = {}, branch = {};
  bool two_stores = false;  // of the profile that has two, which names origins in its own way
  Time at{};                // of the event
  Time since{};             // of the prompt that it answers
  Role role = Role::user;
  std::string turn = {};                 // said by that role
  std::optional<OpenError> solved = {};  // with what solved it
  std::string decision = {};             // that is kept without asking
  std::string remember = {};             // that the user wants to be kept
  std::string transcript = {};           // of the host; empty: none is known
  bool unread = false;                   // it gets what the assistant said, or has it already
  bool ends = false;                     // the session: nothing more is said in the transcript

  bool empty() const {
    return turn.empty() && !solved && decision.empty() && remember.empty() && !unread && !ends;
  }
};

}  // namespace aim::op
