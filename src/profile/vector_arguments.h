// The arguments of vector-memory's tools: read with their limits, under the names that assistants
// know.
// Knows: JSON, rules. Must not know: what is done with them.
#pragma once
#include <boost/json/object.hpp>
#include <deque>

#include "base/result.h"
#include "op/kit/operation.h"
#include "op/other_forms.h"

namespace aim::profile {

// One object of arguments. Numbers, truth values, lists and objects written as texts are taken
// (S56). unknown() names arguments that were not read.
class Arguments {
 public:
  Arguments(const json::object& object, op::Warnings& warnings)
      : object_(object), warnings_(warnings) {}
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  // Null for members that are absent or null.
  const json::value* find(std::string_view name, op::Kind kind = op::Kind::text);
  bool is_null(std::string_view name);  // given, as null

  // Leaves `out` as it is where nothing is given. Errors: validation_failed, naming the field, its
  // limit and what was given.
  template <class T>
  Result<void> take(std::string_view name, T& out, const Rule& rule = rule::any) {
    op::Param param;
    op::shape(param, out);
    const json::value* value = find(name, param.kind);
    return value ? op::read(*value, op::Place{name, rule, warnings_}, out) : Result<void>();
  }
  // In any case of letters.
  Result<void> take(std::string_view name, std::optional<Band>& out, const Rule& = rule::any);
  // Every field of the table; those that are needed must be there.
  template <class R, class... Fields>
  Result<void> fill(R& out, const std::tuple<Fields...>& fields) {
    Result<void> ok;
    const auto one = [&](const auto& field) {
      if (ok)
        ok = take(field.name, out.*field.member, field.rule);
      if (ok && field.required && !find(field.name))
        ok = Failure(refuse(field.name, "is required"));
    };
    std::apply([&](const auto&... field) { (one(field), ...); }, fields);
    return ok;
  }

  const json::object& object() const { return object_; }
  op::Warnings& warnings() { return warnings_; }
  // Warns of members that were never asked for.
  void tell_unknown(std::string_view inside = {});

 private:
  const json::object& object_;
  op::Warnings& warnings_;
  std::deque<json::value> meant_;  // where texts stood for values of other kinds
  std::vector<std::string_view> known_;
};

// The rows of a table for fill(): the schemas of the tools describe what they mean.
template <class R, class T>
constexpr op::Field<R, T> needs(std::string_view name, T R::*member, Rule rule = rule::any) {
  return op::needs(name, member, rule, {});
}
template <class R, class T>
constexpr op::Field<R, T> takes(std::string_view name, T R::*member, Rule rule = rule::any) {
  return op::takes(name, member, rule, {});
}

// The metadata with the free keys of a merge patch; what stands under names of its own is not
// touched by it.
Result<std::string> patched(const std::string& metadata, const json::object& patch);

// "filters", or the same members at the top level; "filters" overrides.
struct AskedFilters {
  op::two_stores::Filters filters;
  std::optional<op::two_stores::StoreKind> place;
  bool superseded = false;
  std::vector<std::string> ids;
};
Result<AskedFilters> read_filters(Arguments& arguments, bool of_list);

namespace limit {
std::string_view plain_flaw(std::string_view text);  // no control characters
inline constexpr Rule source{.min_bytes = 1, .max_bytes = 64, .flaw = plain_flaw};
inline constexpr Rule category{.min_bytes = 1, .max_bytes = 128, .flaw = plain_flaw};
inline constexpr Rule query{
    .min_bytes = 1, .max_bytes = 65'536, .not_blank = true, .takes_nul = true};
}  // namespace limit

}  // namespace aim::profile
