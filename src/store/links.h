// Links between memories, and what reflections are made from (I1): the graph of links
// `reflects_on`, how deep each reflection is in it, and the sources that are gone.
// Must not know: how deep a reflection may be.
// Cost: walks by indexes; a link is looked at once, however many ways lead to it, and cycles end
// them.
#pragma once
#include <unordered_map>

#include "base/result.h"
#include "memory/link.h"
#include "memory/memory.h"
#include "memory/tier.h"

namespace aim::store {

struct Source {
  Key key = 0;
  std::string id, title;
};

// A lost source that lives again, as memories that come from elsewhere do; a link ends the loss.
struct Found {
  Key reflection = 0, source = 0;
  Time lost_at{};
};

// A link that was made or removed, as both of its ends had it.
struct LinkChange {
  Time at{};
  bool made = false;  // false: removed, with either end or alone
  Link link;          // without the texts of its times
  Author by = {};
  std::optional<std::string> parent = {};  // set for a standard
};
// In the place of a relation where a memory became, or was, the standard of a namespace.
inline constexpr std::string_view standard_relation = "standard";

class Links {
 public:
  virtual ~Links() = default;

  // As Memories::set_author().
  virtual void set_author(const Author& author) = 0;
  // Changes of the links of the memory with this id, newest first.
  virtual Result<std::vector<LinkChange>> changes_of(std::string_view id,
                                                     std::int64_t limit) const = 0;
  // Changes after a time, by their times, of the links of one memory, or of all when `id` is empty.
  virtual Result<std::vector<LinkChange>> changes_since(Time time, std::string_view id) const = 0;

  // For an import: nothing where the same change is known.
  virtual Result<void> put_change(const LinkChange& change) = 0;
  // The same of standards: from the memory to the namespace, from when it held until it did not.
  virtual Result<std::vector<LinkChange>> standards_changed_since(Time time) const = 0;

  // For a sync: the link between memories of these ids; the link created last holds.
  virtual Result<std::optional<Link>> find(std::string_view source_id, std::string_view target_id,
                                           std::string_view relation) const = 0;
  // Both directions, oldest first.
  virtual Result<std::vector<Link>> of(Key key) const = 0;
  // Every link, oldest first.
  virtual Result<void> each(const std::function<Result<void>(const Link&)>& take) const = 0;
  // The id of the memory that superseded each of these last, by key; keys of memories that nothing
  // superseded are left out (S43).
  virtual Result<std::unordered_map<Key, std::string>> superseded_by(
      std::span<const Key> keys) const = 0;
  // The id of the memory that each of these contradicts, by key, of several the one linked last;
  // not where one of the two supersedes the other (V3).
  virtual Result<std::unordered_map<Key, std::string>> contradicted_by(
      std::span<const Key> keys) const = 0;
  // Every memory that another one superseded, for rankings.
  virtual Result<std::vector<Key>> superseded_keys() const = 0;
  // Links of one memory become those of another, those between the two go; cycles of reflections
  // are for the caller to break.
  virtual Result<void> move(Key from, Key to, Time now) = 0;
  // False: there was one already; nothing is changed then.
  virtual Result<bool> add(Key source, Key target, const Link& link) = 0;
  // False: there was none. Leaves a tombstone (S12).
  virtual Result<bool> remove(Key source, Key target, std::string_view relation, Time now) = 0;
  // False: the one that is there is as new.
  virtual Result<bool> put(Key source, Key target, const Link& link) = 0;
  // Removes the link if it was not created after that time. Whether there was such a link.
  virtual Result<bool> remove_before(Key source, Key target, std::string_view relation,
                                     std::int64_t nanoseconds) = 0;

  // ---- reflections ----

  // All memories that reflect on this one, directly or through others, and itself.
  virtual Result<std::vector<Key>> reflections_above(Key key) const = 0;
  // Would a link source → target close a cycle?
  virtual Result<bool> closes_cycle(Key source, Key target) const = 0;
  // Keys of what it reflects on.
  virtual Result<std::vector<Key>> sources_of(Key key) const = 0;
  // The sources of all of these, in their order; those of one by id. A level of a walk is one
  // query.
  virtual Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const = 0;
  // Removes, of the links that lie on a cycle through the memory, the one made last, until there is
  // no cycle; each leaves a tombstone, so that all databases that are synced drop the same. Their
  // names, as "a → b".
  virtual Result<std::vector<std::string>> break_cycles(Key key) = 0;
  // A reflection is to have this depth or more, and those above it more than it has. False: one of
  // them would be deeper than `most`; then the caller must not commit.
  virtual Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) = 0;
  // The same for all reflections after links have come from elsewhere; none is raised above `most`.
  virtual Result<void> raise_depths(std::int64_t most) = 0;

  // ---- sources that are gone ----

  // Oldest loss first.
  virtual Result<std::vector<LostSource>> lost_sources_of(Key reflection) const = 0;
  // Reflections that have lost this one.
  virtual Result<std::vector<Key>> reflections_that_lost(std::string_view id) const = 0;
  virtual Result<std::vector<Found>> found_again() const = 0;
  // Title and time of a memory that was deleted.
  virtual Result<std::optional<LostSource>> find_lost_source(std::string_view id) const = 0;
  // The later of two losses of one id holds, or the one with the greater title, so that syncs
  // agree; nothing is noted of a source that is linked, or was removed after it was lost.
  virtual Result<void> put_lost_source(Key reflection, const LostSource& lost) = 0;
  // Leaves tombstones of links (S12).
  virtual Result<void> clear_lost_sources(Key reflection, Time now) = 0;
  // Every one, by the ids of the reflections.
  virtual Result<void> each_lost_source(
      const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take)
      const = 0;
};

}  // namespace aim::store
