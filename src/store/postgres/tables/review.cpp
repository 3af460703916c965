#include "store/postgres/tables/review.h"

namespace aim::store::postgres {
namespace {

std::int64_t number(Time time) {
  return time.time_since_epoch().count();
}

Result<std::vector<KeyPair>> pairs_of(Statement& statement) {
  std::vector<KeyPair> pairs;
  while (TRY(statement.step())) pairs.push_back({statement.integer(0), statement.integer(1)});
  return pairs;
}

Result<std::vector<Key>> keys_of(Statement& statement) {
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

}  // namespace

Result<std::vector<KeyPair>> PostgresReview::contradictions(Time now, Page page) const {
  auto statement = TRY(connection_.prepare(
      "SELECT l.source, l.target FROM links l JOIN memories a ON a.key = l.source "
      "JOIN memories b ON b.key = l.target WHERE l.relation = 'contradicts' "
      "AND (a.expires_at IS NULL OR a.expires_at > $1) "
      "AND (b.expires_at IS NULL OR b.expires_at > $1) AND NOT EXISTS (SELECT 1 FROM links s "
      "WHERE s.relation = 'supersedes' AND s.source IN (l.source, l.target) "
      "AND s.target IN (l.source, l.target)) "
      "ORDER BY l.created_at DESC, l.source, l.target LIMIT $2 OFFSET $3"));
  statement.bind(number(now), page.limit, page.offset);
  return pairs_of(statement);
}

// Groups are found by the index of contents; only what is in one is compared.
Result<std::vector<KeyPair>> PostgresReview::same_content(Time now, Page page) const {
  auto statement = TRY(connection_.prepare(
      "WITH alike AS (SELECT namespace AS n, hashtextextended(content, 0) AS h FROM memories "
      "GROUP BY 1, 2 HAVING count(*) > 1) SELECT a.key, b.key FROM alike JOIN memories a ON "
      "a.namespace = n AND hashtextextended(a.content, 0) = h JOIN memories b ON b.namespace = n "
      "AND hashtextextended(b.content, 0) = h AND b.key > a.key AND b.content = a.content "
      "WHERE (a.expires_at IS NULL OR a.expires_at > $1) "
      "AND (b.expires_at IS NULL OR b.expires_at > $1) "
      "AND NOT EXISTS (SELECT 1 FROM links WHERE source = a.key AND target = b.key) "
      "AND NOT EXISTS (SELECT 1 FROM links WHERE source = b.key AND target = a.key) "
      "ORDER BY a.key, b.key LIMIT $2 OFFSET $3"));
  statement.bind(number(now), page.limit, page.offset);
  return pairs_of(statement);
}

Result<std::vector<Key>> PostgresReview::unconfirmed(Time now, Page page) const {
  auto statement = TRY(connection_.prepare(
      "SELECT key FROM memories WHERE source = 'hook' "
      "AND strpos(metadata, '\"confirmed\"') = 0 AND (expires_at IS NULL OR expires_at > $1) "
      "ORDER BY key DESC LIMIT $2 OFFSET $3"));
  statement.bind(number(now), page.limit, page.offset);
  return keys_of(statement);
}

Result<std::vector<Key>> PostgresReview::expiring(Time now, Time until, Page page) const {
  auto statement =
      TRY(connection_.prepare("SELECT key FROM memories WHERE expires_at > $1 AND expires_at <= $2 "
                              "ORDER BY expires_at, key LIMIT $3 OFFSET $4"));
  statement.bind(number(now), number(until), page.limit, page.offset);
  return keys_of(statement);
}

Result<std::vector<Key>> PostgresReview::newest(Time now, std::int64_t limit) const {
  auto statement =
      TRY(connection_.prepare("SELECT key FROM memories WHERE expires_at IS NULL OR "
                              "expires_at > $1 ORDER BY key DESC LIMIT $2"));
  statement.bind(number(now), limit);
  return keys_of(statement);
}

Result<bool> PostgresReview::are_linked(KeyPair pair) const {
  return TRY(connection_.number("SELECT 1 FROM links WHERE source IN ($1, $2) AND target IN ($1, "
                                "$2) LIMIT 1",
                                pair.first, pair.second))
      .has_value();
}

}  // namespace aim::store::postgres
