#include "http/page/bundle.h"

#include <cassert>

#include "base/ascii.h"

extern "C" {
extern const char aim_page_bundle_begin[];
extern const char aim_page_bundle_end[];
}

namespace aim::http {
namespace {

Error damaged() {
  Error error;
  error.message = "the page that is part of this program is damaged";
  return error;
}

}  // namespace

Result<std::vector<Asset>> read_bundle(std::string_view bundle) {
  if (ascii::take_part(bundle, '\n') != "ai-memory page 1")
    return Failure(damaged());
  std::vector<Asset> found;
  std::vector<std::size_t> sizes;
  for (std::string_view line = ascii::take_part(bundle, '\n'); !line.empty();
       line = ascii::take_part(bundle, '\n')) {
    const std::string_view name = ascii::take_part(line, ' '), digits = ascii::take_part(line, ' ');
    const auto size = ascii::number<std::size_t>(digits);
    if (name.empty() || line.empty() || !size)
      return Failure(damaged());
    found.push_back({name, line, {}});
    sizes.push_back(*size);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (sizes[i] > bundle.size())
      return Failure(damaged());
    found[i].bytes = bundle.substr(0, sizes[i]);
    bundle.remove_prefix(sizes[i]);
  }
  if (!bundle.empty() || found.empty())
    return Failure(damaged());
  return found;
}

std::span<const Asset> assets() {
  static const auto it = [] {
    auto read =
        read_bundle({aim_page_bundle_begin,
                     static_cast<std::size_t>(aim_page_bundle_end - aim_page_bundle_begin)});
    assert(read);  // built into the program, and tested
    return read ? std::move(*read) : std::vector<Asset>();
  }();
  return it;
}

}  // namespace aim::http
