#include "app/projects.h"

#include "app/commands.h"
#include "app/profiles.h"
#include "app/wire.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "cli/command.h"
#include "cli/markdown_import.h"
#include "engine/audit/signer.h"
#include "engine/history/moment.h"
#include "engine/two_stores/find.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "mcp/surface/tool_words.h"
#include "mine/markdown.h"
#include "op/hook_two_stores.h"
#include "op/kit/remedies.h"
#include "op/session_summary.h"
#include "op/two_stores/folder.h"
#include "profile/surfaces.h"
#include "text/stretch.h"

namespace aim::app {
namespace {

constexpr std::size_t max_edits_bytes = 1'048'576;

int print(const Start& start, std::string_view text) {
  return start.print(start.out.shown(text));
}

Result<std::optional<std::int64_t>> number_of(const cli::Invocation& invocation,
                                              std::string_view flag, std::int64_t least,
                                              std::int64_t most) {
  const std::string* text = invocation.text(flag);
  if (!text)
    return std::optional<std::int64_t>();
  const auto number = ascii::number<std::int64_t>(*text);
  if (!number || *number < least || *number > most)
    return Failure(refuse("--" + std::string(flag),
                          "must be a whole number from " + std::to_string(least) + " to " +
                              std::to_string(most) + "; got \"" + *text + "\""));
  return number;
}

// The store of the project in a folder, opened and given an id.
Result<std::string> trusted(const op::project::Project& project) {
  const SystemClock clock;
  const Config config = TRY(load_config());
  const auto store = make_store(project.store.string(), config, clock, {}, MadeBy::anyone);
  engine::TouchQueue touches;
  engine::Embeddings embeddings(nullptr, {});
  Engine engine{store::Access(*store), clock, engine_options(config), touches, embeddings};
  if (!engine.database.exists())
    return Failure(missing("there is no store at " + project.store.string()));
  if (!op::project::is_own_file(project.store))
    return Failure(refuse("the store " + project.store.string(), "must belong to you"));
  const auto made = engine::two_stores::ensure_store_id(engine);
  if (!made && made.error().code == Code::validation_failed)
    return Failure(refuse("the store " + project.store.string(), tampered));
  const auto id = TRY(made);
  TRY_VOID(known_stores().add(project.store, id));
  const auto memories = TRY(engine::two_stores::memories_in(engine));
  return "trusted: " + project.store.string() + ", " + counted(memories, "memory\n", "memories\n");
}

std::string list_of_stores() {
  std::string text;
  for (const op::project::KnownStore& each : known_stores().all())
    text.append(each.path).append("\n");
  return text.empty() ? "none\n" : text;
}

Result<std::string> trust_answer(const cli::Invocation& invocation) {
  if (invocation.flag("list"))
    return list_of_stores();
  const std::string* folder = invocation.text("folder");
  const std::string marker = TRY(load_config()).vector_project_dir;
  const auto project =
      op::project::find_project(folder ? fs::path(*folder) : fs::path("."), marker);
  if (project.root.empty())
    return Failure(missing("there is no project here: no folder " + marker));
  if (!invocation.flag("remove"))
    return trusted(project);
  const bool was_there = TRY(known_stores().remove(project.store));
  return (was_there ? "no longer trusted: " : "was not trusted: ") + project.store.string() + "\n";
}

op::DueSessions due_sessions(const Config& config) {
  return op::DueSessions(engine_options(config).sessions);
}

std::string lines_of(const op::Summarised& done, const std::string& session, bool dry_run) {
  std::string text;
  for (const op::Learning& each : done.learnings)
    text.append("  ")
        .append(each.category)
        .append(": ")
        .append(utf8::visible(each.text))
        .append("\n");
  return utf8::visible(session) + ": " +
         std::to_string(dry_run ? static_cast<std::int64_t>(done.learnings.size()) : done.stored) +
         (dry_run ? " to store\n" : " stored\n") + text;
}

// In the stores that the session worked with.
Result<std::string> summarised(const std::string& session, const fs::path& folder, bool dry_run) {
  const SystemClock clock;
  const auto* profile = TRY(profile::chosen_profile({.flag = "vector-memory"}));
  const Config config = TRY(under_profile(TRY(load_config()), *profile));
  const auto users = make_store(config.db, config, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings = embeddings_of(config, FeatureTier::semantic, clock);
  Engine engine{store::Access(*users), clock, engine_options(config), touches, embeddings};
  engine::Signer signer(identity_file());
  engine.signer = &signer;
  const auto model = language_model(config, config.tier, clock);
  engine.llm = model.get();
  ProjectStore project(folder, config, config.tier, clock);
  project.share(engine);
  const auto done = TRY(op::summarise_session(
      {engine, project.untrusted() ? nullptr : project.engine(), project.project().id}, session,
      dry_run));
  project.note_made();
  return lines_of(done, session, dry_run);
}

Result<std::string> summary_answer(const cli::Invocation& invocation) {
  const bool dry_run = invocation.flag("dry_run");
  if (const std::string* session = invocation.text("session"))
    return summarised(*session, op::project::start_of(invocation.text("project")), dry_run);
  std::string text;
  const auto due = due_sessions(TRY(load_config()));
  for (const op::DueSession& each : due.all()) {
    // What fails now is tried again by the next session; the others go on.
    const auto done = summarised(each.session_id, each.folder, dry_run);
    if (!done)
      log::warn("a session could not be summarised: " + done.error().message);
    else
      text.append(*done);
    if (done && !dry_run)
      due.done(each);
  }
  return text.empty() ? "no session waits\n" : text;
}

engine::two_stores::Stores stores_of(const TwoStores& both) {
  return {both.users, both.project.engine(), both.project.project().id, both.project.untrusted()};
}

// Both stores at a past time; null where one does not exist.
struct Moments {
  std::unique_ptr<engine::Moment> users, project;

  engine::two_stores::Stores stores(const TwoStores& both) const {
    auto then = stores_of(both);
    return {users ? users->engine() : then.global, project ? &project->engine() : nullptr,
            std::move(then.folder_id), then.untrusted};
  }
};

// The stores at the time of --as-of; unset without the flag.
Result<std::optional<Moments>> moments_of(const cli::Invocation& invocation,
                                          const TwoStores& both) {
  const std::string* given = invocation.text("as_of");
  if (!given)
    return std::optional<Moments>();
  const Time now = both.users.clock.now();
  const Time time =
      std::min(now, TRY(text::parse_stretch(*given, "--as-of", now, text::Side::past)).last);
  Moments then;
  if (both.users.database.exists())
    then.users = TRY(engine::Moment::make(both.users, time, {}));
  if (Engine* project = both.project.engine(); project && project->database.exists())
    then.project = TRY(engine::Moment::make(*project, time, {}));
  return std::optional(std::move(then));
}

// What a command of the core is for two stores: the tool of the profile.
Result<std::string> tool_answer(const cli::Invocation& invocation, const TwoStores& both,
                                std::string_view tool) {
  if (invocation.text("namespace"))
    return Failure(refuse("--namespace", "is of one database; leave it out with --profile"));
  if (invocation.text("share"))
    return Failure(refuse("--share", "is of one database; leave it out with --profile"));
  const auto arguments = TRY(cli::arguments_for_two_stores(invocation));
  mcp::Offer offer;
  offer.surface = &both.surface;
  offer.commands = &cli::command_words();
  const auto said = TRY(mcp::call_by_text(both.users, tool, arguments, offer, {}));
  if (said.failed)
    return Failure(TRY(cli::tool_failure(said.text)));
  return said.text + "\n";
}

}  // namespace

Result<int> context_of_session(const Start& start, const TwoStores& both) {
  const cli::Invocation& invocation = start.invocation;
  const auto limit = TRY(number_of(invocation, "limit", 0, 20));
  const auto budget = TRY(number_of(invocation, "budget", 50, 10'000));
  const auto then = TRY(moments_of(invocation, both));
  op::HookStores stores =
      hook_stores(then ? then->stores(both) : stores_of(both), both.project, both.config);
  stores.start_limit = limit.value_or(stores.start_limit);
  stores.budget_tokens = budget.value_or(stores.budget_tokens);
  stores.notes_wait = notes_wait(both.project);
  auto said = TRY(op::text_of_start(stores, {}, then.has_value()));
  return print(start, invocation.json ? op::two_stores_text::as_json(said) : said.text);
}

Result<int> import_notes(const Start& start, const TwoStores& both) {
  const cli::Invocation& invocation = start.invocation;
  if (invocation.flag("dismiss")) {
    const fs::path& root = both.project.project().root;
    if (root.empty())
      return Failure(missing("there is no project here: no folder .memory"));
    TRY_VOID(known_stores().dismiss(root));
    return print(start, "notes of " + root.string() + " are not told of any more\n");
  }
  std::string edits;
  if (const std::string* file = invocation.text("edits"))
    edits = TRY(read_file(*file, max_edits_bytes));
  const auto arguments = TRY(cli::import_arguments(invocation, edits));
  mcp::Offer offer;
  offer.surface = &both.surface;
  offer.commands = &cli::command_words();
  const auto said =
      TRY(mcp::call_by_text(both.users, "import_markdown_memories", arguments, offer, {}));
  print(start,
        !said.failed && invocation.json ? said.text + "\n" : TRY(cli::import_lines(said.text)));
  return cli::some_file_failed(said.text) ? cli::exit_failed : cli::exit_done;
}

Result<int> export_notes(const Start& start, const TwoStores& both) {
  const auto stores = stores_of(both);
  engine::two_stores::ListRequest request;
  request.limit = INT32_MAX;
  request.sort_by = engine::two_stores::SortBy::priority;
  const std::string* place = start.invocation.text("location");
  const bool of_project = place ? *place == "project" : stores.project != nullptr;
  if (of_project && !stores.project) {
    Error error = refuse("--location", "must be global: there is no project here");
    error.hint = "make one with: " + cli::command_words().say({.program = op::make_project});
    return Failure(std::move(error));
  }
  request.where = of_project ? engine::two_stores::StoreChoice::project
                             : engine::two_stores::StoreChoice::global;
  std::vector<Memory> memories;
  for (auto& each : TRY(engine::two_stores::list(stores, request)).memories)
    memories.push_back(std::move(each.placed.memory));
  std::string text = mine::markdown_document(
      of_project ? "Memories of " + engine::two_stores::project_id(stores) : "Memories of the user",
      memories);
  const std::string* file = start.invocation.text("file");
  if (!file)
    return print(start, text);
  TRY_VOID(replace_file(*file, text));
  return print(start, counted(memories.size(), "memory", "memories") + " in " + *file + "\n");
}

Result<int> deduplicate_both(const Start& start, const TwoStores& both) {
  return print(start, TRY(tool_answer(start.invocation, both, "deduplicate_memories")));
}

Result<int> backfill_both(const Start& start, const TwoStores& both) {
  return print(start, TRY(tool_answer(start.invocation, both, "migrate_embeddings")));
}

Result<int> trust(const Start& start) {
  return print(start, TRY(trust_answer(start.invocation)));
}

Result<int> summarise_sessions(const Start& start) {
  if (start.invocation.flag("background"))
    run_in_background();
  return print(start, TRY(summary_answer(start.invocation)));
}

void summarise_later() {
  // A session whose summary fails stays due.
  start_apart({"summarise-session", "--background"}, {}, "sessions could not be summarised");
}

Result<bool> asks_both_stores(const cli::Invocation& invocation) {
  const std::string* profile = invocation.text("profile");
  if (!profile)
    return false;
  if (*profile != "vector-memory")
    return Failure(
        refuse("--profile", "must be vector-memory; got \"" + utf8::excerpt(*profile, 40) + "\""));
  return true;
}

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
