// The program: what the command line asks for, run on what the settings say. Nothing is opened
// before it is needed.
#include <malloc.h>
#include <unistd.h>
#ifdef AIM_STATIC
#include <nss.h>
#endif

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "app/call.h"
#include "app/doctor.h"
#include "app/hook.h"
#include "app/indexing.h"
#include "app/init.h"
#include "app/installer.h"
#include "app/mcp_options.h"
#include "app/migrate.h"
#include "app/missing_database.h"
#include "app/models.h"
#include "app/profiles.h"
#include "app/program.h"
#include "app/project_store.h"
#include "app/projects.h"
#include "app/serve.h"
#include "app/settings.h"
#include "app/shell.h"
#include "app/ui.h"
#include "app/wire.h"
#include "base/caught.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/render/colour.h"
#include "cli/run.h"
#include "engine/archive.h"
#include "engine/assist/expansions.h"
#include "engine/audit/nag_events.h"
#include "engine/audit/signer.h"
#include "engine/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "jobs/maintenance.h"
#include "mcp/stdio/stdio_server.h"
#include "op/kit/catalog_functions.h"
#include "store/sqlite/reference/foreign.h"

namespace aim::app {
namespace {

// How long a command line waits, after its answer, to note what was used (S3).
constexpr std::chrono::milliseconds touch_timeout{250};

// A bad configuration does not end an MCP server: its client would see nothing but a server that
// has gone. It answers the handshake and the lists, and every call with what is wrong (S31).
int serve_mcp(Engine& engine, const cli::Invocation& invocation, FeatureTier tier,
              const Config& config, const mcp::Surface* surface, bool makes_database,
              jobs::ThreadRunner* indexing, std::optional<Error> refusal) {
  auto offer = offer_of(invocation, config, tier, surface);
  if (!offer && offer.error().field.starts_with("--"))
    return cli::report(offer.error());
  mcp::StdioOptions options;
  if (!offer && !refusal)
    refusal = offer.error();
  if (offer)
    options.offer = std::move(*offer);
  else if (surface)
    options.offer.surface = surface;
  options.offer.refusal = std::move(refusal);
  options.identity = identity_of_environment();
  options.gc_interval = std::chrono::seconds(config.gc_interval_secs);
  if (indexing)
    options.opened = [indexing] { indexing->start(); };
  if (!makes_database)
    options.has_database = [&engine] { return engine.database.exists(); };
  return mcp::serve_stdio(engine, options);
}

int serve_http(Engine& engine, const cli::Invocation& invocation, FeatureTier tier,
               const Config& config, const mcp::Surface* surface, bool two_stores) {
  const auto options = serve_options(invocation, config);
  if (!options)
    return cli::report(options.error());
  auto offer = offer_of(invocation, config, tier, surface);
  if (!offer)
    return cli::report(offer.error());
  offer->two_stores = two_stores;
  const auto served = serve(engine, *offer, *options, config);
  return served ? cli::exit_done : cli::report(served.error(), *invocation.command);
}

int call_tool(Engine& engine, const cli::Invocation& invocation, FeatureTier tier,
              const Config& config, const mcp::Surface* surface, cli::Output& out) {
  const auto offer = offer_of(invocation, config, tier, surface);
  if (!offer)
    return cli::report(offer.error());
  const int status = call(invocation, engine, *offer, out);
  if (engine.database.exists())
    jobs::finish_touches(engine, touch_timeout);
  return status;
}

// Whether the command shows a profile.
bool shows_tools(std::string_view command) {
  return command == "mcp" || command == "serve" || command == "call" ||
         looks_at_two_stores(command);
}

// What assistants are shown, and what is wrong with the settings.
struct Shown {
  const mcp::Surface* surface = nullptr;  // null: the core's
  bool makes_database = true;
  std::optional<Error> refusal = {};
};

int run_with(Engine& engine, const cli::Invocation& invocation, const Config& config, Shown shown,
             cli::RunContext context) {
  const std::string_view name = invocation.command->name;
  if (name == "shell")
    return shell(engine, config, {context.tier, context.colour, touch_timeout}, context.out);
  if (name == "index")
    return index_files(engine, invocation, config, context.out);
  const auto indexing = shown.surface && (name == "mcp" || name == "serve")
                            ? indexing_of(engine, *shown.surface, config)
                            : nullptr;
  if (name == "mcp")
    return serve_mcp(engine, invocation, context.tier, config, shown.surface, shown.makes_database,
                     indexing.get(), std::move(shown.refusal));
  if (name == "serve" && indexing)
    indexing->start();
  if (name == "serve")
    return serve_http(engine, invocation, context.tier, config, shown.surface,
                      !shown.makes_database);
  if (name == "call")
    return call_tool(engine, invocation, context.tier, config, shown.surface, context.out);
  context.after_answer = [&] {
    jobs::finish_touches(engine, touch_timeout);
    if (invocation.command->operation == op::recall)
      jobs::fill_vectors(engine);
  };
  return cli::run(invocation, engine, context);
}

int run_on_database(const cli::Invocation& invocation, const Config& given,
                    std::optional<Error> refusal, std::string_view program, cli::Output& out,
                    bool colour) {
  const SystemClock clock;
  const std::string_view name = invocation.command->name;
  const auto tier = tier_of(invocation, given);
  if (!tier)
    return cli::report(tier.error());
  std::unique_ptr<const mcp::Surface> surface;
  std::optional<ProjectStore> project;
  bool two_stores = false;
  const profile::Profile* shown = &profile::profiles().front();
  Config config = given;
  if (name == "index") {
    auto own = with_mudpuppy(given);
    if (!own)
      return cli::report(own.error());
    config = std::move(*own);
  }
  const auto asks_both = asks_both_stores(invocation);
  if (!asks_both)
    return cli::report(asks_both.error());
  const bool both_stores = looks_at_two_stores(name) || *asks_both;
  if (shows_tools(name) || both_stores) {
    const auto profile = profile_of(invocation, given, program);
    if (!profile)
      return cli::report(profile.error());
    auto own = under_profile(given, **profile);
    if (!own && name != "mcp")
      return cli::report(own.error());
    if (own)
      config = std::move(*own);
    else if (!refusal)
      refusal = own.error();
    shown = *profile;
    two_stores = shown->two_stores;
    if (two_stores)
      project.emplace(op::project::start_of(invocation.text("project")), config, *tier, clock);
    else
      project.emplace();
    project->expect_more(name == "mcp");
    surface = surface_of(**profile, config, *project, name == "import-markdown");
  }
  const auto address = database_of_profile(invocation, config, *shown);
  if (!address && name != "mcp")
    return cli::report(address.error());
  if (!address && !refusal)
    refusal = address.error();
  const MissingDatabase missing(invocation, address.value_or(std::string()));
  const auto store = make_store(missing.file().string(), config, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings = embeddings_of(config, *tier, clock);
  const auto model = language_model(config, *tier, clock);
  engine::Expansions expansions;
  Engine engine{
      store::Access(*store),        clock, engine_options(config), touches, embeddings, model.get(),
      model ? &expansions : nullptr};
  engine.options.flat_namespaces = engine.options.flat_namespaces || invocation.strict_namespaces;
  engine::Signer signer(identity_file());
  engine::NagEvents nag_events(nag_options(config));
  engine.signer = &signer;
  engine.nag_events = &nag_events;
  engine::CollectionCounter collections;
  engine.collections = &collections;
  engine.foreign = &store::sqlite::foreign_tables();
  if (project)
    project->share(engine);
  if (both_stores)
    return run_on_two_stores(invocation, {engine, *project, config, *surface}, out);
  return run_with(engine, invocation, config, {surface.get(), !two_stores, std::move(refusal)},
                  {*tier, clock, out, colour, {}});
}

int run(const cli::Invocation& invocation, std::string_view program, cli::Output& out) {
  const SystemClock clock;
  const std::string_view name = invocation.command->name;
  const bool colour = cli::wants_colour(STDOUT_FILENO) && !invocation.no_colour;
  if (name == "doctor")
    return doctor(invocation, clock, out, colour);
  if (name == "init")
    return init(invocation, out);
  if (name == "trust")
    return trust(invocation, out);
  if (name == "summarise-session")
    return summarise_sessions(invocation, out);
  if (name == "completions")
    return completions(invocation, out);
  if (name == "man")
    return manual(invocation, out);
  if (name.starts_with("hook "))
    return hook(invocation, out);
  if (name == "detect")
    return detect_events(out);
  if (name == "install" || name == "uninstall")
    return install_clients(invocation, out);
  if (name.starts_with("config "))
    return settings(invocation, out, colour);
  const auto config = load_config();
  if (!config)
    return name == "mcp" ? run_on_database(invocation, {}, config.error(), program, out, colour)
                         : cli::report(config.error());
  set_up_log(*config);
  if (name == "ui")
    return show_page(invocation, *config, out);
  if (name == "migrate")
    return migrate_database(invocation, *config, out);
  if (name.starts_with("model "))
    return models(invocation, *config, out, colour);
  return run_on_database(invocation, *config, std::nullopt, program, out, colour);
}

// Called by the name of a profile and without a command, the program serves it: that is all such a
// link is for.
bool is_server(std::string_view program, const std::vector<std::string>& words) {
  return profile::serves_by_name(program) &&
         (words.empty() ||
          (words.front().starts_with("-") && words.front() != "--help" && words.front() != "-h" &&
           words.front() != "--version" && words.front() != "-V"));
}

int start(std::string_view program, std::vector<std::string> words) {
  cli::Output out(STDOUT_FILENO);
  if (is_server(program, words))
    words.insert(words.begin(), "mcp");
  if (!words.empty() && words.front() == "complete")
    return complete(std::span(words).subspan(1), out);
  auto parsed = cli::parse(words, cli::width_of(STDOUT_FILENO).value_or(cli::help_width));
  if (const auto* invocation = std::get_if<cli::Invocation>(&parsed))
    return run(*invocation, program, out);
  auto& answer = std::get<cli::Answer>(parsed);
  if (answer.out == cli::version_line())
    answer.out += "stores: " + stores_at_once() + "\n";
  if (answer.status != cli::exit_done && is_hook_of_a_host(words))
    return cli::exit_done;
  std::ostream(&out) << answer.out << std::flush;
  std::cerr << utf8::visible(answer.error) << std::flush;
  return out.failed() == 0 ? answer.status : cli::exit_failed;
}

// Where nothing can be thrown any more: before the first catch, or behind the last.
[[noreturn]] void end_in_words() {
  try {
    if (const auto thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view said = "error: there is not enough memory for this\n";
    (void)!::write(STDERR_FILENO, said.data(), said.size());
    ::_exit(cli::exit_failed);
  } catch (...) {
  }
  std::abort();
}

}  // namespace
}  // namespace aim::app

int main(int count, char** words) {
  std::set_terminate(aim::app::end_in_words);
#ifdef AIM_STATIC
  // Names of machines and users by what is part of the program: modules of the C library of this
  // machine fit only that.
  ::__nss_configure_lookup("hosts", "files dns");
  ::__nss_configure_lookup("passwd", "files");
#endif
  // A recall among 100,000 memories works on some megabytes, for a moment. Given back to the system
  // each time, they would have to be cleared by it for the next, a tenth of the recall's time.
  ::mallopt(M_MMAP_THRESHOLD, 8 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 16 << 20);
  // A reader that goes early ends the writing, not the process: touches are still to be noted.
  std::signal(SIGPIPE, SIG_IGN);
  // Whoever started this one may have it ignored, and then no child can be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  std::ios::sync_with_stdio(false);
  try {
    return aim::app::start(count > 0 ? words[0] : "", {words + (count > 0 ? 1 : 0), words + count});
  } catch (const std::exception& failure) {
    const aim::Error error = aim::caught(failure);
    if (error.code == aim::Code::unavailable)
      return aim::cli::report(error);
    std::cerr << "error: the command could not be carried out: " << failure.what() << std::endl;
    return aim::cli::exit_failed;
  }
}
