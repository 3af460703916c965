// The program: what the command line asks for, run on what the settings say. Nothing is opened before it is needed.
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "app/doctor.h"
#include "app/models.h"
#include "app/program.h"
#include "app/serve.h"
#include "app/settings.h"
#include "app/shell.h"
#include "app/wire.h"
#include "base/clock.h"
#include "cli/colour.h"
#include "cli/parse.h"
#include "cli/run.h"
#include "embed/static_embedder.h"
#include "engine/capture.h"
#include "engine/signer.h"
#include "mcp/server.h"
#include "op/upkeep.h"

namespace aim::app {
namespace {

// How long a command line waits, after its answer, to note what was used (S3).
constexpr std::chrono::milliseconds touch_patience{250};

int serve_mcp(Engine& engine, FeatureTier tier, const Config& config) {
  mcp::StdioOptions options;
  options.tier = tier;
  options.speaker = speaker_of_environment();
  options.gc_interval = std::chrono::seconds(config.gc_interval_secs);
  return mcp::serve_stdio(engine, options);
}

int run(const cli::Invocation& invocation, cli::Output& out) {
  const SystemClock clock;
  const std::string_view name = invocation.command->name;
  const bool colour = cli::wants_colour(STDOUT_FILENO) && !invocation.no_colour;
  if (name == "doctor")
    return doctor(invocation, clock, out, colour);
  if (name == "completions")
    return completions(invocation, out);
  if (name == "man")
    return manual(invocation, out);
  if (name.starts_with("config "))
    return settings(invocation, out, colour);
  const auto config = load_config();
  if (!config)
    return cli::report(config.error());
  set_up_log(*config);
  if (name.starts_with("model "))
    return models(invocation, *config, out, colour);
  const auto tier = tier_of(invocation, *config);
  if (!tier)
    return cli::report(tier.error());
  const auto file = database_of(invocation, *config);
  if (!file)
    return cli::report(file.error());
  store::Database database(*file, connection_options(*config), clock);
  engine::TouchQueue touches;
  engine::Meaning meaning(&embed::StaticEmbedder::builtin(), open_model(*config),
                          open_by_name(*config));
  const auto model = language_model(*config, *tier, clock);
  engine::Expansions expansions;
  Engine engine{store::Access(database),
                clock,
                engine_options(*config),
                touches,
                meaning,
                model.get(),
                model ? &expansions : nullptr};
  engine::Signer signer(identity_file());
  engine::Capture capture(nag_options(*config));
  engine.signer = &signer;
  engine.capture = &capture;
  if (name == "shell")
    return shell(engine, *config, {*tier, colour, touch_patience}, out);
  if (name == "mcp")
    return serve_mcp(engine, *tier, *config);
  if (name == "serve") {
    const auto options = serve_options(invocation, *config);
    if (!options)
      return cli::report(options.error());
    const auto served = serve(engine, *tier, *options, *config);
    return served ? cli::exit_done : cli::report(served.error());
  }
  const auto note_uses = [&] { op::finish_touches(engine, touch_patience); };
  return cli::run(invocation, engine, {*tier, clock, out, colour, note_uses});
}

int start(const std::vector<std::string>& words) {
  cli::Output out(STDOUT_FILENO);
  if (!words.empty() && words.front() == "complete")
    return complete(std::span(words).subspan(1), out);
  const auto parsed = cli::parse(words);
  if (const auto* invocation = std::get_if<cli::Invocation>(&parsed))
    return run(*invocation, out);
  const auto& answer = std::get<cli::Answer>(parsed);
  std::ostream(&out) << answer.out << std::flush;
  std::cerr << answer.error << std::flush;
  return out.failed() == 0 ? answer.status : cli::exit_failed;
}

}  // namespace
}  // namespace aim::app

int main(int count, char** words) {
  // A recall among 100,000 memories works on some megabytes, for a moment. Given back to the system each time, they would
  // have to be cleared by it for the next, a tenth of the recall's time.
  ::mallopt(M_MMAP_THRESHOLD, 8 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 16 << 20);
  // A reader that goes early ends the writing, not the process: touches are still to be noted.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  try {
    return aim::app::start({words + (count > 0 ? 1 : 0), words + count});
  } catch (const std::exception& failure) {
    std::cerr << "error: the command could not be carried out: " << failure.what() << std::endl;
    return aim::cli::exit_failed;
  }
}
