// The rows as documents show them: what each takes, answers and may refuse. The OpenAPI document
// and the page of /docs are both made of this.
#pragma once
#include "http/routes.h"
#include "memory/tier.h"

namespace aim::op {
class Words;
}

namespace aim::http {

std::string_view id_of(const Row& row);       // unique
std::string_view title_of(const Row& row);    // "Store a memory"
std::string_view summary_of(const Row& row);  // a sentence

// An argument under the name it has at this door.
enum class ArgumentPlace { path, query, body };
struct Argument {
  op::Param param;
  ArgumentPlace place = ArgumentPlace::query;
};
std::vector<Argument> arguments_of(const Row& row);

// The members of a successful answer, where it is a JSON object.
std::vector<op::Param> results_of(const Row& row);
// Whether the answer is a list of such objects.
bool writes_list(const Row& row);

// Statuses of errors, ascending. `token`: whether the server asks for one.
std::vector<int> errors_of(const Row& row, bool token);

// Whether the server, as it runs, is to speak of that row (S10).
bool is_described(const Row& row, FeatureTier tier);

struct DescribedServer {
  FeatureTier tier = FeatureTier::semantic;  // rows of a higher one are left out (S10)
  bool token = false;                        // a bearer token is asked for
  // Commands for a person where there is no route; null: none.
  const op::Words* commands = nullptr;
  const op::HookSettings* hooks = nullptr;  // see op::Caller
  bool restricted = false;                  // callers are holders of a token with rights
};

// The page of /docs: what the rows offer, to be read by people; made on the server, without
// scripts, so that it works offline and under the strictest policy.
std::string docs_page(const DescribedServer& server);

// The pages of this door that are no operations, as documents show them: what they take and answer.
struct CheckView {
  std::string check;
  bool good = false;
  using R = CheckView;
  static constexpr std::tuple fields{op::gives("check", &R::check, "Name of the check"),
                                     op::gives("good", &R::good, "True if the check passed")};
};
struct DeepView {
  std::string status = "never";
  std::optional<std::string> checked_at;
  std::vector<CheckView> checks;
  using R = DeepView;
  static constexpr std::tuple fields{
      op::gives("status", &R::status,
                "running, ok, error, unknown (it could not be made), or never"),
      op::gives("checked_at", &R::checked_at, "End of the last integrity check, RFC 3339"),
      op::gives("checks", &R::checks, "Results of the last integrity check")};
};
struct HealthReply {
  std::string status = "ok", service = "ai-memory", version;
  std::optional<std::string> code, error, message;
  std::optional<DeepView> deep;
  using R = HealthReply;
  static constexpr std::tuple fields{
      op::gives("status", &R::status, "ok or error"),
      op::gives("service", &R::service, "Always ai-memory"),
      op::gives("version", &R::version, "Version of ai-memory"),
      op::gives("code", &R::code, "Error code, if there is an error"),
      op::gives("error", &R::error, "Error message, if there is an error"),
      op::gives("message", &R::message, "The same message under a second name"),
      op::gives("deep", &R::deep, "Last integrity check, if requested")};
};

std::vector<op::Param> page_params(Page page);
// Where the page is a JSON object of known members.
std::vector<op::Param> page_results(Page page);

// The OpenAPI 3.1 description of this server as JSON text, derived from the rows and from the
// operations' fields: nothing in it is written twice, so it cannot say what the server does not do.
// Cost: some milliseconds.
std::string openapi(const DescribedServer& server);

}  // namespace aim::http
