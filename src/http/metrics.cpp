#include "http/metrics.h"

#include <boost/json.hpp>
#include <chrono>

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

// In addition to the rows: MCP, preflights, and unknown paths.
constexpr std::string_view more_routes[] = {"/mcp", "/messages", "/sse", "preflight"};
constexpr std::string_view methods[] = {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"};

void head_of(std::string& page, std::string_view name, std::string_view type,
             std::string_view help) {
  page.append("# HELP ").append(name).append(" ").append(help).append("\n");
  page.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void line(std::string& page, std::string_view name, const std::string& labels,
          const std::string& value) {
  page.append(name);
  if (!labels.empty())
    page.append("{").append(labels).append("}");
  page.append(" ").append(value).append("\n");
}

void single(std::string& page, std::string_view name, std::string_view type, std::string_view help,
            std::int64_t value) {
  head_of(page, name, type, help);
  line(page, name, {}, std::to_string(value));
}

// No label of ours has a quotation mark, a backslash or a line break, so nothing is escaped.
std::string label(std::string_view name, std::string_view value) {
  return std::string(name).append("=\"").append(value).append("\"");
}

// 2500 becomes "0.0025".
std::string seconds(std::int64_t microseconds) {
  std::string digits = std::to_string(microseconds);
  if (digits.size() < 7)
    digits.insert(0, 7 - digits.size(), '0');
  digits.insert(digits.size() - 6, ".");
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.'))
    digits.pop_back();
  return digits;
}

void write_server(std::string& page, const net::ServerFigures& server) {
  single(page, "ai_memory_http_connections", "gauge", "Open connections", server.connections);
  single(page, "ai_memory_http_waiting_requests", "gauge", "Requests waiting for a worker",
         server.waiting);
  single(page, "ai_memory_http_refused_connections_total", "counter",
         "Connections refused because there were too many", server.refused_connections);
  single(page, "ai_memory_http_refused_requests_total", "counter",
         "Requests refused because too many waited", server.refused_requests);
}

void write_database(std::string& page, const op::Figures& figures) {
  head_of(page, "ai_memory_memories", "gauge", "Memories by tier");
  for (const auto& [tier, count] : figures.by_tier)
    line(page, "ai_memory_memories", label("tier", tier), std::to_string(count));
  single(page, "ai_memory_archived_memories", "gauge", "Memories in the archive", figures.archived);
  single(page, "ai_memory_links", "gauge", "Links between memories", figures.links);
  single(page, "ai_memory_database_bytes", "gauge", "Size of the database file",
         figures.database_bytes);
  single(page, "ai_memory_wal_bytes", "gauge", "Size of the write-ahead log", figures.wal_bytes);
  single(page, "ai_memory_waiting_touches", "gauge", "Uses not written yet",
         figures.waiting_touches);
  single(page, "ai_memory_dropped_touches_total", "counter", "Uses that could not be written",
         figures.dropped_touches);
  single(page, "ai_memory_gc_runs_total", "counter", "Collections of expired memories",
         figures.gc_rounds);
  single(page, "ai_memory_gc_collected_total", "counter", "Expired memories collected",
         figures.gc_collected);
}

std::set<std::string_view> all_routes() {
  std::set<std::string_view> routes(std::begin(more_routes), std::end(more_routes));
  for (const Row& row : rows()) routes.insert(row.path);
  return routes;
}

template <class Known>
std::string_view label_of(const Known& known, std::string_view said) {
  const auto found = std::ranges::find(known, said);
  return found == std::end(known) ? "other" : *found;
}

std::string labels_of(const std::pair<std::string_view, std::string_view>& route_and_method) {
  return label("method", route_and_method.second) + "," + label("route", route_and_method.first);
}

}  // namespace

Metrics::Metrics()
    : routes_(all_routes()),
      started_at_(std::chrono::duration_cast<std::chrono::seconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count()) {}

void Metrics::observe(const net::AnsweredRequest& access) {
  const std::int64_t took = access.took.count();
  const auto bucket = std::ranges::lower_bound(bounds_us, took) - bounds_us.begin();
  const Lock lock(mutex_);
  Series& series = series_[{label_of(routes_, access.route), label_of(methods, access.method)}];
  ++series.by_status[access.status];
  ++series.by_duration[static_cast<std::size_t>(bucket)];
  series.sum_us += took;
}

void Metrics::write_requests(std::string& page) const {
  constexpr std::string_view name = "ai_memory_http_requests_total";
  head_of(page, name, "counter", "Requests answered");
  for (const auto& [labels, series] : series_)
    for (const auto& [status, count] : series.by_status)
      line(page, name, labels_of(labels) + "," + label("status", std::to_string(status)),
           std::to_string(count));
}

void Metrics::write_durations(std::string& page) const {
  const std::string name = "ai_memory_http_request_duration_seconds";
  head_of(page, name, "histogram", "Time from the end of a request's head to the end of its reply");
  for (const auto& [route_and_method, series] : series_) {
    const std::string labels = labels_of(route_and_method);
    std::int64_t sum = 0;
    for (std::size_t b = 0; b < series.by_duration.size(); ++b) {
      sum += series.by_duration[b];
      const std::string bound = b < bounds_us.size() ? seconds(bounds_us[b]) : "+Inf";
      line(page, name + "_bucket", labels + "," + label("le", bound), std::to_string(sum));
    }
    line(page, name + "_sum", labels, seconds(series.sum_us));
    line(page, name + "_count", labels, std::to_string(sum));
  }
}

std::string Metrics::text(const net::ServerFigures* server, const op::Figures* figures) const {
  std::string page;
  head_of(page, "ai_memory_build_info", "gauge", "Running version");
  line(page, "ai_memory_build_info", label("version", version), "1");
  single(page, "process_start_time_seconds", "gauge", "Start of the process, in seconds since 1970",
         started_at_);
  {
    const Lock lock(mutex_);
    write_requests(page);
    write_durations(page);
  }
  if (server)
    write_server(page, *server);
  if (figures)
    write_database(page, *figures);
  return page;
}

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
  if (reply.error) {
    response.status = 503;
    response.headers.push_back({"Retry-After", "1"});
  }
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
  if (!findings) {  // locked, say: no fault was found
    log::warn("health: the database was not examined: " + op::sentence(findings.error()));
    found.status = "unknown";
    found.checks.push_back({"examination", false});
  } else {
    for (const auto& each : *findings) {
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
