// Figures of the server in Prometheus' text format (version 0.0.4): requests and their
// durations by route, connections, and how the database is doing.
// Knows: routes, the server's figures. Must not know: what a client wrote; a label is one of ours
// or "other".
// Threads: any; observe() takes no lock.
#pragma once
#include <atomic>

#include "net/server.h"
#include "op/figures.h"

namespace aim::http {

class Metrics {
 public:
  Metrics();

  void observe(const net::AnsweredRequest& access);
  // The page. `server` and `figures` may be null: their lines are left out.
  std::string text(const net::ServerFigures* server, const op::Figures* figures) const;

 private:
  static constexpr std::array<std::string_view, 8> methods{"DELETE", "GET",  "HEAD", "OPTIONS",
                                                           "PATCH",  "POST", "PUT",  "other"};
  // 0: any other.
  static constexpr std::array statuses{200, 201, 202, 204, 400, 401, 403, 404, 405, 406,
                                       408, 409, 413, 415, 431, 500, 501, 503, 0};
  static constexpr std::array<std::int64_t, 14> bounds_us{
      500,     1'000,   2'500,   5'000,     10'000,    25'000,    50'000,
      100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000, 10'000'000};
  struct Series {  // figures of a method and route
    std::array<std::atomic<std::int64_t>, statuses.size()> by_status{};
    std::array<std::atomic<std::int64_t>, bounds_us.size() + 1> by_duration{};  // the last: longer
    std::atomic<std::int64_t> sum_us{0};
  };

  std::size_t series_of(std::string_view method, std::string_view route) const;
  void write_requests(std::string& page) const;
  void write_durations(std::string& page) const;

  std::vector<std::string_view> routes_;  // sorted
  std::unique_ptr<Series[]> series_;
  std::int64_t started_at_;  // seconds since 1970
};

}  // namespace aim::http
