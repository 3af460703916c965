#include "http/health.h"

#include <boost/json.hpp>

#include "base/clock.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "base/version.h"
#include "http/routes.h"
#include "op/kit/remedies.h"
#include "op/listings.h"
#include "text/json_text.h"

namespace aim::http {
namespace {

constexpr auto pause =
    std::chrono::minutes(1);  // between examinations: who asks again and again sees the last result

void notify(HealthReply& reply, const Error& error, const op::Words* commands) {
  if (!error.detail.empty())
    log::error("health: " + error.detail);
  reply.status = "error";
  reply.code = op::error_row(error.code).wire;
  reply.error = reply.message = op::sentence(op::in_words(error, &route_words(), commands));
}

}  // namespace

Health::~Health() {
  ending_ = true;
  if (examiner_.joinable())
    examiner_.join();
}

net::Response Health::answer(bool deep) {
  HealthReply reply;
  reply.version = version;
  if (const auto sound = op::probe(engine_); !sound)
    notify(reply, sound.error(), commands_);
  {
    const Lock lock(mutex_);
    if (deep) {
      begin();
      reply.deep = deep_;
      if (running_)
        reply.deep->status = "running";
    }
    if (deep_.status == "error" && !reply.error)
      notify(reply,
             {Code::database_error,
              "the last integrity check of the database found faults",
              {},
              {},
              {},
              {{"see the faults", Means::find_fault}}},
             commands_);
  }
  net::Response response;
  response.status = reply.error ? 503 : 200;
  boost::json::object object;
  op::write_fields(object, reply);
  response.body = text::compact(object);
  return response;
}

// With the lock held.
void Health::begin() {
  if (running_ || std::chrono::steady_clock::now() < next_)
    return;
  if (examiner_.joinable())
    examiner_.join();
  running_ = true;
  examiner_ = std::thread([this] { examine(); });
}

void Health::examine() {
  const auto findings = op::examine(engine_, [this] { return ending_.load(); });
  DeepView found;
  found.status = "ok";
  found.checked_at = format_rfc3339(SystemClock().now());
  if (!findings) {
    log::error("health: " + findings.error().detail);
    found.status = "error";
    found.checks.push_back({"examination", false});
  } else {
    for (const op::Check& each : *findings) {
      found.checks.push_back({each.check, each.good});
      if (each.good)
        continue;
      log::error("health: " + each.check + ": " + each.detail);
      found.status = "error";
    }
  }
  const Lock lock(mutex_);
  next_ = std::chrono::steady_clock::now() + pause;
  deep_ = std::move(found);
  running_ = false;
}

}  // namespace aim::http
