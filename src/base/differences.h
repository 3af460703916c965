// The changes from one list of texts to another: lines, or words.
// Pure. Cost: by the product of what is between the equal beginning and end of both.
#pragma once
#include "base/std.h"

namespace aim {

enum class DiffSide { both, before, after };
struct DiffPart {
  DiffSide side;
  std::string_view text;
};

// In order, as many of `both` as there can be; what goes before what comes in its place. Where the
// product is above `max_cells`, all that is between goes, and all comes.
std::vector<DiffPart> differences(std::span<const std::string_view> before,
                                  std::span<const std::string_view> after, std::size_t max_cells);

}  // namespace aim
