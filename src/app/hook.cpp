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

op::HookSettings settings_of(const Config& config, const profile::Profile& profile) {
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
  settings.quick = true;
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

// What the event is answered from; nothing is opened before it is used.
struct World {
  World(const std::string& address, const Config& config)
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

  SystemClock clock;
  std::unique_ptr<store::Store> store;
  engine::TouchQueue touches;
  engine::Embeddings plain{&embed::StaticEmbedder::builtin(), {}};
  std::optional<engine::Embeddings> with_model;
  engine::Signer signer{identity_file()};
  Engine engine;
  std::optional<Engine> thorough;
};

// The project's store beside the user's: both are searched, what is kept goes to the project's
// unless a stranger made it.
class Pair {
 public:
  Pair(const cli::Invocation& invocation, const op::HookEvent& event, const Config& config,
       World& world)
      : project_(start(invocation, event), config, FeatureTier::keyword, world.clock, busy_wait) {
    const PairSettings settings = pair_settings(config);
    project_.share(world.engine);
    const op::project::Project& about = project_.project();
    engine::two_stores::Stores stores{world.engine, project_.engine(), about.id,
                                      project_.untrusted()};
    if (world.thorough && project_.engine())
      thorough_.emplace(store::Access(*project_.store()), world.clock, world.engine.options,
                        project_.engine()->touches, *world.with_model);
    pair_.emplace(op::HookPair{stores});
    if (world.thorough)
      pair_->thorough.emplace(engine::two_stores::Stores{
          *world.thorough, thorough_ ? &*thorough_ : nullptr, about.id, project_.untrusted()});
    pair_->project = about.root;
    pair_->start_limit = settings.start_limit;
    pair_->half_life_days = settings.half_life_days;
    pair_->threshold = settings.threshold;
    pair_->trigger_threshold = settings.trigger_threshold;
    if (config.vector_adaptive && !world.engine.options.sessions.empty())
      pair_->thresholds = world.engine.options.sessions.parent_path() / "thresholds";
    pair_->commands = &cli::command_words();
    pair_->names = profile::vector_names;
    if (event.kind == op::HookKind::session_start && !about.root.empty())
      pair_->tells_of_notes = !known_stores().is_dismissed(about.root) &&
                              (!project_.engine() || op::lacks_notes(*project_.engine()));
  }

  const op::HookPair& get() const { return *pair_; }
  Engine* own() { return project_.untrusted() ? nullptr : project_.engine(); }
  Engine* project() { return project_.engine(); }
  // What would have to be changed before it can be read is left to a server.
  bool is_ready() {
    return !own() || !path_exists(project_.project().store) ||
           project_.store()->maintenance().is_current();
  }
  bool exists() const { return path_exists(project_.project().store); }
  std::string name_space() {
    return own() ? engine::two_stores::project_id(pair_->stores)
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
  std::optional<op::HookPair> pair_;
};

void write_touches_of(Engine* engine) {
  if (engine && jobs::touches_wait(*engine) && engine->database.exists())
    (void)jobs::write_touches(*engine, busy_wait);
}

// The end is only noted: what a session has found out is looked for when the next one starts.
void keep_summaries(const op::HookEvent& event, bool started, const fs::path& folder) {
  const op::DueSessions due(folder);
  if (event.kind == op::HookKind::session_end && !event.in_subagent)
    due.add(event.session_id, event.folder);
  if (started && !event.in_subagent && due.any())
    summarise_later();
}

Result<void> answer(const cli::Invocation& invocation, cli::Output& out) {
  const auto kind = cli::hook_kind(invocation.command->name);
  auto read = TRY(
      cli::read_host_event(*kind, read_event(), cli::host_environment(), invocation.text("host")));
  if (read.event.kind == op::HookKind::user_prompt && read.event.text.empty() &&
      read.host == cli::Host::antigravity && !read.transcript.empty())
    read.event.text = cli::last_user_input(end_of_file(read.transcript));
  if (read.event.kind == op::HookKind::stop && read.event.text.empty() &&
      (read.host == cli::Host::vscode || read.host == cli::Host::copilot) &&
      !read.transcript.empty())
    read.event.text = cli::last_assistant_message(end_of_file(read.transcript));
  const Config given = TRY(load_config());
  const profile::Profile& profile = *TRY(profile_of(invocation, given, ""));
  const Config config = TRY(under_profile(given, profile));
  read.event.may_go_on = read.event.may_go_on && config.vector_decision_at_stop &&
                         cli::takes_text_at_stop(end_of_file(read.transcript));
  const std::string address = TRY(database_of_profile(invocation, config, profile));
  if (const std::string* folder = invocation.text("project"))
    read.event.folder = expanded_path(*folder);
  if (profile.keeps_entries)
    read.event.name_space = config.mudpuppy_namespace;
  World world(address, config);
  bool exists = world.store->exists();
  bool current = exists && world.store->maintenance().is_current();
  std::optional<Pair> pair;
  if (profile.two_stores) {
    pair.emplace(invocation, read.event, config, world);
    read.event.name_space = pair->name_space();
    // One that is not there yet is empty; one that cannot be used as it is ends it all.
    current = (current || !exists) && pair->is_ready();
    exists = exists || pair->exists();
  }
  Engine& own = pair && pair->own() ? *pair->own() : world.engine;
  op::Hook hook(read.event, settings_of(config, profile),
                op::SessionStates(world.engine.options.sessions));
  if (pair)
    hook.over(pair->get());
  std::string text;
  std::optional<Error> failed;
  if (current) {
    auto answered = hook.answer(own, world.thorough ? &*world.thorough : nullptr);
    if (answered)
      text = std::move(*answered);
    else
      failed = std::move(answered).error();
  } else if (!exists) {
    hook.prepare();
  }
  std::ostream(&out) << cli::host_answer(read, text) << std::flush;
  // The host has its answer; what is left is between us and the disk.
  ::close(STDOUT_FILENO);
  if (failed)
    note(*failed);
  std::optional<Error> unkept;
  if (hook.writes() && (current || !exists))
    if (auto kept = hook.finish(own); !kept)
      unkept = std::move(kept).error();
  if (pair)
    pair->note_made();
  if (pair && config.vector_session_end)
    keep_summaries(read.event, hook.started(), world.engine.options.sessions);
  write_touches_of(&world.engine);
  write_touches_of(pair ? pair->project() : nullptr);
  if (unkept)
    return Failure(std::move(*unkept));
  return {};
}

}  // namespace

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
      // One host wants an answer always.
      const std::string* host = invocation.text("host");
      if (host && *host == "antigravity")
        std::ostream(&out) << "{}\n" << std::flush;
    }
  } catch (const std::exception& failure) {
    note(to_error(failure));
  }
  return cli::exit_done;
}

}  // namespace aim::app
