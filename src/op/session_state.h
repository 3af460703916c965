// State of an assistant's session between its calls and hooks, which are separate processes: shown
// memories, queued texts, open errors. A file a session, 0600, replaced as a whole, forgotten after
// a week. The doors of one session share it, for it goes by the session's id alone. Knows: one
// folder of small JSON files. Must not know: the database, hosts. Threads and processes: any; a
// change is made under a lock that is waited for 20 ms at most. A damaged file is recreated.
#pragma once
#include <boost/json/fwd.hpp>
#include <filesystem>

#include "base/clock.h"
#include "capture/error_progress.h"

namespace aim::op {

// A memory that a prompt was given unasked, until it is known whether it was of use.
struct Injected {
  std::string id;
  std::vector<std::string> words;   // see rare_words()
  std::int64_t prompt = 0, at = 0;  // which of the session's; milliseconds since 1970
  bool answered = false;            // the assistant was heard since
  bool useful = false;
};

struct SessionState {
  std::string folder = {};             // of the project that the session began in
  bool begun = false;                  // a session-start, or anything else, was seen
  std::vector<std::string> shown;      // ids of memories, oldest first
  std::vector<std::string> waiting;    // to be said at the next event that can
  std::vector<std::string> handled;    // marks of the last prompts
  std::vector<OpenError> errors;       // newest last
  std::vector<std::string> decisions;  // marks of texts that were asked about
  std::string decision;                // found in what the assistant said, not yet asked about
  std::string said;                    // the end of what the assistant said last
  std::int64_t prompts = 0,
               asked_at = 0;       // prompts so far, and at which was asked about a decision
  std::int64_t injected_at = 0;    // milliseconds since 1970
  std::int64_t prompted_at = 0;    // likewise: the last prompt
  std::vector<Injected> injected;  // newest last
  std::string unread;              // the transcript that the last answer was not in yet
  bool skipped = false;            // the last prompt said "#skip"
  bool remembered = false;         // the last prompt said "#remember"
  bool compacted = false;          // the host has cut the conversation since the last prompt
  bool ended = false;
  std::int64_t started_at = 0;  // milliseconds since 1970: the last start that was answered
};

// As the times of a state are.
inline std::int64_t milliseconds(Time time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

inline bool contains(const std::vector<std::string>& list, const std::string& one) {
  return std::ranges::find(list, one) != list.end();
}

// Adds those that are not among them yet; of very many the oldest go.
void add_shown(std::vector<std::string>& shown, const std::vector<std::string>& ids);

class SessionStates {
 public:
  // An empty folder: nothing is kept, and every session is new.
  explicit SessionStates(std::filesystem::path folder) : folder_(std::move(folder)) {}

  SessionState read(std::string_view session_id) const;
  // Reads, changes, writes. False when it could not be kept; nobody is to wait or to fail for that.
  bool change(std::string_view session_id, const std::function<void(SessionState&)>& change) const;
  // Memories that the session is shown now.
  void note_shown(std::string_view session_id, const std::vector<std::string>& ids) const;
  // Forgets the sessions that nothing was heard of for a week, and the oldest when there are very
  // many.
  void prune(Time now) const;

 private:
  std::filesystem::path file_of(std::string_view session_id) const;
  std::filesystem::path folder_;
};

// An open error as JSON, as the state of a session and the spool of hooks keep it. Pure.

boost::json::object object_of(const OpenError& error);
// Members that are missing are empty.
OpenError open_error_of(const boost::json::object& object);

// The texts of a list.
boost::json::array list_of(const std::vector<std::string>& texts);
std::vector<std::string> texts_of(const boost::json::object& object, std::string_view name);

}  // namespace aim::op
