#include "net/message.h"

namespace aim::net {

std::string_view Head::header(std::string_view name) const {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const Header& each) { return each.name == name; });
  return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

bool Head::has(std::string_view name) const {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const Header& each) { return each.name == name; });
}

}  // namespace aim::net
