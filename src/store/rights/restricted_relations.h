// What joins memories, as a caller with rights sees it: a relation is there when both of its ends
// are seen. Each function is that of its base; a new one there has to be thought of here before it
// builds.
// Knows: namespaces. Must not know: backends.
#pragma once
#include "store/links.h"
#include "store/reflections.h"
#include "store/review.h"
#include "store/rights/sight.h"
#include "store/standards.h"

namespace aim::store {

class RestrictedLinks final : public Links {
 public:
  RestrictedLinks(const Sight& sight, Links* out)
      : sight_(sight), in_(sight.inner().links), out_(out) {}

  Result<std::optional<Link>> find(std::string_view source_id, std::string_view target_id,
                                   std::string_view relation) const override;
  Result<std::vector<Link>> of(Key key) const override;
  Result<void> each(const std::function<Result<void>(const Link&)>& take) const override;
  Result<std::unordered_map<Key, std::string>> superseded_by(
      std::span<const Key> keys) const override;
  // By what is seen: that something else took its place would show in a ranking.
  Result<std::vector<Key>> superseded_keys() const override;
  Result<void> move(Key from, Key to) override {
    TRY_VOID(sight_.check(from));
    TRY_VOID(sight_.check(to));
    return out_->move(from, to);
  }
  Result<bool> add(Key source, Key target, const Link& link) override {
    TRY_VOID(check_ends(source, target));
    return out_->add(source, target, link);
  }
  Result<bool> remove(Key source, Key target, std::string_view relation, Time now) override {
    TRY_VOID(check_ends(source, target));
    return out_->remove(source, target, relation, now);
  }
  Result<bool> put(Key source, Key target, const Link& link) override {
    TRY_VOID(check_ends(source, target));
    return out_->put(source, target, link);
  }
  Result<bool> remove_before(Key, Key, std::string_view, std::int64_t) override {
    return Failure(only_administrators());
  }

 private:
  Result<bool> sees(const Link& link) const {
    return TRY(sight_.sees(link.source_id)) ? sight_.sees(link.target_id) : false;
  }
  // A link is its source's.
  Result<void> check_ends(Key source, Key target) const;

  const Sight& sight_;
  const Links& in_;
  Links* const out_;
};

class RestrictedReflections final : public Reflections {
 public:
  RestrictedReflections(const Sight& sight, Reflections* out)
      : sight_(sight), in_(sight.inner().reflections), out_(out) {}

  Result<std::vector<Key>> above(Key key) const override {
    return sight_.seen(TRY(in_.above(key)));
  }
  Result<bool> closes_cycle(Key source, Key target) const override {
    return in_.closes_cycle(source, target);
  }
  Result<std::vector<std::string>> source_ids_of(Key key) const override;
  Result<std::vector<Key>> sources_of(Key key) const override {
    return sight_.seen(TRY(in_.sources_of(key)));
  }
  Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const override;
  Result<std::vector<std::string>> break_cycles(Key key) override {
    TRY_VOID(sight_.check(key));
    return out_->break_cycles(key);
  }
  // Depths follow, whosever they are; nothing of them is told.
  Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) override {
    TRY_VOID(sight_.check(key));
    return out_->raise_depth(key, depth, most);
  }
  Result<void> raise_depths(std::int64_t most) override { return out_->raise_depths(most); }

 private:
  const Sight& sight_;
  const Reflections& in_;
  Reflections* const out_;
};

// What is gone is in no namespace any more: only who sees all is told of it.
class RestrictedLostSources final : public LostSources {
 public:
  RestrictedLostSources(const Sight& sight, LostSources* out)
      : sight_(sight), in_(sight.inner().lost_sources), out_(out) {}

  Result<std::vector<LostSource>> of(Key reflection) const override {
    return sight_.rights().sees_all() ? in_.of(reflection) : std::vector<LostSource>();
  }
  Result<std::vector<Key>> losers_of(std::string_view id) const override {
    return sight_.seen(TRY(in_.losers_of(id)));
  }
  Result<std::vector<Found>> found_again() const override { return Failure(only_administrators()); }
  Result<std::optional<LostSource>> find_deleted(std::string_view id) const override {
    return sight_.rights().sees_all() ? in_.find_deleted(id) : std::optional<LostSource>();
  }
  Result<void> put(Key reflection, const LostSource& lost) override {
    TRY_VOID(sight_.check(reflection));
    return out_->put(reflection, lost);
  }
  Result<void> clear(Key reflection, Time now) override {
    TRY_VOID(sight_.check(reflection));
    return out_->clear(reflection, now);
  }
  Result<void> each(const std::function<Result<void>(const std::string& reflection_id,
                                                     const LostSource&)>& take) const override {
    return sight_.rights().sees_all() ? in_.each(take) : Result<void>();
  }

 private:
  const Sight& sight_;
  const LostSources& in_;
  LostSources* const out_;
};

class RestrictedReview final : public Review {
 public:
  explicit RestrictedReview(const Sight& sight) : sight_(sight), in_(sight.inner().review) {}

  Result<std::vector<KeyPair>> contradictions(Time now, Page page) const override {
    return pairs(page, [&](Page part) { return in_.contradictions(now, part); });
  }
  Result<std::vector<KeyPair>> same_content(Time now, Page page) const override {
    return pairs(page, [&](Page part) { return in_.same_content(now, part); });
  }
  Result<std::vector<Key>> unconfirmed(Time now, Page page) const override {
    return keys(page, [&](Page part) { return in_.unconfirmed(now, part); });
  }
  Result<std::vector<Key>> expiring(Time now, Time until, Page page) const override {
    return keys(page, [&](Page part) { return in_.expiring(now, until, part); });
  }
  Result<std::vector<Key>> newest(Time now, Key before, std::int64_t limit) const override;
  Result<bool> are_linked(KeyPair pair) const override { return in_.are_linked(pair); }

 private:
  template <class Fetch>
  Result<std::vector<Key>> keys(Page page, Fetch&& fetch) const {
    return seen_page<Key>(
        page.limit, page.offset,
        [&](std::int64_t limit, std::int64_t offset) {
          return fetch(Page{limit, offset, {}});
        },
        [&](Key key) { return sight_.sees(key); });
  }
  template <class Fetch>
  Result<std::vector<KeyPair>> pairs(Page page, Fetch&& fetch) const {
    return seen_page<KeyPair>(
        page.limit, page.offset,
        [&](std::int64_t limit, std::int64_t offset) {
          return fetch(Page{limit, offset, {}});
        },
        [&](const KeyPair& pair) -> Result<bool> {
          return TRY(sight_.sees(pair.first)) ? sight_.sees(pair.second) : false;
        });
  }

  const Sight& sight_;
  const Review& in_;
};

class RestrictedStandards final : public Standards {
 public:
  RestrictedStandards(const Sight& sight, Standards* out)
      : sight_(sight), in_(sight.inner().standards), out_(out) {}

  // Says nothing of whose.
  Result<bool> any() const override { return true; }
  Result<std::optional<StandardRow>> find(std::string_view name_space) const override {
    if (!sight_.reads(name_space))
      return std::optional<StandardRow>();
    return seen(TRY(in_.find(name_space)));
  }
  Result<std::vector<ClearedStandard>> cleared() const override;
  Result<void> each(const std::function<Result<void>(const StandardRow&)>& take) const override;
  Result<void> set(std::string_view name_space, std::optional<Key> key,
                   const std::optional<std::string>& parent, Time now) override;
  Result<void> put(const StandardRow&, std::optional<Key>) override {
    return Failure(only_administrators());
  }
  Result<bool> clear(std::string_view name_space, Time now) override {
    TRY_VOID(sight_.check(name_space));
    return out_->clear(name_space, now);
  }
  Result<void> doubt(std::string_view name_space) override {
    TRY_VOID(sight_.check(name_space));
    return out_->doubt(name_space);
  }
  Result<void> doubt_of(Key memory) override {
    TRY_VOID(sight_.check(memory));
    return out_->doubt_of(memory);
  }

 private:
  // A memory that is not seen is none.
  Result<std::optional<StandardRow>> seen(std::optional<StandardRow> row) const;

  const Sight& sight_;
  const Standards& in_;
  Standards* const out_;
};

}  // namespace aim::store
