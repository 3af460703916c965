#include "store/postgres/postgres_store.h"

#include <filesystem>

#include "base/compress.h"
#include "base/hash.h"
#include "base/mutex.h"
#include "base/quoting.h"
#include "store/maintenance.h"
#include "store/postgres/core/database.h"
#include "store/postgres/core/failure.h"
#include "store/postgres/memories.h"
#include "store/postgres/new_memories.h"
#include "store/postgres/schema/migrate.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/text_index.h"
#include "store/sql/memory_row.h"
#include "store/sql/sql_store.h"
#include "store/sql/sync.h"
#include "store/sql/table_rows.h"
#include "store/sql/transcripts.h"
#include "store/sql/unit.h"
#include "store/sql/version_rows.h"

namespace aim::store::postgres {
namespace {

// The subjects of this backend that only differ from the shared ones (store/sql) in how they keep
// something, and all of them as one unit of work on one connection (store/sql/unit.h).
class PostgresTranscripts final : public sql::SqlTranscripts {
 public:
  explicit PostgresTranscripts(Connection& connection)
      : SqlTranscripts(connection), connection_(connection) {}
  Result<std::string> text(std::int64_t number) const override;

 private:
  Result<std::int64_t> add_text(const std::string& hash, std::string_view text, Time now) override;
  Result<void> drop_unused(std::span<const std::int64_t> texts) override;

  Connection& connection_;
};

// Rows of the tables as they are (store/table_rows.h).
class PostgresTableRows final : public sql::SqlTableRows {
 public:
  explicit PostgresTableRows(Connection& connection)
      : SqlTableRows(connection), connection_(connection) {}
  Result<void> add(const Table& table, std::span<const Row> rows) override;
  Result<void> finish() override;

 private:
  Result<void> add_made(std::span<const Key> memories) override;

  Connection& connection_;
};
using Unit = sql::Unit<PostgresMemories, PostgresSearch, PostgresTranscripts, sql::SqlSync>;

Result<std::string> PostgresTranscripts::text(std::int64_t number) const {
  constexpr std::int64_t max_bytes = 16 * 1024 * 1024;
  auto statement = TRY(connection_.prepare("SELECT bytes, data FROM turn_texts WHERE number = $1"));
  statement.bind(number);
  if (!TRY(statement.step()))
    return Failure(database_error("text of a turn is missing: " + std::to_string(number)));
  if (statement.integer(0) < 0 || statement.integer(0) > max_bytes)
    return Failure(database_error("text of a turn has a size that cannot be"));
  return expand(statement.text(1), {}, static_cast<std::size_t>(statement.integer(0)));
}

Result<std::int64_t> PostgresTranscripts::add_text(const std::string& hash, std::string_view text,
                                                   Time /*now*/) {
  const std::string data = compress(text, {}, Effort::at_once);
  return connection_.number_or_zero(
      "INSERT INTO turn_texts(hash, bytes, data) VALUES ($1, $2, $3) RETURNING number", hash,
      static_cast<std::int64_t>(text.size()), Bytes{data});
}

Result<void> PostgresTranscripts::drop_unused(std::span<const std::int64_t> texts) {
  return connection_.run(
      "DELETE FROM turn_texts x WHERE x.number = ANY($1) AND NOT EXISTS (SELECT 1 FROM turns t "
      "WHERE t.text = x.number)",
      texts);
}

Result<void> PostgresTableRows::add_made(std::span<const Key> keys) {
  const auto memories = TRY(sql::memories_by_keys(connection_, keys));
  std::vector<std::string> names;
  for (const Memory& memory : memories) names.push_back(memory.name_space);
  const auto numbers = TRY(sql::name_space_numbers(connection_, names));
  std::vector<Numbered> made;
  for (const Memory& memory : memories) {
    made.push_back({numbers.at(memory.name_space), &memory});
    if (const auto agent = sql::agent_of(memory))
      TRY_VOID(connection_.run_later("UPDATE memories SET agent = $2 WHERE key = $1", memory.key,
                                     *agent));
  }
  TRY_VOID(add_beside(connection_, made));
  return index_texts(connection_, made);
}

Result<void> PostgresTableRows::add(const Table& table, std::span<const Row> rows) {
  connection_.forget();
  return SqlTableRows::add(table, rows);
}

Result<void> PostgresTableRows::finish() {
  TRY_VOID(connection_.run(
      "UPDATE change_number SET last = greatest(last, (SELECT max(seq) FROM memories), "
      "(SELECT max(seq) FROM tombstones))"));
  for (const std::string table : {"accesses", "golden_questions", "versions", "link_versions"})
    TRY(connection_.number("SELECT setval(pg_get_serial_sequence('" + table +
                           "', 'number'), coalesce(max(number), 0) + 1, false) FROM " + table));
  return sql::fill_lost_words(PostgresMemories(connection_), connection_);
}

// Maintenance of a database on a PostgreSQL server. The server's own tools copy, restore and repair
// it, and vacuum tends its
// tables: what those do is refused or left to them here.
class PostgresMaintenance final : public Maintenance {
 public:
  explicit PostgresMaintenance(Database& database) : database_(database) {}

  Result<void> probe(const Stop& stop) override;
  Result<std::vector<Finding>> examine(const Stop& stop) override;
  bool is_current() const override;
  Diagnoses diagnose(const DiagnoseOptions& options) override;
  Result<bool> tend_words(const Stop& stop) override;
  Result<Backup> back_up(const BackupRequest& request, const Stop& stop) override;
  Result<Restored> restore(const std::filesystem::path& from, const Stop& stop) override;
  Sizes sizes() const override;
  // A lock of the server's, held by a connection of its own: it ends with the process, whatever
  // ends that.
  Result<std::shared_ptr<void>> try_take(std::string_view role) override;
  std::unique_ptr<ChangeSignal> change_signal() override;
  // By this process: the server may be what is away.
  void count_dropped(std::string_view what, std::size_t count) override;
  std::int64_t dropped(std::string_view what) const override;

 private:
  Database& database_;
  mutable Mutex mutex_;
  std::map<std::string, std::int64_t, std::less<>> dropped_ GUARDED_BY(mutex_);
};

constexpr std::int64_t words_at_a_time = 64;  // of the text index, a transaction

Failure servers_own(std::string_view what, std::string_view tool) {
  return Failure(Error{Code::validation_failed,
                       std::string("a database on a PostgreSQL server is ")
                           .append(what)
                           .append(" with the server's own tools"),
                       {},
                       {},
                       {},
                       {{std::string("use ").append(tool).append(", or export its memories"),
                         Means::export_memories}}});
}

// Whether what is counted of each namespace is what there is.
Result<Finding> check_counts(Connection& connection) {
  const auto wrong =
      TRY(connection.number("SELECT count(*) FROM namespaces n WHERE n.memories <> (SELECT "
                            "count(*) FROM memories m WHERE "
                            "m.namespace = n.number)"));
  return Finding{"rows", wrong == 0,
                 wrong == 0 ? "the counts of all namespaces are right"
                            : std::to_string(wrong.value_or(0)) +
                                  " namespaces are counted wrongly: ranking suffers"};
}

// The server's word for its tables: an index that a crash or a failed build left unusable.
Result<Finding> check_indexes(Connection& connection) {
  const auto wrong = TRY(connection.number(
      "SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE "
      "c.relnamespace = 'ai_memory'::regnamespace AND NOT (i.indisvalid AND i.indisready)"));
  return Finding{"indexes", wrong == 0,
                 wrong == 0 ? "all indexes are valid"
                            : std::to_string(wrong.value_or(0)) +
                                  " indexes are not valid: have an administrator run REINDEX"};
}

using Level = Diagnosis::Level;

constexpr std::string_view rolled_back = "the trial was rolled back";
constexpr std::size_t max_named = 5;

std::string listed(const std::vector<std::string>& all, std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), max_named); ++i)
    text.append(i ? between : "").append(all[i]);
  if (all.size() > max_named)
    text.append(between).append(std::to_string(all.size() - max_named) + " more");
  return text;
}

Diagnosis check_tables(Connection& connection) {
  const auto found = schema_differences(connection);
  if (!found)
    return {Level::warning, "tables",
            "not compared with the migrations, because the user may not make a schema in the "
            "database: " +
                found.error().message};
  if (found->empty())
    return {Level::good, "tables", "as the migrations make them"};
  return {Level::bad, "tables",
          listed(*found, "; ") +
              ". Have an administrator undo that, or restore a backup with pg_restore"};
}

// A memory that is stored, read and deleted. Errors: always one; rolled_back when all went well.
Result<void> try_memory(Connection& connection) {
  Unit unit(connection);
  Memory memory;
  memory.id = memory.title = memory.name_space = memory.content = "ai-memory-doctor-trial";
  memory.created_at = memory.updated_at = at(Time{});
  TRY_VOID(unit.writer().memories.insert(memory));
  const auto found = TRY(unit.reader().memories.find_by_id(memory.id));
  if (!found || found->content != memory.content)
    return Failure(unusable("a memory that was written could not be read again",
                            "have an administrator look at triggers and rules of its tables"));
  TRY_VOID(unit.writer().memories.erase(*found, Time{}));
  return Failure(database_error(std::string(rolled_back)));
}

Diagnosis check_writing(Database& database, Connection& connection) {
  const auto lacking = tables_without_rights(connection);
  if (!lacking)
    return {Level::bad, "write", {}, {}, lacking.error()};
  if (!lacking->empty())
    return {Level::bad, "write",
            "the user of the database may not read and write " + listed(*lacking, ", ") +
                "; have an administrator run: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES "
                "IN SCHEMA ai_memory"};
  const auto tried = database.write(try_memory);
  if (tried.error().detail != rolled_back)
    return {Level::bad, "write", {}, {}, tried.error()};
  return {Level::good, "write", "a memory can be stored and deleted"};
}

Result<void> PostgresMaintenance::probe(const Stop& stop) {
  return database_.read(
      [](Connection& connection) -> Result<void> {
        auto newest =
            TRY(connection.prepare("SELECT n.memories FROM memories m JOIN namespaces n ON "
                                   "n.number = m.namespace ORDER BY "
                                   "m.key DESC LIMIT 1"));
        if (TRY(newest.step()) && newest.integer(0) <= 0)
          return Failure(database_error("a memory is there, and none is counted"));
        return {};
      },
      stop);
}

Result<std::vector<Finding>> PostgresMaintenance::examine(const Stop& stop) {
  std::vector<Finding> findings;
  TRY_VOID(database_.read(
      [&](Connection& connection) -> Result<void> {
        findings.push_back(TRY(check_counts(connection)));
        findings.push_back(TRY(check_indexes(connection)));
        return {};
      },
      stop));
  return findings;
}

bool PostgresMaintenance::is_current() const {
  const auto connection = database_.connect();
  return connection && layout_of(**connection).value_or(0) == newest_layout();
}

Diagnoses PostgresMaintenance::diagnose(const DiagnoseOptions&) {
  Diagnoses found;
  const auto add = [&](Level level, std::string check, std::string detail) {
    found.all.push_back({level, std::move(check), std::move(detail), {}, {}});
  };
  const auto fail = [&](const Error& error) {
    found.all.push_back({Level::bad, "database", {}, {}, error});
    return std::move(found);
  };
  const std::string library = client_library();
  if (!library.empty())
    add(Level::good, "client library", library);
  const auto connection = database_.connect();
  if (!connection)
    return fail(connection.error());
  (*connection)->set_wait_each(database_.options().busy_wait, nullptr);
  const auto layout = layout_of(**connection);
  if (!layout)
    return fail(layout.error());
  found.exists = *layout > 0;
  const int version = (*connection)->server_version();
  const std::string server = "PostgreSQL " + std::to_string(version / 10'000) + "." +
                             std::to_string(version % 10'000) + ", " + shown(database_.address());
  if (const auto usable = check_version(*layout); !usable)
    return fail(usable.error());
  add(Level::good, "database",
      server + (found.exists ? ", layout " + std::to_string(*layout)
                             : ": no memories yet; the first one stored makes the tables"));
  if (const auto encoding = check_encoding(**connection); !encoding)
    found.all.push_back({Level::bad, "encoding", {}, {}, encoding.error()});
  if (!found.exists)
    return found;
  if (*layout < newest_layout()) {
    add(Level::good, "tables", "the next use brings them up to date");
    return found;
  }
  found.all.push_back(check_tables(**connection));
  found.all.push_back(check_writing(database_, **connection));
  const auto findings = examine({});
  if (!findings)
    return fail(findings.error());
  for (const Finding& each : *findings)
    add(each.good ? Level::good : Level::bad, each.check, each.detail);
  return found;
}

Result<bool> PostgresMaintenance::tend_words(const Stop& stop) {
  bool more = false;
  TRY_VOID(database_.write(
      [&](Connection& connection) -> Result<void> {
        more = TRY(tend_text(connection, words_at_a_time));
        return {};
      },
      stop));
  return more;
}

Result<Backup> PostgresMaintenance::back_up(const BackupRequest&, const Stop&) {
  return servers_own("backed up", "pg_dump or pg_basebackup");
}

Result<Restored> PostgresMaintenance::restore(const std::filesystem::path&, const Stop&) {
  return servers_own("restored", "pg_restore");
}

Sizes PostgresMaintenance::sizes() const {
  Sizes sizes;
  // A statistic: without an answer it is 0.
  (void)database_.read(
      [&](Connection& connection) -> Result<void> {
        sizes.database_bytes = TRY(connection.number_or_zero(connection.dialect().size));
        return {};
      },
      {});
  return sizes;
}

// Unlocks before it closes: the server may notice the end of a connection only after the role is
// wanted again.
void give_back(Connection* holder) {
  const std::unique_ptr<Connection> connection(holder);
  connection->set_wait_each(std::chrono::seconds(1), nullptr);
  static_cast<void>(connection->run("SELECT pg_advisory_unlock_all()"));
}

Result<std::shared_ptr<void>> PostgresMaintenance::try_take(std::string_view role) {
  std::unique_ptr<Connection> connection = TRY(database_.connect());
  auto taken = TRY(connection->prepare("SELECT pg_try_advisory_lock($1)"));
  taken.bind(static_cast<std::int64_t>(stable_hash(role)));
  TRY(taken.step());
  if (taken.integer(0) == 0)
    return std::shared_ptr<void>();
  return std::shared_ptr<void>(connection.release(), give_back);
}

std::unique_ptr<ChangeSignal> PostgresMaintenance::change_signal() {
  return std::make_unique<Listener>(database_);
}

void PostgresMaintenance::count_dropped(std::string_view what, std::size_t count) {
  const Lock lock(mutex_);
  dropped_[std::string(what)] += static_cast<std::int64_t>(count);
}

std::int64_t PostgresMaintenance::dropped(std::string_view what) const {
  const Lock lock(mutex_);
  const auto found = dropped_.find(what);
  return found == dropped_.end() ? 0 : found->second;
}

class PostgresStore final : public sql::SqlStore<Database, Unit, PostgresTableRows> {
 public:
  PostgresStore(std::string_view address, const ConnectionOptions& options,
                std::string_view replica)
      : SqlStore(std::string(address), options), maintenance_(database_) {
    if (!replica.empty())
      replica_ = std::make_unique<Database>(std::string(replica), options, Database::Role::replica);
  }

  Result<void> read(const Read& use, const Stop& stop) override {
    // Once known, the primary is not asked where it is.
    if (replica_ && (database_.epoch() != 0 || database_.ensure_open(stop)) &&
        TRY(replica_->read_if_at(database_.position(), database_.epoch(), reading(use), stop)))
      return {};
    return SqlStore::read(use, stop);
  }
  Result<void> finish() override { return {}; }

  std::string name() const override { return shown(database_.address()); }
  // Of a server that does not answer nobody knows: whoever goes on is told so.
  bool exists() const override {
    const auto connection = database_.connect();
    if (!connection)
      return true;
    const auto layout = layout_of(**connection);
    return !layout || *layout > 0;
  }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override {
    if (address.empty())
      return Failure(refuse(field, "must not be empty"));
    if (!is_server_address(address))
      return Failure(refuse(field, "must be a database on a PostgreSQL server too: postgres://…"));
    if (address == database_.address())
      return Failure(refuse(field, "must not be the database in use"));
    ConnectionOptions options = database_.options();
    options.with_position = false;
    return make_store(address, options);
  }
  Maintenance& maintenance() override { return maintenance_; }

 private:
  std::unique_ptr<Database> replica_;
  PostgresMaintenance maintenance_;
};

}  // namespace

std::unique_ptr<Store> make_store(std::string_view address, const ConnectionOptions& options,
                                  std::string_view replica) {
  return std::make_unique<PostgresStore>(address, options, replica);
}

std::string shown(std::string_view address) {
  const std::size_t scheme = std::min(address.find("://"), address.size());
  std::string_view rest = address.substr(std::min(scheme + 3, address.size()));
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::string out = "postgresql://";
  // A password may hold an @ that should have been escaped: the last one ends it. It holds no slash
  // that is not.
  const std::size_t at = rest.rfind('@');
  if (at != rest.npos) {
    const std::string_view user = rest.substr(0, at);
    out.append(user.substr(0, user.find(':'))).append("@");
    rest.remove_prefix(at + 1);
  }
  return out.append(rest);
}

std::string client_library() {
  const auto pq = libpq();
  if (!pq)
    return {};
  const int version = (*pq)->lib_version();
  return "libpq " + std::to_string(version / 10'000) + "." + std::to_string(version % 10'000);
}

}  // namespace aim::store::postgres
