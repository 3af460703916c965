#include "store/postgres/search/text_index.h"

#include <unordered_map>

#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/posting_bytes.h"
#include "store/sql/memory_row.h"

namespace aim::store::postgres {
namespace {

// A row holds at most so many postings: one that is changed is written anew, and must stay within a
// page.
constexpr std::int64_t postings_a_row = 250;
constexpr std::size_t row_bytes = static_cast<std::size_t>(postings_a_row) * posting_bytes;
// So many rows of a word that could be one are worth joining: by the way, and after an import, when
// all words are looked at anyway. A few rows cost a question less than to write them anew.
constexpr std::int64_t worth_joining = 16;
constexpr std::int64_t worth_settling = 6;
// More memories of one write go to the index at once.
constexpr std::size_t max_waiting = 32;
// So many rows are worth a statement.
constexpr std::size_t rows_at_once = 2'000;

// The rows of one word in one namespace that are not full, in the order of their keys, become rows
// that are, where there are at least $3 of them. $1: words; none: all.
constexpr std::string_view join_rows =
    "WITH many AS (SELECT term, namespace FROM words WHERE octet_length(data) < $2 * 8 AND "
    "($1::text[] IS NULL OR term = ANY($1)) GROUP BY term, namespace HAVING count(*) >= $3), "
    "small AS (DELETE FROM words w USING many WHERE w.term = many.term AND w.namespace = "
    "many.namespace AND octet_length(w.data) < $2 * 8 RETURNING w.term, w.namespace, w.first, "
    "w.last, w.data), "
    "placed AS (SELECT *, (sum(octet_length(data)) OVER (PARTITION BY term, namespace ORDER BY "
    "first) "
    "- 1) / ($2 * 8) AS place FROM small) "
    "INSERT INTO words(term, namespace, first, last, data) SELECT term, namespace, min(first), "
    "max(last), string_agg(data, ''::bytea ORDER BY first) FROM placed "
    "GROUP BY term, namespace, place";

struct NewRow {
  std::string term;
  std::int64_t name_space = 0, first = 0, last = 0;
  std::string data;

  void add(const KeptPosting& posting) {
    first = data.empty() ? posting.key : std::min(first, posting.key);
    last = std::max(last, posting.key);
    append_posting(data, posting);
  }
};

// As the server's index has them, namespace by namespace: each place in it is passed once.
std::vector<const NewRow*> in_index_order(std::span<const NewRow> rows) {
  std::vector<const NewRow*> ordered;
  ordered.reserve(rows.size());
  for (const NewRow& row : rows) ordered.push_back(&row);
  std::ranges::sort(ordered, {}, [](const NewRow* row) {
    return std::tuple(row->name_space, std::string_view(row->term), row->first);
  });
  return ordered;
}

Result<void> insert_rows(Connection& connection, std::span<const NewRow> rows) {
  if (rows.empty())
    return {};
  std::vector<std::string> terms;
  std::vector<std::int64_t> spaces, firsts, lasts;
  std::vector<Bytes> data;
  for (const NewRow* row : in_index_order(rows)) {
    terms.push_back(row->term);
    spaces.push_back(row->name_space);
    firsts.push_back(row->first);
    lasts.push_back(row->last);
    data.push_back({row->data});
  }
  return connection.run_later(
      "INSERT INTO words(term, namespace, first, last, data) SELECT * FROM "
      "unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[])",
      terms, spaces, firsts, lasts, std::span<const Bytes>(data));
}

Result<void> add_sizes(Connection& connection, const std::vector<Key>& keys,
                       const std::vector<std::int64_t>& sizes) {
  return connection.run_later(
      "INSERT INTO text_sizes(key, words) SELECT * FROM unnest($1::bigint[], $2::bigint[])", keys,
      sizes);
}

// The rows of many memories: as few a word as hold them.
class NewRows {
 public:
  void add(std::string_view term, std::int64_t name_space, const KeptPosting& posting) {
    auto& last = last_[name_space];
    auto found = last.find(term);
    if (found == last.end())
      found = last.emplace(term, rows_.size()).first;
    std::size_t& place = found->second;
    if (place < rows_.size() && rows_[place].data.size() >= row_bytes)
      place = rows_.size();
    if (place == rows_.size())
      rows_.push_back({std::string(term), name_space, 0, 0, {}});
    rows_[place].add(posting);
  }
  std::size_t size() const { return rows_.size(); }
  // And begins anew.
  Result<void> insert(Connection& connection) {
    last_.clear();
    return insert_rows(connection, std::exchange(rows_, {}));
  }

 private:
  std::vector<NewRow> rows_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view term) const {
      return std::hash<std::string_view>()(term);
    }
  };
  using Places = std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>>;
  std::map<std::int64_t, Places> last_;  // of each word, by namespace
};

// What was stored last goes to the index.
Result<void> fold_new_texts(Connection& connection) {
  NewRows rows;
  for (const NewText& text : TRY(take_new_texts(connection)))
    each_packed_word(text.words, [&](std::string_view term, std::uint8_t title, std::uint8_t body) {
      rows.add(term, text.name_space, {text.key, text.length_code, title, body});
    });
  return rows.insert(connection);
}

}  // namespace

// Namespace by namespace, of which each has rows of its own: the server inserts those of one while
// the words of the next are counted here.
Result<void> index_texts(Connection& connection, std::span<const sql::Numbered> memories) {
  std::vector<sql::Numbered> ordered(memories.begin(), memories.end());
  std::ranges::stable_sort(ordered, {}, &sql::Numbered::name_space);
  NewRows rows;
  std::vector<std::int64_t> keys, sizes;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const auto& [name_space, memory] = ordered[i];
    if (rows.size() >= rows_at_once && name_space != ordered[i - 1].name_space)
      TRY_VOID(rows.insert(connection));
    const int length_code = sql::length_code_of(*memory);
    const auto found = words_of(*memory);
    for (const WordCount& word : found.words)
      rows.add(word.term, name_space, {memory->key, length_code, word.title, word.body});
    keys.push_back(memory->key);
    sizes.push_back(found.size);
  }
  TRY_VOID(rows.insert(connection));
  return add_sizes(connection, keys, sizes);
}

Result<void> ask_for_texts(Connection& connection, std::size_t count) {
  TRY_VOID(ask_for_rules(connection));
  return count > max_waiting ? Result<void>() : ask_for_places(connection);
}

Result<void> add_texts(Connection& connection, std::span<const sql::Numbered> memories) {
  const Key to = TRY(indexed_to_for_change(connection));
  std::vector<sql::Numbered> at_once;  // what is too long to wait, or too many
  std::vector<NewText> waiting;
  std::vector<std::int64_t> keys, sizes;
  for (const sql::Numbered& each : memories) {
    if (each.memory->key > to)
      continue;
    if (memories.size() > max_waiting) {
      at_once.push_back(each);
      continue;
    }
    const auto found = words_of(*each.memory);
    auto packed = pack_words(found);
    if (!packed || packed->size() > max_new_text_bytes) {
      at_once.push_back(each);
      continue;
    }
    waiting.push_back(
        {each.memory->key, each.name_space, sql::length_code_of(*each.memory), std::move(*packed)});
    keys.push_back(each.memory->key);
    sizes.push_back(found.size);
  }
  if (!at_once.empty())
    TRY_VOID(index_texts(connection, at_once));
  if (waiting.empty())
    return {};
  TRY_VOID(add_sizes(connection, keys, sizes));
  if (!TRY(add_new_texts(connection, waiting))) {
    TRY_VOID(fold_new_texts(connection));
    TRY(add_new_texts(connection, waiting));
  }
  return {};
}

Result<void> remove_text(Connection& connection, std::int64_t name_space, const Memory& memory) {
  if (memory.key > TRY(indexed_to_for_change(connection)))
    return {};
  TRY_VOID(connection.run_later("DELETE FROM text_sizes WHERE key = $1", memory.key));
  if (TRY(remove_new_text(connection, memory.key)))
    return {};
  std::vector<std::string> terms;
  for (WordCount& word : words_of(memory).words) terms.push_back(std::move(word.term));
  // A row that is rewritten may begin with another key: it is taken out, and put back without the
  // memory.
  auto taken = TRY(connection.prepare(
      "DELETE FROM words WHERE term = ANY($1) AND namespace = $2 AND first <= $3 AND last >= $3 "
      "AND position($4 IN data) > 0 RETURNING term, data"));
  const std::string key = bytes_of_key(memory.key);
  taken.bind(terms, name_space, memory.key, Bytes{key});
  std::vector<NewRow> rows;
  while (TRY(taken.step())) {
    NewRow row{taken.string(0), name_space, 0, 0, {}};
    std::vector<KeptPosting> kept;
    read_postings(taken.text(1), kept);
    for (const KeptPosting& each : kept)
      if (each.key != memory.key)
        row.add(each);
    if (!row.data.empty())
      rows.push_back(std::move(row));
  }
  return insert_rows(connection, rows);
}

namespace {

// Of these words; of all without any.
Result<void> join(Connection& connection, const std::optional<std::vector<std::string>>& terms,
                  std::int64_t at_least) {
  auto statement = TRY(connection.prepare(join_rows));
  statement.plan_for_values();
  statement.bind(terms, postings_a_row, at_least);
  return statement.run();
}

}  // namespace

Result<bool> tend_text(Connection& connection, std::int64_t words) {
  std::vector<std::string> terms;
  {
    auto statement = TRY(connection.prepare(
        "SELECT term FROM words WHERE octet_length(data) < $1 * 8 GROUP BY term, namespace HAVING "
        "count(*) >= $2 ORDER BY count(*) DESC LIMIT $3"));
    statement.plan_for_values();  // reads all of them
    statement.bind(postings_a_row, worth_joining, words);
    while (TRY(statement.step())) terms.push_back(statement.string(0));
  }
  if (terms.empty())
    return false;
  TRY_VOID(join(connection, terms, worth_joining));
  return true;
}

// After much that is new the server is to know how much there is: until its upkeep looks it plans
// for tables that are nearly empty. A small sample says that; its upkeep takes a larger one. Where
// somebody else looks after a table, they do that.
Result<void> PostgresSearch::merge_text_index(std::int64_t /*added*/) {
  TRY_VOID(fold_new_texts(connection_));
  connection_.be_patient();
  TRY_VOID(join(connection_, {}, worth_settling));
  TRY_VOID(connection_.run_later("SET LOCAL default_statistics_target = 10"));
  return connection_.run(
      "ANALYZE (SKIP_LOCKED) memories, namespaces, passages, vectors, words, text_sizes, "
      "title_words, tags, links, usage");
}

}  // namespace aim::store::postgres
