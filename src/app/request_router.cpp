#include "app/request_router.h"

#include "cli/command_words.h"
#include "http/errors.h"
#include "http/reader_pages.h"
#include "http/web_page.h"
#include "op/kit/remedies.h"

namespace aim::app {
namespace {

// What a page needs to be told before its browser lets it speak to another origin (CORS). Said to
// pages that were allowed
// by name only: those of this machine are tolerated, not invited.
std::vector<net::Header> invitation(const net::Head& head, const net::GuardOptions& guard) {
  const std::string origin(head.header("origin"));
  if (!net::is_invited(origin, guard))
    return {};
  return {{"Access-Control-Allow-Origin", origin},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, Retry-After"},
          {"Vary", "Origin"}};
}

bool is_preflight(const net::Head& head) {
  return head.method == "OPTIONS" && head.has("origin") &&
         head.has("access-control-request-method");
}

net::Plan preflight(const std::vector<net::Header>& invited) {
  net::Plan plan;
  plan.route = "preflight";
  plan.headers = invited;
  net::Response response;
  response.status = 204;
  if (!invited.empty())
    response.headers = {
        {"Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"},
        {"Access-Control-Allow-Headers",
         "Authorization, X-API-Key, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, "
         "MCP-Protocol-Version, Mcp-Method, Mcp-Name"},
        {"Access-Control-Max-Age", "600"}};
  plan.refusal = std::move(response);
  return plan;
}

// Does somebody read the answer in a browser?
bool is_reader(const net::Head& head) {
  return head.header("accept").find("text/html") != std::string_view::npos;
}

}  // namespace

net::Plan RequestRouter::door(const net::Head& head, const std::string& holder) const {
  if (http::WebPage::serves(head.path))
    return http::WebPage::plan(head);
  if (http::Login::serves(head.path))
    return login_.plan(head, holder);
  const auto tenant = tenants_.of(holder);
  if (!tenant) {
    net::Plan plan;
    plan.refusal = http::error_response(401, "the token has ended");
    return plan;
  }
  net::Plan plan;
  if (tenant->mcp && tenant->mcp->serves(head.path))
    plan = tenant->mcp->plan(head);
  else
    plan = head.path == http::Live::path ? tenant->live.plan(head) : tenant->api.plan(head);
  // The tenant stays until it has answered.
  if (plan.answer)
    plan.answer = [tenant, answer = std::move(plan.answer)](net::Request& request,
                                                            net::Exchange& exchange) {
      return answer(request, exchange);
    };
  return plan;
}

net::Plan RequestRouter::refuse(const net::Head& head, const net::Verdict& verdict) {
  net::Plan plan;
  plan.trusted = false;
  std::string sentence = verdict.refused->sentence;
  if (const auto& remedy = verdict.refused->remedy)
    sentence += "; " + op::said(*remedy, &cli::command_words(), &cli::command_words());
  plan.refusal = http::error_response(verdict.refused->status, sentence);
  if (verdict.refused->status == 401 && http::WebPage::is_page(head))
    http::ask_reader_for_token(plan);
  if (verdict.guessed)
    plan.delay = guesses_.failed(head.party);
  return plan;
}

net::Plan RequestRouter::plan(const net::Head& head) {
  const auto invited = invitation(head, guard_);
  // A browser sends no token with a preflight.
  const net::Target target{
      is_preflight(head) || http::Api::open_to_all(head) || http::Login::open_to_all(head),
      head.has("sec-fetch-site") && (http::Api::is_page(head) || http::WebPage::is_page(head)),
      http::Api::is_page(head) || http::WebPage::serves(head.path)};
  const auto verdict = net::judge(head, guard_, target);
  if (!verdict.refused && is_preflight(head))
    return preflight(invited);
  net::Plan plan = verdict.refused ? refuse(head, verdict) : door(head, verdict.holder);
  if (plan.refusal && plan.refusal->status == 404 && is_reader(head))
    http::tell_reader_of_nothing(plan);
  plan.headers = invited;
  if (!verdict.refused)
    plan.trusted = !net::asks_for_token(guard_) || !target.open_to_all;
  return plan;
}

}  // namespace aim::app
