#include "http/pages.h"

namespace aim::http {
namespace {

struct HealthRequest {
  bool deep = false;
  static constexpr auto fields() {
    using R = HealthRequest;
    return std::tuple{
        op::takes("deep", &R::deep, rule::any,
                  "Run all checks in the background, and show the result of the last run")};
  }
};

}  // namespace

std::vector<op::Param> page_params(Page page) {
  return page == Page::health ? op::describe<HealthRequest>() : std::vector<op::Param>();
}

std::vector<op::Param> page_results(Page page) {
  return page == Page::health ? op::describe<HealthReply>() : std::vector<op::Param>();
}

}  // namespace aim::http
