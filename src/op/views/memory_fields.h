// The fields of a memory, once: the name that every wire has, the limit, the flag of the command
// line. Requests, views and items use this table, and describe the meaning of a field themselves.
// Knows: names and limits. Must not know: requests, replies, files.
#pragma once
#include "op/kit/operation.h"

namespace aim::op {

struct MemoryField {
  std::string_view name;
  Rule rule = rule::any;
  char flag = 0;
};

namespace memory_field {
inline constexpr MemoryField id{"id", rule::id};
inline constexpr MemoryField title{"title", rule::title, 'T'};
inline constexpr MemoryField content{"content", rule::content, 'c'};
inline constexpr MemoryField tier{"tier", rule::any, 't'};
inline constexpr MemoryField name_space{"namespace", rule::name_space, 'n'};
inline constexpr MemoryField tags{"tags", rule::tags};
inline constexpr MemoryField priority{"priority", rule::priority, 'p'};
inline constexpr MemoryField reinforcement{"reinforcement"};
inline constexpr MemoryField confidence{"confidence", rule::confidence};
inline constexpr MemoryField source{"source", rule::source, 'S'};
inline constexpr MemoryField access_count{"access_count"};
inline constexpr MemoryField created_at{"created_at"};
inline constexpr MemoryField updated_at{"updated_at"};
inline constexpr MemoryField last_accessed_at{"last_accessed_at"};
inline constexpr MemoryField expires_at{"expires_at", rule::time};
inline constexpr MemoryField ttl_secs{"ttl_secs", rule::ttl_secs};
inline constexpr MemoryField deadline{"deadline"};
inline constexpr MemoryField metadata{"metadata", rule::metadata};
inline constexpr MemoryField agent_id{"agent_id", rule::agent_id};
inline constexpr MemoryField supersedes{"supersedes", rule::id};
inline constexpr MemoryField superseded_by{"superseded_by"};
inline constexpr MemoryField contradicted_by{"contradicted_by"};
inline constexpr MemoryField valid_from{"valid_from", rule::time};
inline constexpr MemoryField valid_until{"valid_until", rule::time};
inline constexpr MemoryField former{"former"};
inline constexpr MemoryField content_at{"content_at"};
inline constexpr MemoryField kind{"memory_kind"};
inline constexpr MemoryField reflection_depth{"reflection_depth"};
}  // namespace memory_field

template <class R, class T>
constexpr Field<R, T> needs(const MemoryField& field, T R::*member, std::string_view doc) {
  return needs(field.name, member, field.rule, doc, field.flag);
}
template <class R, class T>
constexpr Field<R, T> takes(const MemoryField& field, T R::*member, std::string_view doc) {
  return takes(field.name, member, field.rule, doc, field.flag);
}
template <class R, class T>
constexpr Field<R, T> gives(const MemoryField& field, T R::*member, std::string_view doc) {
  return gives(field.name, member, doc);
}
// Whatever its limit, of what is held to it later or not at all.
template <class R, class T>
constexpr Field<R, T> holds(const MemoryField& field, T R::*member, std::string_view doc) {
  return takes(field.name, member, rule::any, doc);
}

inline Result<void> check(const MemoryField& field, std::string_view text) {
  return check(field.rule, field.name, text);
}
inline Result<void> check(const MemoryField& field, double number) {
  return check(field.rule, field.name, number);
}
// How many there are, then each.
inline Result<void> check(const MemoryField& field, const std::vector<std::string>& texts) {
  TRY_VOID(check_count(field.rule, field.name, texts.size()));
  for (const std::string& text : texts) TRY_VOID(check(field, text));
  return {};
}

// Imports check these limits, and one more, in this order.
template <class Item>  // Memory, or as a document has it
Result<void> check_limits(const Item& item, const std::vector<std::string>& tags,
                          const MemoryField& other, std::string_view other_text) {
  TRY_VOID(check(memory_field::title, item.title));
  TRY_VOID(check(memory_field::content, item.content));
  TRY_VOID(check(memory_field::name_space, item.name_space));
  TRY_VOID(check(other, other_text));
  TRY_VOID(check(memory_field::priority, static_cast<double>(item.priority)));
  TRY_VOID(check(memory_field::confidence, item.confidence));
  return check(memory_field::tags, tags);
}

}  // namespace aim::op
