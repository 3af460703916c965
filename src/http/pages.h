// The pages of this door that are no operations, as documents show them: what they take and answer.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "http/routes.h"

namespace aim::http {

struct CheckView {
  std::string check;
  bool good = false;
  static constexpr auto fields() {
    using R = CheckView;
    return std::tuple{op::gives("check", &R::check, "Name of the check"),
                      op::gives("good", &R::good, "True if the check passed")};
  }
};
struct DeepView {
  std::string status = "never";
  std::optional<std::string> checked_at;
  std::vector<CheckView> checks;
  static constexpr auto fields() {
    using R = DeepView;
    return std::tuple{
        op::gives("status", &R::status, "running, ok, error, or never"),
        op::gives("checked_at", &R::checked_at, "End of the last integrity check, RFC 3339"),
        op::gives("checks", &R::checks, "Results of the last integrity check")};
  }
};
struct HealthReply {
  std::string status = "ok", service = "ai-memory", version;
  std::optional<std::string> code, error, message;
  std::optional<DeepView> deep;
  static constexpr auto fields() {
    using R = HealthReply;
    return std::tuple{op::gives("status", &R::status, "ok or error"),
                      op::gives("service", &R::service, "Always ai-memory"),
                      op::gives("version", &R::version, "Version of ai-memory"),
                      op::gives("code", &R::code, "Error code, if there is an error"),
                      op::gives("error", &R::error, "Error message, if there is an error"),
                      op::gives("message", &R::message, "The same message under a second name"),
                      op::gives("deep", &R::deep, "Last integrity check, if requested")};
  }
};

std::vector<op::Param> page_params(Page page);
// Where the page is a JSON object of known members.
std::vector<op::Param> page_results(Page page);

}  // namespace aim::http
