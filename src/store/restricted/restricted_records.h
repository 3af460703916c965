// Records beside memories and what a sync asks, as a caller with rights sees them: changes and
// counts of the namespaces that it reads. What is about the whole database (calls, signed events,
// syncs, tokens) is for administrators. Each function overrides one of its base; a new one there
// does not build before it stands here. Knows: namespaces. Must not know: backends.
#pragma once
#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/restricted/restricted_memories.h"
#include "store/restricted/rights_filter.h"
#include "store/search.h"
#include "store/sync.h"

namespace aim::store {

class RestrictedSync final : public Sync {
 public:
  explicit RestrictedSync(Sync* out) : out_(out) {}
  Result<SyncMark> mark() const override { return no(); }
  Result<bool> reaches_back_to(const SyncMark&) const override { return no(); }
  Result<std::vector<SyncMemory>> memories(std::int64_t&, const SyncMark&) const override {
    return no();
  }
  Result<std::vector<SyncTombstone>> tombstones(std::int64_t&, const SyncMark&) const override {
    return no();
  }
  Result<std::vector<SyncVersions>> versions(std::int64_t&, const SyncMark&) const override {
    return no();
  }
  Result<std::vector<SyncArchived>> archive(std::int64_t&, const SyncMark&) const override {
    return no();
  }
  Result<std::vector<SyncLink>> links(std::int64_t&, const SyncMark&) const override {
    return no();
  }
  Result<std::vector<SyncLink>> link_tombstones(std::int64_t&, const SyncMark&) const override {
    return no();
  }
  // For a memory that is brought back, whose rows were checked before.
  Result<std::int64_t> deleted_at(std::string_view id) const override {
    return out_ ? out_->deleted_at(id) : no();
  }
  Result<void> note_deletion(const SyncTombstone&) override { return no(); }
  Result<void> note_link_deletion(const SyncLink&) override { return no(); }
  Result<void> note_lost_link(const Link&) override { return no(); }
  Result<void> drop_dead_links(Key) override { return no(); }
  // Of two memories that become one, whose rows were checked before.
  Result<void> move_relations(Key from, Key to, Time now) override {
    return out_->move_relations(from, to, now);
  }

 private:
  static Failure no() { return Failure(only_administrators()); }
  Sync* const out_;
};

// Signed events, calls and tokens are about the whole database: only administrators read them.
class RestrictedRecords final : public Records {
 public:
  RestrictedRecords(const RightsFilter& access, Records* out)
      : access_(access), in_(access.inner().records), out_(out) {}

  // ---- signed events: appended to by what this caller does ----

  // Noted beside the identity, and never shown.
  Result<ChainHead> chain_head() const override { return in_.chain_head(); }
  Result<std::optional<Event>> find_event(std::int64_t) const override { return no(); }
  Result<void> each_event(std::int64_t,
                          const std::function<Result<bool>(const Event&)>&) const override {
    return no();
  }
  Result<std::vector<Event>> newest_events(std::string_view, std::optional<std::int64_t>,
                                           std::int64_t) const override {
    return no();
  }
  Result<EventCounts> count_events() const override { return EventCounts(); }
  Result<Event> append_event(Time at, std::string_view type, const Payload& payload,
                             const SigningKey* key) override {
    return out_->append_event(at, type, payload, key);
  }

  // ---- the access log: callers with rights see no calls ----

  Result<std::int64_t> last_access() const override { return 0; }
  Result<std::vector<AccessRow>> newest_accesses(std::int64_t, std::span<const std::string>,
                                                 std::int64_t) const override {
    return std::vector<AccessRow>();
  }
  Result<std::vector<AccessRow>> accesses_after(std::int64_t, std::int64_t) const override {
    return std::vector<AccessRow>();
  }
  Result<std::vector<ShownMemory>> shown_by(std::int64_t) const override {
    return std::vector<ShownMemory>();
  }
  Result<std::vector<AccessCost>> access_costs(Time, std::int64_t) const override {
    return std::vector<AccessCost>();
  }
  Result<std::vector<LoggedAccess>> access_log(const AccessFilter&) const override {
    return std::vector<LoggedAccess>();
  }
  Result<void> add_access(const AccessRow& row, std::span<const ShownKey> shown) override {
    return out_->add_access(row, shown);
  }
  Result<std::int64_t> prune_accesses(Time, std::int64_t) override { return no(); }

  // ---- tokens, golden questions ----

  Result<std::int64_t> tokens_version() const override { return no(); }
  Result<std::vector<TokenRow>> tokens() const override { return no(); }
  Result<void> add_token(const TokenRow&) override { return no(); }
  Result<void> revoke_token(std::string_view, Time) override { return no(); }
  Result<void> remove_token(std::string_view) override { return no(); }
  Result<std::vector<GoldenQuestion>> golden_questions() const override { return no(); }
  Result<std::int64_t> put_golden_question(const GoldenQuestion&) override { return no(); }
  Result<bool> remove_golden_question(std::int64_t) override { return no(); }
  Result<void> record_golden_run(std::int64_t, const GoldenRun&) override { return no(); }

  // ---- keys of namespaces: those that are seen; where projects store is for their owner to say
  // ----

  Result<std::vector<NameKey>> name_keys() const override {
    auto rows = TRY(in_.name_keys());
    std::erase_if(rows, [&](const NameKey& row) { return !access_.reads(row.name_space); });
    return rows;
  }
  Result<void> put_name_key(const NameKey&) override { return no(); }
  Result<bool> remove_name_key(std::string_view) override { return no(); }

  // ---- facts ----

  Result<std::optional<std::int64_t>> fact(std::string_view name) const override {
    return in_.fact(name);
  }
  Result<void> set_fact(std::string_view, std::int64_t) override { return no(); }
  Result<void> clear_fact(std::string_view) override { return no(); }
  Result<std::string> text_fact(std::string_view) const override { return no(); }
  Result<void> set_text_fact(std::string_view, std::string_view) override { return no(); }
  Result<std::vector<std::string>> facts_beginning(std::string_view, std::int64_t) const override {
    return std::vector<std::string>();
  }

  // ---- changes ----

  Result<std::int64_t> last_change() const override { return in_.last_change(); }
  Result<std::optional<std::int64_t>> before_changes_since(Time time) const override {
    return in_.before_changes_since(time);
  }
  Result<std::vector<ChangeRow>> changes_after(std::int64_t after,
                                               std::int64_t limit) const override {
    return seen_after<ChangeRow>(
        after, limit, [&](std::int64_t from) { return in_.changes_after(from, limit); },
        [](const ChangeRow& row) { return row.seq; },
        [&](const ChangeRow& row) { return access_.reads(row.name_space); });
  }

  // ---- counts, of what is seen: links and the archive are walked for them ----

  Result<Counts> counts(Time now) const override {
    const Reader& inner = access_.inner();
    Counts counts;
    for (const auto& row : TRY(inner.search.name_spaces("")))
      if (access_.reads(row.name)) {
        counts.memories += row.memories;
        counts.size_bytes += row.bytes;
      }
    const Facets facets = TRY(inner.memories.facets(access_.scoped({}), std::nullopt, Time::min()));
    counts.by_tier = facets.tiers;
    for (const auto& [kind, count] : facets.kinds)
      if (kind == name_of(MemoryKind::reflection))
        counts.reflections = count;
    TRY_VOID(inner.links.each([&](const Link& link) -> Result<void> {
      counts.links += TRY(access_.sees(std::string_view(link.source_id))) &&
                      TRY(access_.sees(std::string_view(link.target_id)));
      return {};
    }));
    counts.archived = TRY(RestrictedMemories(access_, nullptr).archive_stats()).count;
    constexpr std::int64_t most = 100'000;
    const auto soon =
        TRY(inner.memories.expiring(now, now + std::chrono::hours(1), Page{most, 0, {}}));
    counts.expiring_soon = static_cast<std::int64_t>(TRY(access_.seen(soon)).size());
    return counts;
  }
  Result<Growth> growth(Time) const override { return no(); }
  Result<NamedCounts> count_name_spaces() const override {
    auto counts = TRY(in_.count_name_spaces());
    std::erase_if(counts, [&](const auto& each) { return !access_.reads(each.first); });
    return counts;
  }

 private:
  static Failure no() { return Failure(only_administrators()); }

  const RightsFilter& access_;
  const Records& in_;
  Records* const out_;
};

}  // namespace aim::store
