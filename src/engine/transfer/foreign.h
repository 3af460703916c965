// What other memory stores keep in databases of their own, for those who know what it means. Rows
// pass through as they are.
#pragma once
#include "engine/engine.h"
#include "store/foreign.h"

namespace aim::engine {

using store::ForeignRow;

// As ForeignTables::each_row. Errors: also unavailable when this engine has nobody to read them.
inline Result<bool> each_foreign_row(const Engine& engine, const std::filesystem::path& file,
                                     std::string_view table,
                                     const std::function<Result<void>(const ForeignRow&)>& take) {
  if (!engine.foreign)
    return Failure(unavailable("databases of other programs cannot be read here", {}));
  return engine.foreign->each_row(file, table, take);
}

}  // namespace aim::engine
