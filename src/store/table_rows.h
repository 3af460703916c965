// A database row by row, as it is kept: keys, numbers of changes and times stay what they are. For
// a migration from one backend to another, and nobody else: what the rows mean is the other
// subjects' business. Both backends have these tables, with these columns
// (docs/formats/database.md).
//
// Not among them: what is made of the rows (words, tags, title words, passages, which come with the
// memories), vectors and transcripts, which each backend keeps in its own way and which are copied
// through their subjects.
// Knows: names of tables. Must not know: SQL, what is copied where.
// Threads: as a Reader and a Writer.
#pragma once
#include <variant>

#include "base/result.h"
#include "store/store.h"

namespace aim::store {

struct Column {
  enum class Form { integer, real, text, state };  // state: a text that may be kept compressed
  std::string_view name;
  Form form = Form::text;
};

struct Table {
  std::string_view name;
  std::size_t key_columns;  // its first ones name a row, and order them
  std::span<const Column> columns;
};
// Each after those that it refers to.
std::span<const Table> copied_tables();

using Value = std::variant<std::monostate, std::int64_t, double, std::string>;
using Row = std::vector<Value>;

class TableRows {
 public:
  virtual ~TableRows() = default;
  // Rows after the one with this key (empty: all), in the order of the keys, at most `limit`.
  // Without NULs in texts, which one of the backends cannot keep.
  virtual Result<std::vector<Row>> after(const Table& table, std::span<const Value> key,
                                         std::int64_t limit) const = 0;
  // The key of the last one; empty when there is none.
  virtual Result<Row> last_key(const Table& table) const = 0;
  virtual Result<std::int64_t> count(const Table& table) const = 0;
  // Rows that are not there yet, in the order of their keys. Memories get what is made of them. A
  // row of meta replaces the one of its name.
  virtual Result<void> add(const Table& table, std::span<const Row> rows) = 0;
  // After the last one: numbers that are given from now on are higher than those that came.
  virtual Result<void> finish() = 0;
};

// What a store is besides, when it can be migrated.
class TableStore {
 public:
  using ReadRows = std::function<Result<void>(Reader&, const TableRows&)>;
  using WriteRows = std::function<Result<void>(Writer&, TableRows&)>;

  virtual ~TableStore() = default;
  // As Store::read and Store::write.
  virtual Result<void> read_rows(const ReadRows& use, const Stop& stop) = 0;
  virtual Result<void> write_rows(const WriteRows& use, const Stop& stop) = 0;
};

}  // namespace aim::store
