// What other memory stores keep in databases of their own, for those who know what it means. Rows pass through as they are.
#pragma once
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "store/sqlite/foreign.h"

namespace aim::engine {

using store::each_foreign_row;
using store::ForeignRow;

}  // namespace aim::engine
