// What counting by facets reads of each memory. A connection keeps it of all memories and reads
// again only those that have changed
// since: people look at counts again and again, and whoever stores meanwhile changes a few.
// Functions run inside the caller's read() or write().
// Knows: rows. Must not know: which of them are counted.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/sqlite/core/connection.h"
#include "store/sqlite/tables/where.h"
#include "store/types.h"

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
  std::int32_t name_space = 0;              // 0: a number that none can have
  std::int32_t source = 0, agent = nobody;  // among `names`
  std::int32_t tags = 0;                    // among `lists`
  // One that we do not know has the number behind the last, which has no name.
  std::int8_t tier = 0, kind = 0;
};

struct FacetRows {
  FacetTexts names, lists;     // a list of tags as it is written
  std::vector<FacetRow> rows;  // by rising key
};

// The memories that pass, one after the other.
class FacetReader {
 public:
  static Result<FacetReader> open(Connection& connection, const Where& where);
  Result<bool> next() { return statement_.step(); }
  // The one that next() found; its texts come among `texts`, whose rows are not touched.
  FacetRow row(FacetRows& texts) const;

 private:
  explicit FacetReader(Statement statement) : statement_(std::move(statement)) {}
  Statement statement_;
};

struct FacetLimits {
  std::size_t rows = 131'072;                // 4 MiB
  std::size_t text_bytes = 2 * 1024 * 1024;  // of names and lists of tags
};

// Whether all memories may be read for a question: not for one that has to read only a few of them.
enum class KeepFacets { from_now_on, if_kept };

// All memories, expired ones too. Null: none are kept, as they are too many, or as `keep` says, or
// because a transaction has changed something that may be taken back.
Result<const FacetRows*> kept_facet_rows(Connection& connection, KeepFacets keep,
                                         const FacetLimits& limits = {});

}  // namespace aim::store::sqlite
