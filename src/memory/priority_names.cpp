#include "memory/priority_names.h"

#include "base/ascii.h"

namespace aim {

Band band_of(std::int64_t priority) {
  if (priority >= 9)
    return Band::core;
  if (priority >= 7)
    return Band::high;
  return priority >= 4 ? Band::normal : Band::low;
}

std::int64_t priority_of(Band band) {
  switch (band) {
    case Band::core:
      return 10;
    case Band::high:
      return 8;
    case Band::normal:
      return 5;
    case Band::low:
      return 2;
  }
  return 5;
}

double weight_of(Band band) {
  return 0.25 * (static_cast<double>(band) + 1);
}

std::optional<Band> band_named(std::string_view name) {
  return value_of<Band>(ascii::upper(name));
}

}  // namespace aim
