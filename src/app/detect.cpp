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

Result<int> detect_events(const Start& start) {
  const SystemClock clock;
  const auto folder = TRY(TemporaryFolder::make());
  Config config;
  config.synchronous = "normal";
  const auto store = make_store((folder.path() / "detect.db").string(), config, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings(&embed::StaticEmbedder::builtin(), {});
  Engine engine{store::Access(*store), clock, {}, touches, embeddings};
  std::ostream document(&start.out);
  TRY_VOID(cli::detect_lines(engine, std::cin, document));
  return cli::exit_done;
}

}  // namespace aim::app
