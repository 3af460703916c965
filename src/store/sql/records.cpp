#include "store/sql/records.h"

#include "base/append.h"
#include "base/ascii.h"
#include "memory/tier.h"
#include "store/sql/statement.h"
#include "store/sql/tables/changes.h"

namespace aim::store::sql {
namespace {

constexpr std::string_view select_event =
    "SELECT sequence, at, type, payload, previous, key, signature FROM signed_events ";

std::string select_events(std::string_view rest) {
  return std::string(select_event).append(rest);
}

Event event_of(const Row& row) {
  return {row.integer(0), time_in(row, 1), row.string(2), row.string(3),
          row.string(4),  row.string(5),   row.string(6)};
}

GoldenQuestion question_of(const Row& row) {
  GoldenQuestion question;
  question.number = row.integer(0);
  question.question = row.string(1);
  question.name_space = row.string(2);
  question.memory = row.string(3);
  question.added_at = time_in(row, 4);
  if (row.is_null(5))
    return question;
  GoldenRun& run = question.last.emplace();
  run.at = time_in(row, 5);
  run.rank = row.maybe_integer(6);
  run.score = row.maybe_real(7);
  run.setup = row.string(8);
  return question;
}

constexpr std::string_view tokens_version_name = "tokens";

// They are kept one a line.
std::vector<std::string> patterns_of(std::string_view lines) {
  std::vector<std::string> patterns;
  while (!lines.empty()) patterns.emplace_back(ascii::take_part(lines, '\n'));
  return patterns;
}

TokenRow token_of(const Row& row) {
  TokenRow token;
  token.rights.id = row.string(0);
  token.rights.name = row.string(1);
  token.hash = row.string(2);
  token.rights.administers = row.integer(3) != 0;
  token.rights.read = patterns_of(row.text(4));
  token.rights.write = patterns_of(row.text(5));
  token.created_at = time_in(row, 6);
  token.expires_at = maybe_time_in(row, 7);
  token.revoked_at = maybe_time_in(row, 8);
  return token;
}

}  // namespace

// ---- signed events ----

Result<ChainHead> SqlRecords::chain_head() const {
  const auto last = TRY(connection_.statement(select_events("ORDER BY sequence DESC LIMIT 1")));
  if (!TRY(last->step()))
    return ChainHead{};
  const Event event = event_of(*last);
  return ChainHead{event.sequence, hash_of(event)};
}

Result<Event> SqlRecords::append_event(Time at, std::string_view type, const Payload& payload,
                                       const SigningKey* key) {
  ChainHead head = TRY(chain_head());
  Event event = next_event(head.sequence, std::move(head.hash), at, type, payload, key);
  TRY_VOID(connection_.run(
      "INSERT INTO signed_events(sequence, at, type, payload, previous, key, signature) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      event.sequence, event.at.time_since_epoch().count(), event.type, event.payload,
      event.previous, event.key, event.signature));
  return event;
}

Result<std::optional<Event>> SqlRecords::find_event(std::int64_t sequence) const {
  return connection_.first(select_events("WHERE sequence = ?1"), event_of, sequence);
}

Result<void> SqlRecords::each_event(std::int64_t after,
                                    const std::function<Result<bool>(const Event&)>& take) const {
  return connection_.walk(
      select_events("WHERE sequence > ").append(std::to_string(after)).append(" ORDER BY sequence"),
      [&](const Row& row) { return take(event_of(row)); });
}

Result<std::vector<Event>> SqlRecords::newest_events(std::string_view type,
                                                     std::optional<std::int64_t> before,
                                                     std::int64_t limit) const {
  return connection_.all(
      select_events(
          "WHERE sequence < ?1 AND (?2 = '' OR type = ?2) ORDER BY sequence DESC LIMIT ?3"),
      event_of, before.value_or(INT64_MAX), type, limit);
}

Result<EventCounts> SqlRecords::count_events() const {
  EventCounts counts;
  counts.events = TRY(connection_.number_or_zero("SELECT max(sequence) FROM signed_events"));
  counts.not_signed =
      TRY(connection_.number_or_zero("SELECT count(*) FROM signed_events WHERE signature = ''"));
  return counts;
}

// ---- tokens ----

Result<std::int64_t> SqlRecords::tokens_version() const {
  return TRY(meta_number(connection_, tokens_version_name)).value_or(0);
}

Result<std::vector<TokenRow>> SqlRecords::tokens() const {
  return connection_.all(
      "SELECT id, name, hash, administers, read, write, created_at, expires_at, revoked_at "
      "FROM tokens ORDER BY created_at, id",
      token_of);
}

Result<void> SqlRecords::add_token(const TokenRow& row) {
  const std::string read = join_texts(row.rights.read, "\n"),
                    write = join_texts(row.rights.write, "\n");
  TRY_VOID(connection_.run(
      "INSERT INTO tokens(id, name, hash, administers, read, write, created_at, expires_at) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      row.rights.id, row.rights.name, row.hash, std::int64_t{row.rights.administers}, read, write,
      nanoseconds(row.created_at), nanoseconds(row.expires_at)));
  return count_up_tokens();
}

Result<void> SqlRecords::revoke_token(std::string_view id, Time now) {
  TRY_VOID(connection_.run("UPDATE tokens SET revoked_at = ?1 WHERE id = ?2 AND revoked_at IS NULL",
                           nanoseconds(now), id));
  return count_up_tokens();
}

Result<void> SqlRecords::remove_token(std::string_view id) {
  TRY_VOID(connection_.run("DELETE FROM tokens WHERE id = ?1", id));
  return count_up_tokens();
}

Result<void> SqlRecords::count_up_tokens() {
  return set_meta(connection_, tokens_version_name, TRY(tokens_version()) + 1);
}

// ---- golden questions ----

Result<std::vector<GoldenQuestion>> SqlRecords::golden_questions() const {
  return connection_.all(
      "SELECT number, question, namespace, memory, added_at, run_at, "
      "run_rank, run_score, run_setup "
      "FROM golden_questions ORDER BY number",
      question_of);
}

Result<std::int64_t> SqlRecords::put_golden_question(const GoldenQuestion& question) {
  // What the last run found was another memory's rank.
  const auto number = TRY(connection_.number(
      "INSERT INTO golden_questions(question, namespace, memory, added_at) VALUES (?1, ?2, ?3, ?4) "
      "ON CONFLICT(question, namespace) DO UPDATE SET memory = ?3, added_at = ?4, run_at = NULL, "
      "run_rank = NULL, run_score = NULL, run_setup = NULL RETURNING number",
      question.question, question.name_space, question.memory, nanoseconds(question.added_at)));
  return number.value_or(0);
}

Result<bool> SqlRecords::remove_golden_question(std::int64_t number) {
  TRY_VOID(connection_.run("DELETE FROM golden_questions WHERE number = ?1", number));
  return connection_.changes() > 0;
}

Result<void> SqlRecords::record_golden_run(std::int64_t number, const GoldenRun& run) {
  return connection_.run(
      "UPDATE golden_questions SET run_at = ?2, run_rank = ?3, run_score = ?4, run_setup = ?5 "
      "WHERE number = ?1",
      number, nanoseconds(run.at), run.rank, run.score, run.setup);
}

// ---- keys of namespaces ----

Result<std::vector<NameKey>> SqlRecords::name_keys() const {
  return connection_.all(
      "SELECT key, namespace, folder, inode, moved FROM namespace_keys ORDER BY key",
      [](const Row& row) {
        return NameKey{row.string(0), row.string(1), row.string(2), row.integer(3),
                       row.integer(4) != 0};
      });
}

Result<void> SqlRecords::put_name_key(const NameKey& row) {
  return connection_.run(
      "INSERT INTO namespace_keys(key, namespace, folder, inode, moved) VALUES (?1, ?2, ?3, ?4, "
      "?5) "
      "ON CONFLICT(key) DO UPDATE SET namespace = excluded.namespace, folder = excluded.folder, "
      "inode = excluded.inode, moved = excluded.moved",
      row.key, row.name_space, row.folder, row.inode, std::int64_t{row.moved});
}

Result<bool> SqlRecords::remove_name_key(std::string_view key) {
  TRY_VOID(connection_.run("DELETE FROM namespace_keys WHERE key = ?1", key));
  return connection_.changes() > 0;
}

// ---- facts ----

Result<std::optional<std::int64_t>> SqlRecords::fact(std::string_view name) const {
  return meta_number(connection_, name);
}

Result<void> SqlRecords::set_fact(std::string_view name, std::int64_t value) {
  return set_meta(connection_, name, value);
}

Result<void> SqlRecords::clear_fact(std::string_view name) {
  return clear_meta(connection_, name);
}

Result<std::string> SqlRecords::text_fact(std::string_view name) const {
  return TRY(connection_.first("SELECT value FROM meta WHERE name = ?1", string_of, name))
      .value_or(std::string());
}

Result<void> SqlRecords::set_text_fact(std::string_view name, std::string_view text) {
  return connection_.run(
      "INSERT INTO meta(name, value) VALUES (?1, ?2) "
      "ON CONFLICT(name) DO UPDATE SET value = excluded.value",
      name, text);
}

Result<std::vector<std::string>> SqlRecords::facts_beginning(std::string_view beginning,
                                                             std::int64_t limit) const {
  auto names = TRY(
      connection_.all("SELECT name FROM meta WHERE name >= ?1 AND name < ?2 ORDER BY name LIMIT ?3",
                      string_of, beginning, after_prefix(beginning), limit));
  for (std::string& name : names) name.erase(0, beginning.size());
  return names;
}

// ---- changes ----

Result<std::int64_t> SqlRecords::last_change() const {
  return sql::last_change(connection_);
}

Result<std::optional<std::int64_t>> SqlRecords::before_changes_since(Time time) const {
  return connection_.number("SELECT min(seq) - 1 FROM memories WHERE updated_at > ?1",
                            time.time_since_epoch().count());
}

Result<std::vector<ChangeRow>> SqlRecords::changes_after(std::int64_t after,
                                                         std::int64_t limit) const {
  return connection_.all(
      "SELECT * FROM (SELECT m.seq, m.id, n.name, 0 FROM memories m JOIN namespaces n ON "
      "n.number = m.namespace WHERE m.seq > ?1 ORDER BY m.seq LIMIT ?2) a UNION ALL "
      "SELECT * FROM (SELECT seq, id, namespace, 1 FROM tombstones WHERE seq > ?1 ORDER BY seq "
      "LIMIT ?2) b ORDER BY 1 LIMIT ?2",
      [](const Row& row) {
        return ChangeRow{row.integer(0), row.string(1), row.string(2), row.integer(3) != 0};
      },
      after, limit);
}

// ---- counts ----

Result<Counts> SqlRecords::counts(Time now) const {
  Counts all;
  const auto tiers = TRY(connection_.statement(
      "SELECT tier, count(*) FROM memories GROUP BY tier ORDER BY 2 DESC, 1"));
  while (TRY(tiers->step())) {
    all.by_tier.emplace_back(name_of(static_cast<Tier>(tiers->integer(0))), tiers->integer(1));
    all.memories += tiers->integer(1);
  }
  const std::int64_t from = nanoseconds(now);
  const std::int64_t to = nanoseconds(now + std::chrono::hours(1));
  all.expiring_soon = TRY(connection_.number_or_zero(
      "SELECT count(*) FROM memories WHERE expires_at > ?1 AND expires_at <= ?2", from, to));
  all.reflections = TRY(connection_.number_or_zero("SELECT count(*) FROM memories WHERE kind = 1"));
  // By a column: what SQLite counts without one it counts to the end, however long a damaged tree
  // seems.
  all.links = TRY(connection_.number_or_zero("SELECT count(source) FROM links"));
  all.archived = TRY(connection_.number_or_zero("SELECT count(id) FROM archive"));
  all.size_bytes = TRY(connection_.number_or_zero(connection_.dialect().size));
  return all;
}

Result<Growth> SqlRecords::growth(Time since) const {
  Growth growth;
  const std::int64_t from =
      std::chrono::floor<std::chrono::days>(since).time_since_epoch() / std::chrono::days(1);
  const std::int64_t first = from * std::chrono::nanoseconds(std::chrono::days(1)).count();
  growth.before =
      TRY(connection_.number_or_zero("SELECT count(*) FROM memories WHERE created_at < ?1", first));
  growth.days = TRY(connection_.all(
      "SELECT created_at / 86400000000000, count(*) FROM memories WHERE created_at >= ?1 "
      "GROUP BY 1 ORDER BY 1",
      two_numbers, first));
  return growth;
}

Result<NamedCounts> SqlRecords::count_name_spaces() const {
  return connection_.all(
      "SELECT name, memories FROM namespaces WHERE memories > 0 ORDER BY memories DESC, name",
      named_count);
}

}  // namespace aim::store::sql
