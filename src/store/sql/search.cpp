#include "store/sql/search.h"

#include "store/index_rules.h"
#include "store/sql/memories.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/tables/changes.h"
#include "store/sql/where.h"

namespace aim::store::sql {
namespace {

// Of the columns that signals_of() selects.
Memory signals_in(const Row& row) {
  Memory memory;
  memory.key = row.integer(0);
  memory.tier = static_cast<Tier>(row.integer(1));
  memory.priority = row.integer(2);
  memory.reinforcement = row.integer(3);
  memory.confidence = row.real(4);
  memory.created_at = timestamp_in(row, 5);
  memory.expires_at = maybe_timestamp_in(row, 6);
  memory.kind = static_cast<MemoryKind>(row.integer(7));
  memory.source = row.string(8);
  memory.title = row.string(9);
  if (!row.is_null(10))
    restore_times_of_content(memory, row.text(10));
  return memory;
}

}  // namespace

std::string expression_of(const WordQuery& query) {
  std::string out;
  for (const Phrase& phrase : query.phrases) {
    if (!out.empty())
      out += query.all ? " AND " : " OR ";
    out += '"';
    for (std::size_t i = 0; i < phrase.size(); ++i) {
      if (i > 0)
        out += ' ';
      for (const char c : phrase[i]) out.append(c == '"' ? 2 : 1, c);
    }
    out += query.terms == Terms::words ? "\"" : "\" *";
  }
  if (query.terms == Terms::beginnings_in_titles && !out.empty())
    out.insert(0, "title : (").push_back(')');
  return out;
}

Result<std::vector<NamespaceRow>> SqlSearch::name_spaces(std::string_view filter) const {
  return name_spaces_matching(sql_, filter);
}

Result<std::vector<NamespaceRow>> SqlSearch::name_spaces_of(const Filter& filter) const {
  return sql::name_spaces_of(sql_, filter);
}

Result<std::vector<std::string>> SqlSearch::name_spaces_of(std::span<const Key> keys) const {
  return sql::name_spaces_of(sql_, keys);
}

Result<std::vector<Key>> SqlSearch::keys_with_tag(std::string_view tag) const {
  return sql_.all("SELECT key FROM tags WHERE tag = ?1 ORDER BY key", integer_of, tag);
}

Result<std::vector<Key>> SqlSearch::keys_of_reflections() const {
  return sql_.all("SELECT key FROM memories WHERE kind = 1 ORDER BY key", integer_of);
}

Result<std::vector<Key>> SqlSearch::keys_of_agent(std::string_view agent_id) const {
  Where where;
  where.add(sql_.dialect().by_agent, {std::string(agent_id)});
  where.append("ORDER BY m.key");
  return sql_.all(where.sql("SELECT m.key FROM memories m"), integer_of, agent_id);
}

Result<std::vector<Key>> SqlSearch::keys_created_between(std::optional<Time> since,
                                                         std::optional<Time> until,
                                                         std::int64_t most) const {
  return sql_.all(
      "SELECT key FROM memories WHERE created_at BETWEEN ?1 AND ?2 ORDER BY created_at LIMIT ?3",
      integer_of, since ? since->time_since_epoch().count() : INT64_MIN,
      until ? until->time_since_epoch().count() : INT64_MAX, most);
}

Result<std::unique_ptr<Statement>> SqlSearch::same_content(std::string_view name_space,
                                                           std::string_view content, Time now,
                                                           std::size_t limit) const {
  auto rows = TRY(sql_.statement(
      "SELECT m.key FROM memories m WHERE m.namespace = (SELECT number FROM namespaces WHERE name "
      "= ?1) AND " +
      std::string(sql_.dialect().by_content) +
      " AND (m.expires_at IS NULL OR m.expires_at > ?3) ORDER BY m.key DESC LIMIT ?4"));
  rows->bind(name_space, content, nanoseconds(now), static_cast<std::int64_t>(limit));
  return rows;
}

Result<std::vector<Key>> SqlSearch::keys_with_content(std::string_view name_space,
                                                      std::string_view content, Time now,
                                                      std::size_t limit) const {
  return integers(*TRY(same_content(name_space, content, now, limit)));
}

Result<void> SqlSearch::expect_content(std::string_view name_space, std::string_view content,
                                       Time now, std::size_t limit) const {
  return TRY(same_content(name_space, content, now, limit))->ask_ahead();
}

Result<std::vector<std::optional<Memory>>> SqlSearch::signals_of(std::span<const Key> keys) const {
  std::vector<std::optional<Memory>> signals(keys.size());
  if (keys.empty())
    return signals;
  const auto rows = TRY(sql_.statement(
      "SELECT m.key, m.tier, m.priority, m.reinforcement, m.confidence, m.created_at, "
      "m.expires_at, m.kind, m.source, m.title, m.given_times, listed.key FROM " +
      sql_.dialect().listed("?1") + " CROSS JOIN memories m WHERE m.key = listed.value"));
  rows->bind(keys);
  while (TRY(rows->step()))
    signals[static_cast<std::size_t>(rows->integer(11) - sql_.dialect().first_place)] =
        signals_in(*rows);
  return signals;
}

Result<Slot> SqlSearch::end_of_slots() const {
  return TRY(sql_.number("SELECT max(slot) FROM passages")).value_or(-1) + 1;
}

Result<std::vector<Channel>> SqlSearch::channels() const {
  return sql_.all(
      "SELECT channel, model, engine, dimension, precise FROM vector_channels ORDER BY channel",
      [](const Row& row) {
        return Channel{row.integer(0), row.string(1), row.string(2),
                       static_cast<std::size_t>(row.integer(3)), row.integer(4) != 0};
      });
}

Result<Channel> SqlSearch::channel_for(const Channel& wanted) {
  const std::string fact = "channel " + wanted.model + '\n' + wanted.engine + '\n' +
                           std::to_string(wanted.dimension) + (wanted.precise ? " precise" : "");
  Channel channel = wanted;
  if (const auto known = sql_.facts().find(fact)) {
    channel.number = *known;
    return channel;
  }
  for (Channel& found : TRY(channels()))
    if (found.is_of(wanted.model, wanted.engine, wanted.dimension)) {
      if (found.precise == wanted.precise)
        sql_.facts().keep(fact, found.number);
      return found;
    }
  channel.number = TRY(sql_.number_or_zero(sql_.dialect().next_channel));
  TRY_VOID(
      sql_.run("INSERT INTO vector_channels(channel, model, engine, dimension, precise) "
               "VALUES (?1, ?2, ?3, ?4, ?5 <> 0)",
               channel.number, channel.model, channel.engine,
               static_cast<std::int64_t>(channel.dimension), channel.precise ? 1 : 0));
  return channel;
}

Result<std::int64_t> SqlSearch::last_vector_change() const {
  return sql_.number_or_zero(sql_.dialect().last_vector_change);
}

Result<std::int64_t> SqlSearch::count_after(Key key) const {
  return sql_.number_or_zero("SELECT count(*) FROM memories WHERE key > ?1", key);
}

Result<Reindexed> SqlSearch::index_next(
    Key from, std::int64_t most, const std::function<Result<void>(std::span<const Memory>)>& index,
    const std::function<Result<void>()>& end) {
  const auto keys = TRY(sql_.all("SELECT key FROM memories WHERE key > ?1 ORDER BY key LIMIT ?2",
                                 integer_of, from, most));
  Reindexed out;
  if (keys.empty()) {
    TRY_VOID(end());
    return out;
  }
  // First, so that what follows is not taken for an entry to come.
  TRY_VOID(set_meta(sql_, meta_indexed_to, keys.back()));
  TRY_VOID(index(TRY(memories_by_keys(sql_, keys))));
  out.done = std::ssize(keys);
  out.left = TRY(count_after(keys.back()));
  if (out.left == 0)
    TRY_VOID(end());
  return out;
}

// Two passes by rising key: a join would look up the uses of each memory.
Result<std::vector<UseSignals>> SqlSearch::use_signals(const Filter& filter, Time now) const {
  Where where;
  std::vector<UseSignals> all;
  if (!TRY(where.add_filter(sql_, filter)))
    return all;
  where.hide_expired(now);
  where.append("ORDER BY m.key");
  all = TRY(where.all(sql_,
                      std::string("SELECT m.key, m.priority, m.created_at FROM memories m ") +
                          std::string(sql_.dialect().by_rows),
                      [](const Row& row) {
                        return UseSignals{row.integer(0), row.integer(1), 0, time_in(row, 2)};
                      }));
  if (all.empty())
    return all;
  const auto uses = TRY(sql_.statement(
      "SELECT key, access_count FROM usage WHERE key BETWEEN ?1 AND ?2 ORDER BY key"));
  uses->bind(all.front().key, all.back().key);
  for (auto each = all.begin(); TRY(uses->step());) {
    const Key key = uses->integer(0);
    while (each != all.end() && each->key < key) ++each;
    if (each != all.end() && each->key == key)
      each->access_count = uses->integer(1);
  }
  return all;
}

}  // namespace aim::store::sql
