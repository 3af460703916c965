#include "store/sql/memories.h"
#include "store/sql/statement.h"

namespace aim::store::sql {
namespace {

KeyPair pair_of(const Row& row) {
  return {row.integer(0), row.integer(1)};
}

// Memories that live at ?1, in the order of their keys.
std::string select_living(const Dialect& dialect) {
  return std::string("SELECT key FROM memories")
      .append(dialect.by_rows)
      .append(" WHERE (expires_at IS NULL OR expires_at > ?1) ");
}

}  // namespace

Result<std::vector<KeyPair>> SqlMemories::contradictions(Time now, Page page) const {
  return connection_.all(
      "SELECT l.source, l.target FROM links l JOIN memories a ON a.key = l.source "
      "JOIN memories b ON b.key = l.target WHERE l.relation = 'contradicts' "
      "AND (a.expires_at IS NULL OR a.expires_at > ?1) "
      "AND (b.expires_at IS NULL OR b.expires_at > ?1) AND NOT EXISTS (SELECT 1 FROM links s "
      "WHERE s.relation = 'supersedes' AND s.source IN (l.source, l.target) "
      "AND s.target IN (l.source, l.target)) "
      "ORDER BY l.created_at DESC, l.source, l.target LIMIT ?2 OFFSET ?3",
      pair_of, nanoseconds(now), page.limit, page.offset);
}

Result<std::vector<KeyPair>> SqlMemories::same_content(Time now, Page page) const {
  return connection_.all(connection_.dialect().same_content, pair_of, nanoseconds(now), page.limit,
                         page.offset);
}

Result<std::vector<Key>> SqlMemories::unconfirmed(Time now, Page page) const {
  const Dialect& dialect = connection_.dialect();
  return connection_.all(select_living(dialect) + "AND source = 'hook' AND " +
                             std::string(dialect.position) +
                             "(metadata, '\"confirmed\"') = 0 ORDER BY key DESC LIMIT ?2 OFFSET ?3",
                         integer_of, nanoseconds(now), page.limit, page.offset);
}

Result<std::vector<Key>> SqlMemories::expiring(Time now, Time until, Page page) const {
  return connection_.all(
      "SELECT key FROM memories WHERE expires_at > ?1 AND expires_at <= ?2 "
      "ORDER BY expires_at, key LIMIT ?3 OFFSET ?4",
      integer_of, nanoseconds(now), nanoseconds(until), page.limit, page.offset);
}

Result<std::vector<Key>> SqlMemories::newest_keys(Time now, Key before, std::int64_t limit) const {
  return connection_.all(
      select_living(connection_.dialect()) + "AND key < ?2 ORDER BY key DESC LIMIT ?3", integer_of,
      nanoseconds(now), before, limit);
}

Result<bool> SqlMemories::are_linked(KeyPair pair) const {
  return connection_.any(
      "SELECT 1 FROM links WHERE source IN (?1, ?2) AND target IN (?1, "
      "?2) LIMIT 1",
      pair.first, pair.second);
}

}  // namespace aim::store::sql
