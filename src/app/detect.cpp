// `ai-memory detect`: lines of events and memories in, lines of findings out, by the code of the
// hooks over a database that goes with the process.
#include <iostream>
#include <ostream>

#include "app/hook.h"
#include "app/wire.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/hosts.h"
#include "cli/run.h"
#include "config/config.h"
#include "embed/static_table.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"

namespace aim::app {

int detect_events(cli::Output& out) {
  const SystemClock clock;
  const auto folder = TemporaryFolder::make();
  if (!folder)
    return cli::report(folder.error());
  Config config;
  config.synchronous = "normal";
  const auto store = make_store((folder->path() / "detect.db").string(), config, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings(&embed::StaticEmbedder::builtin(), {});
  Engine engine{store::Access(*store), clock, {}, touches, embeddings};
  std::ostream document(&out);
  const auto done = cli::detect_lines(engine, std::cin, document);
  document << std::flush;
  return done ? (out.failed() == 0 ? cli::exit_done : cli::exit_failed) : cli::report(done.error());
}

}  // namespace aim::app
