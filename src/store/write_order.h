// The order in which many memories are written at once: the text index takes them best namespace by
// namespace (each backend keeps the words of one together), and within one as they came, so that of
// two of one title the later one holds.
#pragma once
#include <algorithm>
#include <functional>

namespace aim::store {

// `name_space_of`: of one row.
template <class Rows, class NameSpaceOf>
void put_in_write_order(Rows& rows, NameSpaceOf name_space_of) {
  std::ranges::stable_sort(rows, {}, name_space_of);
}

}  // namespace aim::store
