#include "store/sqlite/memories.h"

#include <unordered_map>

#include "memory/indexed_text.h"
#include "memory/score.h"
#include "store/sql/memory_row.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

// Its row with its use and tags, and nothing else.
Result<void> insert_row(Connection& connection, std::int64_t name_space, const Memory& memory) {
  static const std::string sql =
      "INSERT INTO memories(key, seq, namespace, length_code, deadline, " + sql::names_of_memory() +
      ") VALUES (?1, ?1, ?2, ?3, ?4, " +
      sql::marks(5, sql::memory_columns().size() - sql::use_columns) + ")";
  auto statement = TRY(connection.prepare(sql));
  statement.bind(memory.key, name_space, sql::length_code_of(memory),
                 static_cast<std::int64_t>(memory.deadline));
  const sql::MemoryValues values(memory);
  values.bind(statement, 5);
  TRY_VOID(statement.run());
  if (memory.access_count != 0 || memory.last_accessed_at)
    TRY_VOID(sql::write_usage(connection, memory));
  return sql::add_tags(connection, memory);
}

std::int64_t bytes_of(std::int64_t doc) {
  return decode_length(Doc::length_code(doc));
}

struct Fresh {
  std::int64_t name_space, doc;
  const NewMemory* given;

  const Memory& memory() const { return *given->memory; }
};

// Whether texts may go into the index at once, as nothing waits there any more.
Result<bool> index_is_complete(Connection& connection) {
  if (TRY(indexed_to_for_change(connection)) == all_indexed)
    return true;
  return index_waiting(connection);
}

// A few memories wait for the text index; many are put there at once.
class Insertion {
 public:
  explicit Insertion(Connection& connection) : connection_(connection) {}

  Result<std::vector<std::optional<Error>>> run(std::span<const NewMemory> memories) {
    std::vector<std::optional<Error>> refused(memories.size());
    const bool many = std::ssize(memories) >= max_waiting;
    const bool index = many && TRY(index_is_complete(connection_));
    if (many)
      TRY_VOID(connection_.widen_cache());
    last_ = TRY(next_change(connection_)) - 1;
    fresh_.reserve(memories.size());
    for (std::size_t i = 0; i < memories.size(); ++i) {
      auto done = insert_row_of(memories[i]);
      if (!done && done.error().code != Code::validation_failed)
        return Failure(std::move(done.error()));
      if (!done)
        refused[i] = std::move(done.error());
    }
    TRY_VOID(write_passages());
    TRY_VOID(write_counts());
    if (index)
      TRY_VOID(write_words());
    else if (!many)
      for (const Fresh& each : fresh_) TRY_VOID(let_wait(connection_, each.memory().key));
    return refused;
  }

 private:
  Result<void> insert_row_of(const NewMemory& one) {
    Memory& memory = *one.memory;
    const std::int64_t name_space = TRY(number_of(memory.name_space));
    memory.key = ++last_;
    fresh_.push_back({name_space, doc_of(name_space, memory), &one});
    return insert_row(connection_, name_space, memory);
  }

  Result<std::int64_t> number_of(const std::string& name) {
    if (const auto known = numbers_.find(name); known != numbers_.end())
      return known->second;
    return numbers_.emplace(name, TRY(sql::name_space_number(connection_, name))).first->second;
  }

  Result<void> write_passages() {
    std::vector<PassageMeta> metas;
    metas.reserve(fresh_.size());
    for (const Fresh& each : fresh_)
      for (PassageMeta meta : each.given->cut ? each.given->cut->passages
                                              : passage_metas(each.name_space, each.memory())) {
        meta.key = each.memory().key;
        meta.name_space = static_cast<std::uint32_t>(each.name_space);
        metas.push_back(meta);
      }
    return add_passages(connection_, metas);
  }

  Result<void> write_counts() {
    std::map<std::int64_t, sql::TextCounts> counts;
    for (const Fresh& each : fresh_) {
      sql::TextCounts& counted = counts[each.name_space];
      ++counted.memories;
      counted.bytes += bytes_of(each.doc);
    }
    return sql::count_texts(connection_, counts);
  }

  // The text index takes rising docs best.
  Result<void> write_words() {
    std::ranges::sort(fresh_, {}, &Fresh::doc);
    std::vector<TitleWord> words;
    for (const Fresh& each : fresh_) {
      const CutMemory made = each.given->cut ? CutMemory() : cut(each.memory());
      const CutMemory& cut_memory = each.given->cut ? *each.given->cut : made;
      TRY_VOID(add_text(connection_, each.doc, cut_memory));
      for (const std::string& stem : cut_memory.title_stems)
        words.push_back({each.name_space, sql::title_word(stem), each.memory().key});
    }
    return add_title_words(connection_, words);
  }

  Connection& connection_;
  Key last_ = 0;
  std::unordered_map<std::string, std::int64_t> numbers_;  // of namespaces
  std::vector<Fresh> fresh_;
};

// The row of the first column, if there is one.
Result<std::optional<Key>> key_by(Statement& statement) {
  const bool found = TRY(statement.step());
  const auto key = found ? std::optional(statement.integer(0)) : std::nullopt;
  statement.rewind();
  return key;
}

}  // namespace

Result<std::vector<std::optional<Error>>> SqliteMemories::insert_all(
    std::span<const NewMemory> memories) {
  return Insertion(connection_).run(memories);
}

// Nearly always there is none: both indexes tell, and no row is read.
Result<std::vector<Memory>> SqliteMemories::holders(std::span<const Memory> of) const {
  auto by_title = TRY(connection_.prepare(
      "SELECT key FROM memories WHERE namespace = (SELECT number FROM namespaces WHERE name = ?1) "
      "AND title = ?2"));
  auto by_id = TRY(connection_.prepare("SELECT key FROM memories WHERE id = ?1"));
  std::vector<Key> keys;
  for (const Memory& each : of) {
    by_title.bind(each.name_space, each.title);
    if (const auto key = TRY(key_by(by_title)))
      keys.push_back(*key);
    by_id.bind(each.id);
    if (const auto key = TRY(key_by(by_id)))
      keys.push_back(*key);
  }
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return by_keys(keys);
}

Result<std::vector<SimilarTitle>> SqliteMemories::similar_titles(std::string_view name_space,
                                                                 std::string_view title, Key except,
                                                                 Time now,
                                                                 std::size_t limit) const {
  return sqlite::similar_titles(connection_, name_space, title, except, now, limit);
}

Result<void> SqliteMemories::add_passages(std::int64_t name_space, const Memory& memory) {
  return sqlite::add_passages(connection_, name_space, memory);
}

Result<void> SqliteMemories::remove_passages(Key key) {
  return sqlite::remove_passages(connection_, key);
}

Result<void> SqliteMemories::add_words(std::int64_t name_space, const Memory& memory) {
  const std::int64_t doc = doc_of(name_space, memory);
  TRY_VOID(sql::count_texts(connection_, {{name_space, {1, bytes_of(doc)}}}));
  if (memory.key > TRY(indexed_to_for_change(connection_)))
    return {};
  TRY_VOID(add_title(connection_, name_space, memory));
  return add_text(connection_, doc, memory);
}

Result<void> SqliteMemories::remove_words(std::int64_t name_space, const Memory& memory) {
  const std::int64_t doc = doc_of(name_space, memory);
  TRY_VOID(remove_title(connection_, name_space, memory));
  TRY_VOID(sql::count_texts(connection_, {{name_space, {-1, -bytes_of(doc)}}}));
  if (memory.key <= TRY(indexed_to_for_change(connection_)))
    TRY_VOID(remove_text(connection_, doc, memory));
  return {};
}

}  // namespace aim::store::sqlite
