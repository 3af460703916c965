#include "store/sql/search.h"

#include "store/sql/blocks.h"

namespace aim::store::sql {
namespace {

Result<std::vector<Key>> keys_in(Statement& rows) {
  std::vector<Key> keys;
  while (TRY(rows.step())) keys.push_back(rows.integer(0));
  return keys;
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

Result<std::vector<Key>> SqlSearch::keys_with_tag(std::string_view tag) const {
  const auto rows = TRY(sql_.statement("SELECT key FROM tags WHERE tag = ?1 ORDER BY key"));
  rows->bind(tag);
  return keys_in(*rows);
}

Result<std::vector<Key>> SqlSearch::keys_of_reflections() const {
  const auto rows = TRY(sql_.statement("SELECT key FROM memories WHERE kind = 1 ORDER BY key"));
  return keys_in(*rows);
}

Result<std::vector<Key>> SqlSearch::keys_created_between(std::optional<Time> since,
                                                         std::optional<Time> until) const {
  const auto rows = TRY(sql_.statement(
      "SELECT key FROM memories WHERE created_at BETWEEN ?1 AND ?2 ORDER BY created_at"));
  rows->bind(since ? since->time_since_epoch().count() : INT64_MIN,
             until ? until->time_since_epoch().count() : INT64_MAX);
  return keys_in(*rows);
}

Result<Slot> SqlSearch::end_of_slots() const {
  return TRY(sql_.number("SELECT max(slot) FROM passages")).value_or(-1) + 1;
}

Block SqlSearch::block_of(Slot slot) const {
  return store::block_of(slot);
}

Result<std::vector<Channel>> SqlSearch::channels() const {
  const auto rows = TRY(sql_.statement(
      "SELECT channel, model, engine, dimension, precise FROM vector_channels ORDER BY channel"));
  std::vector<Channel> all;
  while (TRY(rows->step()))
    all.push_back({rows->integer(0), rows->string(1), rows->string(2),
                   static_cast<std::size_t>(rows->integer(3)), rows->integer(4) != 0});
  return all;
}

Result<std::vector<Key>> SqlSearch::keys_after(Key after, std::int64_t most) const {
  const auto rows =
      TRY(sql_.statement("SELECT key FROM memories WHERE key > ?1 ORDER BY key LIMIT ?2"));
  rows->bind(after, most);
  return keys_in(*rows);
}

Result<std::int64_t> SqlSearch::count_after(Key key) const {
  return TRY(sql_.number("SELECT count(*) FROM memories WHERE key > ?1", key)).value_or(0);
}

}  // namespace aim::store::sql
