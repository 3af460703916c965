#include "engine/transfer/migrate.h"

#include <ostream>

#include "app/commands.h"
#include "app/wire.h"
#include "base/clock.h"
#include "cli/migration.h"
#include "cli/render/progress_bar.h"
#include "cli/run.h"

namespace aim::app {
namespace {

cli::MigrationReport report_of(const engine::Migrated& migrated, const store::Store& from,
                               const store::Store& to) {
  cli::MigrationReport report{from.name(), to.name(),        migrated.resumed,
                              {},          migrated.vectors, migrated.vectors_left_out};
  for (const engine::MigratedTable& table : migrated.tables)
    report.tables.push_back({table.name, table.rows, table.digest});
  return report;
}

}  // namespace

int migrate_database(const cli::Invocation& invocation, const Config& config, cli::Output& out) {
  const SystemClock clock;
  const auto from_address = store_address(*invocation.text("from"), "FROM");
  const auto to_address = store_address(*invocation.text("to"), "TO");
  for (const auto* each : {&from_address, &to_address})
    if (!*each)
      return cli::report(each->error());
  if (*from_address == *to_address)
    return cli::report(refuse("TO", "must not be the database that is copied"));
  const auto from = make_store(*from_address, config, clock);
  if (!from->exists())
    return cli::report(missing("no such database: " + from->name()));
  const auto to = make_store(*to_address, config, clock);
  cli::ProgressBar bar;
  const auto tell = [&](std::string_view what, std::int64_t done, std::int64_t total) {
    bar.show(what, static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total));
  };
  const auto migrated = engine::migrate({*from, *to, clock, {}, tell});
  bar.clear();
  if (!migrated)
    return cli::report(migrated.error());
  if (const auto finished = to->finish(); !finished)
    return cli::report(finished.error());
  const auto report = report_of(*migrated, *from, *to);
  std::ostream(&out) << (invocation.json ? report.json() : report.text()) << std::flush;
  return out.failed() == 0 ? cli::exit_done : cli::exit_failed;
}

}  // namespace aim::app
