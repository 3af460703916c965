// The author of a change (T1): a value that the writes of a call carry along, kept with each
// version. Knows: names. Must not know: doors, tokens, how it is kept.
#pragma once
#include <string>

namespace aim {

struct Author {
  std::string agent = {};      // as the door knows it, or as the call names it
  std::string token = {};      // its name; empty: the owner
  std::string door = {};       // mcp, http, cli or hook; empty: the program itself
  std::string operation = {};  // name of the use case

  friend bool operator==(const Author&, const Author&) = default;
};

}  // namespace aim
