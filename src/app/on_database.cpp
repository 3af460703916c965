#include <iostream>
#include <system_error>

#include "app/background.h"
#include "app/command_row.h"
#include "app/commands.h"
#include "app/hook.h"
#include "app/profiles.h"
#include "app/project_store.h"
#include "app/projects.h"
#include "app/put_aside.h"
#include "app/serve.h"
#include "app/wire.h"
#include "base/quoting.h"
#include "base/result.h"
#include "base/utf8.h"
#include "base/uuid.h"
#include "base/zip.h"
#include "cli/command.h"
#include "cli/parse.h"
#include "cli/run.h"
#include "config/config.h"
#include "engine/archive.h"
#include "engine/audit/nag.h"
#include "engine/audit/signer.h"
#include "engine/language_model/expansions.h"
#include "engine/projects.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "http/web_page.h"
#include "jobs/maintenance.h"
#include "mcp/stdio/stdio_server.h"
#include "mcp/surface/offer.h"
#include "mcp/surface/surface.h"
#include "memory/rules.h"
#include "op/project.h"
#include "store/postgres/postgres_store.h"
#include "store/sqlite/sqlite_store.h"

namespace aim::app {
namespace {

// A flag, else a key of the configuration; where it came from is what a refusal begins with.
struct Setting {
  std::string value, name;
};

Setting setting(const cli::Invocation& invocation, std::string_view flag,
                const std::string& configured) {
  if (const std::string* given = invocation.text(flag))
    return {*given, "--" + std::string(flag)};
  return {configured, "mcp." + std::string(flag) + " in " + config_path().string()};
}

Error under_its_name(const Error& error, const std::string& name) {
  Error named = error;
  if (named.message.starts_with(named.field))
    named.message.replace(0, named.field.size(), name);
  named.field = name;
  return named;
}

// Where the search for the project begins.
std::filesystem::path folder_of(const cli::Invocation& invocation) {
  if (const std::string* given = invocation.text("project"))
    return expanded_path(*given);
  return op::project_of_environment();
}

Result<void> choose_name_space(const Setting& wanted, const std::filesystem::path& folder,
                               bool has_folder, mcp::Offer& offer) {
  if (wanted.value.empty() || wanted.value == "global")
    return {};
  if (wanted.value == "auto") {
    offer.asks_roots = folder.empty() || !has_folder;
    if (!has_folder)
      return {};
    offer.project = folder.empty() ? op::current_project() : op::project_of(folder);
    offer.name_space = *offer.project ? offer.project->names.front() : "global";
    return {};
  }
  if (const auto sound = check(rule::name_space, "namespace", wanted.value); !sound)
    return Failure(under_its_name(sound.error(), wanted.name));
  offer.name_space = wanted.value;
  return {};
}

// Reads a file of the page, which is compressed.
const std::string& app_page() {
  static const std::string page = [] {
    for (const http::Asset& each : http::assets())
      if (each.name == "app.html")
        return gunzip(each.bytes);
    return std::string();
  }();
  return page;
}

// Errors: tools or a namespace that there cannot be; a flag is named as one, a key with its place
// in the configuration.
Result<mcp::Offer> offer_of(const OnDatabase& on, const Config& config, bool has_folder = true) {
  const cli::Invocation& invocation = on.start.invocation;
  mcp::Offer offer;
  if (on.surface)
    offer.surface = on.surface;
  offer.tier = on.tier;
  offer.commands = &cli::command_words();
  offer.app_page = app_page;
  // The configured choice is one among the core's tools.
  const Setting tools = setting(invocation, "tools", on.surface ? "full" : config.mcp_tools);
  auto chosen = mcp::chosen_tools(tools.value, *offer.surface);
  if (!chosen)
    return Failure(under_its_name(chosen.error(), tools.name));
  offer.tools = std::move(*chosen);
  offer.lean = tools.value == "core";
  offer.output_schemas = config.mcp_output_schemas.value_or(!offer.lean);
  TRY_VOID(choose_name_space(setting(invocation, "namespace", config.mcp_namespace),
                             folder_of(invocation), has_folder, offer));
  return offer;
}

namespace fs = std::filesystem;

// A command that stores nothing creates no database (S29):
// it looks at an empty one, which is made in a temporary folder if it is looked at at all, and goes
// with the command.
class MissingDatabase {
 public:
  // `may_make`: the command may have something to put there. `file`: where the database would be.
  MissingDatabase(bool may_make, fs::path file);
  MissingDatabase(const MissingDatabase&) = delete;
  MissingDatabase& operator=(const MissingDatabase&) = delete;
  // Says on standard error that there was none, when it was looked at.
  ~MissingDatabase();

  // The database to use: the one that is there, or will be, or the empty one.
  const fs::path& file() const { return in_its_place_ ? *in_its_place_ : file_; }

 private:
  fs::path file_;
  std::optional<fs::path> in_its_place_;
};

MissingDatabase::MissingDatabase(bool may_make, fs::path file) : file_(std::move(file)) {
  std::error_code error;
  if (may_make || is_server_address(file_.string()) || fs::exists(file_, error) || error)
    return;
  const fs::path temporary = fs::temp_directory_path(error);
  if (!error)
    in_its_place_ = temporary / ("ai-memory-" + new_uuid()) / "empty.db";
}

MissingDatabase::~MissingDatabase() {
  if (!in_its_place_)
    return;
  std::error_code error;
  if (fs::remove_all(in_its_place_->parent_path(), error) > 0 && !error)
    std::cerr << "note: there is no database at " << utf8::excerpt(file_.string(), 512)
              << " yet; the first memory that is stored makes it\n";
}

// What a command shows, and on which settings.
struct CommandWorld {
  Config config;
  const profile::Profile* profile = &profile::profiles().front();
  std::optional<ProjectStore> project = {};
  std::unique_ptr<const mcp::Surface> surface = {};  // null: the core's
  bool both_stores = false;                          // the command itself looks at two
};

Result<void> show_profile(const Start& start, const CommandRow& row, const Config& given,
                          FeatureTier tier, std::optional<Error>& refusal, CommandWorld& shown) {
  const bool always_two = row.on_two_stores && !row.two_stores_if_asked;
  shown.profile = TRY(profile_of(start.invocation, given, start.program,
                                 always_two ? "vector-memory" : row.profile));
  auto own = under_profile(given, *shown.profile);
  if (!own && !row.bears_refusal)
    return Failure(own.error());
  if (own)
    shown.config = std::move(*own);
  else if (!refusal)
    refusal = own.error();
  if (shown.profile->two_stores)
    shown.project.emplace(op::project::start_of(start.invocation.text("project")), shown.config,
                          tier, start.clock);
  else
    shown.project.emplace();
  shown.project->expect_more(row.may_get_project);
  shown.surface = surface_of(*shown.profile, shown.config, *shown.project, row.any_file);
  return {};
}

// In `shown`, which stays where it is: the surface refers to it.
Result<void> look_at_profile(const Start& start, const CommandRow& row, const Config& given,
                             FeatureTier tier, std::optional<Error>& refusal, CommandWorld& shown) {
  if (row.is_mudpuppy)
    shown.config = TRY(with_mudpuppy(given));
  shown.both_stores =
      row.on_two_stores && (!row.two_stores_if_asked || TRY(asks_both_stores(start.invocation)));
  if (row.shows_profile || shown.both_stores)
    TRY_VOID(show_profile(start, row, given, tier, refusal, shown));
  return {};
}

// Whether there may be something to put into a database that is not there yet.
bool makes_database(const cli::Invocation& invocation, const CommandWorld& shown) {
  if (shown.both_stores)
    return true;  // they look themselves which is there
  if (const std::string* name = invocation.text("tool")) {
    const auto* tool = mcp::find_tool(shown.surface ? *shown.surface : mcp::core_surface(), *name);
    if (!tool)
      return false;
    // One of a profile may move what another database has.
    return tool->operation ? op::makes_database(*tool->operation)
                           : tool->effect != op::Effect::reads;
  }
  return !invocation.command->operation ||
         (op::makes_database(invocation.command->operation()) && !invocation.flag("dry_run"));
}

int run_operation(OnDatabase& on, bool fills_vectors) {
  const auto after_answer = [&] {
    jobs::finish_touches(on.engine, touch_timeout);
    if (fills_vectors)
      jobs::fill_vectors(on.engine);
  };
  const op::HookSettings hooks = hook_settings(on.config, profile::profiles().front());
  return cli::run(on.start.invocation, on.engine,
                  {on.tier, on.start.clock, on.start.out, on.start.colour, &hooks, after_answer});
}

}  // namespace

Result<int> run_on_database(const Start& start, const CommandRow& row, const Config& given,
                            std::optional<Error> refusal) {
  const cli::Invocation& invocation = start.invocation;
  const auto tier = TRY(tier_of(invocation, given));
  CommandWorld shown{given};
  TRY_VOID(look_at_profile(start, row, given, tier, refusal, shown));
  const Config& config = shown.config;
  const auto address = database_of_profile(invocation, config, *shown.profile);
  if (!address && !row.bears_refusal)
    return Failure(address.error());
  if (!address && !refusal)
    refusal = address.error();
  const MissingDatabase missing(makes_database(invocation, shown), address.value_or(std::string()));
  const auto store = make_store(missing.file().string(), config, start.clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings = embeddings_of(config, tier, start.clock);
  const auto model = language_model(config, tier, start.clock);
  engine::Expansions expansions;
  Engine engine{store::Access(*store),
                start.clock,
                engine_options(config),
                touches,
                embeddings,
                model.get(),
                model ? &expansions : nullptr};
  engine.options.flat_namespaces = engine.options.flat_namespaces || invocation.strict_namespaces;
  engine.options.sessions = sessions_folder(missing.file().string());
  engine::Signer signer(identity_file());
  engine::NagEvents nag_events(nag_options(config));
  engine.signer = &signer;
  engine.nag_events = &nag_events;
  engine::CollectionCounter collections;
  engine.collections = &collections;
  engine.foreign = store::sqlite::each_foreign_row;
  engine.file_store = [&store = *store](const std::filesystem::path& file, bool temporary,
                                        const Clock& clock) {
    return store::sqlite::make_store_like(store, file, temporary, clock);
  };
  if (shown.project)
    shown.project->share(engine);
  if (shown.both_stores) {
    const int status =
        TRY(row.on_two_stores(start, {engine, *shown.project, config, *shown.surface}));
    if (engine.database.exists())
      jobs::finish_touches(engine, touch_timeout);
    return status;
  }
  const auto indexing =
      shown.surface && row.indexes_files ? indexing_of(engine, *shown.surface, config) : nullptr;
  OnDatabase on{start,
                engine,
                config,
                tier,
                shown.surface.get(),
                shown.profile->two_stores,
                indexing.get(),
                std::move(refusal)};
  return row.on_database ? row.on_database(on) : run_operation(on, row.fills_vectors);
}

// The handshake names the project's namespace as this database has it.
void name_project(Engine& engine, mcp::Offer& offer) {
  if (offer.project && !offer.refusal && engine.database.exists())
    if (auto name = engine::name_space_of(engine, *offer.project, false))
      offer.name_space = std::move(*name);
}

// A bad configuration does not end an MCP server: its client would see nothing but a server that
// has gone. It answers the handshake and the lists, and every call with what is wrong (S31).
Result<int> serve_mcp(OnDatabase& on) {
  auto offer = offer_of(on, on.config);
  if (!offer && offer.error().field.starts_with("--"))
    return Failure(offer.error());
  mcp::StdioOptions options;
  if (!offer && !on.refusal)
    on.refusal = offer.error();
  if (offer) {
    options.offer = std::move(*offer);
    name_project(on.engine, options.offer);
  } else if (on.surface)
    options.offer.surface = on.surface;
  options.offer.refusal = std::move(on.refusal);
  options.identity = identity_of_environment();
  options.find_session = find_host_session(on.engine.options.sessions);
  options.gc_interval = std::chrono::seconds(on.config.gc_interval_secs);
  const auto following = following_of(on.engine, on.config);
  const auto sharing = sharing_of(on.engine);
  options.opened = [&] {
    if (on.indexing)
      on.indexing->start();
    following->start();
    sharing->start();
  };
  options.tend = [&on](const std::function<bool()>& stop) {
    Engine stoppable = stopped_by(on.engine, stop);
    (void)take_in_put_aside(stoppable, on.config);
  };
  if (on.two_stores)
    options.has_database = [&on] { return on.engine.database.exists(); };
  return mcp::serve_stdio(on.engine, options);
}

Result<int> serve_http(OnDatabase& on) {
  const auto following = following_of(on.engine, on.config);
  const auto sharing = sharing_of(on.engine);
  auto options = TRY(serve_options(on.start.invocation, on.config));
  options.opened = [&] {
    if (on.indexing)
      on.indexing->start();
    following->start();
    sharing->start();
  };
  // A daemon's folder is nobody's project: its clients' roots tell.
  auto offer = TRY(offer_of(on, on.config, false));
  offer.two_stores = on.two_stores;
  TRY_VOID(serve(on.engine, offer, options, on.config));
  return cli::exit_done;
}

Result<int> call_tool(OnDatabase& on) {
  const auto offer = TRY(offer_of(on, on.config));
  auto status = call(on, offer);
  if (on.engine.database.exists())
    jobs::finish_touches(on.engine, touch_timeout);
  return status;
}

Result<int> run_memory_tool(OnDatabase& on) {
  Config config = on.config;
  if (config.mcp_namespace.empty())
    config.mcp_namespace = "auto";  // as other commands
  const auto offer = TRY(offer_of(on, config));
  return call_lines(on, "memory", offer);
}

}  // namespace aim::app
