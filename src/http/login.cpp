#include "http/login.h"

#include <charconv>

#include "base/sealed_stream.h"
#include "http/errors.h"
#include "net/message.h"

namespace aim::http {
namespace {

// Other texts of ours are sealed with the same key: this one says what it is for.
constexpr std::string_view purpose = "ticket ";

std::int64_t seconds_of(net::WallTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

}  // namespace

std::string Login::make_ticket(net::WallTime now, std::string_view holder) {
  return seal(std::string(purpose) + std::to_string(seconds_of(now + ticket_time)) + " " +
              random_token() + " " + std::string(holder));
}

std::optional<std::string> Login::take(std::string_view ticket, net::WallTime now) {
  const auto text = unseal(ticket);
  if (!text || !text->starts_with(purpose))
    return std::nullopt;
  std::int64_t until = 0;
  const auto [end, error] =
      std::from_chars(text->data() + purpose.size(), text->data() + text->size(), until);
  const std::int64_t second = seconds_of(now);
  if (error != std::errc() || second >= until)
    return std::nullopt;
  const Lock lock(mutex_);
  while (!taken_.empty() && taken_.begin()->first <= second) taken_.erase(taken_.begin());
  if (!taken_.emplace(until, *text).second)
    return std::nullopt;
  return text->substr(text->rfind(' ') + 1);
}

net::Response Login::enter(const net::Head& head) {
  const auto query = net::parse_query(head.query);
  std::string ticket;
  if (query)
    for (const auto& [name, value] : *query)
      if (name == "ticket")
        ticket = value;
  const auto holder = take(ticket, std::chrono::system_clock::now());
  if (!holder)
    return error_response(
        403, "this address was already used or has expired; for a new one: ai-memory ui");
  net::Response response;
  response.status = 303;
  auto begun = net::begin_cookie_session(secure_, std::chrono::system_clock::now(), *holder);
  // The part behind "#" is for the page, and is sent nowhere.
  response.headers = {std::move(begun.cookie), {"Location", "/#proof=" + begun.proof}};
  return response;
}

net::Plan Login::plan(const net::Head& head, const std::string& holder) {
  net::Plan plan;
  plan.lane = net::Lane::at_once;
  if (head.path == ticket_path) {
    if (head.method != "POST")
      return net::refused(method_not_allowed("POST"), ticket_path);
    plan.route = ticket_path;
    plan.answer = [holder](net::Request&, net::Exchange&) {
      net::Response response;
      response.status = 201;
      response.body = "{\"path\":\"" + std::string(enter_path) +
                      "?ticket=" + make_ticket(std::chrono::system_clock::now(), holder) +
                      "\",\"expires_in\":" + std::to_string(ticket_time.count()) + "}";
      return response;
    };
    return plan;
  }
  if (head.method != "GET")
    return net::refused(method_not_allowed("GET"), enter_path);
  plan.route = enter_path;
  plan.answer = [this](net::Request& request, net::Exchange&) { return enter(request.head); };
  return plan;
}

}  // namespace aim::http
