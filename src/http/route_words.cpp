#include "http/route_words.h"

#include <algorithm>

#include "http/routes.h"
#include "net/query.h"

namespace aim::http {
namespace {

class RouteWords : public op::Words {
 public:
  std::string say(const op::NextStep& step) const override {
    if (!step.operation)
      return {};
    const auto all = rows();
    const auto row = std::ranges::find_if(all, [&](const Row& each) {
      return each.operation && &each.operation() == &step.operation();
    });
    if (row == all.end())
      return {};
    std::string path(row->path), query;
    for (const auto& [name, text] : step.arguments) {
      const std::string place = "{" + std::string(name) + "}";
      if (const std::size_t at = path.find(place); at != path.npos)
        path.replace(at, place.size(), net::encoded(text));
      else
        query.append(query.empty() ? "?" : "&").append(name).append("=").append(net::encoded(text));
    }
    return std::string(row->method) + " " + path + query;
  }
};

}  // namespace

const op::Words& route_words() {
  static const RouteWords words;
  return words;
}

}  // namespace aim::http
