#include "cli/project_flags.h"

#include <vector>

namespace aim::cli {

std::span<const op::Param> init_flags() {
  static const std::vector<op::Param> params = [] {
    op::Param folder, share;
    folder.name = "folder";
    folder.doc = "The project's folder (default: the working directory)";
    share.name = "share";
    share.doc = "Leave the store to be shared through Git: no .gitignore is made";
    share.kind = op::Kind::boolean;
    return std::vector<op::Param>{folder, share};
  }();
  return params;
}

}  // namespace aim::cli
