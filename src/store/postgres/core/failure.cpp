#include "store/postgres/core/failure.h"

namespace aim::store::postgres {
namespace {

constexpr std::string_view gone_message = "the database server cannot be reached";
constexpr std::string_view busy_message =
    "the database is in use by another program, which has been writing to it for too long";
constexpr std::string_view again_message =
    "the database gave way to another program's transaction: nothing was changed";
constexpr std::string_view not_made_message = "the database has no tables of ai-memory";
constexpr std::string_view try_again = "try again";
constexpr std::string_view silent_detail = "no answer in time";

// The first two characters of a state name its class (PostgreSQL's documentation, appendix A).
Error by_state(std::string_view state) {
  const auto is_in = [&](std::string_view of) { return state.starts_with(of); };
  if (state == "40001" || state == "40P01")
    return unavailable(std::string(again_message), std::string(try_again));
  if (state == "55P03")
    return busy();
  if (is_in("08") || state == "57P01" || state == "57P02" || state == "57P03" || state == "57P05")
    return gone({});
  if (state == "57014")
    return unavailable("the database server ended the statement", std::string(try_again));
  if (state == "53300")
    return unavailable("all connections of the database server are in use",
                       "end other programs that hold some, or have an administrator raise its "
                       "max_connections");
  if (is_in("53"))
    return unusable("the database server is out of disk or memory: nothing was changed",
                    "make room, then try again");
  if (state == "25006")
    return helped_by(unusable("the database server takes no writes: it is a replica, or read-only"),
                     {"name the primary server", Means::option, "db"});
  if (is_in("28"))
    return refused_user();
  if (state == "3D000")
    return unusable("the database server has no database of that name", "make it with: createdb");
  if (state == "42501")
    return unusable("the database server does not allow that to its user",
                    "let the user own the database, or have an administrator do it");
  if (state == "42P01" || state == "3F000")
    return helped_by(unusable(std::string(not_made_message)),
                     {"see what is wrong", Means::find_fault});
  if (state == "22021")
    return unusable("the database server keeps no texts with the character U+0000",
                    "remove it from the text");
  if (state == "22P05")
    return unusable("the database cannot keep a character of the text: its encoding is not UTF8",
                    "move the memories to a database that has this encoding");
  return database_error({});
}

// The state in a verbose message, which is written in the server's language: "FATAL:  53300: …".
// Empty: there is no state, because the message is the library's own.
std::string_view state_in(std::string_view said) {
  constexpr std::string_view before = ":  ";
  constexpr std::size_t length = 5;
  for (std::size_t at = said.find(before); at != said.npos; at = said.find(before, at + 1)) {
    const std::string_view rest = said.substr(at + before.size());
    const std::string_view state = rest.substr(0, length);
    if (rest.size() > length && rest[length] == ':' &&
        state.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == state.npos)
      return state;
  }
  return {};
}

Error by_words(std::string_view said) {
  const auto has = [&](std::string_view words) { return said.find(words) != said.npos; };
  if (has("password"))
    return refused_user();
  if (has("invalid connection option") || has("invalid URI") || has("missing \"="))
    return unusable("PostgreSQL's client library does not understand the address of the database",
                    "write it as postgres://user@host:port/database");
  return gone({});
}

}  // namespace

Error connection_failure(std::string said) {
  const std::string_view state = state_in(said);
  Error error = state.empty() ? by_words(said) : by_state(state);
  if (error.message == database_error({}).message)
    error = gone({});
  error.detail = std::move(said);
  return error;
}

Error failure(const Libpq& pq, const PGresult* result, std::string_view sql) {
  const char* state = pq.result_error_field(result, PG_DIAG_SQLSTATE);
  const char* said = pq.result_error_field(result, PG_DIAG_MESSAGE_PRIMARY);
  Error error = state ? by_state(state) : gone({});
  error.detail = std::string(said ? said : pq.result_error_message(result))
                     .append(" (")
                     .append(state ? state : "no state")
                     .append(") while: ")
                     .append(sql.substr(0, 200));
  return error;
}

Error gone(std::string detail) {
  Error error = unavailable(std::string(gone_message), std::string(try_again));
  error.detail = std::move(detail);
  return error;
}

Error busy() {
  return unavailable(std::string(busy_message), std::string(try_again));
}

Error refused_user() {
  return helped_by(unusable("the database server refused the user or the password"),
                   {"check PGPASSWORD, AI_MEMORY_DB or the address given", Means::option, "db"});
}

Error silent() {
  return gone(std::string(silent_detail));
}
bool is_silent(const Error& error) {
  return is_gone(error) && error.detail == silent_detail;
}
bool is_gone(const Error& error) {
  return error.message == gone_message;
}
bool may_try_again(const Error& error) {
  return error.message == again_message;
}
bool is_not_made(const Error& error) {
  return error.message == not_made_message;
}

}  // namespace aim::store::postgres
