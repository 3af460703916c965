// Memories as they are kept: found by what names them, listed, written whole, put into the archive;
// also what belongs to one memory each: its use, the step that changed it last, the standard that
// it is of a namespace. Text index, title words, tags, passages and the change sequence follow what
// is written.
// Knows: rows. Must not know: policy (merge, expiry, who wins, how long a step may be undone).
// Cost of lists: by what is returned, not by the size of the database; of names by how often
// memories carry them; those for review walk over links or memories without their contents.
#pragma once
#include <type_traits>

#include "base/result.h"
#include "memory/filter.h"
#include "memory/link.h"
#include "memory/memory.h"
#include "store/links.h"
#include "store/new_memory.h"
#include "store/records.h"

namespace aim::store {

struct SimilarTitle {
  Key key = 0;
  std::string id;
  double share = 0;  // of significant stems in common, of those of the longer title
};

// The position where a list goes on: after a memory of this shown priority and change.
struct ListPlace {
  std::int64_t priority = 0, updated_at = 0;  // nanoseconds
  Key key = 0;
};
struct Page {
  std::int64_t limit = 20, offset = 0;
  std::optional<ListPlace> after = {};  // by priority alone
  ListOrder order = ListOrder::priority;
};

// How many memories have each value, most first; of each facet the first hundred.
struct Facets {
  std::int64_t total = 0;
  NamedCounts name_spaces, tiers, kinds, tags, sources, agents;
};

struct PageRow {
  Key key = 0;
  std::string id, title, name_space;
  Time updated_at{};
};

struct KeyPair {
  Key first = 0, second = 0;
};

// The parts of a memory that a touch reads and may change.
struct UsageRow {
  Key key = 0;
  Tier tier = Tier::mid_term;
  std::int64_t priority = 5, reinforcement = 0, access_count = 0;
  std::optional<Time> expires_at;
  bool deadline = false;
};

// Whether there was no memory before a change of this name (Version::change), or none whose content
// is kept.
inline bool was_absent_before(std::string_view change) {
  return change == "restore" || change == "cut";
}

// A state of a memory that a change has ended.
struct Version {
  std::int64_t version = 0;  // counts those of this memory, from 1
  Time until{};              // when the change was made; a label, for clocks may jump
  // update or delete; restore: the memory was not there, and comes back as `memory` says; cut: what
  // was before is not kept, here nor in databases that are synced, and `memory` says nothing
  std::string change = {};
  Memory memory = {};                     // without key and uses
  Author by = {};                         // author of the change
  std::optional<std::int64_t> step = {};  // number of the step of undo, if any
  bool was_absent() const { return was_absent_before(change); }
  // Whether the memory was removed after its end, with no copy in the archive: collected.
  bool had_expired() const {
    return change == "delete" && memory.expires_at && memory.expires_at->time <= until;
  }
};

// How long, and in how many bytes, versions are kept, of all memories or in one namespace.
struct VersionLimits {
  Time before{};  // older ones go
  std::int64_t max_bytes = 0;
  std::string name_space = {};  // as in Filter; empty: all
};

// Chooses among memories that are gone. An empty text and an unset time choose all.
struct GoneFilter {
  std::string name_space = {};      // as in Filter
  std::string without_source = {};  // without deleted ones of this source
  std::string title = {};           // part of the title; the case of ASCII letters is ignored
  std::string reason = {};          // Archived::reason; of deleted ones it is "delete"
  std::optional<Time> since = {};   // archived or deleted at this time or later
  std::optional<Time> until = {};   // or earlier
};

// Traces of a deleted memory that were removed for good.
struct Purged {
  bool archived = false;
  std::int64_t versions = 0, undo_steps = 0, questions = 0;
};

// A memory that a step has changed.
struct ChangedMemory {
  std::string id = {};
  std::optional<Memory> before = {};  // unset: it was not there
  bool is_there = true;               // after the step
  std::optional<Memory> after = {};   // as the step left it, where a change since has ended that
};

// A memory that a step put into the archive: one that was in no other place, as by an import, or
// one that it removed and of which an older copy was there.
struct ArchivedInStep {
  std::string id;
  std::optional<Time> older_at = {};  // when that copy was archived
  std::string older_reason = {};
};

// Changes that were made together, and can be undone together.
struct UndoStep {
  std::int64_t number = 0;
  Time at{};
  std::string action = {};
  std::string by = {};  // id of the token, or "hook"; empty: the owner, or an assistant
  // Ids of the memories that it stored; of a moved namespace, a proposal and a name what the engine
  // has given.
  std::vector<std::string> items = {};
  std::vector<ChangedMemory> memories = {};  // in the order of their first changes
  std::vector<LinkChange> links = {};        // and of standards; in their order
  std::vector<ArchivedInStep> archived = {};
};

// The action of a step that changed what a name stands for, not memories.
inline constexpr std::string_view alias_step = "alias";

struct ClearedStandard {
  std::string name_space;
  Time cleared_at{};
};

// A memory that is not there any more, and can come back.
struct GoneMemory {
  Time at{};
  std::string id, name_space;
  bool is_archived = false;  // else it is kept by its versions alone
};

class Memories {
 public:
  virtual ~Memories() = default;

  // The author of the changes of this transaction; outlives it. Unset: unknown.
  virtual void set_author(const Author& author) = 0;

  virtual Result<std::optional<Memory>> find_by_id(std::string_view id) const = 0;
  virtual Result<std::optional<Memory>> find_by_title(std::string_view name_space,
                                                      std::string_view title) const = 0;
  // The memories of that title in the namespaces with these numbers, in the order of the numbers.
  virtual Result<std::vector<Memory>> with_title(std::span<const std::int64_t> name_spaces,
                                                 std::string_view title) const = 0;
  // In the order of `keys`; keys that are gone are left out.
  virtual Result<std::vector<Memory>> by_keys(std::span<const Key> keys) const = 0;
  // Ids that begin so, in order, at most `limit`.
  virtual Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                           std::size_t limit) const = 0;
  // Every memory, created_at ascending; those of one moment by namespace, so that an import, which
  // writes namespace by namespace (A10), leaves the order as it was.
  virtual Result<void> each(const std::function<Result<void>(const Memory&)>& take) const = 0;
  // Memories of the namespace whose titles share at least half of their significant stems with
  // `title` (half of the longer title's), most shared first, newest first among equals; never
  // `except`, never an expired one. At most `limit`.
  virtual Result<std::vector<SimilarTitle>> similar_titles(std::string_view name_space,
                                                           std::string_view title, Key except,
                                                           Time now, std::size_t limit) const = 0;
  // Memories that have the id of one of these, or its title in its namespace, in any order.
  virtual Result<std::vector<Memory>> holders(std::span<const Memory> of) const = 0;
  // Gives key and change number; id, title and namespace must be new.
  virtual Result<void> insert(Memory& memory) = 0;
  // Inserts many, which must differ among themselves too: a backend writes them together, in the
  // order of their keys. Gives for each the reason why it was refused (validation_failed), if it
  // was; then it is not there.
  virtual Result<std::vector<std::optional<Error>>> insert_all(
      std::span<const NewMemory> memories) = 0;
  // Rewrites the row of old.key. Text index and title words are touched only where the text or
  // namespace differs. The old state becomes a version, unless only uses differ.
  virtual Result<void> replace(const Memory& old, const Memory& fresh) = 0;
  // Removes it, its links and its use; leaves a version, a tombstone, and a line in each memory
  // that reflects on it.
  virtual Result<void> erase(const Memory& memory, Time now) = 0;
  // The same for one that lives on in another memory.
  virtual Result<void> erase_united(const Memory& memory, Time now) = 0;

  // ---- lists ----

  // By shown priority, then updated_at, both descending, then key. Expired memories are hidden.
  // The other orders sort what passes the filter for each page.
  virtual Result<std::vector<Memory>> list(const Filter& filter, Time now, Page page) const = 0;
  // Counts the memories that pass, or those among `keys`. Expired memories do not count.
  virtual Result<Facets> facets(const Filter& filter, std::optional<std::span<const Key>> keys,
                                Time now) const = 0;
  // By the age of their contents, newest first (V6): tags, tier, links and uses renew nothing.
  // Without what was superseded, and without mined conversations.
  virtual Result<std::vector<Memory>> recent(const Filter& filter, Time now,
                                             std::int64_t limit) const = 0;
  // By age.
  virtual Result<std::vector<Memory>> matching(const Filter& filter, std::int64_t limit,
                                               Key after) const = 0;
  // Memories that have expired, oldest expiry first.
  virtual Result<std::vector<Memory>> expired(Time now, std::int64_t limit) const = 0;
  virtual Result<std::int64_t> count_expired(Time now) const = 0;
  // Memories after `after`, at most `limit`; expired ones are hidden.
  virtual Result<std::vector<PageRow>> page_after(Key after, Time now,
                                                  std::int64_t limit) const = 0;
  // Names sorted by bytes, at most `limit`; only namespaces that hold memories.
  virtual Result<std::vector<std::string>> name_spaces_beginning(std::string_view beginning,
                                                                 std::size_t limit) const = 0;
  virtual Result<std::vector<std::string>> tags_beginning(std::string_view beginning,
                                                          std::size_t limit) const = 0;

  // ---- for review ----

  // Pairs linked as contradicting, neither superseding the other; the link made last comes first.
  virtual Result<std::vector<KeyPair>> contradictions(Time now, Page page) const = 0;
  // Pairs with the same content in one namespace, not linked with each other.
  virtual Result<std::vector<KeyPair>> same_content(Time now, Page page) const = 0;
  // Memories that a hook stored and whose metadata does not mark them as confirmed; newest first.
  virtual Result<std::vector<Key>> unconfirmed(Time now, Page page) const = 0;
  // Memories that expire until `until`, soonest first.
  virtual Result<std::vector<Key>> expiring(Time now, Time until, Page page) const = 0;
  // The newest keys below `before`.
  virtual Result<std::vector<Key>> newest_keys(Time now, Key before, std::int64_t limit) const = 0;
  virtual Result<bool> are_linked(KeyPair pair) const = 0;

  // ---- use (A2, S3) ----

  // Rows of the memories that still exist, in the order of `keys`.
  virtual Result<std::vector<UsageRow>> usage_of(std::span<const Key> keys) const = 0;
  virtual Result<void> set_usage(Key key, std::int64_t access_count, Time last_accessed_at) = 0;
  // Tier, expiry and reinforcement of a memory that a touch promoted, prolonged or reinforced;
  // `updated_at` when promoted. Only a promotion is a change that the change sequence counts: a
  // recall that prolongs a life is a use.
  virtual Result<void> set_life(const UsageRow& row, std::optional<Time> updated_at) = 0;

  // ---- archive ----

  virtual Result<std::optional<Archived>> find_archived(std::string_view id) const = 0;
  virtual Result<std::vector<std::string>> archived_ids_with_prefix(std::string_view prefix,
                                                                    std::size_t limit) const = 0;
  // Newest first.
  virtual Result<std::vector<Archived>> list_archived(std::string_view name_space,
                                                      std::int64_t limit,
                                                      std::int64_t offset) const = 0;
  // The same without their links.
  virtual Result<std::vector<Archived>> newest_archived(std::string_view name_space,
                                                        std::int64_t limit) const = 0;
  // Archived memories, and deleted ones of which a version is kept; newest first. A memory that an
  // undo removed, or that lives on in another one, was not deleted.
  virtual Result<std::vector<GoneMemory>> gone(const GoneFilter& filter, std::int64_t limit,
                                               std::int64_t offset) const = 0;
  // The ones with this title.
  virtual Result<std::vector<GoneMemory>> gone_titled(std::string_view title) const = 0;
  // How many memories purge_archived would remove.
  virtual Result<std::int64_t> count_archived(std::optional<Time> before) const = 0;
  virtual Result<ArchiveStats> archive_stats() const = 0;
  // Every one, by id.
  virtual Result<void> each_archived(
      const std::function<Result<void>(const Archived&)>& take) const = 0;
  // An earlier archived state of the same id is replaced. The sources and links of a memory that is
  // still there go along with it, unless `archived` names them.
  virtual Result<void> add_archived(const Archived& archived) = 0;
  // Another link that comes back with an archived memory; does nothing when that is not archived.
  virtual Result<void> keep_archived_link(std::string_view archived, const Link& link) = 0;
  virtual Result<bool> remove_archived(std::string_view id) = 0;
  // Removes all of them, or those archived before `before`, and gives their ids.
  virtual Result<std::vector<std::string>> purge_archived(std::optional<Time> before) = 0;

  // ---- versions ----

  // Ends the time in which a memory was deleted, as a version of its own.
  virtual Result<void> note_return(const Memory& memory, Time now) = 0;
  // Every one, by id, oldest first.
  virtual Result<void> each_version(
      const std::function<Result<void>(const Version&)>& take) const = 0;
  // All that is kept of one memory, oldest first; and other ones in its place.
  virtual Result<std::vector<Version>> all_versions_of(std::string_view id) const = 0;
  virtual Result<void> set_versions(std::string_view id, std::span<const Version> versions) = 0;
  // Newest first, those of returns and cuts left out.
  virtual Result<std::vector<Version>> versions_of(std::string_view id,
                                                   std::int64_t limit) const = 0;
  // Ids of memories with versions that begin so, in order, at most `limit`.
  virtual Result<std::vector<std::string>> versioned_ids_with_prefix(std::string_view prefix,
                                                                     std::size_t limit) const = 0;
  // The first version of the memory that a change after `time` ended: what it was then, if it was
  // there. A time is a place in the order of the memory's changes: before the first one that was
  // made later by its clock, whatever clocks said of those that followed.
  virtual Result<std::optional<Version>> version_at(std::string_view id, Time time) const = 0;
  // The version that version_at() gives, for every memory that was changed, removed or brought back
  // after `time`; in the order of changes.
  virtual Result<void> each_version_at(
      Time time, const std::function<Result<void>(Version&&)>& take) const = 0;
  // The same of memories that changes after `time` took one of `words` from, as the index of texts
  // has them; those that lost most of them first. Until `take` says false, at most 2,000.
  virtual Result<void> each_version_that_lost(
      Time time, std::span<const std::string> words,
      const std::function<Result<bool>(const Version&)>& take) const = 0;
  // About how many changes were made after `time`. A few look-ups.
  virtual Result<std::int64_t> changes_since(Time time) const = 0;
  // Whether some are beyond the limits; and removes those.
  virtual Result<std::int64_t> count_versions_beyond(const VersionLimits& limits) const = 0;
  virtual Result<void> prune_versions(const VersionLimits& limits) = 0;
  // Removes all versions of the memory, for what must not be kept; `cut`: and leaves one that says
  // so, of that time.
  virtual Result<void> erase_versions(std::string_view id, std::optional<Time> cut = {}) = 0;
  // Removes the traces of a deleted memory: its versions, its copy in the archive, its steps of
  // undo, its golden questions and its title. The tombstone stays, as of `now`, for databases that
  // are synced.
  virtual Result<Purged> purge(std::string_view id, Time now) = 0;

  // ---- undo ----

  // All changes of memories, links and standards between the two calls, within one transaction, are
  // a step, if there are any. `items`: in the place of the ids of new memories.
  virtual Result<void> begin_step() = 0;
  virtual Result<void> end_step(std::string_view action, Time at,
                                std::span<const std::string> items = {}) = 0;
  // The last step of `by`, or, with an id, the last of that memory by anybody, from `since` on; of
  // imported memories and moved namespaces not by an id. One is gone when one of its changes is no
  // longer kept. `of_call`: only steps of that action at `since` itself.
  virtual Result<std::optional<UndoStep>> last_undo(std::string_view id, Time since,
                                                    std::string_view by = {},
                                                    std::string_view of_call = {}) const = 0;
  // Whether there are any, or changes of links, from before that time; prune_undo() removes both.
  virtual Result<bool> any_undo_before(Time time) const = 0;
  virtual Result<void> remove_undo(std::int64_t number) = 0;
  virtual Result<void> prune_undo(Time before) = 0;

  // ---- standards ----

  virtual Result<bool> has_standards() const = 0;
  virtual Result<std::optional<StandardRow>> find_standard(std::string_view name_space) const = 0;
  virtual Result<std::vector<ClearedStandard>> cleared_standards() const = 0;
  virtual Result<void> each_standard(
      const std::function<Result<void>(const StandardRow&)>& take) const = 0;
  // By the owner: it is confirmed, and what was proposed instead is not any more.
  virtual Result<void> set_standard(std::string_view name_space, std::optional<Key> key,
                                    const std::optional<std::string>& parent, Time now) = 0;
  // For a sync: replaces the row of the namespace by `row`, but for the id of its memory; without a
  // key that is kept as the former one.
  virtual Result<void> put_standard(const StandardRow& row, std::optional<Key> key) = 0;
  // False: there was none. Leaves a tombstone (S12).
  virtual Result<bool> clear_standard(std::string_view name_space, Time now) = 0;
  // The standard does not hold from now on, until the owner confirms it.
  virtual Result<void> doubt_standard(std::string_view name_space) = 0;
  // The owner has confirmed it elsewhere.
  virtual Result<void> trust_standard(std::string_view name_space) = 0;
  // This one would take the place of the standard that holds.
  virtual Result<void> propose_standard(std::string_view name_space, std::optional<Key> memory) = 0;
  // Doubts all standards that this memory is: its text has come from elsewhere.
  virtual Result<void> doubt_standards_of(Key memory) = 0;
};

// Calls take(Memory&) with every memory that passes the filter, by key; expired ones among them.
// `take` returns nothing, or a Result whose error ends the reading.
template <class Take>
Result<void> each_matching(const Memories& memories, const Filter& filter, Take&& take) {
  constexpr std::int64_t at_once = 500;
  for (Key after = 0;;) {
    auto page = TRY(memories.matching(filter, at_once, after));
    for (Memory& memory : page) {
      after = std::max(after, memory.key);
      if constexpr (std::is_void_v<std::invoke_result_t<Take&, Memory&>>)
        take(memory);
      else
        TRY_VOID(take(memory));
    }
    if (std::ssize(page) < at_once)
      return {};
  }
}

}  // namespace aim::store
