// Memories as a caller with rights sees them. A write goes through when its namespace may be
// written. Each function is that of its base; a new one there has to be thought of here before it
// builds.
// Knows: namespaces. Must not know: backends.
#pragma once
#include "store/memories.h"
#include "store/restricted/rights_filter.h"

namespace aim::store {

class RestrictedMemories final : public Memories {
 public:
  // `out` null: only reads.
  RestrictedMemories(const RightsFilter& access, Memories* out)
      : access_(access), in_(access.inner().memories), out_(out) {}

  void set_author(const Author& author) override { out_->set_author(author); }

  Result<std::optional<Memory>> find_by_id(std::string_view id) const override {
    return seen(TRY(in_.find_by_id(id)));
  }
  Result<std::optional<Memory>> find_by_title(std::string_view name_space,
                                              std::string_view title) const override {
    if (!access_.reads(name_space))
      return std::optional<Memory>();
    return seen(TRY(in_.find_by_title(name_space, title)));
  }
  Result<std::vector<Memory>> with_title(std::span<const std::int64_t> name_spaces,
                                         std::string_view title) const override {
    auto found = TRY(in_.with_title(name_spaces, title));
    std::erase_if(found, [&](const Memory& memory) { return !access_.reads(memory.name_space); });
    return without_strangers(std::move(found));
  }
  Result<std::vector<Memory>> by_keys(std::span<const Key> keys) const override {
    return without_strangers(TRY(in_.by_keys(TRY(access_.seen({keys.begin(), keys.end()})))));
  }
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override {
    return seen_ids(
        limit, [&](std::size_t most) { return in_.ids_with_prefix(prefix, most); },
        [&](const std::string& id) { return access_.sees(id); });
  }
  Result<void> each(const std::function<Result<void>(const Memory&)>& take) const override {
    return in_.each([&](const Memory& memory) -> Result<void> {
      return access_.reads(memory.name_space) ? take(TRY(without_strangers(memory)))
                                              : Result<void>();
    });
  }
  Result<std::vector<SimilarTitle>> similar_titles(std::string_view name_space,
                                                   std::string_view title, Key except, Time now,
                                                   std::size_t limit) const override {
    if (!access_.reads(name_space))
      return std::vector<SimilarTitle>();
    return in_.similar_titles(name_space, title, except, now, limit);
  }
  Result<std::vector<Memory>> holders(std::span<const Memory> of) const override {
    auto found = TRY(in_.holders(of));
    std::erase_if(found, [&](const Memory& memory) { return !access_.reads(memory.name_space); });
    return found;
  }
  Result<void> insert(Memory& memory) override {
    TRY_VOID(access_.check(memory.name_space));
    TRY_VOID(sign(memory));
    TRY_VOID(out_->insert(memory));
    access_.forget(memory.key);
    return {};
  }
  // Memories that may not be written are refused one by one.
  Result<std::vector<std::optional<Error>>> insert_all(
      std::span<const NewMemory> memories) override;
  Result<void> replace(const Memory& old, const Memory& fresh) override {
    TRY_VOID(access_.check(old.key));
    TRY_VOID(access_.check(fresh.name_space));
    access_.forget(old.key);
    Memory written = TRY(with_strangers(fresh));
    if (!same_author(old, fresh))
      TRY_VOID(sign(written));
    return out_->replace(old, written);
  }
  Result<void> erase(const Memory& memory, Time now) override {
    TRY_VOID(access_.check(memory.key));
    access_.forget(memory.key);
    return out_->erase(memory, now);
  }
  Result<void> erase_united(const Memory& memory, Time now) override {
    TRY_VOID(access_.check(memory.key));
    access_.forget(memory.key);
    return out_->erase_united(memory, now);
  }

  Result<std::vector<Memory>> list(const Filter& filter, Time now, Page page) const override {
    if (page.order == ListOrder::linked)
      page.order = ListOrder::priority;  // links to unseen memories would show in the order
    return without_strangers(TRY(in_.list(access_.scoped(filter), now, page)));
  }
  Result<Facets> facets(const Filter& filter, std::optional<std::span<const Key>> keys,
                        Time now) const override {
    return in_.facets(access_.scoped(filter), keys, now);
  }
  Result<std::vector<Memory>> recent(const Filter& filter, Time now,
                                     std::int64_t limit) const override {
    return without_strangers(TRY(in_.recent(access_.scoped(filter), now, limit)));
  }
  Result<std::vector<Memory>> matching(const Filter& filter, std::int64_t limit,
                                       Key after) const override {
    return without_strangers(TRY(in_.matching(access_.scoped(filter), limit, after)));
  }
  Result<std::vector<Memory>> expired(Time now, std::int64_t limit) const override {
    return without_strangers(TRY(seen_first<Memory>(
        limit, [&](std::int64_t most) { return in_.expired(now, most); },
        [&](const Memory& memory) { return access_.reads(memory.name_space); })));
  }
  Result<std::int64_t> count_expired(Time) const override { return Failure(only_administrators()); }
  Result<std::vector<PageRow>> page_after(Key after, Time now, std::int64_t limit) const override;
  Result<std::vector<std::string>> name_spaces_beginning(std::string_view beginning,
                                                         std::size_t limit) const override;
  // Of the tags of a hundred that are used most.
  Result<std::vector<std::string>> tags_beginning(std::string_view beginning,
                                                  std::size_t limit) const override;

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
  Result<std::vector<Key>> newest_keys(Time now, Key before, std::int64_t limit) const override;
  Result<bool> are_linked(KeyPair pair) const override { return in_.are_linked(pair); }

  // Uses are the program's to count: they tell nothing back.
  Result<std::vector<UsageRow>> usage_of(std::span<const Key> keys) const override {
    return in_.usage_of(TRY(access_.seen({keys.begin(), keys.end()})));
  }
  Result<void> set_usage(Key key, std::int64_t access_count, Time last_accessed_at) override {
    return out_->set_usage(key, access_count, last_accessed_at);
  }
  Result<void> set_life(const UsageRow& row, std::optional<Time> updated_at) override {
    return out_->set_life(row, updated_at);
  }

  Result<std::optional<Archived>> find_archived(std::string_view id) const override;
  Result<std::vector<std::string>> archived_ids_with_prefix(std::string_view prefix,
                                                            std::size_t limit) const override;
  Result<std::vector<Archived>> list_archived(std::string_view name_space, std::int64_t limit,
                                              std::int64_t offset) const override;
  Result<std::vector<Archived>> newest_archived(std::string_view name_space,
                                                std::int64_t limit) const override;
  Result<std::vector<GoneMemory>> gone(const GoneFilter& filter, std::int64_t limit,
                                       std::int64_t offset) const override;
  Result<std::vector<GoneMemory>> gone_titled(std::string_view title) const override;
  Result<std::int64_t> count_archived(std::optional<Time>) const override {
    return Failure(only_administrators());
  }
  Result<ArchiveStats> archive_stats() const override;
  Result<void> each_archived(
      const std::function<Result<void>(const Archived&)>& take) const override;
  Result<void> add_archived(const Archived& archived) override {
    TRY_VOID(access_.check(archived.memory.name_space));
    return out_->add_archived(archived);
  }
  // Follows what becomes of a memory, whosever the archived one is.
  Result<void> keep_archived_link(std::string_view archived, const Link& link) override {
    return out_->keep_archived_link(archived, link);
  }
  Result<bool> remove_archived(std::string_view id) override;
  Result<std::vector<std::string>> purge_archived(std::optional<Time>) override {
    return Failure(only_administrators());
  }

  Result<void> note_return(const Memory& memory, Time now) override {
    TRY_VOID(access_.check(memory.name_space));
    return out_->note_return(memory, now);
  }
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
      const std::function<Result<bool>(const Version&)>& take) const override {
    return in_.each_version_that_lost(
        time, words, [&](const Version& version) { return take(seen(Version(version))); });
  }
  Result<std::int64_t> changes_since(Time time) const override { return in_.changes_since(time); }
  Result<std::int64_t> count_versions_beyond(const VersionLimits&) const override {
    return Failure(only_administrators());
  }
  Result<void> prune_versions(const VersionLimits&) override {
    return Failure(only_administrators());
  }
  Result<void> erase_versions(std::string_view id, std::optional<Time> cut) override;
  Result<Purged> purge(std::string_view id, Time now) override;

  Result<std::optional<UndoStep>> last_undo(std::string_view id, Time since, std::string_view by,
                                            std::string_view of_call) const override;
  Result<bool> any_undo_before(Time time) const override { return in_.any_undo_before(time); }
  Result<void> begin_step() override { return out_->begin_step(); }
  Result<void> end_step(std::string_view action, Time at,
                        std::span<const std::string> items) override {
    return out_->end_step(std::string(action) + '@' + access_.rights().id, at, items);
  }
  Result<void> remove_undo(std::int64_t number) override { return out_->remove_undo(number); }
  Result<void> prune_undo(Time before) override { return out_->prune_undo(before); }

  // Says nothing of whose.
  Result<bool> has_standards() const override { return true; }
  Result<std::optional<StandardRow>> find_standard(std::string_view name_space) const override {
    if (!access_.reads(name_space))
      return std::optional<StandardRow>();
    return seen(TRY(in_.find_standard(name_space)));
  }
  Result<std::vector<ClearedStandard>> cleared_standards() const override;
  Result<void> each_standard(
      const std::function<Result<void>(const StandardRow&)>& take) const override;
  Result<void> set_standard(std::string_view name_space, std::optional<Key> key,
                            const std::optional<std::string>& parent, Time now) override;
  Result<void> put_standard(const StandardRow&, std::optional<Key>) override {
    return Failure(only_administrators());
  }
  Result<bool> clear_standard(std::string_view name_space, Time now) override {
    TRY_VOID(access_.check(name_space));
    return out_->clear_standard(name_space, now);
  }
  Result<void> doubt_standard(std::string_view name_space) override {
    TRY_VOID(access_.check(name_space));
    return out_->doubt_standard(name_space);
  }
  Result<void> trust_standard(std::string_view name_space) override {
    TRY_VOID(access_.check(name_space));
    return out_->trust_standard(name_space);
  }
  Result<void> propose_standard(std::string_view name_space, std::optional<Key> memory) override {
    TRY_VOID(access_.check(name_space));
    return !memory || TRY(access_.sees(*memory)) ? out_->propose_standard(name_space, memory)
                                                 : Failure(forbidden("may not use that memory"));
  }
  Result<void> doubt_standards_of(Key memory) override {
    TRY_VOID(access_.check(memory));
    return out_->doubt_standards_of(memory);
  }

 private:
  // The author of what is new is the token, unless it comes back as it was.
  Result<void> sign(Memory& memory) const;
  static bool same_author(const Memory& one, const Memory& other);
  // Without the ids of memories that are not seen, and with them again where it is written.
  Result<std::vector<std::string>> seen_sources(const std::vector<std::string>& ids) const;
  Result<Memory> without_strangers(Memory memory) const;
  Result<std::vector<Memory>> without_strangers(std::vector<Memory> memories) const;
  Result<Memory> with_strangers(Memory memory) const;
  // Whether all that is left of a memory may be removed.
  Result<void> check(std::string_view id) const;
  // Whether all that taking back the step changes may be changed; links that are not seen are left
  // out.
  Result<bool> may_take_back(UndoStep& step) const;
  Result<std::optional<Memory>> seen(std::optional<Memory> memory) const {
    if (!memory || !access_.reads(memory->name_space))
      return std::optional<Memory>();
    return std::optional(TRY(without_strangers(std::move(*memory))));
  }
  template <class Fetch>
  Result<std::vector<Key>> keys(Page page, Fetch&& fetch) const {
    return seen_page<Key>(
        page.limit, page.offset,
        [&](std::int64_t limit, std::int64_t offset) {
          return fetch(Page{limit, offset, {}});
        },
        [&](Key key) { return access_.sees(key); });
  }
  template <class Fetch>
  Result<std::vector<KeyPair>> pairs(Page page, Fetch&& fetch) const {
    return seen_page<KeyPair>(
        page.limit, page.offset,
        [&](std::int64_t limit, std::int64_t offset) {
          return fetch(Page{limit, offset, {}});
        },
        [&](const KeyPair& pair) -> Result<bool> {
          return TRY(access_.sees(pair.first)) ? access_.sees(pair.second) : false;
        });
  }
  // Without links and sources whose other end is not seen.
  Result<Archived> shown(Archived archived) const;
  bool reads(const Archived& archived) const { return access_.reads(archived.memory.name_space); }
  // A memory that is not seen does not exist.
  Result<std::optional<StandardRow>> seen(std::optional<StandardRow> row) const;
  Version seen(Version version) const;

  const RightsFilter& access_;
  const Memories& in_;
  Memories* const out_;
};

}  // namespace aim::store
