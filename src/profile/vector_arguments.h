// The arguments of vector-memory's tools: read with their limits, under the names that assistants
// know.
// Knows: JSON, rules. Must not know: what is done with them.
#pragma once
#include <boost/json/object.hpp>

#include "base/result.h"
#include "op/kit/operation.h"
#include "op/two_stores/calls.h"

namespace aim::profile {

// One object of arguments. Numbers, truth values, lists and objects written as texts are taken
// (S56). unknown() names arguments that were not read.
class Arguments {
 public:
  Arguments(const json::object& object, op::Warnings& warnings);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  // Null for members that are absent or null.
  const json::value* find(std::string_view name);
  bool is_null(std::string_view name);  // given, as null

  // Errors: validation_failed, naming the field, its limit and what was given.
  template <class T>
  Result<std::optional<T>> take(std::string_view name, const Rule& rule = rule::any) {
    const json::value* value = find(name);
    if (!value)
      return std::optional<T>();
    T out{};
    TRY_VOID(op::read(*value, op::Place{name, rule, warnings_}, out));
    return std::optional<T>(std::move(out));
  }
  template <class T>
  Result<T> need(std::string_view name, const Rule& rule = rule::any) {
    auto taken = TRY(take<T>(name, rule));
    if (!taken)
      return Failure(refuse(name, "is required"));
    return std::move(*taken);
  }
  Result<std::optional<Band>> band(std::string_view name);
  Result<std::optional<op::two_stores::StoreKind>> place(std::string_view name);
  Result<op::two_stores::StoreChoice> where(std::string_view name);

  const json::object& object() const { return object_; }
  op::Warnings& warnings() { return warnings_; }
  // Warns of members that were never asked for.
  void tell_unknown(std::string_view inside = {});

 private:
  const std::optional<json::object> meant_;  // where texts stood for values of other kinds
  const json::object& object_;
  op::Warnings& warnings_;
  std::vector<std::string_view> known_;
};

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

// In any case of letters.
Result<Band> read_band(const json::value& value, std::string_view field);

namespace limit {
std::string_view plain_flaw(std::string_view text);  // no control characters
inline constexpr Rule source{.min_bytes = 1, .max_bytes = 64, .flaw = plain_flaw};
inline constexpr Rule category{.min_bytes = 1, .max_bytes = 128, .flaw = plain_flaw};
inline constexpr Rule query{.min_bytes = 1, .max_bytes = 65'536, .not_blank = true};
}  // namespace limit

}  // namespace aim::profile
