// Remedies of errors that are steps with this program itself. The finder of a fault names the
// purpose; each door names the command, the tool or the route (op/kit/remedies.h). Knows: purposes.
// Must not know: commands, tools, routes, how a flag is written.
#pragma once
#include <string>

namespace aim {

enum class Means {
  find_fault,    // have everything looked at
  repair,        // repair the database
  repair_other,  // repair another database than the one in use
  list_models,
  get_model,     // `argument`: its name, if one is meant
  import_model,  // from files that were brought here
  export_memories,
  make_identity,
  forget_tokens,  // delete revoked tokens
  option          // `argument`: of what was given, the one to give or to change
};

struct Remedy {
  std::string purpose;  // begins the advice: "save what it holds"
  Means means = Means::find_fault;
  std::string argument = {};
};

}  // namespace aim
