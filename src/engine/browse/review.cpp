#include "engine/browse/review.h"

#include <cmath>

#include "engine/duplicates/similar.h"
#include "engine/standards.h"
#include "memory/titles.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t max_counted = 1'000, compared_at_once = 100, compared_by_a_page = 500;
constexpr double nearly_the_same = 0.95, somewhat_alike = 0.8;
// By words of titles and contents, as the reply to a store has it.
constexpr double alike_in_words = 0.4;
constexpr auto soon = std::chrono::hours(24);

std::string item_of(ReviewKind kind, Key first, Key second = 0) {
  return std::string(name_of(kind)) + "-" + std::to_string(first) + "-" + std::to_string(second);
}

Result<void> add_pairs(store::Reader& reader, ReviewKind kind, std::string reason,
                       const std::vector<store::KeyPair>& pairs, std::optional<double> similarity,
                       std::vector<ReviewItem>& items) {
  for (const auto& [first, second] : pairs) {
    const std::array keys{first, second};
    auto memories = TRY(reader.memories.by_keys(keys));
    if (memories.size() == 2)
      items.push_back(
          {item_of(kind, first, second), kind, reason, similarity, std::move(memories)});
  }
  return {};
}

Result<void> add_single(store::Reader& reader, ReviewKind kind, const std::string& reason,
                        const std::vector<Key>& keys, std::vector<ReviewItem>& items) {
  for (Memory& memory : TRY(reader.memories.by_keys(keys))) {
    const std::string why = kind == ReviewKind::expiring && memory.expires_at
                                ? reason + " " + memory.expires_at->text()
                                : reason;
    items.push_back({item_of(kind, memory.key), kind, why, {}, {std::move(memory)}});
  }
  return {};
}

// Memories that wait for the owner's word, with the reason.
using Waiting = std::map<Key, std::string>;

Result<Waiting> waiting(store::Reader& reader) {
  Waiting all;
  for (const std::string& id :
       TRY(reader.records.facts_beginning(store::conflict_of_devices, max_counted)))
    if (const auto memory = TRY(reader.memories.find_by_id(id)))
      all[memory->key] = "two devices changed it; the other version is in its history";
  for (const std::string& id :
       TRY(reader.records.facts_beginning(store::beside_a_title, max_counted)))
    if (const auto memory = TRY(reader.memories.find_by_id(id));
        memory && is_beside(*memory) &&
        TRY(reader.records.fact(std::string(store::beside_a_title) + id)) == 0)
      all[memory->key] = "another device stored a memory under its title";
  for (const auto& [key, name_spaces] : TRY(proposed_standards(reader))) {
    std::string& reason = all[key] = "proposed as the standard of";
    for (const std::string& each : name_spaces)
      reason.append(each == name_spaces.front() ? " \"" : ", \"").append(each + "\"");
  }
  return all;
}

// They come first, then memories that hooks stored.
Result<std::vector<Key>> unconfirmed(store::Reader& reader, const Waiting& proposed, Time now,
                                     store::Page page) {
  std::vector<Key> keys;
  for (const auto& [key, reason] : proposed)
    if (page.offset > 0)
      --page.offset;
    else if (std::ssize(keys) < page.limit)
      keys.push_back(key);
  page.limit -= std::ssize(keys);
  for (const Key key : TRY(reader.memories.unconfirmed(now, page)))
    if (!proposed.contains(key))
      keys.push_back(key);
  return keys;
}

Result<void> add_unconfirmed(store::Reader& reader, Time now, store::Page page,
                             std::vector<ReviewItem>& items) {
  const Waiting proposed = TRY(waiting(reader));
  const auto first = items.size();
  TRY_VOID(add_single(reader, ReviewKind::unconfirmed,
                      "a hook stored it, and nobody has confirmed it",
                      TRY(unconfirmed(reader, proposed, now, page)), items));
  for (auto item = items.begin() + static_cast<std::ptrdiff_t>(first); item != items.end(); ++item)
    if (const auto found = proposed.find(item->memories.front().key); found != proposed.end())
      item->reason = found->second;
  return {};
}

Result<void> add_kind(store::Reader& reader, ReviewKind kind, Time now, store::Page page,
                      std::vector<ReviewItem>& items) {
  switch (kind) {
    case ReviewKind::contradiction:
      return add_pairs(reader, kind, "they are linked as contradicting each other",
                       TRY(reader.memories.contradictions(now, page)), {}, items);
    case ReviewKind::duplicate:
      return add_pairs(reader, kind, "they have the same content",
                       TRY(reader.memories.same_content(now, page)), 1.0, items);
    case ReviewKind::unconfirmed:
      return add_unconfirmed(reader, now, page, items);
    case ReviewKind::similar:  // compared by add_near_ones()
      return {};
    case ReviewKind::expiring:
      break;
  }
  return add_single(reader, kind, "it expires at",
                    TRY(reader.memories.expiring(now, now + soon, page)), items);
}

struct NearPair {
  store::KeyPair keys;
  ReviewKind kind{};
  double likeness = 0;
};

// Memories older than a key, the newest of them first, with what is nearly the same by meaning, or
// only similar as the reply to a store says, and older still: so each pair is found once.
class NearWalk {
 public:
  NearWalk(Engine& engine, std::optional<ReviewKind> kind, Key before)
      : engine_(engine), kind_(kind), before_(before) {}

  // At most about `wanted` more pairs, all of a memory together unless it alone has more; nothing
  // is left to compare after the last.
  Result<std::vector<NearPair>> go_on(std::int64_t wanted) {
    const Time now = engine_.clock.now();
    const auto some =
        TRY(engine_.database.read([&](store::Reader& reader) -> Result<std::vector<Memory>> {
          return reader.memories.by_keys(
              TRY(reader.memories.newest_keys(now, before_, compared_at_once)));
        }));
    std::vector<NearPair> pairs;
    for (const Memory& memory : some) {
      std::vector<NearPair> of_one;
      const auto near = TRY(near_by_vectors(engine_, memory, {}));
      for (const Nearness& each : near)
        add(of_one, {each.key, memory.key}, each.likeness, somewhat_alike);
      const auto told = TRY(engine_.database.read(
          [&](store::Reader& reader) { return similar_memories(reader, memory, near, now); }));
      for (const SimilarMemory& each : told.memories)
        add(of_one, {each.key, memory.key}, each.likeness, alike_in_words);
      if (!pairs.empty() && std::ssize(pairs) + std::ssize(of_one) > wanted)
        return pairs;
      before_ = std::min(before_, memory.key);
      of_one.resize(std::min(of_one.size(), static_cast<std::size_t>(wanted)));
      pairs.insert(pairs.end(), of_one.begin(), of_one.end());
    }
    is_over_ = std::ssize(some) < compared_at_once;
    return pairs;
  }
  bool is_over() const { return is_over_; }
  Key before() const { return before_; }

 private:
  // The first of several models that finds the pair counts.
  void add(std::vector<NearPair>& pairs, store::KeyPair keys, double likeness, double least) const {
    const bool known = std::ranges::any_of(pairs, [&](const NearPair& each) {
      return each.keys.first == keys.first && each.keys.second == keys.second;
    });
    const ReviewKind kind =
        likeness >= nearly_the_same ? ReviewKind::duplicate : ReviewKind::similar;
    if (likeness >= least && (!kind_ || kind == *kind_) && keys.first < keys.second && !known)
      pairs.push_back({keys, kind, std::min(1.0, std::round(likeness * 1'000) / 1'000)});
  }

  Engine& engine_;
  const std::optional<ReviewKind> kind_;
  Key before_;
  bool is_over_ = false;
};

Result<void> add_near(store::Reader& reader, const NearPair& pair, std::vector<ReviewItem>& items) {
  const std::array keys{pair.keys.first, pair.keys.second};
  auto memories = TRY(reader.memories.by_keys(keys));
  // Pairs with the same content have been shown as duplicates.
  if (memories.size() == 2 && memories[0].content != memories[1].content &&
      !TRY(reader.memories.are_linked(pair.keys)))
    items.push_back(
        {item_of(pair.kind, pair.keys.first, pair.keys.second), pair.kind,
         pair.kind == ReviewKind::duplicate ? "they mean nearly the same" : "they are similar",
         pair.likeness, std::move(memories)});
  return {};
}

// Where to go on; nothing when all are compared.
Result<std::optional<ReviewPlace>> add_near_ones(Engine& engine, std::optional<ReviewKind> kind,
                                                 Key before, std::int64_t limit,
                                                 std::vector<ReviewItem>& items) {
  TRY_VOID(bring_table_to_hand(engine));
  NearWalk walk(engine, kind, before);
  for (std::int64_t compared = 0; compared < compared_by_a_page && std::ssize(items) < limit;
       compared += compared_at_once) {
    const auto pairs = TRY(walk.go_on(limit - std::ssize(items)));
    TRY_VOID(engine.database.read([&](store::Reader& reader) -> Result<void> {
      for (const NearPair& each : pairs) TRY_VOID(add_near(reader, each, items));
      return {};
    }));
    if (walk.is_over())
      return std::optional<ReviewPlace>();
  }
  return std::optional(ReviewPlace{0, walk.before()});
}

}  // namespace

Result<ReviewPage> review(Engine& engine, std::optional<ReviewKind> kind, std::int64_t limit,
                          ReviewPlace from) {
  const Time now = engine.clock.now();
  auto page = TRY(engine.database.read([&](store::Reader& reader) -> Result<ReviewPage> {
    ReviewPage found;
    const store::Page all{max_counted, 0, {}};
    found.counts = {std::ssize(TRY(reader.memories.contradictions(now, all))),
                    std::ssize(TRY(reader.memories.same_content(now, all))),
                    std::ssize(TRY(unconfirmed(reader, TRY(waiting(reader)), now, all))),
                    std::ssize(TRY(reader.memories.expiring(now, now + soon, all)))};
    for (const auto& [each, name] : EnumNames<ReviewKind>::names)
      if ((!kind || *kind == each) && from.before == 0)
        TRY_VOID(add_kind(reader, each, now, {limit, from.offset, {}}, found.items));
    // The items so far are a page where one kind was asked for.
    if (kind && limit > 0 && std::ssize(found.items) == limit)
      found.next = {from.offset + limit, 0};
    return found;
  }));
  limit -= std::ranges::count(page.items, ReviewKind::duplicate, &ReviewItem::kind);
  const bool compares = !kind || *kind == ReviewKind::duplicate || *kind == ReviewKind::similar;
  if (!compares || limit <= 0 || page.next)
    return page;
  std::vector<ReviewItem> near;
  const auto next =
      TRY(add_near_ones(engine, kind, from.before == 0 ? INT64_MAX : from.before, limit, near));
  if (kind)
    page.next = next;
  page.counts[1] += std::ranges::count(near, ReviewKind::duplicate, &ReviewItem::kind);
  std::ranges::move(near, std::back_inserter(page.items));
  return page;
}

}  // namespace aim::engine
