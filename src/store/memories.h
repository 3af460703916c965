// Memories as they are kept: found by what names them, written whole. Text index, title words,
// tags, passages and the change sequence follow what is written.
// Knows: rows. Must not know: policy (merge, expiry, who wins).
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/memory.h"
#include "store/new_memory.h"

namespace aim::store {

struct SimilarTitle {
  Key key = 0;
  std::string id;
  double share = 0;  // of significant stems in common, of those of the longer title
};

class Memories {
 public:
  virtual ~Memories() = default;
  virtual Result<std::optional<Memory>> find_by_id(std::string_view id) const = 0;
  virtual Result<std::optional<Memory>> find_by_title(std::string_view name_space,
                                                      std::string_view title) const = 0;
  // In the order of `keys`; keys that are gone are left out.
  virtual Result<std::vector<Memory>> by_keys(std::span<const Key> keys) const = 0;
  // Ids that begin so, in order, at most `limit`.
  virtual Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                           std::size_t limit) const = 0;
  // Every memory, created_at ascending; those of one moment by namespace, so that an import, which
  // writes namespace by namespace (A10), leaves the order as it was.
  virtual Result<void> each(const std::function<Result<void>(const Memory&)>& take) const = 0;
  // Memories of the namespace whose titles share at least half of their significant stems with
  // `title` (half of the longer title's), most shared first, newest first among equals; never
  // `except`, never an expired one. At most `limit`.
  virtual Result<std::vector<SimilarTitle>> similar_titles(std::string_view name_space,
                                                           std::string_view title, Key except,
                                                           Time now, std::size_t limit) const = 0;
  // Those that have the id of one of these, or its title in its namespace, in any order.
  virtual Result<std::vector<Memory>> holders(std::span<const Memory> of) const;
  // Gives key and change number; id, title and namespace must be new.
  virtual Result<void> insert(Memory& memory) = 0;
  // The same of many, which must differ among themselves too: a backend writes them together, in
  // the order of their keys. Of each, why it was refused (validation_failed), if it was; then it is
  // not there.
  virtual Result<std::vector<std::optional<Error>>> insert_all(std::span<const NewMemory> memories);
  // Rewrites the row of old.key. Text index and title words are touched only where the text or
  // namespace differs.
  virtual Result<void> replace(const Memory& old, const Memory& fresh) = 0;
  // What a use of the memory changes, without its text: tier, expiry, reinforcement, updated_at.
  virtual Result<void> replace_life(const Memory& memory) = 0;
  // Removes it, its links and its use; leaves a tombstone, and a line in each memory that reflects
  // on it.
  virtual Result<void> erase(const Memory& memory, Time now) = 0;
};

}  // namespace aim::store
