// What is kept beside memories, as a caller with rights sees it: the archive, what can be undone,
// changes, counts. What tells of the whole database (calls, signed events, syncs, tokens) is the
// owner's. Each function is that of its base; a new one there has to be thought of here before it
// builds.
// Knows: namespaces. Must not know: backends.
#pragma once
#include "store/accesses.h"
#include "store/changes.h"
#include "store/events.h"
#include "store/golden_questions.h"
#include "store/meta.h"
#include "store/restricted/rights_filter.h"
#include "store/stats.h"
#include "store/sync.h"
#include "store/tokens.h"

namespace aim::store {

class RestrictedChanges final : public Changes {
 public:
  explicit RestrictedChanges(const RightsFilter& access)
      : access_(access), in_(access.inner().changes) {}

  Result<std::int64_t> last() const override { return in_.last(); }
  Result<std::optional<std::int64_t>> before_since(Time time) const override {
    return in_.before_since(time);
  }
  Result<std::vector<ChangeRow>> after(std::int64_t after, std::int64_t limit) const override;

 private:
  const RightsFilter& access_;
  const Changes& in_;
};

// Appended to by what this caller does; read by the owner.
class RestrictedEvents final : public Events {
 public:
  RestrictedEvents(const RightsFilter& access, Events* out)
      : in_(access.inner().events), out_(out) {}

  // Noted beside the identity, and never shown.
  Result<ChainHead> head() const override { return in_.head(); }
  Result<std::optional<Event>> find(std::int64_t) const override {
    return Failure(only_administrators());
  }
  Result<void> each(std::int64_t, const std::function<Result<bool>(const Event&)>&) const override {
    return Failure(only_administrators());
  }
  Result<std::vector<Event>> newest(std::string_view, std::optional<std::int64_t>,
                                    std::int64_t) const override {
    return Failure(only_administrators());
  }
  Result<EventCounts> count() const override { return EventCounts(); }
  Result<Event> append(Time at, std::string_view type, const Payload& payload,
                       const SigningKey* key) override {
    return out_->append(at, type, payload, key);
  }

 private:
  const Events& in_;
  Events* const out_;
};

// What others asked is not for callers with rights: there are no calls to be seen.
class RestrictedAccesses final : public Accesses {
 public:
  explicit RestrictedAccesses(Accesses* out) : out_(out) {}

  Result<std::int64_t> last() const override { return 0; }
  Result<std::vector<AccessRow>> newest(std::int64_t, std::span<const std::string>,
                                        std::int64_t) const override {
    return std::vector<AccessRow>();
  }
  Result<std::vector<AccessRow>> after(std::int64_t, std::int64_t) const override {
    return std::vector<AccessRow>();
  }
  Result<std::vector<ShownMemory>> shown_by(std::int64_t) const override {
    return std::vector<ShownMemory>();
  }
  Result<std::vector<AccessCost>> costs(Time, std::int64_t) const override {
    return std::vector<AccessCost>();
  }
  Result<std::vector<LoggedAccess>> log(const AccessFilter&) const override {
    return std::vector<LoggedAccess>();
  }
  Result<void> add(const AccessRow& row, std::span<const ShownKey> shown) override {
    return out_->add(row, shown);
  }
  Result<std::int64_t> prune(Time, std::int64_t) override { return Failure(only_administrators()); }

 private:
  Accesses* const out_;
};

class RestrictedStats final : public Stats {
 public:
  explicit RestrictedStats(const RightsFilter& access)
      : access_(access), in_(access.inner().stats) {}

  // Of what is seen: links and the archive are walked for it.
  Result<Counts> all(Time now) const override;
  Result<Growth> growth(Time) const override { return Failure(only_administrators()); }
  Result<NamedCounts> name_spaces() const override;

 private:
  const RightsFilter& access_;
  const Stats& in_;
};

class RestrictedMeta final : public Meta {
 public:
  RestrictedMeta(const RightsFilter& access) : in_(access.inner().meta) {}
  Result<std::optional<std::int64_t>> number(std::string_view name) const override {
    return in_.number(name);
  }
  Result<void> set(std::string_view, std::int64_t) override {
    return Failure(only_administrators());
  }
  Result<void> clear(std::string_view) override { return Failure(only_administrators()); }

 private:
  const Meta& in_;
};

class RestrictedSync final : public Sync {
 public:
  explicit RestrictedSync(Sync* out) : out_(out) {}
  Result<std::vector<SyncMemory>> memories(std::int64_t&) const override { return no(); }
  Result<std::vector<SyncTombstone>> tombstones(std::int64_t&) const override { return no(); }
  Result<std::vector<SyncArchived>> archive(std::int64_t&) const override { return no(); }
  Result<std::vector<SyncLink>> links(std::int64_t&) const override { return no(); }
  Result<std::vector<SyncLink>> link_tombstones(std::int64_t&) const override { return no(); }
  Result<std::int64_t> deleted_at(std::string_view) const override { return no(); }
  Result<void> note_deletion(const SyncTombstone&) override { return no(); }
  Result<void> note_link_deletion(const SyncLink&) override { return no(); }
  Result<void> drop_dead_links(Key) override { return no(); }
  // Of two memories that become one, whose rows were checked before.
  Result<void> move_relations(Key from, Key to) override { return out_->move_relations(from, to); }

 private:
  static Failure no() { return Failure(only_administrators()); }
  Sync* const out_;
};

class RestrictedGoldenQuestions final : public GoldenQuestions {
 public:
  Result<std::vector<GoldenQuestion>> all() const override { return no(); }
  Result<std::int64_t> put(const GoldenQuestion&) override { return no(); }
  Result<bool> remove(std::int64_t) override { return no(); }
  Result<void> record(std::int64_t, const GoldenRun&) override { return no(); }

 private:
  static Failure no() { return Failure(only_administrators()); }
};

class RestrictedTokens final : public Tokens {
 public:
  Result<std::int64_t> version() const override { return no(); }
  Result<std::vector<TokenRow>> all() const override { return no(); }
  Result<void> add(const TokenRow&) override { return no(); }
  Result<void> revoke(std::string_view, Time) override { return no(); }
  Result<void> remove(std::string_view) override { return no(); }

 private:
  static Failure no() { return Failure(only_administrators()); }
};

}  // namespace aim::store
