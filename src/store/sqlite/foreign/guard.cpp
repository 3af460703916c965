#include "store/sqlite/foreign/guard.h"

#include <sqlite3.h>

#include <system_error>

namespace aim::store::sqlite {
namespace {

constexpr int steps_between_looks = 5'000;
constexpr std::int64_t min_steps = 50'000'000, steps_a_byte = 50;

// What reading is made of; the rest writes, attaches or changes settings.
constexpr std::array<std::string_view, 7> reading_pragmas{
    "application_id", "index_list", "index_info",  "table_info",
    "table_xinfo",    "table_list", "user_version"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, const char* name) {
  return name && std::find(names.begin(), names.end(), name) != names.end();
}

int allow_reading(void*, int action, const char* first, const char* second, const char*,
                  const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
      return SQLITE_OK;
    case SQLITE_PRAGMA: {
      const std::string_view name = first ? first : "";
      const bool reads = is_one_of(reading_pragmas, first);
      // With a value these two set something.
      const bool sets = second && (name == "application_id" || name == "user_version");
      return reads && !sets ? SQLITE_OK : SQLITE_DENY;
    }
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
      // What SQLite asks when it makes a pragma into a table to be read; the schema itself is
      // closed to writing.
      return first && std::string_view(first) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

// What our statements set and ask, and what SQLite's full-text index asks by itself.
constexpr std::array<std::string_view, 18> our_pragmas{
    "application_id",  "cache_size",     "data_version",       "encoding",    "foreign_keys",
    "integrity_check", "journal_mode",   "legacy_alter_table", "page_count",  "page_size",
    "quick_check",     "synchronous",    "table_info",         "table_xinfo", "temp_store",
    "user_version",    "wal_checkpoint", "index_list"};
// Those that do more than compute.
constexpr std::array<std::string_view, 5> acting_functions{
    "edit", "fts3_tokenizer", "load_extension", "readfile", "writefile"};

// `inner`: the trigger or view that wants it.
int allow_ours(void*, int action, const char* first, const char* second, const char*,
               const char* inner) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return is_one_of(acting_functions, second) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
      return !inner && is_one_of(our_pragmas, first) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_VTABLE:
      return !inner && second && std::string_view(second) == "fts5" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_TEMP_INDEX:
    case SQLITE_CREATE_TEMP_TABLE:
    case SQLITE_CREATE_TEMP_TRIGGER:
    case SQLITE_CREATE_TEMP_VIEW:
      return SQLITE_DENY;
    case SQLITE_DELETE:
      // A trigger of ours forgets the words of former states.
      return !inner || (first && std::string_view(first) == "lost_words") ? SQLITE_OK : SQLITE_DENY;
    default:
      return inner ? SQLITE_DENY : SQLITE_OK;
  }
}

}  // namespace

void harden(sqlite3* database) {
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  for (const int setting : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW,
                            SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION})
    sqlite3_db_config(database, setting, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

void only_read(sqlite3* database, int max_value_bytes) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, max_value_bytes);
  sqlite3_set_authorizer(database, allow_reading, nullptr);
}

void only_ours(sqlite3* database) {
  sqlite3_set_authorizer(database, allow_ours, nullptr);
}

void end_only_ours(sqlite3* database) {
  sqlite3_set_authorizer(database, nullptr, nullptr);
}

std::uintmax_t bytes_with_log(const std::filesystem::path& file) {
  std::uintmax_t bytes = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code error;
    if (const auto size = std::filesystem::file_size(file.string() + suffix, error); !error)
      bytes += size;
  }
  return bytes;
}

std::int64_t steps_for(const std::filesystem::path& file) {
  constexpr std::uintmax_t max_bytes = std::uintmax_t{1} << 46;
  return min_steps +
         steps_a_byte * static_cast<std::int64_t>(std::min(bytes_with_log(file), max_bytes));
}

StepLimit::StepLimit(sqlite3* database, std::int64_t steps) : left_(steps) {
  sqlite3_progress_handler(
      database, steps_between_looks,
      [](void* self) {
        auto& left = static_cast<StepLimit*>(self)->left_;
        left = std::max<std::int64_t>(0, left - steps_between_looks);
        return left <= 0 ? 1 : 0;
      },
      this);
}

}  // namespace aim::store::sqlite
