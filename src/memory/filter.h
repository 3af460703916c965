// Which memories a list, a search or a recall is about. Every field that is set must hold.
#pragma once
#include "base/clock.h"
#include "memory/names.h"
#include "memory/tier.h"

namespace aim {

// The orders of a list of memories; each but the first is for people who look through them.
enum class ListOrder { priority, newest, recalled, ending, linked };
template <>
struct EnumNames<ListOrder> {
  static constexpr auto names =
      named<ListOrder>("priority", "newest", "recalled", "ending", "linked");
};

struct Memory;

struct Filter {
  // Empty: all; "team": that one; "team/*": team and everything below (A5).
  std::string name_space = {};
  std::vector<std::string> or_in = {};  // others, each as name_space
  std::string beside = {};       // one that is looked at too, after the other (S42); empty: none
  std::vector<Tier> tiers = {};  // any of them; empty: all
  std::optional<MemoryKind> kind = {};
  std::vector<std::string> tags = {};          // exact, all of them
  std::optional<Time> since = {}, until = {};  // on created_at, both included
  std::optional<std::int64_t> min_priority = {};
  std::optional<std::string> agent_id = {};  // metadata.agent_id (S38)
  std::vector<std::string> sources = {};     // any of them; empty: all
  // Beside all that: only in namespaces that one of these names, each as name_space does; none: in
  // none. Unset: wherever. What a caller may see (memory/rights.h), put there by whoever enforces
  // it.
  std::optional<std::vector<std::string>> within = {};
};

// Is a namespace among those that `filter` names? By the rule of Filter::name_space.
inline bool matches_filter(std::string_view name_space, std::string_view filter) {
  if (!filter.ends_with("/*"))
    return filter.empty() || name_space == filter;
  const std::string_view root = filter.substr(0, filter.size() - 2);
  return name_space == root ||
         (name_space.starts_with(root) && name_space.substr(root.size()).starts_with('/'));
}

inline bool is_within(std::string_view name_space, const Filter& filter) {
  return !filter.within ||
         std::any_of(filter.within->begin(), filter.within->end(),
                     [&](const std::string& each) { return matches_filter(name_space, each); });
}

inline bool matches_filter(std::string_view name_space, const Filter& filter) {
  return is_within(name_space, filter) &&
         (matches_filter(name_space, filter.name_space) ||
          (!filter.beside.empty() && name_space == filter.beside) ||
          std::any_of(filter.or_in.begin(), filter.or_in.end(),
                      [&](const std::string& each) { return matches_filter(name_space, each); }));
}

// Does a memory pass? Expired ones do not. (`filter.name_space` is not looked at.)
bool passes(const Memory& memory, const Filter& filter, Time now);

}  // namespace aim
