#include "engine/transfer/migrate.h"

#include <boost/json.hpp>
#include <ostream>

#include "app/commands.h"
#include "app/wire.h"
#include "base/clock.h"
#include "cli/render/progress_bar.h"
#include "cli/run.h"

namespace aim::app {
namespace {

std::string json_of(const engine::Migrated& done, const std::string& from, const std::string& to) {
  boost::json::array tables;
  for (const engine::MigratedTable& table : done.tables)
    tables.push_back({{"table", table.name}, {"rows", table.rows}, {"sha256", table.digest}});
  return boost::json::serialize(boost::json::object{{"from", from},
                                                    {"to", to},
                                                    {"resumed", done.resumed},
                                                    {"tables", std::move(tables)},
                                                    {"vectors", done.vectors},
                                                    {"vectors_left_out", done.vectors_left_out}}) +
         "\n";
}

std::string text_of(const engine::Migrated& done, const std::string& from, const std::string& to) {
  constexpr std::size_t shown_digits = 16;
  std::string text = from + " was copied to " + to + (done.resumed ? ", in several runs" : "") +
                     "; both were read again and are equal:\n";
  for (const engine::MigratedTable& table : done.tables)
    if (table.rows > 0)
      text += "  " + table.name + ": " + std::to_string(table.rows) + ", sha256 " +
              table.digest.substr(0, shown_digits) + "\n";
  text += "  vectors: " + std::to_string(done.vectors) + "\n";
  if (done.vectors_left_out > 0)
    text += std::to_string(done.vectors_left_out) +
            " vectors belonged to texts that have changed since: they are computed again\n";
  return text;
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
  const auto report = invocation.json ? json_of : text_of;
  std::ostream(&out) << report(*migrated, from->name(), to->name()) << std::flush;
  return out.failed() == 0 ? cli::exit_done : cli::exit_failed;
}

}  // namespace aim::app
