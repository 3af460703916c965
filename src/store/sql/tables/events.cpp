#include "store/sql/tables/events.h"

#include "store/sql/rows.h"

namespace aim::store::sql {
namespace {

constexpr std::string_view select =
    "SELECT sequence, at, type, payload, previous, key, signature FROM signed_events ";

std::string all_of(std::string_view rest) {
  return std::string(select).append(rest);
}

Event event_of(const Row& row) {
  return {row.integer(0), time_in(row, 1), row.string(2), row.string(3),
          row.string(4),  row.string(5),   row.string(6)};
}

}  // namespace

Result<ChainHead> chain_head(Connection& connection) {
  const auto last = TRY(connection.statement(all_of("ORDER BY sequence DESC LIMIT 1")));
  if (!TRY(last->step()))
    return ChainHead{};
  const Event event = event_of(*last);
  return ChainHead{event.sequence, hash_of(event)};
}

Result<Event> append_event(Connection& connection, Time at, std::string_view type,
                           const Payload& payload, const SigningKey* key) {
  ChainHead head = TRY(chain_head(connection));
  Event event = next_event(head.sequence, std::move(head.hash), at, type, payload, key);
  TRY_VOID(connection.run(
      "INSERT INTO signed_events(sequence, at, type, payload, previous, key, signature) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      event.sequence, event.at.time_since_epoch().count(), event.type, event.payload,
      event.previous, event.key, event.signature));
  return event;
}

Result<std::optional<Event>> find_event(Connection& connection, std::int64_t sequence) {
  const auto found = TRY(connection.statement(all_of("WHERE sequence = ?1")));
  found->bind(sequence);
  if (!TRY(found->step()))
    return std::optional<Event>();
  return std::optional(event_of(*found));
}

Result<void> each_event(Connection& connection, std::int64_t after,
                        const std::function<Result<bool>(const Event&)>& take) {
  return connection.walk(
      all_of("WHERE sequence > ").append(std::to_string(after)).append(" ORDER BY sequence"),
      [&](const Row& row) { return take(event_of(row)); });
}

Result<std::vector<Event>> newest_events(Connection& connection, std::string_view type,
                                         std::optional<std::int64_t> before, std::int64_t limit) {
  const auto rows = TRY(connection.statement(
      all_of("WHERE sequence < ?1 AND (?2 = '' OR type = ?2) ORDER BY sequence DESC LIMIT ?3")));
  rows->bind(before.value_or(INT64_MAX), type, limit);
  std::vector<Event> events;
  while (TRY(rows->step())) events.push_back(event_of(*rows));
  return events;
}

Result<EventCounts> count_events(Connection& connection) {
  EventCounts counts;
  counts.events = TRY(connection.number("SELECT max(sequence) FROM signed_events")).value_or(0);
  counts.not_signed =
      TRY(connection.number("SELECT count(*) FROM signed_events WHERE signature = ''")).value_or(0);
  return counts;
}

}  // namespace aim::store::sql
