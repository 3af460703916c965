// Which memory stands first in a namespace, and which parent that namespace names (C3, wire.md
// 2.6).
#pragma once
#include <optional>
#include <string>

#include "memory/memory.h"

namespace aim {

struct StandardRow {
  std::string name_space;         // "*": of all
  std::optional<std::string> id;  // unset when the memory is gone
  std::optional<Key> key;
  std::optional<std::string> parent;
  Time updated_at{};
  bool confirmed =
      true;  // false: it came from elsewhere, and the owner has not said yet that it is to hold
  // Id of a memory that would take the confirmed one's place, once the owner says so.
  std::optional<std::string> proposed = {};
};

}  // namespace aim
