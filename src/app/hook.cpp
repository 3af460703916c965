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

#include "app/background.h"
#include "app/profiles.h"
#include "app/project_store.h"
#include "app/projects.h"
#include "app/put_aside.h"
#include "app/wire.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "cli/command.h"
#include "cli/hosts.h"
#include "embed/static_table.h"
#include "engine/audit/signer.h"
#include "engine/projects.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "jobs/maintenance.h"
#include "op/hook.h"
#include "op/hook_keep.h"
#include "op/kit/remedies.h"
#include "op/session_summary.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

constexpr std::size_t max_event_bytes = std::size_t{32} * 1024 * 1024,
                      max_transcript_bytes = std::size_t{256} * 1024;
constexpr std::uintmax_t max_log_bytes = std::uintmax_t{1024} * 1024;
// For other processes that write: until then an event waits, what is not worth that does not.
constexpr std::chrono::milliseconds input_wait{1'000}, lock_wait{2'000}, least_lock_wait{300},
    busy_wait{20};
// Hosts give a hook of ours five seconds; this is for what should never be.
constexpr time_t all_in_all_secs = 4;

// Hosts show what a hook writes to standard error. What goes wrong is in a file, whose beginning
// goes when it is long.
void note(const std::string& sentence) {
  const auto folder = default_state_folder();
  if (folder.empty() || !make_private_folder(folder))
    return;
  const fs::path file = folder / "hooks.log";
  std::error_code ignored;
  if (fs::file_size(file, ignored) > max_log_bytes && !ignored)
    fs::rename(file, folder / "hooks.log.1", ignored);
  log::also_to(file);
  log::warn(sentence);
}
void note(const Error& error) {
  note(error.message + (error.detail.empty() ? "" : ": " + error.detail));
}

// Sends to nowhere whatever is written there later; no file that is opened later gets its number.
void silence(int stream) {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0)
    return;
  ::dup2(nowhere, stream);
  if (nowhere != stream)
    ::close(nowhere);
}

// Paths for a handler of signals, which may allocate nothing; and whether the event is kept, or on
// the disk.
std::string log_at_end, lost_at_end;  // NOLINT(cert-err58-cpp): empty strings do not throw
volatile std::sig_atomic_t is_safe = 0, is_late = 0;

void append(const std::string& file, std::string_view text) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (opened >= 0)
    (void)!::write(opened, text.data(), text.size());
}

// The first time, an event that is not safe yet gets the same time again.
void end_now(int) {
  if (is_safe == 0 && is_late == 0) {
    is_late = 1;
    return;
  }
  if (is_safe == 0) {
    append(log_at_end, "ai-memory: a hook took too long and was ended; its event was not kept\n");
    append(lost_at_end, ".");
  }
  ::_exit(cli::exit_done);
}

void end_in_time() {
  if (const auto folder = default_state_folder();
      !folder.empty() && make_private_folder(spool_folder())) {
    log_at_end = (folder / "hooks.log").string();
    lost_at_end = op::HookSpool::lost_file(spool_folder()).string();
  }
  struct sigaction action {};
  action.sa_handler = end_now;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval timer{{all_in_all_secs, 0}, {all_in_all_secs, 0}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

struct Input {
  std::string text;
  bool cut = false;  // there was more than an event may have
};
// What comes within a second; a host that sends nothing is not waited for longer.
Input read_event() {
  Input event;
  std::string piece(65'536, '\0');
  const auto end = std::chrono::steady_clock::now() + input_wait;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&input, 1, static_cast<int>(left.count())) <= 0)
      break;
    const ssize_t read = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (read == 0 || (read < 0 && errno != EINTR))
      break;
    // The host gets rid of all of it, however much that is.
    if (event.text.size() <= max_event_bytes)
      event.text.append(piece, 0, static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
  }
  event.cut = event.text.size() > max_event_bytes;
  return event;
}

// The user's database; nothing is opened before it is used.
struct UserStore {
  UserStore(const std::string& address, const Config& config, const store::Stop& stop)
      : store(make_store(address, config, clock, lock_wait)),
        engine{store::Access(*store, stop), clock, engine_options(config), touches, plain} {
    engine.options.sessions = sessions_folder(address);
    // A service is not asked: a hook does not wait, and what is typed is not sent where nobody
    // asked.
    if (config.tier > FeatureTier::keyword)
      if (auto model = open_model(config)) {
        with_model.emplace(&embed::StaticEmbedder::builtin(), std::move(model));
        thorough.emplace(store::Access(*store, stop), clock, engine.options, touches, *with_model);
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
      : project_(start(invocation, event), config, FeatureTier::keyword, user.clock, lock_wait) {
    project_.share(user.engine);
    if (Engine* engine = project_.engine())
      engine->database = engine->database.stopped_by(user.engine.database.stop());
    const op::project::Project& about = project_.project();
    stores_.emplace(hook_stores({user.engine, project_.engine(), about.id, project_.untrusted()},
                                project_, config));
    if (user.thorough) {
      if (project_.engine())
        thorough_.emplace(store::Access(*project_.store()), user.clock, user.engine.options,
                          project_.engine()->touches, *user.with_model);
      stores_->thorough.emplace(engine::two_stores::Stores{
          *user.thorough, thorough_ ? &*thorough_ : nullptr, about.id, project_.untrusted()});
    }
    if (config.vector_adaptive && !user.engine.options.sessions.empty())
      stores_->thresholds = user.engine.options.sessions.parent_path() / "thresholds";
    stores_->notes_wait = event.kind == op::HookKind::session_start && notes_wait(project_);
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

// The event as its host sent it.
Result<cli::HostEvent> read_host(const cli::Invocation& invocation) {
  const auto kind = cli::hook_kind(invocation.command->name);
  const Input input = read_event();
  if (input.cut)
    return Failure(refuse("the event", "is larger than " + std::to_string(max_event_bytes >> 20) +
                                           " MiB: nothing of it was read or kept"));
  auto said = TRY(
      cli::read_host_event(*kind, input.text, cli::host_environment(), invocation.text("host")));
  if (const std::string* folder = invocation.text("project"))
    said.event.folder = expanded_path(*folder).string();
  if (const std::size_t bytes = said.event.text.size(); bytes > op::max_event_text)
    note(refuse("the text of the event",
                "has " + std::to_string(bytes) + " bytes: only the first " +
                    std::to_string(op::max_event_text >> 20) + " MiB are looked at and kept"));
  return said;
}

// With the parts of an event that some hosts leave to their transcript.
void complete(cli::HostEvent& said, const op::SessionStates& states) {
  if (!cli::needs_transcript(said))
    return;
  const auto prompted = states.read(said.event.session_id).prompted_at;
  cli::add_from_transcript(said, end_of_file(said.event.transcript, max_transcript_bytes),
                           Time(std::chrono::milliseconds(prompted)));
}

// An answer that its transcript got after the stop is heard before the next prompt; the spool has
// its turn.
void hear_late_answer(const op::HookCall& call, const Clock& clock) {
  if (call.event.kind != op::HookKind::user_prompt)
    return;
  const op::SessionState state = call.states.read(call.event.session_id);
  if (state.unread.empty())
    return;
  op::HookCall stop = call;
  stop.event.kind = op::HookKind::stop;
  stop.event.text =
      cli::last_assistant_message(end_of_file(state.unread, max_transcript_bytes),
                                  Time(std::chrono::milliseconds(state.prompted_at)), clock.now());
  if (!stop.event.text.empty())
    (void)op::note_event(stop, clock.now());
}

using HeldEvent = std::optional<op::HookSpool::Held>;

// How the event gets into the database.
struct Writing {
  bool may_write = false;
  HeldEvent held;  // on the disk until then
};

// However this process ends from here on, the event is not lost. Where it cannot be written, the
// database may still take it.
HeldEvent hold(const op::HookSpool& spool, const op::HookKeep& keep) {
  HeldEvent held;
  if (!keep.empty())
    if (auto held_now = spool.hold(keep))
      held = std::move(*held_now);
  is_safe = held || keep.empty() ? 1 : 0;
  if (is_safe != 0 && is_late != 0)
    ::_exit(cli::exit_done);
  return held;
}

// Into the database, else onto the disk; what waits there goes before. Errors: neither takes it.
Result<void> keep_or_put_aside(Engine& engine, const op::HookKeep& keep, Writing& writing,
                               const Config& config) {
  const op::HookSpool spool(spool_folder(), engine.database.name());
  if (writing.may_write)
    if (const auto taken = take_in_put_aside(engine, config); taken.stopped)
      note(*taken.stopped);
  if (keep.empty() || (writing.may_write && !keep.unread && !spool.waits())) {
    auto kept = op::keep_of_hook(engine, keep, op::Attempt::first);
    if (kept || !op::may_pass(kept.error())) {
      if (writing.held)
        writing.held->drop();
      return kept;
    }
    note(kept.error());
  }
  auto put = spool.put(keep);
  return writing.held ? Result<void>() : put;
}

// Writes what is left to the databases once the host has its answer. Errors: of the event's own.
Result<void> finish(const op::HookCall& call, const op::HookOutcome& outcome, Writing writing,
                    UserStore& user, BothStores* both, const Config& config) {
  if (call.secrets_removed > 0)
    note(std::to_string(call.secrets_removed) + " secrets or private passages were left out");
  Engine& own = both && both->own() ? *both->own() : user.engine;
  auto kept = keep_or_put_aside(own, outcome.keep, writing, config);
  is_safe = 1;
  if (!kept && !op::HookSpool::note_lost(spool_folder()))
    own.database.maintenance().count_dropped(lost_hook_events, 1);
  if (writing.may_write && kept && call.event.project &&
      (!outcome.keep.empty() || !outcome.shown.empty()))
    (void)engine::claim_name_space(user.engine, call.event.project, call.name_space);
  if (both)
    both->note_made();
  if (both && config.vector_session_end)
    keep_summaries(call.event, outcome.started, user.engine.options.sessions);
  if (outcome.started)
    adopt_later(user.engine);
  const bool ends = call.event.kind == op::HookKind::session_end && !call.event.in_subagent;
  if (writing.may_write && call.event.project && (outcome.started || ends))
    sync_bridges_briefly(user.engine, call.name_space);
  if ((outcome.started && !call.event.in_subagent) || ends)
    share_later(user.engine);
  write_touches_of(&user.engine);
  write_touches_of(both ? both->project() : nullptr);
  return kept;
}

// The core's namespace for the event's project, as the database has it.
void name_project(op::HookEvent& event, Engine& engine, const StoreStanding& standing) {
  if (!standing.exists || standing.is_current)
    event.name_space = engine::name_space_of(engine, event.project, false)
                           .value_or(event.project ? event.project.names.front() : "");
}

Result<void> answer(const cli::Invocation& invocation, cli::Output& out) {
  auto end = std::chrono::steady_clock::now() + lock_wait;
  cli::HostEvent said = TRY(read_host(invocation));
  const Config given = TRY(load_config());
  const profile::Profile& profile = *TRY(profile_of(invocation, given, ""));
  const Config config = TRY(under_profile(given, profile));
  op::HookEvent& event = said.event;
  event.may_go_on = event.may_go_on && config.vector_decision_at_stop &&
                    cli::takes_text_at_stop(end_of_file(event.transcript, max_transcript_bytes));
  if (profile.keeps_entries)
    event.name_space = config.mudpuppy_namespace;
  UserStore user(TRY(database_of_profile(invocation, config, profile)), config,
                 [&end] { return std::chrono::steady_clock::now() >= end; });
  const op::SessionStates states(user.engine.options.sessions);
  complete(said, states);
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
  const bool begins =
      event.kind == op::HookKind::session_start || event.kind == op::HookKind::user_prompt;
  if (begins && !event.in_subagent)
    note_host_session(user.engine.options.sessions, event.session_id);
  const op::HookCall call =
      op::hook_call(event, hook_settings(config, profile), states, both ? both->get() : nullptr);
  hear_late_answer(call, user.clock);
  Engine& own = both && both->own() ? *both->own() : user.engine;
  op::NotedEvent noted = op::note_event(call, user.clock.now());
  HeldEvent held = hold(op::HookSpool(spool_folder(), own.database.name()), noted.keep);
  const op::HookOutcome outcome =
      standing.is_current ? op::answer_hook(call, std::move(noted), own, user.thorough_engine())
                          : op::answer_without_database(call, std::move(noted));
  std::ostream(&out) << cli::host_answer(said, outcome.text.value_or("")) << std::flush;
  silence(STDOUT_FILENO);  // the host has its answer
  if (!outcome.text)
    note(outcome.text.error());
  // On a slow machine the answer may have taken the time, and a database that is free is not tried.
  end = std::max(end, std::chrono::steady_clock::now() + least_lock_wait);
  // A database that must be migrated is left to a server.
  return finish(call, outcome, {standing.is_current || !standing.exists, std::move(held)}, user,
                both ? &*both : nullptr, config);
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

Result<int> hook(const Start& start) {
  const bool by_a_person = ::isatty(STDIN_FILENO) == 1;
  if (!by_a_person)
    silence(STDERR_FILENO);
  end_in_time();
  try {
    if (const auto done = answer(start.invocation, start.out); !done) {
      note(done.error());
      start.print(cli::empty_answer(start.invocation.text("host")));
    }
  } catch (const std::exception& failure) {
    note(to_error(failure));
  }
  if (is_safe == 0)
    (void)op::HookSpool::note_lost(spool_folder());
  return cli::exit_done;
}

}  // namespace aim::app
