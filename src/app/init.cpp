#include <ostream>

#include "app/commands.h"
#include "cli/run.h"
#include "config/config.h"
#include "op/two_stores/folder.h"

namespace aim::app {

int init(const cli::Invocation& invocation, cli::Output& out) {
  const std::string* folder = invocation.text("folder");
  const bool share = invocation.flag("share");
  const auto config = load_config();
  if (!config)
    return cli::report(config.error());
  const auto done =
      op::project::init_project(folder ? *folder : ".", share, config->vector_project_dir);
  if (!done)
    return cli::report(done.error());
  std::ostream text(&out);
  if (!done->made)
    text << done->folder.string() << " is there already; nothing was changed\n";
  else if (share)
    text << "made " << done->folder.string() << "; Git may share what is stored there\n";
  else
    text << "made " << done->folder.string() << ", which Git ignores\n";
  text.flush();
  return out.failed() == 0 ? cli::exit_done : cli::exit_failed;
}

}  // namespace aim::app
