// Memories and lists as a caller with rights sees them. What is written goes through when
// the namespace may be written. Each function is that of its base; a new one there has to be
// thought of here before it builds.
// Knows: namespaces. Must not know: backends.
#pragma once
#include "store/listings.h"
#include "store/memories.h"
#include "store/rights/sight.h"

namespace aim::store {

class RestrictedMemories final : public Memories {
 public:
  // `out` null: only reads.
  RestrictedMemories(const Sight& sight, Memories* out)
      : sight_(sight), in_(sight.inner().memories), out_(out) {}

  Result<std::optional<Memory>> find_by_id(std::string_view id) const override {
    return seen(TRY(in_.find_by_id(id)));
  }
  Result<std::optional<Memory>> find_by_title(std::string_view name_space,
                                              std::string_view title) const override {
    if (!sight_.reads(name_space))
      return std::optional<Memory>();
    return in_.find_by_title(name_space, title);
  }
  Result<std::vector<Memory>> by_keys(std::span<const Key> keys) const override {
    return in_.by_keys(TRY(sight_.seen({keys.begin(), keys.end()})));
  }
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override {
    return seen_ids(
        limit, [&](std::size_t most) { return in_.ids_with_prefix(prefix, most); },
        [&](const std::string& id) { return sight_.sees(id); });
  }
  Result<void> each(const std::function<Result<void>(const Memory&)>& take) const override {
    return in_.each([&](const Memory& memory) {
      return sight_.reads(memory.name_space) ? take(memory) : Result<void>();
    });
  }
  Result<std::vector<SimilarTitle>> similar_titles(std::string_view name_space,
                                                   std::string_view title, Key except, Time now,
                                                   std::size_t limit) const override {
    if (!sight_.reads(name_space))
      return std::vector<SimilarTitle>();
    return in_.similar_titles(name_space, title, except, now, limit);
  }
  Result<std::vector<Memory>> holders(std::span<const Memory> of) const override {
    auto found = TRY(in_.holders(of));
    std::erase_if(found, [&](const Memory& memory) { return !sight_.reads(memory.name_space); });
    return found;
  }
  Result<void> insert(Memory& memory) override {
    TRY_VOID(sight_.check(memory.name_space));
    TRY_VOID(out_->insert(memory));
    sight_.forget(memory.key);
    return {};
  }
  // As soon as one may not be written, one by one.
  Result<std::vector<std::optional<Error>>> insert_all(
      std::span<const NewMemory> memories) override {
    for (const NewMemory& each : memories)
      if (!sight_.check(each.memory->name_space))
        return Memories::insert_all(memories);
    auto refused = TRY(out_->insert_all(memories));
    for (const NewMemory& each : memories) sight_.forget(each.memory->key);
    return refused;
  }
  Result<void> replace(const Memory& old, const Memory& fresh) override {
    TRY_VOID(sight_.check(old.key));
    TRY_VOID(sight_.check(fresh.name_space));
    sight_.forget(old.key);
    return out_->replace(old, fresh);
  }
  Result<void> replace_life(const Memory& memory) override {
    TRY_VOID(sight_.check(memory.key));
    return out_->replace_life(memory);
  }
  Result<void> erase(const Memory& memory, Time now) override {
    TRY_VOID(sight_.check(memory.key));
    sight_.forget(memory.key);
    return out_->erase(memory, now);
  }

 private:
  std::optional<Memory> seen(std::optional<Memory> memory) const {
    return memory && sight_.reads(memory->name_space) ? std::move(memory) : std::nullopt;
  }

  const Sight& sight_;
  const Memories& in_;
  Memories* const out_;
};

class RestrictedListings final : public Listings {
 public:
  explicit RestrictedListings(const Sight& sight) : sight_(sight), in_(sight.inner().listings) {}

  Result<std::vector<Memory>> list(const Filter& filter, Time now, Page page) const override {
    return in_.list(sight_.scoped(filter), now, page);
  }
  Result<Facets> facets(const Filter& filter, std::optional<std::span<const Key>> keys,
                        Time now) const override {
    return in_.facets(sight_.scoped(filter), keys, now);
  }
  Result<std::vector<Memory>> recent(const Filter& filter, Time now,
                                     std::int64_t limit) const override {
    return in_.recent(sight_.scoped(filter), now, limit);
  }
  Result<std::vector<Memory>> matching(const Filter& filter, std::int64_t limit,
                                       Key after) const override {
    return in_.matching(sight_.scoped(filter), limit, after);
  }
  Result<std::vector<Memory>> expired(Time now, std::int64_t limit) const override {
    return seen_first<Memory>(
        limit, [&](std::int64_t most) { return in_.expired(now, most); },
        [&](const Memory& memory) { return sight_.reads(memory.name_space); });
  }
  Result<std::int64_t> count_expired(Time) const override { return Failure(only_administrators()); }
  Result<std::vector<PageRow>> page_after(Key after, Time now, std::int64_t limit) const override;
  Result<std::vector<std::string>> name_spaces_beginning(std::string_view beginning,
                                                         std::size_t limit) const override;
  // Of the tags of a hundred that are used most.
  Result<std::vector<std::string>> tags_beginning(std::string_view beginning,
                                                  std::size_t limit) const override;

 private:
  const Sight& sight_;
  const Listings& in_;
};

}  // namespace aim::store
