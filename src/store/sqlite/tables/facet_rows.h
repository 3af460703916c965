// What counting by facets reads of each memory. A connection keeps it of all memories and reads again only those that have changed
// since: people look at counts again and again, and whoever stores meanwhile changes a few.
// Functions run inside the caller's read() or write().
// Knows: rows. Must not know: which of them are counted.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/sqlite/core/connection.h"
#include "store/sqlite/tables/where.h"
#include "store/types.h"

struct sqlite3;

namespace aim::store::sqlite {

// Texts that come again and again, each once, by number.
class FacetTexts {
 public:
  std::int32_t number_of(std::string_view text);
  std::optional<std::int32_t> find(std::string_view text) const;
  const std::string& text(std::int32_t number) const {
    return *texts_[static_cast<std::size_t>(number)];
  }
  std::size_t size() const { return texts_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> numbers_;
  std::vector<const std::string*> texts_;
  std::size_t bytes_ = 0;
};

struct FacetRow {
  static constexpr std::int32_t nobody = -1;
  Key key = 0;
  std::int32_t name_space = 0;
  std::int32_t source = 0, agent = nobody;  // among `names`
  std::int32_t tags = 0;                    // among `lists`
  std::int8_t tier = 0, kind = 0;
};

struct FacetRows {
  FacetTexts names, lists;     // a list of tags as it is written
  std::vector<FacetRow> rows;  // by rising key
};

// Each that passes is handed on; `texts.rows` is not touched.
Result<void> each_facet_row(Connection& connection, const Where& where, FacetRows& texts,
                            const std::function<Result<void>(const FacetRow&)>& take);

// All memories, expired ones too. Null: they are too many to be kept, or a transaction has changed something that may be taken back.
Result<const FacetRows*> kept_facet_rows(Connection& connection);

// What kept_facet_rows() keeps with a connection; at its opening.
Result<void> add_kept_facets(sqlite3* database);

}  // namespace aim::store::sqlite
