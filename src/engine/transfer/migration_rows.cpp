#include "engine/transfer/migration_rows.h"

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
using store::Value;

constexpr std::int64_t rows_a_batch = 500, turns_a_batch = 500;
constexpr std::size_t bytes_a_batch = 4 << 20;  // of turns
constexpr std::int64_t memories_a_batch = 256;

// Facts of a database that hold for its rows wherever they are; others are about its own processes
// and indexes.
bool is_copied(const Table& table, const Row& row) {
  if (table.name != "meta")
    return true;
  const auto* name = std::get_if<std::string>(&row.front());
  return name && (*name == store::enriched_to || name->starts_with("unconfirmed standard ") ||
                  name->starts_with("proposed standard ") ||
                  name->starts_with("former standard ") || name->starts_with("files_"));
}

}  // namespace

Result<void> each_batch(const TableRows& rows, const Table& table, Row after,
                        const std::function<Result<void>(std::vector<Row>)>& take) {
  for (;;) {
    auto batch = TRY(rows.after(table, after, rows_a_batch));
    if (batch.empty())
      return {};
    const bool last = std::ssize(batch) < rows_a_batch;
    const Row& end = batch.back();
    after.assign(end.begin(), end.begin() + static_cast<std::ptrdiff_t>(table.key_columns));
    std::erase_if(batch, [&](const Row& row) { return !is_copied(table, row); });
    TRY_VOID(take(std::move(batch)));
    if (last)
      return {};
  }
}

Result<std::vector<Transcript>> all_transcripts(const Reader& reader) {
  std::vector<Transcript> all;
  TRY_VOID(reader.transcripts.each([&](const Transcript& each) -> Result<void> {
    all.push_back(each);
    return {};
  }));
  return all;
}

Result<std::vector<Turn>> some_turns(const Reader& reader, std::int64_t transcript,
                                     std::int64_t from) {
  std::vector<Turn> turns;
  std::size_t bytes = 0;
  for (store::TurnRow& row : TRY(reader.transcripts.turns(transcript, from, turns_a_batch))) {
    row.turn.text = TRY(reader.transcripts.text(row.text));
    bytes += row.turn.text.size();
    turns.push_back(std::move(row.turn));
    if (bytes > bytes_a_batch)
      break;
  }
  return turns;
}

Result<std::vector<Key>> some_keys(const TableRows& rows, Key after) {
  const auto tables = store::copied_tables();
  const Table& memories = *std::ranges::find(tables, "memories", &Table::name);
  const Table keys_only{memories.name, 1, memories.columns.first(1)};
  const Row last{Value(std::int64_t{after})};
  std::vector<Key> keys;
  for (const Row& row : TRY(rows.after(keys_only, last, memories_a_batch)))
    keys.push_back(std::get<std::int64_t>(row.front()));
  return keys;
}

// ---- digests: the same for the same rows, whoever keeps them ----

namespace {

void add_to(Sha256& digest, std::string_view kind, std::string_view bytes) {
  digest.add(std::string(kind) + std::to_string(bytes.size()) + ":");
  digest.add(bytes);
}
void add_to(Sha256& digest, std::int64_t number) {
  add_to(digest, "i", std::to_string(number));
}
void add_to(Sha256& digest, Time time) {
  add_to(digest, time.time_since_epoch().count());
}
void add_to(Sha256& digest, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value))
    add_to(digest, *number);
  else if (const auto* real = std::get_if<double>(&value))
    add_to(digest, "r", {reinterpret_cast<const char*>(real), sizeof *real});
  else if (const auto* text = std::get_if<std::string>(&value))
    add_to(digest, "t", *text);
  else
    add_to(digest, "n", {});
}

using Digests = std::vector<MigratedTable>;

Result<MigratedTable> digest_of(const TableRows& rows, const Table& table, const Came& came) {
  Sha256 digest;
  std::int64_t count = 0;
  TRY_VOID(each_batch(rows, table, {}, [&](const std::vector<Row>& batch) -> Result<void> {
    for (const Row& row : batch)
      for (const Value& value : row) add_to(digest, value);
    count += std::ssize(batch);
    return came("comparing", std::ssize(batch));
  }));
  return MigratedTable{std::string(table.name), count, digest.finish_hex()};
}

Result<MigratedTable> digest_of_turns(const Reader& reader,
                                      const std::vector<Transcript>& transcripts,
                                      const Came& came) {
  Sha256 digest;
  std::int64_t count = 0;
  for (const Transcript& each : transcripts)
    for (std::int64_t next = 0;;) {
      const auto turns = TRY(some_turns(reader, each.number, next));
      if (turns.empty())
        break;
      for (const Turn& turn : turns) {
        add_to(digest, turn.number);
        add_to(digest, static_cast<std::int64_t>(turn.role));
        add_to(digest, turn.said_at);
        add_to(digest, "t", turn.text);
      }
      count += std::ssize(turns);
      next = turns.back().number + 1;
      TRY_VOID(came("comparing", std::ssize(turns)));
    }
  return MigratedTable{"turns", count, digest.finish_hex()};
}

MigratedTable digest_of(const std::vector<Transcript>& transcripts) {
  Sha256 digest;
  for (const Transcript& each : transcripts) {
    for (const std::string& text : {each.id, each.name_space, each.session_id})
      add_to(digest, "t", text);
    add_to(digest, each.created_at);
    add_to(digest, each.updated_at);
    add_to(digest, each.expires_at.value_or(Time::max()));
    add_to(digest, each.turns);
    add_to(digest, each.original_bytes);
  }
  return {"transcripts", std::ssize(transcripts), digest.finish_hex()};
}

Result<Digests> digests_of(const Reader& reader, const TableRows& rows, const Came& came) {
  Digests digests;
  for (const Table& table : store::copied_tables())
    digests.push_back(TRY(digest_of(rows, table, came)));
  const auto transcripts = TRY(all_transcripts(reader));
  digests.push_back(digest_of(transcripts));
  digests.push_back(TRY(digest_of_turns(reader, transcripts, came)));
  return digests;
}

// ---- vectors: those that the copy has are the source's, bit by bit; one of a text that has
// changed since has not come ----

Result<void> compare_rows(const store::MemoryVectors& wanted, const store::MemoryVectors& copied,
                          Migrated& migrated) {
  for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
    const store::VectorRow& row = wanted.rows[i];
    if (row.head.text == 0)
      continue;
    if (i >= copied.rows.size() || copied.rows[i].head.text == 0) {
      ++migrated.vectors_left_out;
      continue;
    }
    const store::VectorRow& other = copied.rows[i];
    if (other.high != row.high || other.low != row.low || other.head.scale != row.head.scale)
      return Failure(conflict("a vector of the copy is not what it is in the source"));
    ++migrated.vectors;
  }
  return {};
}

Result<void> compare_vectors(const Reader& source, const TableRows& rows, const Reader& copy,
                             const Came& came, Migrated& migrated) {
  const auto channels_there = TRY(copy.search.channels());
  for (const store::Channel& channel : TRY(source.search.channels())) {
    const auto same = std::ranges::find_if(channels_there, [&](const store::Channel& each) {
      return each.is_of(channel.model, channel.engine, channel.dimension);
    });
    for (Key after = 0;;) {
      const auto keys = TRY(some_keys(rows, after));
      if (keys.empty())
        break;
      if (same == channels_there.end())
        return Failure(conflict("the copy has no vectors of the model " + channel.model));
      after = keys.back();
      const auto wanted = TRY(source.search.vectors_of(channel, keys));
      const auto copied = TRY(copy.search.vectors_of(*same, keys));
      for (const store::MemoryVectors& each : wanted) {
        const auto other = std::ranges::find(copied, each.key, &store::MemoryVectors::key);
        TRY_VOID(
            compare_rows(each, other == copied.end() ? store::MemoryVectors() : *other, migrated));
      }
      TRY_VOID(came("comparing", 0));
    }
  }
  return {};
}

}  // namespace

Result<void> compare_copy(const Reader& source, const TableRows& source_rows, const Reader& copy,
                          const TableRows& copy_rows, const Came& came, Migrated& migrated) {
  const Digests wanted = TRY(digests_of(source, source_rows, came));
  migrated.tables = TRY(digests_of(copy, copy_rows, came));
  std::string differ;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& [name, rows, digest] = migrated.tables[i];
    if (wanted[i].rows != rows || wanted[i].digest != digest)
      differ += (differ.empty() ? "" : ", ") + name + " (" + std::to_string(wanted[i].rows) +
                " and " + std::to_string(rows) + " rows)";
  }
  if (!differ.empty())
    return Failure(
        conflict("the copy is not what the source is: " + differ +
                 "; see that nobody uses either, and begin again with an empty database"));
  return compare_vectors(source, source_rows, copy, came, migrated);
}

}  // namespace aim::engine
