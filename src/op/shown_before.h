// Memories that the caller's session was shown before, by tools or hooks, to omit repetitions.
// A session with a name is known to all its doors, by its state; a connection without one only to
// itself, as long as it lasts.
// Knows: the states of sessions. Must not know: doors, hooks.
#pragma once
#include "engine/engine.h"
#include "engine/search/recall.h"
#include "op/kit/operation.h"
#include "op/session_state.h"

namespace aim::op {

class ShownBefore {
 public:
  // `session_id` as the call names it, else as the door knows it, else the connection itself;
  // without any of them nothing is known and nothing noted.
  ShownBefore(const Engine& engine, const std::optional<std::string>& session_id,
              const Caller& caller)
      : states_(engine.options.sessions),
        session_id_(session_id.value_or(std::string(caller.session_id))),
        connection_(session_id_.empty() ? caller.shown : nullptr) {}

  std::vector<std::string> ids() const {
    return connection_ ? *connection_ : states_.read(session_id_).shown;
  }
  // Hits with longer contents were shown in part, and are not noted.
  void note(const engine::Found& found, std::size_t longest = std::string::npos) const {
    if (session_id_.empty() && !connection_)
      return;
    std::vector<std::string> ids;
    for (const Memory& standard : found.standards) ids.push_back(standard.id);
    for (const engine::Hit& hit : found.hits)
      if (hit.memory.content.size() <= longest)
        ids.push_back(hit.memory.id);
    if (connection_)
      add_shown(*connection_, ids);
    else
      states_.note_shown(session_id_, ids);
  }

 private:
  SessionStates states_;
  std::string session_id_;
  std::vector<std::string>* connection_;
};

}  // namespace aim::op
