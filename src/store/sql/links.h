// Links between memories and what reflections are made from, on every database (store/links.h says
// what each function does).
// Knows: SQL of both databases. Must not know: how deep a reflection may be.
// Threads: those of the connection.
#pragma once
#include "store/links.h"
#include "store/rows.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

class SqlLinks final : public Links {
 public:
  explicit SqlLinks(Connection& connection) : connection_(connection) {}

  void set_author(const Author& author) override { author_ = &author; }

  // links.cpp
  Result<std::vector<LinkChange>> changes_of(std::string_view id,
                                             std::int64_t limit) const override;
  Result<std::vector<LinkChange>> changes_since(Time time, std::string_view id) const override;
  Result<std::vector<LinkChange>> standards_changed_since(Time time) const override;
  Result<void> put_change(const LinkChange& change) override;
  Result<std::optional<Link>> find(std::string_view source_id, std::string_view target_id,
                                   std::string_view relation) const override;
  Result<std::vector<Link>> of(Key key) const override;
  Result<void> each(const std::function<Result<void>(const Link&)>& take) const override;
  Result<std::unordered_map<Key, std::string>> superseded_by(
      std::span<const Key> keys) const override;
  Result<std::unordered_map<Key, std::string>> contradicted_by(
      std::span<const Key> keys) const override;
  Result<std::vector<Key>> superseded_keys() const override;
  Result<void> move(Key from, Key to, Time now) override;
  Result<bool> add(Key source, Key target, const Link& link) override;
  Result<bool> remove(Key source, Key target, std::string_view relation, Time now) override;
  Result<bool> put(Key source, Key target, const Link& link) override;
  Result<bool> remove_before(Key source, Key target, std::string_view relation,
                             std::int64_t nanoseconds) override;

  // reflections.cpp
  Result<std::vector<Key>> reflections_above(Key key) const override;
  Result<bool> closes_cycle(Key source, Key target) const override;
  Result<std::vector<Key>> sources_of(Key key) const override;
  Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const override;
  Result<std::vector<std::string>> break_cycles(Key key) override;
  Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) override;
  Result<void> raise_depths(std::int64_t most) override;
  Result<std::vector<LostSource>> lost_sources_of(Key reflection) const override;
  Result<std::vector<Key>> reflections_that_lost(std::string_view id) const override;
  Result<std::vector<Found>> found_again() const override;
  Result<std::optional<LostSource>> find_lost_source(std::string_view id) const override;
  Result<void> put_lost_source(Key reflection, const LostSource& lost) override;
  Result<void> clear_lost_sources(Key reflection, Time now) override;
  Result<void> each_lost_source(
      const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take)
      const override;
  // Ids of what a memory reflects on, those that are gone included.
  Result<std::vector<std::string>> source_ids_of(Key key) const;
  // Notes, in the memories that reflect on it, that this one goes.
  Result<void> lose_source(const Memory& memory, Time now);
  // Notes that all links of the memory go with it.
  Result<void> lose_links(const Memory& memory, Time now);

 private:
  // A link was made: a source that was lost is there again. Does nothing for other relations.
  Result<void> find_source(Key reflection, Key source, std::string_view relation);
  // Notes a change of the links `which` (a condition on l, s and t, of ?3 to ?5): before they go,
  // or after they came. End: a key, or an id.
  template <class End>
  Result<void> note(std::string_view change, std::string_view which, Time now, const End& source,
                    const End& target, std::string_view relation);

  Connection& connection_;
  const Author* author_ = nullptr;
};

// A row of source, target, relation, created_at, valid_from, given_times; and the text for the last
// of these.
Link link_of(const Row& row);
// A row of link_versions.
inline constexpr std::string_view link_made = "made", link_removed = "removed";
inline constexpr std::string_view select_link_change =
    "SELECT at, change, source, target, relation, created_at, valid_from, made_by, parent FROM "
    "link_versions ";
LinkChange link_change_of(const Row& row);
using store::given_times;  // of a memory
std::optional<std::string> given_times(const Link& link);

}  // namespace aim::store::sql
