// What the holder of a token may see and change (M6). A value that a call carries along; whoever
// has none is the owner. Pure. Enforced by the store that such a call is given
// (store/restricted/restricted_store.h), and by op::invoke.
#pragma once
#include "base/error.h"

namespace aim {

// A namespace, "name/*" for it and everything below, or "*" for every one.
bool matches_pattern(std::string_view name_space, std::string_view pattern);

// What a token does not allow, whatever is there: "the token <what>". The field is one that no
// request has, so that doors can tell such an error from others.
Error forbidden(std::string_view what);
bool is_forbidden(const Error& error);

struct Rights {
  std::string id = {}, name = {};       // of the token; the name is the agent it writes as
  bool administers = false;             // everything, whatever the patterns say
  std::vector<std::string> read = {};   // patterns
  std::vector<std::string> write = {};  // patterns; what may be written may be read

  bool may_read(std::string_view name_space) const;
  bool may_write(std::string_view name_space) const;
  bool sees_all() const;
  bool writes() const { return administers || !write.empty(); }

  friend bool operator==(const Rights&, const Rights&) = default;
};

}  // namespace aim
