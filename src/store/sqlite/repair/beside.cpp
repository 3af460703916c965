#include "store/sqlite/repair/beside.h"

#include <algorithm>

#include "base/timestamp.h"

namespace aim::store::sqlite {

std::string stamp(Time time) {
  std::string text = format_rfc3339(time).substr(0, 19);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  std::replace(text.begin(), text.end(), 'T', '-');
  return text;
}

}  // namespace aim::store::sqlite
