#include "store/sqlite/search/waiting_texts.h"

#include <sqlite3.h>

#include <memory>
#include <unordered_map>
#include <utility>

#include "memory/length_code.h"
#include "store/rows.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/search/index_rules.h"

namespace aim::store::sqlite {
namespace {

constexpr const char* pointer_type = "aim_waiting_texts";
constexpr std::size_t most_kept = 2 * most_waiting;

// Of one version of a memory.
struct Kept {
  std::int64_t seq = 0;
  std::string id;
  std::shared_ptr<const TextPlaces> text;
};

struct Keeper {
  std::unordered_map<Key, Kept> texts;
  std::int64_t added = 0;  // memories since the last look at a commit
};

void give_keeper(sqlite3_context* context, int, sqlite3_value** values) {
  if (auto* place = static_cast<Keeper**>(sqlite3_value_pointer(values[0], pointer_type)))
    *place = static_cast<Keeper*>(sqlite3_user_data(context));
  sqlite3_result_null(context);
}

Result<Keeper*> keeper_of(Connection& connection) {
  Keeper* keeper = nullptr;
  auto statement = TRY(connection.prepare("SELECT waiting_texts(?1)"));
  statement.bind_pointer(1, &keeper, pointer_type);
  TRY_VOID(statement.run());
  if (!keeper)
    return Failure(database_error("what is kept of waiting texts is not there"));
  return keeper;
}

Result<TextPlaces> read_text(Connection& connection, Key key) {
  auto row =
      TRY(connection.prepare("SELECT title, content, tags, metadata FROM memories WHERE key = ?1"));
  row.bind(key);
  Memory memory;  // what of it is indexed
  if (TRY(row.step())) {
    memory.title = row.string(0);
    memory.content = row.string(1);
    memory.tags = tags_from_json(row.text(2));
    memory.metadata = row.string(3);
  }
  return TextPlaces(memory);
}

struct Waiting {
  std::int64_t memories = 0, bytes = 0;
};

// Counts no more than that many.
Result<Waiting> count_waiting(Connection& connection, Key after, std::int64_t most) {
  auto rows = TRY(
      connection.prepare("SELECT length_code FROM memories WHERE key > ?1 ORDER BY key LIMIT ?2"));
  rows.bind(after, most);
  Waiting waiting;
  while (TRY(rows.step())) {
    ++waiting.memories;
    waiting.bytes += decode_length(static_cast<int>(rows.integer(0)));
  }
  return waiting;
}

}  // namespace

Result<void> add_waiting_texts(sqlite3* database) {
  auto keeper = std::make_unique<Keeper>();
  // SQLite ends it, also when it cannot take it.
  if (sqlite3_create_function_v2(database, "waiting_texts", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                 keeper.release(), give_keeper, nullptr, nullptr, [](void* kept) {
                                   delete static_cast<Keeper*>(kept);
                                 }) != SQLITE_OK)
    return Failure(failure(database, "add text functions"));
  return {};
}

Result<void> let_wait(Connection& connection, Key key) {
  if (TRY(indexed_to_for_change(connection)) == all_indexed)
    TRY_VOID(begin_waiting(connection, key));
  ++TRY(keeper_of(connection))->added;
  return {};
}

Result<void> index_if_many_wait(Connection& connection) {
  Keeper& keeper = *TRY(keeper_of(connection));
  const std::int64_t added = std::exchange(keeper.added, 0);
  if (added == 0)
    return {};
  const Key indexed = TRY(indexed_to(connection));
  if (indexed == all_indexed)
    return {};
  const Waiting waiting = TRY(count_waiting(connection, indexed, most_waiting));
  if (waiting.memories < most_waiting && waiting.bytes < most_waiting_bytes)
    return {};
  TRY(index_waiting(connection));
  return {};
}

Result<void> each_waiting(Connection& connection, Key after,
                          const std::function<void(std::int64_t, const TextPlaces&)>& use) {
  Keeper& keeper = *TRY(keeper_of(connection));
  // What a transaction has changed may be taken back, and its numbers given again.
  const bool keep = sqlite3_txn_state(connection.handle(), "main") != SQLITE_TXN_WRITE;
  decltype(keeper.texts) kept;
  auto rows = TRY(connection.prepare(
      "SELECT key, seq, id, namespace, length_code FROM memories WHERE key > ?1 ORDER BY key"));
  rows.bind(after);
  while (TRY(rows.step())) {
    const Key key = rows.integer(0);
    const std::int64_t doc = Doc::pack(rows.integer(3), key, static_cast<int>(rows.integer(4)));
    const auto found = keeper.texts.find(key);
    std::shared_ptr<const TextPlaces> text;
    if (found != keeper.texts.end() && found->second.seq == rows.integer(1) &&
        found->second.id == rows.text(2))
      text = found->second.text;
    else
      text = std::make_shared<const TextPlaces>(TRY(read_text(connection, key)));
    use(doc, *text);
    if (keep && kept.size() < most_kept)
      kept.emplace(key, Kept{rows.integer(1), rows.string(2), std::move(text)});
  }
  if (keep)
    keeper.texts = std::move(kept);
  return {};
}

}  // namespace aim::store::sqlite
