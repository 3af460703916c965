// Records beside the memories: signed events, the log of accesses, tokens, golden questions, facts
// about the database by name, the change sequence, and counts of all this.
// Knows: rows. Must not know: which calls are logged and for how long, what a token looks like,
// what a factor means. Threads: as its Reader or Writer.
#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "memory/event.h"
#include "memory/memory.h"
#include "memory/rights.h"

namespace aim::store {

struct EventCounts {
  std::int64_t events = 0, not_signed = 0;
};

// A call in the access log, without the memories that it showed.
struct AccessRow {
  std::int64_t number = 0;  // rises with each call; given when it is added
  Time at{};
  std::string kind, door;
  std::optional<std::string> query, client, session, name_space;
  std::int64_t micros = 0, tokens = 0, results = 0;
};
// A memory that a call showed.
struct ShownKey {
  Key key = 0;
  std::optional<double> score;
  std::string factors;  // empty: none
};
// The same, of a memory that is still there.
struct ShownMemory {
  std::string id, title;
  std::optional<double> score;
  std::string factors;
};
// A memory that a call showed, as the log lists it.
struct LoggedAccess {
  Key key = 0;
  std::string memory_id, kind;
  Time at{};
  std::optional<double> score;
  std::optional<std::string> query, client, session;
};
// The cost of a call.
struct AccessCost {
  Time at{};
  std::string kind, door;
  std::int64_t micros = 0, tokens = 0;
};
struct AccessFilter {
  std::optional<Key> key;
  std::optional<std::string> kind;
  std::optional<Time> since;
  std::int64_t limit = 50;
};

// A token that lets callers in, with their rights (M6). Its secret is kept as a hash.
struct TokenRow {
  Rights rights;
  std::string hash;  // SHA-256 of the secret, 64 lower-case hexadecimal digits
  Time created_at{};
  std::optional<Time> expires_at, revoked_at;
};

// The outcome of a golden question when it was last run.
struct GoldenRun {
  Time at{};
  std::optional<std::int64_t> rank;  // from 1; unset: not among those looked at
  std::optional<double> score;       // unset: as the rank
  std::string setup;                 // what found it: version, ranking, tier, models
  friend bool operator==(const GoldenRun&, const GoldenRun&) = default;
};
// A question that is kept with the memory that answers it, to tell whether recall still finds it
// (N5).
struct GoldenQuestion {
  std::int64_t number = 0;  // never used again
  std::string question;
  std::string name_space;  // where it is asked; empty: everywhere
  std::string memory;      // the id of what answers it; it may be gone
  Time added_at{};
  std::optional<GoldenRun> last;
};

// A key that leads to a namespace: a project's (memory/project_identity.h), or "alias:" and another
// name for it.
struct NameKey {
  std::string key, name_space;
  std::string folder = {};  // the project's when it was first seen; empty: unknown
  std::int64_t inode = 0;   // the folder's
  bool moved = false;       // a person has moved what it led to into this namespace
};
inline constexpr std::string_view alias_prefix = "alias:";

// ---- names of facts about the database (docs/formats/database.md) ----

// When the processes that use the database last began their maintenance, in nanoseconds since 1970.
inline constexpr std::string_view maintenance_at = "upkeep_at";
// The change number up to which the autonomous tier has looked at memories
// (engine/language_model/autonomous.h).
inline constexpr std::string_view enriched_to = "enriched_to";
// When the last copy of the database was made by `backup`, in nanoseconds since 1970.
inline constexpr std::string_view backup_at = "backup_at";
// When a process last noticed that the log of the database was lost while in use, in nanoseconds
// since 1970.
inline constexpr std::string_view log_lost_at = "log_lost_at";

// With the id of a memory behind it: two devices have changed it without knowing of each other. The
// value is the time of the change that holds, in nanoseconds since 1970.
inline constexpr std::string_view conflict_of_devices = "conflict of devices ";
// With the id of a memory behind it: another one has the title that it claims
// (memory/titles.h). 0 until a person has confirmed that.
inline constexpr std::string_view beside_a_title = "beside a title ";
// The state of the sync over a folder (engine/folder_sync/folder_state.h), a text.
inline constexpr std::string_view folder_sync = "folder_sync";

// A memory that was changed last, or deleted (a tombstone), with number `seq`. One that was changed
// and then deleted stands for its deletion only.
struct ChangeRow {
  std::int64_t seq = 0;
  std::string id, name_space;
  bool gone = false;
};

using NamedCounts = std::vector<std::pair<std::string, std::int64_t>>;  // most first
struct Counts {
  std::int64_t memories = 0, reflections = 0, links = 0, archived = 0;
  std::int64_t expiring_soon = 0;  // within the hour
  std::int64_t size_bytes = 0;     // of the database, what is not yet moved into it not counted
  NamedCounts by_tier;
};
// How many memories that are still there were created on each day (days since 1970, UTC) from a day
// on; and how many before.
struct Growth {
  std::int64_t before = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> days;
};

class Records {
 public:
  virtual ~Records() = default;

  // ---- the chain of signed events (H2): appended, and read in its order; nothing changes one ----

  virtual Result<ChainHead> chain_head() const = 0;
  virtual Result<std::optional<Event>> find_event(std::int64_t sequence) const = 0;
  // Events after `after`, in order; `take` says false to end.
  virtual Result<void> each_event(std::int64_t after,
                                  const std::function<Result<bool>(const Event&)>& take) const = 0;
  // The newest first, below `before` (unset: all), of one type (empty: any).
  virtual Result<std::vector<Event>> newest_events(std::string_view type,
                                                   std::optional<std::int64_t> before,
                                                   std::int64_t limit) const = 0;
  // Cost: two looks at indexes.
  virtual Result<EventCounts> count_events() const = 0;
  // Inside a write, which keeps the end of the chain where it is. `key` null: not signed.
  virtual Result<Event> append_event(Time at, std::string_view type, const Payload& payload,
                                     const SigningKey* key) = 0;

  // ---- the access log: calls that showed or changed memories, as they were answered ----

  // The number of the last call; 0 when none is kept. One look-up.
  virtual Result<std::int64_t> last_access() const = 0;
  // Newest first, those with a number below `before`; of these kinds, or of all.
  virtual Result<std::vector<AccessRow>> newest_accesses(std::int64_t before,
                                                         std::span<const std::string> kinds,
                                                         std::int64_t limit) const = 0;
  // Oldest first, those with a number above `after`.
  virtual Result<std::vector<AccessRow>> accesses_after(std::int64_t after,
                                                        std::int64_t limit) const = 0;
  // Memories that a call showed, best first; those that are gone are left out.
  virtual Result<std::vector<ShownMemory>> shown_by(std::int64_t access) const = 0;
  // Newest first, at most `limit`.
  virtual Result<std::vector<AccessCost>> access_costs(Time since, std::int64_t limit) const = 0;
  // Newest first.
  virtual Result<std::vector<LoggedAccess>> access_log(const AccessFilter& filter) const = 0;
  // Keys that are gone are left out.
  virtual Result<void> add_access(const AccessRow& row, std::span<const ShownKey> shown) = 0;
  // Removes calls from before `before`, at most `limit`; the last one stays, so that numbers go on.
  // How many went.
  virtual Result<std::int64_t> prune_accesses(Time before, std::int64_t limit) = 0;

  // ---- tokens ----

  // A number that changes with every change of the tokens. Cost: one look-up.
  virtual Result<std::int64_t> tokens_version() const = 0;
  // Oldest first, those that are revoked included.
  virtual Result<std::vector<TokenRow>> tokens() const = 0;
  // Id and name are new.
  virtual Result<void> add_token(const TokenRow& row) = 0;
  virtual Result<void> revoke_token(std::string_view id, Time now) = 0;
  virtual Result<void> remove_token(std::string_view id) = 0;

  // ---- golden questions ----

  // By number.
  virtual Result<std::vector<GoldenQuestion>> golden_questions() const = 0;
  // Its number; of the same question in the same namespace, with the memory replaced, when there is
  // one.
  virtual Result<std::int64_t> put_golden_question(const GoldenQuestion& question) = 0;
  // False: there is none of that number.
  virtual Result<bool> remove_golden_question(std::int64_t number) = 0;
  virtual Result<void> record_golden_run(std::int64_t number, const GoldenRun& run) = 0;

  // ---- keys of namespaces: few, a project each ----

  // By key.
  virtual Result<std::vector<NameKey>> name_keys() const = 0;
  // Replaces the one of this key.
  virtual Result<void> put_name_key(const NameKey& row) = 0;
  // False: there is no such key.
  virtual Result<bool> remove_name_key(std::string_view key) = 0;

  // ---- facts about the database ----

  // Nothing when there is none.
  virtual Result<std::optional<std::int64_t>> fact(std::string_view name) const = 0;
  virtual Result<void> set_fact(std::string_view name, std::int64_t value) = 0;
  virtual Result<void> clear_fact(std::string_view name) = 0;
  // A fact that is a text; empty: no such fact.
  virtual Result<std::string> text_fact(std::string_view name) const = 0;
  virtual Result<void> set_text_fact(std::string_view name, std::string_view text) = 0;
  // Names of facts that begin so, without that beginning, at most `limit`, in order.
  virtual Result<std::vector<std::string>> facts_beginning(std::string_view beginning,
                                                           std::int64_t limit) const = 0;

  // ---- the change sequence (S21): one rising number over all changes and deletions, so that a
  // caller who knows a number can ask what came after it ----

  // The number of the last change or deletion; 0 when there never was one.
  virtual Result<std::int64_t> last_change() const = 0;
  // The number before the first change of a memory after `time`; nothing when none was changed
  // since.
  virtual Result<std::optional<std::int64_t>> before_changes_since(Time time) const = 0;
  // In order, at most `limit`.
  virtual Result<std::vector<ChangeRow>> changes_after(std::int64_t after,
                                                       std::int64_t limit) const = 0;

  // ---- counts over the whole database, for stats ----

  virtual Result<Counts> counts(Time now) const = 0;
  // From the day of `since` on.
  virtual Result<Growth> growth(Time since) const = 0;
  // Only namespaces that hold memories.
  virtual Result<NamedCounts> count_name_spaces() const = 0;
};

}  // namespace aim::store
