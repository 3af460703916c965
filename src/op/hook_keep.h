// What an event of a session leaves to be kept once the host has its answer: a turn, a solved
// error, a decision, a text to remember. It is whole by itself, and clean of secrets, so that it
// can wait on disk (hook_spool.h) until a database can be written. And writes it.
// Knows: engine. Must not know: hosts, hooks' answers, files, processes.
#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "capture/error_progress.h"
#include "memory/transcript.h"

namespace aim {
struct Engine;
}

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

// Whether this is the first attempt; one that ended unexpectedly may have kept some of it.
enum class Attempt { first, again };
// Errors: those of the database.
Result<void> keep_of_hook(Engine& engine, const HookKeep& keep, Attempt attempt);

// Keeps a text by the wish of the user; its id.
Result<std::string> remember_of_hook(Engine& engine, const HookKeep& keep);

}  // namespace aim::op
