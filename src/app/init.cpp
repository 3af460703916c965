#include "app/commands.h"
#include "config/config.h"
#include "op/two_stores/folder.h"

namespace aim::app {

Result<int> init(const Start& start) {
  const std::string* given = start.invocation.text("folder");
  const bool share = start.invocation.flag("share");
  const Config config = TRY(load_config());
  const auto done =
      TRY(op::project::init_project(given ? *given : ".", share, config.vector_project_dir));
  const std::string folder = done.folder.string();
  if (!done.made)
    return start.print(folder + " is there already; nothing was changed\n");
  return start.print("made " + folder +
                     (share ? "; Git may share what is stored there\n" : ", which Git ignores\n"));
}

}  // namespace aim::app
