#include "engine/search/asked_once.h"

#include <algorithm>
#include <utility>

namespace aim::engine {

const ChannelQuery* AskedOnce::find(const embed::Identity& identity, std::string_view text) const {
  const auto found = std::ranges::find_if(
      all_, [&](const Asked& each) { return each.text == text && each.identity == identity; });
  return found == all_.end() ? nullptr : &found->made;
}

const ChannelQuery& AskedOnce::keep(const embed::Identity& identity, std::string_view text,
                                    ChannelQuery made) {
  return all_.emplace_back(Asked{identity, std::string(text), std::move(made)}).made;
}

}  // namespace aim::engine
