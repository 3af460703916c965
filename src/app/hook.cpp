#include "app/hook.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <ostream>
#include <system_error>

#include "app/profiles.h"
#include "app/project_store.h"
#include "app/projects.h"
#include "app/wire.h"
#include "base/clock.h"
#include "base/exception_error.h"
#include "base/file.h"
#include "base/log.h"
#include "cli/command_words.h"
#include "cli/hosts.h"
#include "config/config.h"
#include "embed/static_embedder.h"
#include "engine/audit/signer.h"
#include "engine/projects.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "jobs/maintenance.h"
#include "op/hook.h"
#include "op/kit/error_table.h"
#include "op/session_summary.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_event_bytes = std::size_t{4} * 1024 * 1024,
                      max_transcript_bytes = std::size_t{256} * 1024;
constexpr std::uintmax_t max_log_bytes = std::uintmax_t{1024} * 1024;
constexpr std::chrono::milliseconds input_wait{1'000}, busy_wait{20};
// Hosts give a hook of ours five seconds; this is for what should never be.
constexpr time_t all_in_all_secs = 3;

// Hosts show what a hook writes to standard error. What goes wrong is in a file, whose beginning
// goes when it is long.
void note(const Error& error) {
  const auto folder = default_state_folder();
  if (folder.empty() || !make_private_folder(folder))
    return;
  const fs::path file = folder / "hooks.log";
  std::error_code ignored;
  if (fs::file_size(file, ignored) > max_log_bytes && !ignored)
    fs::rename(file, folder / "hooks.log.1", ignored);
  log::also_to(file);
  log::warn(error.message + (error.detail.empty() ? "" : ": " + error.detail));
}

void be_silent() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
}

void end_now(int) {
  ::_exit(cli::exit_done);
}

void end_in_time() {
  struct sigaction action {};
  action.sa_handler = end_now;
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval timer{{0, 0}, {all_in_all_secs, 0}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

// What comes within a second; a host that sends nothing is not waited for longer.
std::string read_event() {
  std::string text, piece(65'536, '\0');
  const auto end = std::chrono::steady_clock::now() + input_wait;
  while (text.size() < max_event_bytes) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&input, 1, static_cast<int>(left.count())) <= 0)
      break;
    const ssize_t read = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (read == 0 || (read < 0 && errno != EINTR))
      break;
    text.append(piece, 0, static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
  }
  return text;
}

// The end of a file that grows as long as a conversation goes on.
std::string end_of_file(const fs::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (opened < 0)
    return {};
  std::string text(max_transcript_bytes, '\0');
  const off_t size = ::lseek(opened, 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(text.size()));
  const ssize_t read = size < 0 ? 0 : ::pread(opened, text.data(), text.size(), from);
  ::close(opened);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read)));
  return text;
}

// Standard output belongs to the host, which has its answer: whatever is written later must not
// reach it, and no file that is opened later may get its number.
void end_output() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0)
    return;
  ::dup2(nowhere, STDOUT_FILENO);
  if (nowhere != STDOUT_FILENO)
    ::close(nowhere);
}

// The user's database; nothing is opened before it is used.
struct UserStore {
  UserStore(const std::string& address, const Config& config)
      : store(make_store(address, config, clock, busy_wait)),
        engine{store::Access(*store), clock, engine_options(config), touches, plain} {
    // A service is not asked: a hook does not wait, and what is typed is not sent where nobody
    // asked.
    if (config.tier > FeatureTier::keyword)
      if (auto model = open_model(config)) {
        with_model.emplace(&embed::StaticEmbedder::builtin(), std::move(model));
        thorough.emplace(store::Access(*store), clock, engine.options, touches, *with_model);
      }
    engine.signer = &signer;
  }

  Engine* thorough_engine() { return thorough ? &*thorough : nullptr; }

  SystemClock clock;
  std::unique_ptr<store::Store> store;
  engine::TouchQueue touches;
  engine::Embeddings plain{&embed::StaticEmbedder::builtin(), {}};
  std::optional<engine::Embeddings> with_model;
  engine::Signer signer{identity_file()};
  Engine engine;
  std::optional<Engine> thorough;
};

// The project's store in addition to the user's: both are searched, new memories go to the
// project's unless another user made it.
class BothStores {
 public:
  BothStores(const cli::Invocation& invocation, const op::HookEvent& event, const Config& config,
             UserStore& user)
      : project_(start(invocation, event), config, FeatureTier::keyword, user.clock, busy_wait) {
    const PairSettings settings = pair_settings(config);
    project_.share(user.engine);
    const op::project::Project& about = project_.project();
    stores_.emplace(op::HookStores{engine::two_stores::Stores{user.engine, project_.engine(),
                                                              about.id, project_.untrusted()}});
    if (user.thorough) {
      if (project_.engine())
        thorough_.emplace(store::Access(*project_.store()), user.clock, user.engine.options,
                          project_.engine()->touches, *user.with_model);
      stores_->thorough.emplace(engine::two_stores::Stores{
          *user.thorough, thorough_ ? &*thorough_ : nullptr, about.id, project_.untrusted()});
    }
    stores_->project = about.root;
    stores_->start_limit = settings.start_limit;
    stores_->half_life_days = settings.half_life_days;
    stores_->threshold = settings.threshold;
    stores_->trigger_threshold = settings.trigger_threshold;
    if (config.vector_adaptive && !user.engine.options.sessions.empty())
      stores_->thresholds = user.engine.options.sessions.parent_path() / "thresholds";
    stores_->commands = &cli::command_words();
    stores_->names = profile::vector_names;
    if (event.kind == op::HookKind::session_start && !about.root.empty())
      stores_->notes_wait = !known_stores().is_dismissed(about.root) &&
                            (!project_.engine() || op::lacks_notes(*project_.engine()));
  }

  const op::HookStores* get() const { return &*stores_; }
  Engine* own() { return project_.untrusted() ? nullptr : project_.engine(); }
  Engine* project() { return project_.engine(); }
  // A store that must be migrated before it can be read is left to a server.
  bool is_ready() {
    return !own() || !path_exists(project_.project().store) ||
           project_.store()->maintenance().is_current();
  }
  bool exists() const { return path_exists(project_.project().store); }
  std::string name_space() {
    return own() ? engine::two_stores::project_id(stores_->stores)
                 : std::string(engine::two_stores::global_name_space);
  }
  void note_made() const { project_.note_made(); }

 private:
  static fs::path start(const cli::Invocation& invocation, const op::HookEvent& event) {
    const std::string* named = invocation.text("project");
    return !named && !event.folder.empty() ? fs::path(event.folder) : op::project::start_of(named);
  }

  ProjectStore project_;
  std::optional<Engine> thorough_;
  std::optional<op::HookStores> stores_;
};

void write_touches_of(Engine* engine) {
  if (engine && jobs::touches_wait(*engine) && engine->database.exists())
    (void)jobs::write_touches(*engine, busy_wait);
}

// The end of a session is only noted; its summary is made when the next one starts.
void keep_summaries(const op::HookEvent& event, bool started, const fs::path& folder) {
  const op::DueSessions due(folder);
  if (event.kind == op::HookKind::session_end && !event.in_subagent)
    due.add(event.session_id, event.folder);
  if (started && !event.in_subagent && due.any())
    summarise_later();
}

// The event as its host sent it, with the text that some hosts leave to their transcript.
Result<cli::HostEvent> read_host(const cli::Invocation& invocation) {
  const auto kind = cli::hook_kind(invocation.command->name);
  auto said = TRY(
      cli::read_host_event(*kind, read_event(), cli::host_environment(), invocation.text("host")));
  if (const auto text = cli::text_of_transcript(said); text && said.event.text.empty())
    said.event.text = text(end_of_file(said.transcript));
  if (const std::string* folder = invocation.text("project"))
    said.event.folder = expanded_path(*folder);
  return said;
}

// Writes what is left to the databases once the host has its answer. Errors: of the event's own.
Result<void> finish(const op::HookCall& call, const op::HookOutcome& outcome, bool may_write,
                    UserStore& user, BothStores* both, const Config& config) {
  Engine& own = both && both->own() ? *both->own() : user.engine;
  Result<void> kept;
  if (may_write && !outcome.keep.empty())
    kept = op::keep_after_hook(call, own, outcome.keep);
  if (may_write && kept && call.event.project && (!outcome.keep.empty() || !outcome.shown.empty()))
    (void)engine::claim_name_space(user.engine, call.event.project, call.name_space);
  if (both)
    both->note_made();
  if (both && config.vector_session_end)
    keep_summaries(call.event, outcome.started, user.engine.options.sessions);
  write_touches_of(&user.engine);
  write_touches_of(both ? both->project() : nullptr);
  return kept;
}

// The core's namespace for the event's project, as the database has it.
void name_project(op::HookEvent& event, Engine& engine, const StoreStanding& standing) {
  if (!standing.exists || standing.is_current)
    event.name_space = engine::name_space_of(engine, event.project, false).value_or("");
}

Result<void> answer(const cli::Invocation& invocation, cli::Output& out) {
  cli::HostEvent said = TRY(read_host(invocation));
  const Config given = TRY(load_config());
  const profile::Profile& profile = *TRY(profile_of(invocation, given, ""));
  const Config config = TRY(under_profile(given, profile));
  op::HookEvent& event = said.event;
  event.may_go_on = event.may_go_on && config.vector_decision_at_stop &&
                    cli::takes_text_at_stop(end_of_file(said.transcript));
  if (profile.keeps_entries)
    event.name_space = config.mudpuppy_namespace;
  UserStore user(TRY(database_of_profile(invocation, config, profile)), config);
  StoreStanding standing{user.store->exists()};
  standing.is_current = standing.exists && user.store->maintenance().is_current();
  op::settle_project(event, op::SessionStates(user.engine.options.sessions),
                     invocation.text("project") != nullptr);
  std::optional<BothStores> both;
  if (profile.two_stores) {
    both.emplace(invocation, event, config, user);
    event.name_space = both->name_space();
    standing = with_project(standing, both->exists(), both->is_ready());
  }
  if (profile.keeps_entries || profile.two_stores)
    event.project = {};  // their namespaces are not by project
  else
    name_project(event, user.engine, standing);
  const op::HookCall call =
      op::hook_call(event, hook_settings(config, profile),
                    op::SessionStates(user.engine.options.sessions), both ? both->get() : nullptr);
  Engine& own = both && both->own() ? *both->own() : user.engine;
  op::HookOutcome outcome;
  if (standing.is_current)
    outcome = op::answer_hook(call, own, user.thorough_engine());
  else if (!standing.exists)
    outcome = op::answer_without_database(call);
  else
    outcome.started = event.kind == op::HookKind::session_start;
  std::ostream(&out) << cli::host_answer(said, outcome.text.value_or("")) << std::flush;
  end_output();
  if (!outcome.text)
    note(outcome.text.error());
  const bool may_write = standing.is_current || !standing.exists;
  return finish(call, outcome, may_write, user, both ? &*both : nullptr, config);
}

}  // namespace

op::HookSettings hook_settings(const Config& config, const profile::Profile& profile) {
  op::HookSettings settings;
  settings.commands = &cli::command_words();
  settings.recall = config.hooks_recall;
  settings.capture = config.hooks_capture;
  settings.errors = config.hooks_errors;
  settings.decisions = config.hooks_decisions;
  settings.limit = config.hooks_limit;
  settings.budget_tokens = config.hooks_budget_tokens;
  settings.secrets = config.secrets_remove;
  settings.by_meaning = config.tier > FeatureTier::keyword;
  settings.by_profile = profile.make != nullptr;
  settings.decision_call = profile.decision_call;
  if (!profile.two_stores)
    return settings;
  settings.recall = settings.recall && config.vector_recall_at_prompt;
  settings.errors = settings.errors && config.vector_error_resolution;
  settings.limit = config.vector_trigger_limit;
  settings.cooldown_secs = config.vector_trigger_cooldown_secs;
  settings.decision_at_stop = config.vector_decision_at_stop;
  if (!config.vector_decision_detection)
    settings.decisions = "off";
  return settings;
}

StoreStanding with_project(StoreStanding user, bool project_exists, bool project_ready) {
  const bool user_ready = user.is_current || !user.exists;
  return {user.exists || project_exists, user_ready && project_ready};
}

bool is_hook_of_a_host(std::span<const std::string> words) {
  return !words.empty() && words.front() == "hook" && ::isatty(STDIN_FILENO) != 1;
}

int hook(const cli::Invocation& invocation, cli::Output& out) {
  const bool by_a_person = ::isatty(STDIN_FILENO) == 1;
  if (!by_a_person)
    be_silent();
  end_in_time();
  try {
    if (const auto done = answer(invocation, out); !done) {
      note(done.error());
      std::ostream(&out) << cli::empty_answer(invocation.text("host")) << std::flush;
    }
  } catch (const std::exception& failure) {
    note(to_error(failure));
  }
  return cli::exit_done;
}

}  // namespace aim::app
