#include "engine/transfer/migrate.h"

#include "base/hash.h"
#include "store/records.h"
#include "store/search.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

using store::Reader;
using store::Row;
using store::Table;
using store::TableRows;
using store::Writer;

// In the target's table meta: a hash of what was to be copied, as long as not all of it has come.
constexpr std::string_view migrating = "migrating";

class Copy {
 public:
  Copy(const Migration& migration, store::TableStore& from, store::TableStore& to)
      : migration_(migration), from_(from), to_(to) {}

  // One snapshot of the source for all of it.
  Result<Migrated> run() {
    Migrated migrated;
    TRY_VOID(from_.read_rows(
        [&](Reader& reader, const TableRows& rows) -> Result<void> {
          TRY_VOID(count(reader, rows));
          migrated.resumed = TRY(begin(reader, rows));
          for (const Table& table : store::copied_tables()) TRY_VOID(copy_table(rows, table));
          for (const Transcript& each : TRY(all_transcripts(reader)))
            TRY_VOID(copy_transcript(reader, each));
          TRY_VOID(copy_vectors(reader, rows));
          TRY_VOID(write([](Writer& writer, TableRows& all) -> Result<void> {
            TRY_VOID(all.finish());
            return writer.search.merge_text_index(INT64_MAX);
          }));
          return to_.read_rows(
              [&](Reader& there, const TableRows& rows_there) {
                return compare_copy(reader, rows, there, rows_there, teller(), migrated);
              },
              migration_.stop);
        },
        migration_.stop));
    TRY_VOID(write([](Writer& writer, TableRows&) -> Result<void> {
      return writer.records.clear_fact(migrating);
    }));
    return migrated;
  }

 private:
  Result<void> write(const store::TableStore::WriteRows& use) {
    return to_.write_rows(use, migration_.stop);
  }

  Result<void> came(std::string_view what, std::int64_t rows) {
    done_ += rows;
    if (migration_.tell)
      migration_.tell(what, done_, total_);
    if (migration_.stop && migration_.stop())
      return Failure(store::cancelled());
    return {};
  }
  Came teller() {
    return [this](std::string_view what, std::int64_t rows) { return came(what, rows); };
  }

  // Copied once, read twice.
  Result<void> count(const Reader& reader, const TableRows& rows) {
    for (const Table& table : store::copied_tables()) total_ += 3 * TRY(rows.count(table));
    total_ += 3 * TRY(reader.transcripts.totals()).turns;
    return {};
  }

  // Whose copy the target is: a database that was changed since has another mark.
  static Result<std::int64_t> mark_of(const Reader& reader, const TableRows& rows) {
    std::string facts = std::to_string(TRY(reader.records.last_change())) + " " +
                        TRY(reader.records.chain_head()).hash + " " +
                        std::to_string(TRY(reader.transcripts.totals()).turns);
    for (const Table& table : store::copied_tables())
      if (table.name == "archive" || table.name == "links" || table.name == "namespaces")
        facts += " " + std::to_string(TRY(rows.count(table)));
    return static_cast<std::int64_t>(stable_hash(facts) >> 1);
  }

  // Whether it goes on with what an earlier call began.
  Result<bool> begin(const Reader& reader, const TableRows& rows) {
    const std::int64_t mark = TRY(mark_of(reader, rows));
    bool resumed = false;
    TRY_VOID(write([&](Writer& writer, TableRows& there) -> Result<void> {
      const auto begun = TRY(writer.records.fact(migrating));
      resumed = begun == mark;
      if (resumed)
        return {};
      if (begun)
        return Failure(
            conflict("TO holds a part of another migration, or FROM has changed since that one "
                     "began: begin again with an empty database"));
      for (const Table& table : store::copied_tables())
        if (table.name != "meta" && TRY(there.count(table)) > 0)
          return Failure(
              conflict("TO is not empty (its table " + std::string(table.name) +
                       " has rows): name an empty database, or one that does not exist yet"));
      return writer.records.set_fact(migrating, mark);
    }));
    return resumed;
  }

  Result<void> copy_table(const TableRows& from, const Table& table) {
    Row after;
    // Of meta the few that are copied replace what is there.
    if (table.name != "meta") {
      TRY_VOID(to_.read_rows(
          [&](Reader&, const TableRows& there) -> Result<void> {
            after = TRY(there.last_key(table));
            done_ += after.empty() ? 0 : TRY(there.count(table));
            return {};
          },
          migration_.stop));
    }
    return each_batch(from, table, std::move(after), [&](std::vector<Row> batch) -> Result<void> {
      TRY_VOID(write([&](Writer&, TableRows& there) { return there.add(table, batch); }));
      return came(table.name, std::ssize(batch));
    });
  }

  // Each backend numbers and packs the texts of turns in its own way.
  Result<void> copy_transcript(const Reader& reader, const Transcript& from) {
    for (bool more = true; more;) {
      std::size_t copied = 0;
      TRY_VOID(write([&](Writer& writer, TableRows&) -> Result<void> {
        auto here = TRY(writer.transcripts.find(from.id));
        if (!here) {
          here = from;
          here->turns = here->original_bytes = 0;
          TRY_VOID(writer.transcripts.insert(*here));
        }
        const std::int64_t next = TRY(writer.transcripts.last_turn(here->number)) + 1;
        const auto turns = TRY(some_turns(reader, from.number, here->turns == 0 ? 0 : next));
        for (const Turn& turn : turns)
          TRY_VOID(writer.transcripts.add_turn(*here, turn, migration_.clock.now()));
        copied = turns.size();
        more = copied > 0 && here->turns < from.turns;
        return {};
      }));
      TRY_VOID(came("turns", static_cast<std::int64_t>(copied)));
    }
    return {};
  }

  Result<void> copy_vectors(const Reader& reader, const TableRows& rows) {
    const auto channels = TRY(reader.search.channels());
    for (Key after = 0;;) {
      const auto keys = TRY(some_keys(rows, after));
      if (keys.empty() || channels.empty())
        return {};
      after = keys.back();
      TRY_VOID(write([&](Writer& writer, TableRows&) -> Result<void> {
        for (const store::Channel& channel : channels) {
          const auto vectors = TRY(reader.search.vectors_of(channel, keys));
          const auto there = TRY(writer.search.channel_for(channel));
          TRY_VOID(writer.search.write_vectors(there, vectors));
        }
        return {};
      }));
      TRY_VOID(came("vectors", 0));
    }
  }

  const Migration& migration_;
  store::TableStore& from_;
  store::TableStore& to_;
  std::int64_t done_ = 0, total_ = 0;
};

}  // namespace

Result<Migrated> migrate(const Migration& migration) {
  auto* from = migration.from.tables();
  auto* to = migration.to.tables();
  if (from == nullptr || to == nullptr)
    return Failure(refuse("FROM", "must be a database of a kind that can be copied"));
  return Copy(migration, *from, *to).run();
}

}  // namespace aim::engine
