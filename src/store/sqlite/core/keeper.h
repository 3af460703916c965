// What a part of the store keeps with a connection, from its opening to its closing: a Kept of that
// part, which says under which name (Kept::name). The connection knows nothing of it; SQLite holds
// it as the data of a function of that name. Nothing may be kept of a transaction that may be taken
// back.
#pragma once
#include <sqlite3.h>

#include <memory>

#include "store/sqlite/core/connection.h"
#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {

// What a transaction has changed may be taken back, and its change numbers given again.
inline bool may_keep(Connection& connection) {
  return sqlite3_txn_state(connection.handle(), "main") != SQLITE_TXN_WRITE;
}

template <class Kept>
Result<void> add_keeper(sqlite3* database) {
  constexpr auto give = [](sqlite3_context* context, int, sqlite3_value** values) {
    if (auto* place = static_cast<Kept**>(sqlite3_value_pointer(values[0], Kept::name)))
      *place = static_cast<Kept*>(sqlite3_user_data(context));
    sqlite3_result_null(context);
  };
  auto kept = std::make_unique<Kept>();
  // SQLite ends it, also when it cannot take it.
  if (sqlite3_create_function_v2(
          database, Kept::name, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, kept.release(), give, nullptr,
          nullptr, [](void* ended) { delete static_cast<Kept*>(ended); }) != SQLITE_OK)
    return Failure(failure(database, "add what is kept with a connection"));
  return {};
}

template <class Kept>
Result<Kept*> keeper_of(Connection& connection) {
  Kept* kept = nullptr;
  auto statement =
      TRY(connection.prepare(std::string("SELECT ").append(Kept::name).append("(?1)")));
  statement.bind_pointer(1, &kept, Kept::name);
  TRY_VOID(statement.run());
  if (!kept)
    return Failure(
        database_error(std::string(Kept::name).append(" of the connection are not there")));
  return kept;
}

}  // namespace aim::store::sqlite
