// Use case "import_from": takes over what another memory store keeps (`import --from`). Again and
// again: what was taken over before is known by the ids that mine/foreign.h gives.
#include <algorithm>
#include <filesystem>

#include "base/utf8.h"
#include "engine/transfer/export_import.h"
#include "engine/transfer/foreign.h"
#include "mine/stores.h"
#include "op/adopt_batcher.h"
#include "op/kit/catalog_functions.h"
#include "op/secrets.h"

namespace aim::op {
namespace {

struct ImportFromRequest {
  std::optional<mine::Store> from;
  std::string file;
  std::optional<std::string> name_space;
  Tier tier = Tier::long_term;
  bool dry_run = false;
  static constexpr auto fields() {
    using R = ImportFromRequest;
    return std::tuple{
        takes("from", &R::from, rule::any, "Memory store that the document comes from"),
        takes("file", &R::file, rule::path,
              "The document, or the store's file, folder or zip; default or -: standard input"),
        takes("namespace", &R::name_space, rule::name_space,
              "With --from: target namespace; default: the store's name", 'n'),
        takes("tier", &R::tier, rule::any, "With --from: short 6 hours, mid 7 days, long permanent",
              't'),
        takes("dry_run", &R::dry_run, rule::any,
              "With --from: only report what would be imported")};
  }
};
struct ImportFromReply {
  std::int64_t imported = 0, added = 0, updated = 0, skipped = 0, links = 0, left_out = 0;
  std::optional<std::int64_t> secrets_removed;
  std::optional<bool> dry_run;
  std::string from, name_space;
  Tier tier = Tier::long_term;
  std::vector<std::string> errors;
  static constexpr auto fields() {
    using R = ImportFromReply;
    return std::tuple{
        gives("imported", &R::imported, "Memories added or updated; with dry_run: that would be"),
        gives("added", &R::added, "New ones among these"),
        gives("updated", &R::updated, "Changed ones among these"),
        gives("skipped", &R::skipped, "Memories that were already stored"),
        gives("links", &R::links, "Links between these memories"),
        gives("left_out", &R::left_out, "Number of items skipped"),
        gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
        gives("dry_run", &R::dry_run, "True for a dry run"),
        gives("from", &R::from, "Name of the store"),
        gives("namespace", &R::name_space, "Target namespace"),
        gives("tier", &R::tier, "Tier"),
        gives("errors", &R::errors, "The first ten thousand skipped items, with reasons")};
  }
};

constexpr std::size_t max_told = 10'000;

class TakeOver {
 public:
  TakeOver(Engine& engine, const ImportFromRequest& request)
      : engine_(engine),
        request_(request),
        into_{std::string(name_of(*request.from)),
              request.name_space.value_or(std::string(name_of(*request.from))), request.tier},
        adopting_(engine, request.dry_run) {}

  Result<void> take(mine::ForeignMemory foreign) {
    clean(foreign, cleaner_);
    if (foreign.expires && *foreign.expires <= engine_.clock.now())
      return left_out(foreign.id, "it has expired");
    for (Memory& memory : mine::memories_of(foreign, into_))
      if (const auto added = adopting_.add(std::move(memory)); !added) {
        if (added.error().code != Code::validation_failed || added.error().field == "namespace")
          return added;
        TRY_VOID(left_out(foreign.id, added.error().message));
      }
    return {};
  }

  Result<void> link(const mine::ForeignLink& foreign) {
    Link link;
    link.source_id = mine::id_here(foreign.from, into_);
    link.target_id = mine::id_here(foreign.to, into_);
    links_.push_back({links_.size(), std::move(link)});
    return {};
  }

  Result<void> left_out(const std::string& where, const std::string& reason) {
    ++reply_.left_out;
    if (reply_.errors.size() < max_told)
      reply_.errors.push_back(utf8::excerpt(where, 300) + ": " + utf8::excerpt(reason, 300));
    return {};
  }

  Result<ImportFromReply> finish() {
    const auto done = TRY(adopting_.finish());
    reply_.added = done.added;
    reply_.updated = done.updated;
    reply_.imported = done.added + done.updated;
    reply_.skipped = done.unchanged + done.edited;
    reply_.secrets_removed = if_any(cleaner_.removed());
    reply_.from = into_.origin;
    reply_.name_space = into_.name_space;
    reply_.tier = into_.tier;
    reply_.links = static_cast<std::int64_t>(links_.size());
    if (request_.dry_run) {
      reply_.dry_run = true;
      return std::move(reply_);
    }
    engine::ImportReport report;
    TRY_VOID(engine::import_links(engine_, links_, report));
    for (const auto& error : report.errors) TRY_VOID(left_out("a link", error.reason));
    reply_.links -= static_cast<std::int64_t>(report.errors.size());
    return std::move(reply_);
  }

 private:
  Engine& engine_;
  const ImportFromRequest& request_;
  const mine::Into into_;
  std::vector<engine::ImportLink> links_;
  ImportFromReply reply_;
  Cleaner cleaner_ = cleaner_of(engine_);
  AdoptBatcher adopting_;
};

Result<void> read_tables(const Engine& engine, const ImportFromRequest& request,
                         const mine::StoreSink& sink) {
  bool any = false;
  for (const std::string_view table : mine::tables_of(*request.from))
    any = TRY(engine::each_foreign_row(engine, request.file, table,
                                       [&](const engine::ForeignRow& row) {
                                         return mine::take_row(*request.from, table, row, sink);
                                       })) ||
          any;
  if (any)
    return {};
  return Failure(Error{Code::validation_failed,
                       request.file + " has no tables of " + std::string(name_of(*request.from)),
                       {},
                       "name the database file of that store",
                       {}});
}

Result<ImportFromReply> run_import_from(Engine& engine, const ImportFromRequest& request,
                                        const Caller& caller) {
  if (!request.from)
    return Failure(refuse("from", "is required: name the store"));
  if (request.file.empty() || request.file == "-")
    return Failure(refuse("file", "is required with --from: name the store's file, folder or zip"));
  TakeOver over(engine, request);
  const bool tables = !mine::tables_of(*request.from).empty();
  std::optional<mine::Source> source;
  if (!tables)
    source = TRY(mine::Source::open(request.file));
  const auto total = source ? static_cast<std::int64_t>(source->bytes()) : 0;
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
      }};
  TRY_VOID(tables ? read_tables(engine, request, sink)
                  : mine::read_store(*request.from, *source, sink));
  return over.finish();
}

}  // namespace

const Operation& import_from() {
  static const auto it = operation<run_import_from>({"import_from",
                                                     "Import from another store",
                                                     "Import from another memory store.",
                                                     Effect::adds,
                                                     {.right = Right::administer}});
  return it;
}

}  // namespace aim::op
