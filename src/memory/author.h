// Who makes a change (T1): a value that a call's writes carry along, kept with each version.
// Knows: names. Must not know: doors, tokens, how it is kept.
#pragma once
#include <string>

namespace aim {

struct Author {
  std::string agent = {};      // that the door knows, or that the call names
  std::string token = {};      // its name; empty: the owner
  std::string door = {};       // mcp, http, cli or hook; empty: the program itself
  std::string operation = {};  // name of the use case

  friend bool operator==(const Author&, const Author&) = default;
};

}  // namespace aim
