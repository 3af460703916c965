// The common filters of requests that search memories (S23).
// Knows: filters of memories. Must not know: what is done with what they find.
#pragma once
#include "base/result.h"
#include "memory/filter.h"
#include "op/kit/operation.h"

namespace aim::op {

// The namespace part of a filter: "*" is all of them, as none is.
std::string name_space_filter(const std::optional<std::string>& name_space);

// Namespace that is searched in addition to the project's; empty: none (S42).
std::string beside(const Caller& caller, const Filter& filter);

// Part of a request: by inheritance, its fields are added to the request's own.
struct MemoryFilter {
  std::optional<std::string> name_space, since, until, agent_id;
  Several<Tier> tier;
  std::optional<MemoryKind> kind;
  CommaList tags;

  static constexpr auto filter_fields() {
    using R = MemoryFilter;
    return std::tuple{
        takes("namespace", &R::name_space, rule::name_spaces_filter, "Namespace, or team/*", 'n'),
        takes("tier", &R::tier, rule::any, "Only this tier", 't'),
        takes("kind", &R::kind, rule::any, "Only this kind"),
        takes("tags", &R::tags, rule::tag_filter, "Tag; a,b: all of them"),
        takes("since", &R::since, rule::time, "From: date, 7d"),
        takes("until", &R::until, rule::time, "To, the same")};
  }
  // Filter by the agent that stored a memory (S38).
  static constexpr auto agent_field() {
    return std::tuple{
        takes("agent_id", &MemoryFilter::agent_id, rule::agent_id, "Only of this agent")};
  }
};
// From the first moment of what `since` names to the last one of what `until` names; unset: open.
using Times = std::pair<std::optional<Time>, std::optional<Time>>;
// Errors: an invalid time, naming the field.
Result<Times> times_of(const std::optional<std::string>& since,
                       const std::optional<std::string>& until, Time now);
// Errors: as times_of.
Result<Filter> filter_of(const MemoryFilter& asked, Time now);

}  // namespace aim::op
