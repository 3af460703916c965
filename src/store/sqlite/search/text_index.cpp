#include "store/sqlite/search/text_index.h"

#include "memory/indexed_text.h"
#include "store/sql/memory_row.h"
#include "store/sql/namespaces.h"
#include "store/sql/search.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/search/word_lists.h"
#include "store/sqlite/tables/titles.h"

namespace aim::store::sqlite {

std::vector<DocRange> ranges_of(std::span<const std::int64_t> name_spaces) {
  if (name_spaces.empty())
    return {{0, INT64_MAX}};
  std::vector<DocRange> ranges;
  for (const std::int64_t each : name_spaces)
    ranges.push_back({Doc::pack(each, 0, 0), Doc::pack(each + 1, 0, 0) - 1});
  return ranges;
}

namespace {

Result<void> gather_ranges(Connection& connection, const TextQuery& query, Gatherer& gatherer) {
  auto statement =
      TRY(connection.prepare("SELECT rowid FROM memory_text WHERE memory_text MATCH ?1 "
                             "AND rowid BETWEEN ?2 AND ?3 AND gather(memory_text, ?4)"));
  const std::string expression = sql::expression_of(query.words);
  for (const DocRange range : ranges_of(query.name_spaces)) {
    statement.bind(expression, range.first, range.last);
    statement.bind_pointer(4, &gatherer, Gatherer::pointer_type);
    TRY_VOID(statement.run());
    statement.rewind();
  }
  return {};
}

Result<void> gather_whole_lists(Connection& connection, const TextQuery& query,
                                Gatherer& gatherer) {
  gatherer.phrases = TRY(whole_lists(connection, query.words.phrases, gatherer.most));
  if (query.name_spaces.empty())
    return {};
  const auto ranges = ranges_of(query.name_spaces);
  for (auto& list : gatherer.phrases)
    std::erase_if(list, [&](const Posting& posting) {
      return std::none_of(ranges.begin(), ranges.end(), [&](const DocRange& range) {
        return posting.doc >= range.first && posting.doc <= range.last;
      });
    });
  return {};
}

}  // namespace

std::int64_t doc_of(std::int64_t name_space, const Memory& memory) {
  return Doc::pack(name_space, memory.key, sql::length_code_of(memory));
}

Result<void> add_text(Connection& connection, std::int64_t doc, const Memory& memory) {
  return connection.run(
      "INSERT INTO memory_text(rowid, title, content, tags) VALUES (?1, ?2, ?3, ?4)", doc,
      indexed_title(memory), memory.content, indexed_labels(memory));
}

Result<void> add_text(Connection& connection, std::int64_t doc, const CutMemory& cut) {
  const GivenWords given(cut);
  return connection.run(
      "INSERT INTO memory_text(rowid, title, content, tags) VALUES (?1, ?2, ?3, ?4)", doc,
      GivenWords::title, GivenWords::content, GivenWords::labels);
}

Result<void> remove_text(Connection& connection, std::int64_t doc, const Memory& memory) {
  return connection.run(
      "INSERT INTO memory_text(memory_text, rowid, title, content, tags) "
      "VALUES ('delete', ?1, ?2, ?3, ?4)",
      doc, indexed_title(memory), memory.content, indexed_labels(memory));
}

Result<bool> tend_text(Connection& connection, std::int64_t pages) {
  const std::int64_t before = connection.total_changes();
  TRY_VOID(
      connection.run("INSERT INTO memory_text(memory_text, rank) VALUES ('merge', ?1)", pages));
  // One change is the command itself (sqlite.org/fts5.html, section 6.8).
  return connection.total_changes() - before > 1;
}

Result<std::vector<std::vector<Posting>>> SqliteSearch::postings(const TextQuery& query) const {
  Gatherer gatherer;
  gatherer.phrases.resize(query.words.phrases.size());
  TRY_VOID(query.whole_lists ? gather_whole_lists(connection_, query, gatherer)
                             : gather_ranges(connection_, query, gatherer));
  if (const Key indexed = TRY(indexed_to(connection_)); indexed != all_indexed) {
    for (auto& list : gatherer.phrases)
      std::erase_if(list, [&](const Posting& posting) { return Doc::key(posting.doc) > indexed; });
    TRY_VOID(each_waiting(connection_, indexed, [&](std::int64_t doc, const TextPlaces& text) {
      add_postings(query, doc, text, gatherer.phrases);
    }));
    for (auto& list : gatherer.phrases) std::ranges::sort(list, {}, &Posting::doc);
  }
  return std::move(gatherer.phrases);
}

namespace {

constexpr std::int64_t waiting_at_once = 2'048;  // memories that are held at a time

struct Entry {
  std::int64_t name_space, doc;
  const Memory* memory;
};

// The text index takes rising docs best. Above `outdated`, passages are as they should be.
Result<void> index_all(Connection& connection, std::span<const Memory> memories, Key outdated) {
  std::vector<Entry> entries;
  for (const Memory& memory : memories) {
    const std::int64_t name_space = TRY(sql::name_space_number(connection, memory.name_space));
    entries.push_back({name_space, doc_of(name_space, memory), &memory});
  }
  std::ranges::sort(entries, {}, &Entry::doc);
  for (const auto& [name_space, doc, memory] : entries) {
    TRY_VOID(add_text(connection, doc, *memory));
    TRY_VOID(add_title(connection, name_space, *memory));
    if (memory->key <= outdated)
      TRY_VOID(SqliteSearch(connection).renew_passages(*memory));
  }
  return {};
}

}  // namespace

Result<bool> index_waiting(Connection& connection) {
  if (TRY(indexed_to(connection)) == all_indexed || TRY(is_behind(connection)))
    return false;
  while (TRY(SqliteSearch(connection).reindex_texts(waiting_at_once)).left > 0) {
  }
  return true;
}

Result<void> index_if_many_wait(Connection& connection) {
  if (TRY(many_wait(connection)))
    TRY(index_waiting(connection));
  return {};
}

Result<Reindexed> SqliteSearch::reindex_texts(std::int64_t most) {
  const Key from = TRY(indexed_to_for_change(connection_));
  if (from == all_indexed)
    return Reindexed();
  const Key outdated = TRY(outdated_to(connection_));
  return index_next(
      from, most,
      [&](std::span<const Memory> memories) { return index_all(connection_, memories, outdated); },
      [&] { return end_waiting(connection_); });
}

Result<std::int64_t> SqliteSearch::outdated_texts() const {
  if (!TRY(is_behind(connection_)))
    return 0;
  return count_after(TRY(indexed_to(connection_)));
}

// An import of few memories into many would pay more for a new copy of the whole index than for
// its own words, so the whole is merged only when a third or more is new.
Result<void> SqliteSearch::merge_text_index(std::int64_t added) {
  constexpr std::int64_t worth_rewriting = 3;  // times as many as the new ones
  if (added >= TRY(sql::extent_of(connection_)).count / worth_rewriting)
    return merge_whole_text_index();
  TRY(index_waiting(connection_));
  TRY(tend_text(connection_, INT32_MAX));
  return {};
}

Result<void> SqliteSearch::merge_whole_text_index() {
  TRY(index_waiting(connection_));
  return connection_.run("INSERT INTO memory_text(memory_text) VALUES ('optimize')");
}

}  // namespace aim::store::sqlite
