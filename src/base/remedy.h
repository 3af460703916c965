// What helps when something went wrong and it is to be done with this program itself. Whoever finds
// out says what is to be done; the command, the tool or the route for it is for each door to say
// (op/kit/remedies.h).
// Knows: what can be done. Must not know: commands, tools, routes, how a flag is written.
#pragma once
#include <string>

namespace aim {

enum class Means {
  find_fault,    // have everything looked at
  repair,        // what can be repaired of the database
  repair_other,  // of another database than that in use
  list_models,
  get_model,     // `argument`: its name, if one is meant
  import_model,  // from files that were brought here
  export_memories,
  make_identity,
  forget_tokens,  // those that were revoked
  option          // `argument`: of what was given, the one to give or to change
};

struct Remedy {
  std::string purpose;  // begins the advice: "save what it holds"
  Means means = Means::find_fault;
  std::string argument = {};
};

}  // namespace aim
