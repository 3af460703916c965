#include "store/sqlite/repair/check.h"

#include "memory/score.h"
#include "store/sql/memories.h"
#include "store/sql/memory_row.h"
#include "store/sql/namespaces.h"
#include "store/sql/search.h"
#include "store/sql/version_rows.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/transcripts/turn_texts.h"
#include "store/sqlite/vectors/vectors.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t rows_at_once = 256;

Finding unchecked(std::string check, const Error& error) {
  if (is_busy(error))
    return {std::move(check), true, "not checked: another process is writing; try again later"};
  if (is_read_only(error))
    return {std::move(check), true,
            "not checked: that takes writing, and the database is read-only"};
  return {std::move(check), false,
          "the check itself failed: " + (error.detail.empty() ? error.message : error.detail)};
}

// A count of what is wrong, as a finding. `wrong_rows` goes on after the number.
Finding counted(std::string check, const Result<std::int64_t>& wrong, std::string_view good,
                std::string_view wrong_rows) {
  if (!wrong)
    return unchecked(std::move(check), wrong.error());
  if (*wrong == 0)
    return {std::move(check), true, std::string(good)};
  return {std::move(check), false, std::to_string(*wrong).append(" ").append(wrong_rows)};
}

Result<std::int64_t> number(Connection& connection, const std::string& sql) {
  return connection.number_or_zero(sql);
}

// ---- checks by SQL ----

Result<std::string> integrity(Connection& connection) {
  auto statement = TRY(connection.prepare("PRAGMA integrity_check(10)"));
  std::string complaints;
  while (TRY(statement.step()))
    // check_text_index() looks at both text indexes, which rebuild_derived() can make again.
    if (statement.text(0) != "ok" && statement.text(0).find("memory_text") == std::string::npos &&
        statement.text(0).find("lost_words") == std::string::npos)
      complaints.append(complaints.empty() ? "" : "; ").append(statement.text(0));
  return complaints;
}

Finding check_integrity(Connection& connection) {
  const auto complaints = integrity(connection);
  if (!complaints)
    return unchecked("integrity", complaints.error());
  if (complaints->empty())
    return {"integrity", true, "every page and index of the file is sound"};
  return {"integrity", false, "the file is damaged: " + *complaints};
}

Finding check_text_index(Connection& connection) {
  for (const char* check : {"INSERT INTO memory_text(memory_text) VALUES ('integrity-check')",
                            "INSERT INTO lost_words(lost_words) VALUES ('integrity-check')"})
    if (const auto done = connection.run(check); !done)
      return unchecked("text index", done.error());
  return {"text index", true, "the text index is sound in itself, that of former states too"};
}

Finding check_text_rows(Connection& connection) {
  if (is_behind(connection).value_or(false))
    return {
        "text rows", true,
        "the text index is being made anew by the rules of this version; until it is, questions "
        "read the rest"};
  const std::string doc = "((m.namespace << " + std::to_string(Doc::key_bits + Doc::length_bits) +
                          ") | (m.key << " + std::to_string(Doc::length_bits) +
                          ") | m.length_code)";
  const std::string indexed = std::to_string(indexed_to(connection).value_or(all_indexed));
  const auto missing =
      number(connection, "SELECT count(*) FROM memories m WHERE m.key <= " + indexed +
                             " AND NOT EXISTS (SELECT 1 FROM "
                             "memory_text_docsize WHERE id = " +
                             doc + ")");
  if (!missing || *missing != 0)
    return counted("text rows", missing, {}, "memories are not in the text index");
  return counted("text rows",
                 number(connection,
                        "SELECT (SELECT count(*) FROM memory_text_docsize) - "
                        "(SELECT count(*) FROM memories WHERE key <= " +
                            indexed + ")"),
                 "every memory is in the text index, or waits to be put there",
                 "texts are in the text index without a memory");
}

Finding check_passages(Connection& connection) {
  const auto missing = number(connection,
                              "SELECT count(*) FROM memories m WHERE NOT EXISTS "
                              "(SELECT 1 FROM passages p WHERE p.key = m.key)");
  if (!missing || *missing != 0)
    return counted("passages", missing, {},
                   "memories have no passages to be found by their meaning");
  const auto strays = stray_changes(connection);
  if (!strays || *strays != 0)
    return counted("passages", strays, {},
                   "blocks of passages have no change number, or one without a block");
  return counted("passages",
                 number(connection,
                        "SELECT count(*) FROM passages p WHERE p.key <> 0 AND NOT EXISTS "
                        "(SELECT 1 FROM memories m WHERE m.key = p.key)"),
                 "every memory has its passages", "passages belong to no memory");
}

Finding check_rows(Connection& connection) {
  return counted("rows",
                 number(connection,
                        "SELECT count(*) FROM memories WHERE id = '' OR tier NOT BETWEEN 0 "
                        "AND 2 OR kind NOT BETWEEN 0 AND 1 OR CASE WHEN json_valid(metadata) THEN "
                        "json_type(metadata) <> 'object' ELSE 1 END"),
                 "every memory has an id, a tier, a kind and metadata",
                 "memories lack an id, a known tier or kind, or metadata that are a JSON object");
}

Finding check_changes(Connection& connection) {
  const std::string keys = std::to_string(std::int64_t{1} << Doc::key_bits);
  return counted(
      "change numbers",
      number(connection, "SELECT (SELECT count(*) FROM memories WHERE key < 1 OR key >= " + keys +
                             " OR seq < key) + (SELECT count(*) FROM tombstones t "
                             "JOIN memories m ON m.seq = t.seq)"),
      "keys and change numbers are in order",
      "memories have a key or change number that cannot be");
}

Result<std::int64_t> foreign_key_faults(Connection& connection) {
  std::int64_t faults = 0;
  // Only of our tables: what others in the file refer to is theirs.
  for (const std::string_view table : {"memories", "usage", "links", "lost_sources", "standards",
                                       "archived_links", "reference_embeddings"}) {
    if (!TRY(connection.number("SELECT 1 FROM sqlite_schema WHERE name = ?1", table)))
      continue;
    faults +=
        TRY(connection.number_or_zero("SELECT count(*) FROM pragma_foreign_key_check(?1)", table));
  }
  return faults;
}

// ---- checks against the rows ----

// What the rows say the derived tables should hold.
struct Expected {
  Key indexed = all_indexed;  // what is above it has no words of titles yet
  std::int64_t wrong_lengths = 0, wrong_metas = 0, title_words = 0, tags = 0, missing_tags = 0;
  std::map<std::int64_t, NamespaceRow> name_spaces;
};

Result<Expected> expected_of(Connection& connection) {
  Expected expected;
  expected.indexed = TRY(indexed_to(connection));
  auto rows = TRY(connection.prepare(
      "SELECT key, namespace, length_code, title, content, tags, metadata FROM memories"));
  auto tag_row = TRY(connection.prepare("SELECT 1 FROM tags WHERE tag = ?1 AND key = ?2"));
  while (TRY(rows.step())) {
    Memory memory = sql::indexed_memory(rows, 3);
    memory.key = rows.integer(0);
    const int length_code = sql::length_code_of(memory);
    expected.wrong_metas += TRY(is_signed(connection, memory)) ? 0 : 1;
    expected.wrong_lengths += length_code == rows.integer(2) ? 0 : 1;
    if (memory.key <= expected.indexed)
      expected.title_words +=
          static_cast<std::int64_t>(text::significant_stems(memory.title).size());
    NamespaceRow& space = expected.name_spaces[rows.integer(1)];
    ++space.memories;
    space.bytes += decode_length(length_code);
    const std::set<std::string> tags(memory.tags.begin(), memory.tags.end());
    expected.tags += static_cast<std::int64_t>(tags.size());
    for (const std::string& tag : tags) {
      tag_row.bind(tag, memory.key);
      expected.missing_tags += TRY(tag_row.step()) ? 0 : 1;
      tag_row.rewind();
    }
  }
  return expected;
}

Result<std::int64_t> wrong_counts(Connection& connection, const Expected& expected) {
  std::int64_t wrong = 0;
  for (const NamespaceRow& row : TRY(name_spaces_matching(connection, ""))) {
    const auto found = expected.name_spaces.find(row.number);
    const NamespaceRow none;
    const NamespaceRow& should = found == expected.name_spaces.end() ? none : found->second;
    wrong += row.memories == should.memories && row.bytes == should.bytes ? 0 : 1;
  }
  return wrong;
}

Result<std::int64_t> wrong_title_words(Connection& connection, const Expected& expected) {
  const std::int64_t difference =
      TRY(number(connection, "SELECT count(*) FROM title_words WHERE key <= " +
                                 std::to_string(expected.indexed))) -
      expected.title_words;
  const std::int64_t strangers =
      TRY(number(connection,
                 "SELECT count(*) FROM title_words w WHERE NOT EXISTS (SELECT 1 FROM "
                 "memories m WHERE m.key = w.key AND m.namespace = w.namespace)"));
  return std::max(std::abs(difference), strangers);
}

Result<std::int64_t> wrong_tags(Connection& connection, const Expected& expected) {
  const std::int64_t difference =
      TRY(number(connection, "SELECT count(*) FROM tags")) - expected.tags;
  return std::max(std::abs(difference), expected.missing_tags);
}

void check_derived(Connection& connection, std::vector<Finding>& findings) {
  const auto expected = expected_of(connection);
  if (!expected) {
    findings.push_back(unchecked("derived tables", expected.error()));
    return;
  }
  findings.push_back(counted("lengths", expected->wrong_lengths, "every length is that of its text",
                             "memories have a wrong length code"));
  findings.push_back(counted("signs", expected->wrong_metas,
                             "the signs of passages agree with the texts",
                             "memories have signs of passages that are not theirs"));
  findings.push_back(counted("title words", wrong_title_words(connection, *expected),
                             "the words of titles agree with the titles",
                             "words of titles are missing or too many"));
  findings.push_back(counted("tags", wrong_tags(connection, *expected),
                             "the index of tags agrees with the memories",
                             "entries of the index of tags are missing or too many"));
  findings.push_back(counted("namespaces", wrong_counts(connection, *expected),
                             "the counts of namespaces agree with the memories",
                             "namespaces have wrong counts"));
}

Result<std::int64_t> count_damaged_texts(Connection& connection) {
  return static_cast<std::int64_t>(TRY(damaged_texts(connection)).size());
}

// A state that does not expand is an error of the question.
Result<std::int64_t> count_damaged_states(Connection& connection) {
  return number(connection,
                "SELECT count(*) FROM versions WHERE json_type(state_text(state)) <> 'object'");
}

std::vector<Finding> check_rows_and_tables(Connection& connection) {
  std::vector<Finding> findings;
  findings.push_back(check_rows(connection));
  findings.push_back(check_changes(connection));
  findings.push_back(counted("foreign keys", foreign_key_faults(connection),
                             "every row that refers to another finds it",
                             "rows refer to others that are not there"));
  findings.push_back(check_text_rows(connection));
  findings.push_back(check_passages(connection));
  findings.push_back(counted("transcripts", count_damaged_texts(connection),
                             "every text of a transcript can be read",
                             "texts of transcripts are damaged"));
  findings.push_back(counted("former states", count_damaged_states(connection),
                             "every former state of a memory can be read",
                             "former states of memories are damaged"));
  check_derived(connection, findings);
  return findings;
}

Result<void> derive_one(Connection& connection, const Memory& memory) {
  const std::int64_t name_space = TRY(sql::name_space_number(connection, memory.name_space));
  const std::int64_t doc = doc_of(name_space, memory);
  const int length_code = Doc::length_code(doc);
  TRY_VOID(
      connection.run("UPDATE memories SET length_code = ?2 WHERE key = ?1 AND length_code <> ?2",
                     memory.key, length_code));
  for (const std::string& tag : memory.tags)
    TRY_VOID(
        connection.run("INSERT OR IGNORE INTO tags(tag, key) VALUES (?1, ?2)", tag, memory.key));
  TRY_VOID(add_text(connection, doc, memory));
  TRY_VOID(add_title(connection, name_space, memory));
  TRY_VOID(add_passages(connection, name_space, memory));
  return sql::count_texts(connection, {{name_space, {1, decode_length(length_code)}}});
}

}  // namespace

Result<std::vector<Finding>> check_all(Connection& connection) {
  // What is counted in a tree that goes in circles is counted for ever.
  Finding integrity = check_integrity(connection);
  if (!integrity.good) {
    integrity.detail += "; nothing else can be checked before";
    return std::vector{std::move(integrity)};
  }
  Finding text_index = check_text_index(connection);
  const bool own_snapshot = !connection.in_transaction();
  if (own_snapshot)
    TRY_VOID(connection.run("BEGIN"));
  auto findings = check_rows_and_tables(connection);
  if (own_snapshot)
    TRY_VOID(connection.run("ROLLBACK"));
  findings.insert(findings.begin(), std::move(text_index));
  findings.insert(findings.begin(), std::move(integrity));
  return findings;
}

Result<void> rebuild_derived(Connection& connection) {
  TRY_VOID(connection.script(
      "INSERT INTO memory_text(memory_text) VALUES ('delete-all');"
      "INSERT INTO lost_words(lost_words) VALUES ('delete-all');"
      "DELETE FROM title_words; DELETE FROM tags; UPDATE namespaces SET memories = 0, bytes = 0"));
  TRY_VOID(adopt_rules(connection));
  TRY_VOID(clear_passages(connection));
  std::vector<Key> keys;
  {
    // The order of the text index, whose entries are then only ever appended.
    auto statement = TRY(connection.prepare("SELECT key FROM memories ORDER BY namespace, key"));
    while (TRY(statement.step())) keys.push_back(statement.integer(0));
  }
  for (std::size_t first = 0; first < keys.size(); first += rows_at_once) {
    const auto some = std::span(keys).subspan(first, std::min(rows_at_once, keys.size() - first));
    for (const Memory& memory : TRY(sql::memories_by_keys(connection, some)))
      TRY_VOID(derive_one(connection, memory));
  }
  TRY_VOID(sql::fill_lost_words(SqliteMemories(connection), connection));
  return SqliteSearch(connection).merge_whole_text_index();
}

namespace {

// A token of the title that the index must hold; empty when the title has none.
std::string token_of(std::string_view title) {
  for (const text::QueryWord& word : text::query_words(title))
    if (!word.parts.empty() && !text::is_filler(word.parts.front()))
      return word.parts.front();
  return {};
}

// The text index answers, whatever is in it: memories may all wait for it still.
Result<void> ask_text(Connection& connection) {
  const Phrase phrase{"a"};
  TRY_VOID(connection.number("SELECT 1 FROM memory_text WHERE memory_text MATCH ?1 LIMIT 1",
                             sql::expression_of({{&phrase, 1}})));
  return {};
}

// The newest memory of those that are in the text index is found there.
Result<void> probe_text(Connection& connection) {
  auto newest =
      TRY(connection.prepare("SELECT namespace, key, length_code, title FROM memories WHERE key <= "
                             "?1 ORDER BY key DESC LIMIT 1"));
  newest.bind(TRY(indexed_to(connection)));
  if (!TRY(newest.step()))
    return {};
  const std::int64_t doc =
      Doc::pack(newest.integer(0), newest.integer(1), static_cast<int>(newest.integer(2)));
  const std::string token = token_of(newest.text(3));
  if (!TRY(connection.number("SELECT 1 FROM memory_text_docsize WHERE id = ?1", doc)))
    return Failure(database_error("the newest memory is not in the text index"));
  if (token.empty())
    return {};
  const Phrase phrase{token};
  if (!TRY(connection.number("SELECT 1 FROM memory_text WHERE memory_text MATCH ?1 AND rowid = ?2",
                             sql::expression_of({{&phrase, 1}}), doc)))
    return Failure(
        database_error("the text index does not find the newest memory by a word of its title"));
  return {};
}

}  // namespace

Result<void> probe(Connection& connection) {
  TRY_VOID(ask_text(connection));
  const auto counted = TRY(connection.number_or_zero("SELECT sum(memories) FROM namespaces"));
  if (!TRY(connection.number("SELECT 1 FROM memories LIMIT 1"))) {
    if (counted != 0)
      return Failure(database_error("memories are counted, and none is there"));
    return {};
  }
  if (counted <= 0)
    return Failure(database_error("a memory is there, and none is counted"));
  return probe_text(connection);
}

}  // namespace aim::store::sqlite
