#include "memory/rights.h"

#include "memory/filter.h"

namespace aim {
namespace {

constexpr std::string_view every = "*", token_field = "the token";

bool any_matches(const std::vector<std::string>& patterns, std::string_view name_space) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return matches_pattern(name_space, pattern);
  });
}

bool has_every(const std::vector<std::string>& patterns) {
  return std::find(patterns.begin(), patterns.end(), every) != patterns.end();
}

}  // namespace

bool matches_pattern(std::string_view name_space, std::string_view pattern) {
  // An empty filter names all; an empty pattern names nothing.
  return pattern == every || (!pattern.empty() && matches_filter(name_space, pattern));
}

Error forbidden(std::string_view what) {
  return refuse(token_field, what);
}

bool is_forbidden(const Error& error) {
  return error.code == Code::validation_failed && error.field == token_field;
}

bool Rights::may_read(std::string_view name_space) const {
  return may_write(name_space) || any_matches(read, name_space);
}

bool Rights::may_write(std::string_view name_space) const {
  return administers || any_matches(write, name_space);
}

bool Rights::sees_all() const {
  return administers || has_every(read) || has_every(write);
}

}  // namespace aim
