// Links as a caller with rights sees them: a link is there when both of its ends are seen.
// Each function is that of its base; a new one there has to be thought of here before it builds.
// Knows: namespaces. Must not know: backends.
#pragma once
#include "store/links.h"
#include "store/restricted/rights_filter.h"

namespace aim::store {

class RestrictedLinks final : public Links {
 public:
  // `out` null: only reads.
  RestrictedLinks(const RightsFilter& access, Links* out)
      : access_(access), in_(access.inner().links), out_(out) {}

  void set_author(const Author& author) override { out_->set_author(author); }
  Result<std::vector<LinkChange>> changes_of(std::string_view id,
                                             std::int64_t limit) const override {
    std::vector<LinkChange> seen;
    for (LinkChange& change : TRY(in_.changes_of(id, limit)))
      if (TRY(sees(change.link))) {
        access_.hide(change.by);
        seen.push_back(std::move(change));
      }
    return seen;
  }
  // A moment shows those whose ends it shows.
  Result<std::vector<LinkChange>> changes_since(Time time, std::string_view id) const override {
    return in_.changes_since(time, id);
  }
  Result<void> put_change(const LinkChange&) override { return Failure(only_administrators()); }
  Result<std::vector<LinkChange>> standards_changed_since(Time time) const override {
    auto changes = TRY(in_.standards_changed_since(time));
    std::erase_if(changes,
                  [&](const LinkChange& each) { return !access_.reads(each.link.target_id); });
    return changes;
  }
  Result<std::optional<Link>> find(std::string_view source_id, std::string_view target_id,
                                   std::string_view relation) const override {
    auto link = TRY(in_.find(source_id, target_id, relation));
    return link && TRY(sees(*link)) ? std::move(link) : std::nullopt;
  }
  Result<std::vector<Link>> of(Key key) const override {
    std::vector<Link> seen;
    if (!TRY(access_.sees(key)))
      return seen;
    for (Link& link : TRY(in_.of(key)))
      if (TRY(sees(link)))
        seen.push_back(std::move(link));
    return seen;
  }
  Result<void> each(const std::function<Result<void>(const Link&)>& take) const override {
    return in_.each([&](const Link& link) -> Result<void> {
      return TRY(sees(link)) ? take(link) : Result<void>();
    });
  }
  Result<std::unordered_map<Key, std::string>> superseded_by(
      std::span<const Key> keys) const override {
    return only_seen(TRY(in_.superseded_by(keys)));
  }
  Result<std::unordered_map<Key, std::string>> contradicted_by(
      std::span<const Key> keys) const override {
    return only_seen(TRY(in_.contradicted_by(keys)));
  }
  // By what is seen: that something else took its place would show in a ranking.
  Result<std::vector<Key>> superseded_keys() const override {
    const auto all = TRY(in_.superseded_keys());
    std::vector<Key> seen;
    for (const auto& [key, by] : TRY(superseded_by(all))) seen.push_back(key);
    std::sort(seen.begin(), seen.end());
    return seen;
  }
  Result<void> move(Key from, Key to, Time now) override {
    TRY_VOID(access_.check(from));
    TRY_VOID(access_.check(to));
    return out_->move(from, to, now);
  }
  Result<bool> add(Key source, Key target, const Link& link) override {
    TRY_VOID(check_ends(source, target, link.relation));
    return out_->add(source, target, link);
  }
  Result<bool> remove(Key source, Key target, std::string_view relation, Time now) override {
    TRY_VOID(check_ends(source, target, relation));
    return out_->remove(source, target, relation, now);
  }
  Result<bool> put(Key source, Key target, const Link& link) override {
    TRY_VOID(check_ends(source, target, link.relation));
    return out_->put(source, target, link);
  }
  Result<bool> remove_before(Key, Key, std::string_view, std::int64_t) override {
    return Failure(only_administrators());
  }

  Result<std::vector<Key>> reflections_above(Key key) const override {
    return access_.seen(TRY(in_.reflections_above(key)));
  }
  Result<bool> closes_cycle(Key source, Key target) const override {
    return in_.closes_cycle(source, target);
  }
  Result<std::vector<Key>> sources_of(Key key) const override {
    return access_.seen(TRY(in_.sources_of(key)));
  }
  Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const override {
    std::vector<Source> seen;
    for (Source& source : TRY(in_.sources_of(reflections)))
      if (TRY(access_.sees(source.key)))
        seen.push_back(std::move(source));
    return seen;
  }
  Result<std::vector<std::string>> break_cycles(Key key) override {
    TRY_VOID(access_.check(key));
    return out_->break_cycles(key);
  }
  // Depths follow, whosever they are; nothing of them is told.
  Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) override {
    TRY_VOID(access_.check(key));
    return out_->raise_depth(key, depth, most);
  }
  Result<void> raise_depths(std::int64_t most) override { return out_->raise_depths(most); }

  // What is gone is in no namespace any more: only who sees all is told of it.
  Result<std::vector<LostSource>> lost_sources_of(Key reflection) const override {
    return access_.rights().sees_all() ? in_.lost_sources_of(reflection)
                                       : std::vector<LostSource>();
  }
  Result<std::vector<Key>> reflections_that_lost(std::string_view id) const override {
    return access_.seen(TRY(in_.reflections_that_lost(id)));
  }
  Result<std::vector<Found>> found_again() const override { return Failure(only_administrators()); }
  Result<std::optional<LostSource>> find_lost_source(std::string_view id) const override {
    return access_.rights().sees_all() ? in_.find_lost_source(id) : std::optional<LostSource>();
  }
  Result<void> put_lost_source(Key reflection, const LostSource& lost) override {
    TRY_VOID(access_.check(reflection));
    return out_->put_lost_source(reflection, lost);
  }
  Result<void> clear_lost_sources(Key reflection, Time now) override {
    TRY_VOID(access_.check(reflection));
    return out_->clear_lost_sources(reflection, now);
  }
  Result<void> each_lost_source(
      const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take)
      const override {
    return access_.rights().sees_all() ? in_.each_lost_source(take) : Result<void>();
  }

 private:
  Result<bool> sees(const Link& link) const {
    return TRY(access_.sees(link.source_id)) ? access_.sees(link.target_id) : false;
  }
  // Of what is seen, by what is seen.
  Result<std::unordered_map<Key, std::string>> only_seen(
      std::unordered_map<Key, std::string> others) const {
    std::unordered_map<Key, std::string> seen;
    for (auto& [key, id] : others)
      if (TRY(access_.sees(key)) && TRY(access_.sees(std::string_view(id))))
        seen.emplace(key, std::move(id));
    return seen;
  }
  // A link is its source's; one that lowers the target in rankings, or calls it in question, is
  // both's.
  Result<void> check_ends(Key source, Key target, std::string_view relation) const {
    TRY_VOID(access_.check(source));
    if (!TRY(access_.sees(target)))
      return Failure(forbidden("may not link with that memory"));
    const bool weighs_on_target =
        relation == name_of(Relation::supersedes) || relation == name_of(Relation::contradicts);
    return weighs_on_target ? access_.check(target) : Result<void>();
  }

  const RightsFilter& access_;
  const Links& in_;
  Links* const out_;
};

}  // namespace aim::store
