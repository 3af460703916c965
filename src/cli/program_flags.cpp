#include "cli/program_flags.h"

#include <vector>

#include "cli/completion_scripts.h"
#include "cli/flags.h"

namespace aim::cli {
namespace {

using op::Kind;
using Params = std::vector<op::Param>;

}  // namespace

std::span<const op::Param> completions_flags() {
  static const Params params = [] {
    Params made{needed("shell", "Which shell")};
    for (const ShellScript& script : shell_scripts()) made[0].values.push_back(script.shell);
    return made;
  }();
  return params;
}

std::span<const op::Param> man_flags() {
  static const Params params{flag("markdown", Kind::boolean, "As Markdown, not for man")};
  return params;
}

std::span<const op::Param> config_set_flags() {
  static const Params params{needed("key", "A key, such as gc.interval_secs"),
                             needed("value", "Its value; texts need no quotes of TOML")};
  return params;
}

}  // namespace aim::cli
