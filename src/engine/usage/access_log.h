// The access log: what was asked, by whom, and what came back, as it was then (L3). Noted with the
// touches: after the answer, in their transaction, dropped with them.
// Knows: rows of the log. Must not know: doors, JSON, which operation is which kind.
#pragma once
#include <chrono>

#include "engine/engine.h"
#include "engine/usage/touch_queue.h"
#include "memory/score.h"
#include "store/records.h"

namespace aim::engine {

using store::AccessRow;
using store::LoggedAccess;
using store::ShownKey;
using store::ShownMemory;

// Whether calls are noted at all; `by_profile`: of a call that came by a profile's surface.
bool logs_accesses(const Engine& engine, bool by_profile);
// Queues a call. Long queries are cut, or left out where the options say so.
void note_access(Engine& engine, AccessNote access);

// The factors of a score in a few bytes, and back: "words 0.8 0.4;session 0.1 0.6".
std::string compact_factors(const std::vector<Factor>& factors);
struct NamedFactor {
  std::string name;
  double value = 0, weight = 1;
};
std::vector<NamedFactor> read_factors(std::string_view text);

struct LoggedCall {
  AccessRow call;
  std::vector<ShownMemory> shown;
};
struct RecentCalls {
  std::vector<std::string> kinds = {};  // empty: all
  std::int64_t before = 0;              // a number; 0: from the newest on
  std::int64_t limit = 50;
  std::string session = {};    // empty: all
  bool nothing_found = false;  // only questions to which nothing came back
};
struct CallPage {
  std::vector<LoggedCall> calls;  // newest first
  std::int64_t next = 0;          // `before` of the page that follows; 0: there is none
};
// The log is sorted neither by session nor by what came back: then a page looks through 20,000
// calls at most, and may be short, or empty, and have a next all the same.
Result<CallPage> recent_calls(Engine& engine, const RecentCalls& wanted);
// Oldest first, those after a number.
Result<std::vector<LoggedCall>> calls_after(Engine& engine, std::int64_t after, std::int64_t limit);
// The number of the last call.
Result<std::int64_t> last_call(Engine& engine);

struct AccessLogRequest {
  std::string memory;  // id or unique prefix; empty: of all
  std::optional<std::string> kind;
  std::optional<Time> since;
  std::int64_t limit = 50;
};
// Newest first. Errors: not_found.
Result<std::vector<LoggedAccess>> access_log(Engine& engine, const AccessLogRequest& request);

// A call that another program has noted, of a memory that came from it.
struct PastUse {
  std::string memory_id;
  AccessRow call = {};
  std::optional<double> score = {};
};
// In small transactions, oldest first; of memories that are not here nothing is kept.
Result<void> add_past_uses(Engine& engine, std::vector<PastUse> uses);

// Removes what is older than the options keep, in small transactions; `stop` is asked between them.
Result<void> prune_accesses(Engine& engine, const std::function<bool()>& stop);

}  // namespace aim::engine
