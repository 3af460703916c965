// A call of the access log as replies and the live stream show it (L3).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/usage/access_log.h"
#include "op/views/views.h"

namespace aim::op {

struct ShownView {
  std::string id, title;
  std::optional<double> score;
  std::optional<std::vector<FactorView>> factors;
  static constexpr auto fields() {
    using R = ShownView;
    return std::tuple{gives("id", &R::id, "Its id"), gives("title", &R::title, "Its title now"),
                      gives("score", &R::score, "What it scored then"),
                      gives("factors", &R::factors, "The factors of that score, as they were")};
  }
};
struct CallView {
  std::int64_t number = 0;
  std::string at, kind, door;
  std::optional<std::string> client, session, query, name_space;
  double ms = 0;
  std::int64_t tokens = 0, count = 0;
  std::vector<ShownView> results;
  static constexpr auto fields() {
    using R = CallView;
    return std::tuple{
        gives("number", &R::number, "Its number; later calls have higher ones"),
        gives("at", &R::at, "RFC 3339"),
        gives("kind", &R::kind, "recall, search, get, list, session_start, store, update, …"),
        gives("door", &R::door, "mcp, http, cli or hook"),
        gives("client", &R::client, "Who called, when known"),
        gives("session", &R::session, "In which session, when known"),
        gives("query", &R::query, "What was asked, when it is kept"),
        gives("namespace", &R::name_space, "Where it looked, when that was not everywhere"),
        gives("ms", &R::ms, "How long it took, in milliseconds"),
        gives("tokens", &R::tokens, "Tokens of the titles and contents that it showed"),
        gives("count", &R::count, "How many memories it showed or changed"),
        gives("results", &R::results, "Those that are still there, best first")};
  }
};
CallView view(const engine::LoggedCall& logged);

}  // namespace aim::op
