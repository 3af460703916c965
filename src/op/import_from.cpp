// Use case "import_from": takes over what another memory store keeps (`import --from`). Again and
// again: what was taken over before is known by the ids that mine/foreign.h gives.
#include <filesystem>
#include <unordered_map>

#include "base/numbers.h"
#include "base/utf8.h"
#include "engine/transfer/adopt.h"
#include "engine/transfer/export_import.h"
#include "engine/usage/access_log.h"
#include "mine/recognise.h"
#include "mine/stores.h"
#include "op/adopt.h"
#include "op/kit/catalog_functions.h"
#include "op/project_names.h"
#include "op/read_export.h"
#include "op/stored_secrets.h"
#include "op/views/views.h"

namespace aim::op {
namespace {

struct ImportFromRequest {
  std::optional<mine::Store> from;
  std::string file;
  std::optional<std::string> name_space;
  Tier tier = Tier::long_term;
  bool dry_run = false;
  using R = ImportFromRequest;
  static constexpr std::tuple fields{
      takes("from", &R::from, rule::any, "Memory store that the document comes from"),
      takes("file", &R::file, rule::path,
            "The document, or the store's file, folder or zip; default or -: "
            "standard input"),
      takes("namespace", &R::name_space, rule::name_space,
            "With --from: target namespace; default: the project of each "
            "memory, else the store's "
            "name",
            'n'),
      takes("tier", &R::tier, rule::any, "With --from: short 6 hours, mid 7 days, long permanent",
            't'),
      takes("dry_run", &R::dry_run, rule::any, "With --from: only report what would be imported")};
};
struct ImportFromReply {
  std::int64_t imported = 0, added = 0, updated = 0, skipped = 0, links = 0, left_out = 0,
               links_left_out = 0;
  std::optional<std::int64_t> secrets_removed;
  std::optional<std::string> unread_times;
  std::optional<bool> dry_run;
  std::string from, name_space;
  Tier tier = Tier::long_term;
  std::vector<CountView> name_spaces;
  std::vector<std::string> errors;
  std::int64_t files_not_read = 0;
  std::vector<Problem> not_read;
  using R = ImportFromReply;
  static constexpr std::tuple fields{
      gives("imported", &R::imported, "Memories added or updated; with dry_run: that would be"),
      gives("added", &R::added, "New ones among these"),
      gives("updated", &R::updated, "Changed ones among these"),
      gives("skipped", &R::skipped, "Memories that were already stored"),
      gives("links", &R::links, "Links between these memories"),
      gives("left_out", &R::left_out, "Number of items skipped"),
      gives("links_left_out", &R::links_left_out, "Number of links without a target"),
      gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
      gives("unread_times", &R::unread_times, "Times that could not be read, if any"),
      gives("dry_run", &R::dry_run, "True for a dry run"),
      gives("from", &R::from, "Name of the store"),
      gives("namespace", &R::name_space, "Namespace of most memories"),
      gives("namespaces", &R::name_spaces, "Namespaces, largest first"),
      gives("tier", &R::tier, "Tier"),
      gives("files_not_read", &R::files_not_read, "Files that are not of the store"),
      gives("not_read", &R::not_read, "The first thousand of these files, and why"),
      gives("errors", &R::errors, "The first ten thousand skipped items, with reasons")};
};

constexpr std::size_t max_told = 10'000;

class TakeOver {
 public:
  TakeOver(Engine& engine, const ImportFromRequest& request)
      : engine_(engine),
        request_(request),
        into_{std::string(name_of(*request.from)),
              request.name_space.value_or(mine::default_name_space(*request.from)), request.tier},
        adopting_(engine, request.dry_run) {}

  Result<void> take(mine::ForeignMemory foreign) {
    const auto removed_before = cleaner_.removed();
    clean(foreign, cleaner_);
    if (!foreign.unread_time.empty() && ++unread_times_ == 1)
      first_unread_ = utf8::excerpt(foreign.unread_time, 60);
    if (foreign.expires && *foreign.expires <= engine_.clock.now())
      return left_out(foreign.id, "it has expired");
    std::string own;
    if (!request_.name_space && !foreign.project.empty())
      own = TRY(name_space_of_session(engine_, foreign.project, !request_.dry_run));
    if (own.empty())
      own = into_.name_space;
    auto memories = mine::memories_of(foreign, TRY(into_for(foreign.id)));
    if (memories.empty())
      return left_out(foreign.id,
                      cleaner_.removed() > removed_before ? "it is private" : "it has no text");
    if (has_log_ && !TRY(is_here(memories.front().id)))
      fresh_.emplace(foreign.id, memories.front().id);
    for (Memory& memory : memories) {
      memory.name_space = own;
      ++kept_in_[own];
      if (const auto added = adopting_.add(std::move(memory)); !added) {
        if (added.error().code != Code::validation_failed || added.error().field == "namespace")
          return added;
        TRY_VOID(left_out(foreign.id, added.error().message));
      }
    }
    return {};
  }

  Result<void> link(const mine::ForeignLink& foreign) {
    Link link;
    link.source_id = mine::id_here(foreign.from, TRY(into_for(foreign.from)));
    link.target_id = mine::id_here(foreign.to, TRY(into_for(foreign.to)));
    link.relation = name_of(foreign.relation);
    links_.push_back({links_.size(), std::move(link)});
    return {};
  }

  // Memories that were here already have brought their log with them.
  Result<void> used(const mine::ForeignUse& use) {
    const auto memory = fresh_.find(use.memory);
    if (memory == fresh_.end())
      return {};
    engine::PastUse past{memory->second, {}, use.score};
    past.call.at = use.at;
    past.call.kind = utf8::excerpt(use.kind, 32);
    past.call.door = "import";
    past.call.client = into_.origin;
    if (!use.query.empty())
      past.call.query = cleaner_.text(use.query, LineEnds::keep);
    past.call.results = 1;
    uses_.push_back(std::move(past));
    return {};
  }

  Result<mine::Into> into_for(const std::string& foreign_id) {
    mine::Into into = into_;
    into.name_in_ids =
        TRY(engine::name_in_ids(engine_, names_, into.name_space, [&](const std::string& name) {
          return mine::id_here(foreign_id, {into.origin, name});
        }));
    return into;
  }

  Result<void> left_out(const std::string& where, const std::string& reason) {
    ++reply_.left_out;
    return tell(where, reason);
  }

  Result<void> link_left_out(const std::string& where, const std::string& reason) {
    ++reply_.links_left_out;
    return tell(where, reason);
  }

  Result<void> tell(const std::string& where, const std::string& reason) {
    if (reply_.errors.size() < max_told)
      reply_.errors.push_back(utf8::excerpt(where, 300) + ": " + utf8::excerpt(reason, 300));
    return {};
  }

  // A file that is something else is named once, as what it is.
  void not_read(const mine::SourceFile& file, const std::string& reason) {
    ++reply_.files_not_read;
    add_problem(reply_.not_read, file.name, reason);
  }

  Result<ImportFromReply> finish() {
    const auto done = TRY(adopting_.finish());
    reply_.added = done.added;
    reply_.updated = done.updated;
    reply_.imported = done.added + done.updated;
    reply_.skipped = done.unchanged + done.edited;
    reply_.secrets_removed = if_any(cleaner_.removed());
    if (unread_times_ > 0)
      reply_.unread_times = counted(unread_times_, "memory has a time", "memories have times") +
                            " that cannot be read: \"" + first_unread_ + "\"";
    reply_.from = into_.origin;
    reply_.name_spaces = count_views(kept_in_);
    reply_.name_space =
        reply_.name_spaces.empty() ? into_.name_space : reply_.name_spaces.front().name_space;
    reply_.tier = into_.tier;
    reply_.links = static_cast<std::int64_t>(links_.size());
    if (reply_.imported + reply_.skipped + reply_.left_out + reply_.files_not_read == 0) {
      ++reply_.files_not_read;
      add_problem(reply_.not_read, std::filesystem::path(request_.file).filename().string(),
                  "it holds no memories of " + into_.origin);
    }
    if (request_.dry_run) {
      reply_.dry_run = true;
      return std::move(reply_);
    }
    if (engine::logs_accesses(engine_, true))
      TRY_VOID(engine::add_past_uses(engine_, std::move(uses_)));
    engine::ImportReport report;
    TRY_VOID(engine::import_links(engine_, links_, report));
    for (const auto& error : report.errors) TRY_VOID(link_left_out("a link", error.reason));
    reply_.links -= static_cast<std::int64_t>(report.errors.size());
    return std::move(reply_);
  }

 private:
  Result<bool> is_here(const std::string& id) {
    if (!engine_.database.exists())
      return false;
    return !TRY(engine::adopted_before(engine_, {id}, {}, {})).empty();
  }

  Engine& engine_;
  const ImportFromRequest& request_;
  const mine::Into into_;
  const bool has_log_ = mine::default_name_space(*request_.from) == "mudpuppy";
  std::unordered_map<std::string, std::string> fresh_;  // ids here by ids there
  std::vector<engine::PastUse> uses_;
  std::optional<engine::NamesToday> names_;
  std::vector<engine::ImportLink> links_;
  std::map<std::string, std::int64_t> kept_in_;  // memories by namespace
  std::int64_t unread_times_ = 0;
  std::string first_unread_;
  ImportFromReply reply_;
  Cleaner cleaner_ = cleaner_of(engine_);
  AdoptBatcher adopting_;
};

// The folder of a program: its database lies in it or one below.
std::vector<std::string> databases_below(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); !error && at != fs::end(at);
       at.increment(error)) {
    if (at.depth() > 0)
      at.disable_recursion_pending();
    const std::string ending = at->path().extension().string();
    if (at->is_regular_file(error) &&
        (ending == ".db" || ending == ".sqlite" || ending == ".sqlite3"))
      files.push_back(at->path().string());
  }
  std::ranges::sort(files);
  return files;
}

Result<void> read_tables(const Engine& engine, const ImportFromRequest& request,
                         const mine::StoreSink& sink) {
  bool any = false;
  std::optional<Error> unreadable;
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(request.file, error);
  for (const std::string& file :
       is_folder ? databases_below(request.file) : std::vector{request.file}) {
    const auto rows = [&](std::string_view table, const auto& take) {
      return engine::each_foreign_row(engine, file, table, take);
    };
    const auto read = mine::read_tables(*request.from, rows, sink);
    if (!read)
      unreadable = read.error();
    any = any || (read && *read);
  }
  if (any)
    return {};
  if (unreadable)
    return Failure(*unreadable);
  return Failure(Error{Code::validation_failed,
                       request.file + " has no tables of " + std::string(name_of(*request.from)),
                       {},
                       "name the database file of that store",
                       {}});
}

// Files of another program, or of another kind, are left out of the source.
// Errors: nothing else is in it.
Result<void> leave_out_others(const ImportFromRequest& request, mine::Source& source,
                              TakeOver& over) {
  if (!mine::tables_of(*request.from).empty() && source.files().size() != 1)
    return {};
  const auto endings = mine::endings_of(*request.from);
  const std::string_view wanted = name_of(*request.from);
  const bool alone = source.files().size() == 1;
  std::string last;
  std::optional<Error> unreadable;
  source.leave_out([&](const mine::SourceFile& file) {
    if (!alone && std::none_of(endings.begin(), endings.end(),
                               [&](std::string_view end) { return file.name.ends_with(end); })) {
      over.not_read(file, "not a file of " + std::string(wanted));
      return true;
    }
    const auto known = mine::recognise(source, file);
    if (!known || (!known->format && known->store.empty()) ||
        mine::reads(*request.from, known->store))
      return false;
    last = file.name + " is " +
           (known->format ? "a file of " + std::string(name_of(*known->format)) + ": mine it"
                          : known->what + ": import it with --from " + std::string(known->store));
    over.not_read(file, last.substr(file.name.size() + 4));
    return true;
  });
  if (!source.files().empty() || last.empty())
    return {};
  return Failure(Error{Code::validation_failed, last, "file", {}, {}});
}

Result<ImportFromReply> run_import_from(Engine& engine, const ImportFromRequest& request,
                                        const Caller& caller) {
  if (!request.from)
    return Failure(refuse("from", "is required: name the store"));
  if (request.file.empty() || request.file == "-")
    return Failure(refuse("file", "is required with --from: name the store's file, folder or zip"));
  TakeOver over(engine, request);
  const bool tables = !mine::tables_of(*request.from).empty();
  mine::Source source = TRY(mine::Source::open(request.file));
  TRY_VOID(leave_out_others(request, source, over));
  const auto total = static_cast<std::int64_t>(source.bytes());
  std::int64_t done = 0;
  const mine::StoreSink sink{
      [&](mine::ForeignMemory memory) { return over.take(std::move(memory)); },
      [&](const mine::ForeignLink& link) { return over.link(link); },
      [&](const std::string& where, const std::string& reason) {
        return over.left_out(where, reason);
      },
      [&](std::uint64_t bytes) {
        done += static_cast<std::int64_t>(bytes);
        notify(caller, {std::min(done, total), total, "importing"});
      },
      [&](const std::string& where, const std::string& reason) {
        return over.link_left_out(where, reason);
      },
      [&](const mine::ForeignUse& use) { return over.used(use); }};
  TRY_VOID(tables ? read_tables(engine, request, sink)
                  : mine::read_store(*request.from, source, sink));
  return over.finish();
}

}  // namespace

const Operation& import_from() {
  return operation<run_import_from>("import_from", "Import from another store",
                                    "Import from another memory store.", Effect::adds,
                                    {.right = Right::administer});
}

}  // namespace aim::op
