// Memories on every database (store/memories.h says what each function does): one class over a
// connection and its dialect. A database adds how it finds memories by words, how it inserts many,
// and what it keeps of a memory besides its row.
// Knows: SQL of both databases. Must not know: policy (memory/).
// Threads: those of the connection.
#pragma once
#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

class Where;

class SqlMemories : public Memories {
 public:
  explicit SqlMemories(Connection& connection) : connection_(connection) {}

  void set_author(const Author& author) override { author_ = &author; }

  // memories.cpp
  Result<std::optional<Memory>> find_by_id(std::string_view id) const override;
  Result<std::optional<Memory>> find_by_title(std::string_view name_space,
                                              std::string_view title) const override;
  Result<std::vector<Memory>> with_title(std::span<const std::int64_t> name_spaces,
                                         std::string_view title) const override;
  Result<std::vector<Memory>> by_keys(std::span<const Key> keys) const override;
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override;
  Result<void> each(const std::function<Result<void>(const Memory&)>& take) const override;
  // By insert_all().
  Result<void> insert(Memory& memory) override;
  Result<void> replace(const Memory& old, const Memory& fresh) override;
  Result<void> erase(const Memory& memory, Time now) override;
  Result<void> erase_united(const Memory& memory, Time now) override;
  Result<std::vector<UsageRow>> usage_of(std::span<const Key> keys) const override;
  Result<void> set_usage(Key key, std::int64_t access_count, Time last_accessed_at) override;
  Result<void> set_life(const UsageRow& row, std::optional<Time> updated_at) override;

  // listings.cpp
  Result<std::vector<Memory>> list(const Filter& filter, Time now, Page page) const override;
  Result<std::vector<Memory>> matching(const Filter& filter, std::int64_t limit,
                                       Key after) const override;
  Result<std::vector<Memory>> expired(Time now, std::int64_t limit) const override;
  Result<std::int64_t> count_expired(Time now) const override;
  Result<std::vector<PageRow>> page_after(Key after, Time now, std::int64_t limit) const override;
  Result<std::vector<std::string>> name_spaces_beginning(std::string_view beginning,
                                                         std::size_t limit) const override;
  Result<std::vector<std::string>> tags_beginning(std::string_view beginning,
                                                  std::size_t limit) const override;

  // recent.cpp
  Result<std::vector<Memory>> recent(const Filter& filter, Time now,
                                     std::int64_t limit) const override;
  // review.cpp
  Result<std::vector<KeyPair>> contradictions(Time now, Page page) const override;
  Result<std::vector<KeyPair>> same_content(Time now, Page page) const override;
  Result<std::vector<Key>> unconfirmed(Time now, Page page) const override;
  Result<std::vector<Key>> expiring(Time now, Time until, Page page) const override;
  Result<std::vector<Key>> newest_keys(Time now, Key before, std::int64_t limit) const override;
  Result<bool> are_linked(KeyPair pair) const override;

  // archive.cpp
  Result<std::optional<Archived>> find_archived(std::string_view id) const override;
  Result<std::vector<std::string>> archived_ids_with_prefix(std::string_view prefix,
                                                            std::size_t limit) const override;
  Result<std::vector<Archived>> list_archived(std::string_view name_space, std::int64_t limit,
                                              std::int64_t offset) const override;
  Result<std::vector<Archived>> newest_archived(std::string_view name_space,
                                                std::int64_t limit) const override;
  Result<std::vector<GoneMemory>> gone_titled(std::string_view title) const override;
  Result<std::vector<GoneMemory>> gone(const GoneFilter& filter, std::int64_t limit,
                                       std::int64_t offset) const override;
  Result<std::int64_t> count_archived(std::optional<Time> before) const override;
  Result<ArchiveStats> archive_stats() const override;
  Result<void> each_archived(
      const std::function<Result<void>(const Archived&)>& take) const override;
  Result<void> add_archived(const Archived& archived) override;
  Result<void> keep_archived_link(std::string_view archived, const Link& link) override;
  Result<bool> remove_archived(std::string_view id) override;
  Result<std::vector<std::string>> purge_archived(std::optional<Time> before) override;

  // versions.cpp
  Result<void> note_return(const Memory& memory, Time now) override;
  Result<void> each_version(const std::function<Result<void>(const Version&)>& take) const override;
  Result<std::vector<Version>> all_versions_of(std::string_view id) const override;
  Result<void> set_versions(std::string_view id, std::span<const Version> versions) override;
  Result<std::vector<Version>> versions_of(std::string_view id, std::int64_t limit) const override;
  Result<std::vector<std::string>> versioned_ids_with_prefix(std::string_view prefix,
                                                             std::size_t limit) const override;
  Result<std::optional<Version>> version_at(std::string_view id, Time time) const override;
  Result<void> each_version_at(Time time,
                               const std::function<Result<void>(Version&&)>& take) const override;
  Result<void> each_version_that_lost(
      Time time, std::span<const std::string> words,
      const std::function<Result<bool>(const Version&)>& take) const override;
  Result<std::int64_t> changes_since(Time time) const override;
  Result<std::int64_t> count_versions_beyond(const VersionLimits& limits) const override;
  Result<void> prune_versions(const VersionLimits& limits) override;
  Result<void> erase_versions(std::string_view id, std::optional<Time> cut) override;
  Result<Purged> purge(std::string_view id, Time now) override;
  // undo.cpp
  Result<void> begin_step() override;
  Result<void> end_step(std::string_view action, Time at,
                        std::span<const std::string> items) override;
  Result<std::optional<UndoStep>> last_undo(std::string_view id, Time since, std::string_view by,
                                            std::string_view of_call) const override;
  Result<bool> any_undo_before(Time time) const override;
  Result<void> remove_undo(std::int64_t number) override;
  Result<void> prune_undo(Time before) override;

  // standards.cpp
  Result<bool> has_standards() const override;
  Result<std::optional<StandardRow>> find_standard(std::string_view name_space) const override;
  Result<std::vector<ClearedStandard>> cleared_standards() const override;
  Result<void> each_standard(
      const std::function<Result<void>(const StandardRow&)>& take) const override;
  Result<void> set_standard(std::string_view name_space, std::optional<Key> key,
                            const std::optional<std::string>& parent, Time now) override;
  Result<void> put_standard(const StandardRow& row, std::optional<Key> key) override;
  Result<bool> clear_standard(std::string_view name_space, Time now) override;
  Result<void> doubt_standard(std::string_view name_space) override;
  Result<void> trust_standard(std::string_view name_space) override;
  Result<void> propose_standard(std::string_view name_space, std::optional<Key> memory) override;
  Result<void> doubt_standards_of(Key memory) override;

 protected:
  // How often values come, as facets show them: the most frequent first, of equals by their text.
  static constexpr std::size_t max_facet_values = 100;
  using Counted = std::map<std::string, std::int64_t>;
  static NamedCounts most_frequent(const Counted& counted);
  // Narrows to the memories that facets are asked of: those that pass the filter, of these keys
  // where some are named. False: nothing can pass.
  Result<bool> narrow_facets(Where& where, const Filter& filter,
                             std::optional<std::span<const Key>> keys, Time now) const;

 private:
  // What a database keeps of a memory besides its row. To remove, `memory` must be as it was when
  // it was added.
  virtual Result<void> add_passages(std::int64_t name_space, const Memory& memory) = 0;
  virtual Result<void> remove_passages(Key key) = 0;
  // The text index, the words of the title, the counts of the namespace.
  virtual Result<void> add_words(std::int64_t name_space, const Memory& memory) = 0;
  virtual Result<void> remove_words(std::int64_t name_space, const Memory& memory) = 0;

  // The first version of each memory from the first change after a time on, as a condition; empty
  // without changes. Its time may be earlier nonetheless: a sync brings older versions, and a clock
  // may be ahead.
  Result<std::string> changed_since(Time time) const;
  // Numbers of the oldest and the newest version; 0 and 0 without any.
  Result<std::pair<std::int64_t, std::int64_t>> version_numbers() const;
  Result<void> leave_archived_in_steps(std::string_view id);
  Result<void> erase_by(const Author* by, const Memory& memory, Time now);
  Result<void> leave_standards(const Memory& memory, Time now);
  template <class Which>
  Result<void> note_standards(std::string_view change, std::string_view which, const Which& value,
                              std::optional<Time> at);
  Result<void> return_to_standards(const Memory& memory, Time now);
  // Adds what was changed to a step. False: some of that is not kept.
  Result<bool> read_step(UndoStep& step, std::int64_t changes) const;
  Result<void> read_after(const UndoStep& step, ChangedMemory& each) const;
  // Takes the memory out of the steps of undo, before its versions go. How many are gone or
  // changed.
  Result<std::int64_t> leave_undo(std::string_view id);
  Result<void> update_row(Key key, std::int64_t name_space, const Memory& fresh);
  Result<std::vector<Memory>> list_stretch(const Filter& filter, std::span<const NamespaceRow> rows,
                                           Time now, const Page& page, int stretch) const;
  Result<std::vector<Memory>> list_whole(const Filter& filter, std::span<const NamespaceRow> rows,
                                         Time now, const Page& page) const;

  Connection& connection_;
  const Author* author_ = nullptr;
  Key last_before_step_ = 0;
  std::vector<ArchivedInStep> archived_in_step_;
};

// The memories of these keys, for upkeep; as SqlMemories::by_keys().
Result<std::vector<Memory>> memories_by_keys(Connection& connection, std::span<const Key> keys);
Result<void> write_usage(Connection& connection, const Memory& memory);
Result<void> add_tags(Connection& connection, const Memory& memory);

// The columns of a row of memories that are no columns of a memory, and how memories are selected:
// `from` is the table with the alias m, perhaps joined to others before it.
std::string select_memory(std::string_view from = "memories m");
Memory selected_memory(const Row& row);

}  // namespace aim::store::sql
