// A database as a sync sees it: of everything just enough to tell what differs from another
// database (S12), by one walk over each table. And what only a sync writes.
#pragma once
#include "base/result.h"
#include "memory/link.h"
#include "memory/memory.h"

namespace aim::store {

struct SyncMemory {
  std::string id;
  Key key = 0;
  std::int64_t updated_at = 0;  // nanoseconds, as all times here
  std::uint64_t state = 0;      // hash of everything but the texts
  std::uint64_t texts = 0;
};
struct SyncTombstone {
  std::string id, name_space, title;
  std::int64_t deleted_at = 0;
};
struct SyncArchived {
  std::string id;
  std::int64_t archived_at = 0;
};
// The versions of one memory, which may be deleted.
struct SyncVersions {
  std::string id;
  std::int64_t count = 0, mark = 0;  // the mark is a hash of all, with their texts

  friend bool operator==(const SyncVersions&, const SyncVersions&) = default;
};
struct SyncLink {
  std::string source, target, relation;
  std::int64_t at = 0;  // created, or deleted

  auto name() const { return std::tie(source, target, relation); }
};

// A place in the changes of a database: numbers of its last change, version and change of a link.
struct SyncMark {
  std::int64_t change = 0, version = 0, link = 0;

  friend bool operator==(const SyncMark&, const SyncMark&) = default;
};

class Sync {
 public:
  virtual ~Sync() = default;
  virtual Result<SyncMark> mark() const = 0;
  // Whether everything after the mark is known: old versions and changes of links go.
  virtual Result<bool> reaches_back_to(const SyncMark& mark) const = 0;
  // Entries of files (source "file-index") belong to the files of one machine: neither they nor
  // their links are among these. Rows with an id or a name longer than any may be are left out, and
  // counted in `too_long`. By id; of tombstones the last of those that no longer live.
  virtual Result<std::vector<SyncMemory>> memories(std::int64_t& too_long,
                                                   const SyncMark& since = {}) const = 0;
  virtual Result<std::vector<SyncTombstone>> tombstones(std::int64_t& too_long,
                                                        const SyncMark& since = {}) const = 0;
  virtual Result<std::vector<SyncArchived>> archive(std::int64_t& too_long,
                                                    const SyncMark& since = {}) const = 0;
  virtual Result<std::vector<SyncVersions>> versions(std::int64_t& too_long,
                                                     const SyncMark& since = {}) const = 0;
  // All of the above, and the links by name, only as far as they came or changed after a mark: of
  // the archive what was deleted since, of links those of changed memories too, as two memories
  // that become one change their links.
  // By name.
  virtual Result<std::vector<SyncLink>> links(std::int64_t& too_long,
                                              const SyncMark& since = {}) const = 0;
  virtual Result<std::vector<SyncLink>> link_tombstones(std::int64_t& too_long,
                                                        const SyncMark& since = {}) const = 0;
  // The last deletion of an id, unless it lives; 0: there is none.
  virtual Result<std::int64_t> deleted_at(std::string_view id) const = 0;
  // A deletion that was made elsewhere.
  virtual Result<void> note_deletion(const SyncTombstone& tombstone) = 0;
  virtual Result<void> note_link_deletion(const SyncLink& link) = 0;
  // A link that came while one of its ends is deleted: Links::changes_of() has it from now on.
  virtual Result<void> note_lost_link(const Link& link) = 0;
  // Links of a memory that were removed after they were made.
  virtual Result<void> drop_dead_links(Key key) = 0;
  // Links, lost sources and standards of one memory become those of another; links between the two
  // go.
  virtual Result<void> move_relations(Key from, Key to, Time now) = 0;
};

}  // namespace aim::store
