// A database as a sync sees it (store/sync.h), in SQL that both databases understand.
// Knows: tables. Must not know: which database it is, what a sync does.
// Threads: those of the connection.
#pragma once
#include "store/sql/connection.h"
#include "store/sync.h"

namespace aim::store::sql {

class SqlSync : public Sync {
 public:
  explicit SqlSync(Connection& connection) : connection_(connection) {}
  Result<SyncMark> mark() const override;
  Result<bool> reaches_back_to(const SyncMark& mark) const override;
  Result<std::vector<SyncMemory>> memories(std::int64_t& too_long,
                                           const SyncMark& since) const override;
  Result<std::vector<SyncTombstone>> tombstones(std::int64_t& too_long,
                                                const SyncMark& since) const override;
  Result<std::vector<SyncVersions>> versions(std::int64_t& too_long,
                                             const SyncMark& since) const override;
  Result<std::vector<SyncArchived>> archive(std::int64_t& too_long,
                                            const SyncMark& since) const override;
  Result<std::vector<SyncLink>> links(std::int64_t& too_long, const SyncMark& since) const override;
  Result<std::vector<SyncLink>> link_tombstones(std::int64_t& too_long,
                                                const SyncMark& since) const override;
  Result<std::int64_t> deleted_at(std::string_view id) const override;
  Result<void> note_deletion(const SyncTombstone& tombstone) override;
  Result<void> note_link_deletion(const SyncLink& link) override;
  Result<void> note_lost_link(const Link& link) override;
  Result<void> drop_dead_links(Key key) override;
  Result<void> move_relations(Key from, Key to, Time now) override;

 private:
  // How many rows a database of its size can have when each takes so many bytes: a damaged one may
  // give rows without end.
  virtual std::uintmax_t max_rows(std::uintmax_t /*bytes_a_row*/) const { return UINTMAX_MAX; }

  // `take` gets every row of the statement whose first texts are no longer than any may be.
  template <class Take>
  Result<void> each_row(std::string_view sql, std::uintmax_t bytes_a_row, int texts,
                        std::int64_t& too_long, Take take) const;
  // `texts`: further columns, which are hashed; nothing where they are not to be read.
  Result<std::vector<SyncMemory>> memories_by(std::string_view texts, std::int64_t& too_long,
                                              const SyncMark& since) const;
  Result<std::vector<SyncLink>> links_by(std::string_view sql, std::int64_t& too_long) const;

  Connection& connection_;
};

}  // namespace aim::store::sql
