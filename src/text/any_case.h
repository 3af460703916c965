// All ways to write a beginning in upper and lower case, as places in a sorted list of texts: so
// that an index ordered by bytes can be asked for what begins so regardless of case, jumping from
// one way to the next.
// Knows: Unicode's simple cases. Must not know: what is listed.
#pragma once
#include "base/std.h"

namespace aim::text {

class AnyCase {
 public:
  explicit AnyCase(std::string_view beginning);

  // The least text by bytes that begins so and is not below `text`: `text` itself when it begins
  // so. Nothing: all that begin so are below it.
  std::optional<std::string> at_least(std::string_view text) const;

 private:
  std::vector<std::vector<std::string>> ways_;  // of each character, by bytes
};

}  // namespace aim::text
