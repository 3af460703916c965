#include "store/sqlite/core/schema_functions.h"

#include <sqlite3.h>

#include <array>

namespace aim::store::sqlite {
namespace {

// One function, asked of a connection of its own, which is opened when it is first needed.
class Asked {
 public:
  explicit Asked(const char* sql) : sql_(sql) {}
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
  ~Asked() {
    sqlite3_finalize(statement_);
    sqlite3_close_v2(database_);
  }

  void answer(sqlite3_context* context, int count, sqlite3_value** values) {
    if (!statement_ && !prepare())
      return sqlite3_result_error_nomem(context);
    for (int i = 0; i < count; ++i) sqlite3_bind_value(statement_, i + 1, values[i]);
    if (sqlite3_step(statement_) == SQLITE_ROW)
      give(context, sqlite3_column_value(statement_, 0));
    else
      sqlite3_result_error(context, sqlite3_errmsg(database_), -1);
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

 private:
  bool prepare() {
    if (!database_ &&
        sqlite3_open_v2(":memory:", &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        nullptr) != SQLITE_OK)
      return false;
    return sqlite3_prepare_v3(database_, sql_, -1, SQLITE_PREPARE_PERSISTENT, &statement_,
                              nullptr) == SQLITE_OK;
  }

  static void give(sqlite3_context* context, sqlite3_value* value) {
    switch (sqlite3_value_type(value)) {
      case SQLITE_INTEGER:
        return sqlite3_result_int64(context, sqlite3_value_int64(value));
      case SQLITE_FLOAT:
        return sqlite3_result_double(context, sqlite3_value_double(value));
      case SQLITE_TEXT:
        sqlite3_result_text(context, reinterpret_cast<const char*>(sqlite3_value_text(value)),
                            sqlite3_value_bytes(value), SQLITE_TRANSIENT);
        // That a text is JSON is told beside it.
        return sqlite3_result_subtype(context, sqlite3_value_subtype(value));
      default:
        return sqlite3_result_null(context);
    }
  }

  const char* sql_;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

struct Function {
  const char* name;
  int arguments;
  const char* sql;
};
constexpr std::array<Function, 2> functions{{{"json_valid", 1, "SELECT json_valid(?1)"},
                                             {"json_extract", 2, "SELECT json_extract(?1, ?2)"}}};

}  // namespace

bool add_schema_functions(sqlite3* database) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Function& each : functions)
    if (sqlite3_create_function_v2(
            database, each.name, each.arguments, flags, new Asked(each.sql),
            [](sqlite3_context* context, int count, sqlite3_value** values) {
              static_cast<Asked*>(sqlite3_user_data(context))->answer(context, count, values);
            },
            nullptr, nullptr, [](void* asked) { delete static_cast<Asked*>(asked); }) != SQLITE_OK)
      return false;
  return true;
}

}  // namespace aim::store::sqlite
