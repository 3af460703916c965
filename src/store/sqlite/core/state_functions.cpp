#include "store/sqlite/core/state_functions.h"

#include <sqlite3.h>

#include <new>

#include "base/compress.h"
#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {
namespace {

// Nearly all states say these words. Never to be changed: packed states need it. A better one would
// want a mark of its own.
constexpr std::string_view dictionary =
    R"("reinforcement":1,"expires_at":17,"given_times":"t=17,"metadata":"{\"agent_id\":\"","kind":1,)"
    R"("reflection_depth":1,"access_count":1,"last_accessed_at":17,"deadline":1})"
    R"({"namespace":"global","tier":2,"priority":5,"confidence":0.9,"source":"user",)"
    R"("created_at":17,"updated_at":17,"title":"","tags":"[\"","\"]","content":")";

// A packed state is the length of its text, in four bytes, the lowest first, and a frame of zstd.
using Length = std::uint32_t;

std::string_view bytes_of(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  return {bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

std::string packed(std::string_view text) {
  std::string packed;
  for (std::size_t i = 0; i < sizeof(Length); ++i)
    packed.push_back(static_cast<char>(text.size() >> (8 * i)));
  return packed + compress(text, dictionary, Effort::in_bulk);
}

// `most`: longer texts are not expanded, as no value of the database may be longer.
Result<std::string> expanded(std::string_view packed, std::size_t most) {
  Length length = 0;
  for (std::size_t i = 0; i < sizeof length && i < packed.size(); ++i)
    length |= static_cast<Length>(static_cast<unsigned char>(packed[i])) << (8 * i);
  if (packed.size() < sizeof length || length > most)
    return Failure(database_error("a former state of a memory is damaged"));
  return expand(packed.substr(sizeof length), dictionary, length);
}

void pack(sqlite3_context* result, int, sqlite3_value** values) {
  const std::string_view text = bytes_of(values[0]);
  if (text.size() > max_expanded_bytes)
    return sqlite3_result_error_toobig(result);
  try {
    const std::string bytes = packed(text);
    sqlite3_result_blob64(result, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  } catch (const std::bad_alloc&) {  // nothing may fly through SQLite's frames
    sqlite3_result_error_nomem(result);
  }
}

void unpack(sqlite3_context* result, int, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) == SQLITE_TEXT)
    return sqlite3_result_value(result, values[0]);
  const int most = sqlite3_limit(sqlite3_context_db_handle(result), SQLITE_LIMIT_LENGTH, -1);
  try {
    const auto text = expanded(bytes_of(values[0]), static_cast<std::size_t>(most));
    if (!text)
      return sqlite3_result_error(result, "a former state of a memory is damaged", -1);
    sqlite3_result_text64(result, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(result);
  }
}

}  // namespace

Result<void> add_state_functions(sqlite3* database) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  if (sqlite3_create_function_v2(database, "packed_state", 1, flags, nullptr, pack, nullptr,
                                 nullptr, nullptr) != SQLITE_OK ||
      sqlite3_create_function_v2(database, "state_text", 1, flags, nullptr, unpack, nullptr,
                                 nullptr, nullptr) != SQLITE_OK)
    return Failure(failure(database, "add functions for states"));
  return {};
}

}  // namespace aim::store::sqlite
