#include "engine/transfer/migrate.h"

#include <boost/json.hpp>
#include <iostream>

#include "app/commands.h"
#include "app/wire.h"
#include "cli/render/progress_bar.h"

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

Result<int> migrate_database(const Start& start, const Config& config) {
  const auto from_address = TRY(store_address(*start.invocation.text("from"), "FROM"));
  const auto to_address = TRY(store_address(*start.invocation.text("to"), "TO"));
  if (from_address == to_address)
    return Failure(refuse("TO", "must not be the database that is copied"));
  const auto from = make_store(from_address, config, start.clock);
  if (!from->exists())
    return Failure(missing("no such database: " + from->name()));
  const auto to = make_store(to_address, config, start.clock);
  cli::ProgressBar bar;
  const auto tell = [&](std::string_view what, std::int64_t done, std::int64_t total) {
    bar.show(what, static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total));
  };
  auto migrated = engine::migrate({*from, *to, start.clock, {}, tell});
  bar.clear();
  const auto done = TRY(std::move(migrated));
  if (from->maintenance().is_encrypted() && !to->maintenance().is_encrypted())
    std::cerr << "warning: " << to->name() << " is not encrypted, as " << from->name() << " is\n";
  TRY_VOID(to->finish());
  const auto report = start.invocation.json ? json_of : text_of;
  return start.print(report(done, from->name(), to->name()));
}

}  // namespace aim::app
