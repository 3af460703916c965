// What ranking asks about memories before it reads any in full.
// Knows: keys. Must not know: weights and scores (engine/search, memory/score.h).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/filter.h"
#include "store/types.h"

namespace aim::store {

class Candidates {
 public:
  virtual ~Candidates() = default;
  // Those a filter names: empty for all, "x" for one, "x/*" for x and all below. Only ones that
  // ever held a memory.
  virtual Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const = 0;
  // The same, and the one beside them.
  virtual Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const = 0;
  // In which namespace each of these is, in their order; an empty name where there is none.
  virtual Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const = 0;
  // Whether those are all there are: numbers of none then mean all.
  virtual bool shows_all() const { return true; }
  // What ranking looks at before it reads a memory in full: a Memory without texts, source,
  // metadata and use.
  virtual Result<std::optional<Memory>> signals_of(Key key) const = 0;
  // The same of every memory that passes the filter, by key, for rankings that look at all of them;
  // expired ones are left out.
  virtual Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const = 0;
  virtual Result<std::string> title_of(Key key) const = 0;
  // For filters: keys by tag, of reflections, and by time of creation (both bounds included).
  virtual Result<std::vector<Key>> keys_with_tag(std::string_view tag) const = 0;
  virtual Result<std::vector<Key>> keys_of_reflections() const = 0;
  virtual Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const = 0;
  virtual Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                        std::optional<Time> until) const = 0;
  // Of the namespace, with this very content, newest first; expired ones are left out.
  virtual Result<std::vector<Key>> keys_with_content(std::string_view name_space,
                                                     std::string_view content, Time now,
                                                     std::size_t limit) const = 0;
  // Says that this is asked for next, or right after a question about titles.
  virtual Result<void> expect_content(std::string_view, std::string_view, Time, std::size_t) const {
    return {};
  }
  // Says that signals and titles of these are asked for next, one by one: a backend behind a
  // network fetches them at once. What is answered of them until the next such word may be as of
  // now.
  virtual Result<void> expect(std::span<const Key>) const { return {}; }
};

}  // namespace aim::store
