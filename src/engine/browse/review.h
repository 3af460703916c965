// An inbox of what a person may want to look at, and settling an item of it (L4). Nothing is
// decided by itself.
// Cost: some walks over rows without contents. Near duplicates come after those of the same
// content, the newest first: a page compares some hundred memories with those of their namespaces,
// and says where to go on.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"
#include "memory/names.h"

namespace aim {

enum class ReviewKind { contradiction, duplicate, unconfirmed, expiring, similar };
template <>
struct EnumNames<ReviewKind> {
  static constexpr auto names =
      named<ReviewKind>("contradiction", "duplicate", "unconfirmed", "expiring", "similar");
};
enum class Settlement { keep_first, keep_second, keep_both, merge, confirm, extend, remove };
template <>
struct EnumNames<Settlement> {
  static constexpr auto names = named<Settlement>("keep_first", "keep_second", "keep_both", "merge",
                                                  "confirm", "extend", "delete");
};

}  // namespace aim

namespace aim::engine {

struct ReviewItem {
  std::string item;  // what settle() takes
  ReviewKind kind{};
  std::string reason;
  std::optional<double> similarity;  // of duplicates
  std::vector<Memory> memories;      // one or two
};
// Where a page begins: so many items of a kind are passed over, or, of near duplicates, those whose
// newer memory has this key or a higher one.
struct ReviewPlace {
  std::int64_t offset = 0;
  Key before = 0;  // 0: those of the same content come first
};
struct ReviewPage {
  std::vector<std::int64_t> counts;  // in the order of kinds, each up to a thousand
  std::vector<ReviewItem> items;
  std::optional<ReviewPlace>
      next;  // there may be more; of near duplicates a page may be empty before
};
// Lists one kind, or the first of each kind without one; then there is no next.
Result<ReviewPage> review(Engine& engine, std::optional<ReviewKind> kind, std::int64_t limit,
                          ReviewPlace from);

struct Settled {
  std::vector<std::string> changed;  // ids
  std::string undo;                  // the id that undo takes, where it can be undone
};
// Errors: not_found when the item is none, or its memories are gone; validation_failed for an
// action that is not for its kind.
Result<Settled> settle(Engine& engine, const std::string& item, Settlement action);

}  // namespace aim::engine
