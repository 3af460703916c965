// A call of the access log as replies and the live stream show it (L3).
#pragma once
#include "engine/usage/access_log.h"
#include "op/views/views.h"

namespace aim::op {

struct ShownView {
  std::string id, title;
  std::optional<double> score;
  std::optional<std::vector<FactorView>> factors;
  using R = ShownView;
  static constexpr std::tuple fields{gives("id", &R::id, "Id"),
                                     gives("title", &R::title, "Current title"),
                                     gives("score", &R::score, "Score in the call"),
                                     gives("factors", &R::factors, "Factors of that score")};
};
struct CallView {
  std::int64_t number = 0;
  std::string at, kind, door;
  std::optional<std::string> client, session, query, name_space;
  double ms = 0;
  std::int64_t tokens = 0, count = 0;
  std::vector<ShownView> results;
  using R = CallView;
  static constexpr std::tuple fields{
      gives("number", &R::number, "Number of the call; ascending"),
      gives("at", &R::at, "RFC 3339"),
      gives("kind", &R::kind, "recall, search, get, list, session_start, store, update, …"),
      gives("door", &R::door, "mcp, http, cli or hook"),
      gives("client", &R::client, "Agent, if known"),
      gives("session", &R::session, "Session, if known"),
      gives("query", &R::query, "Question, if recorded"),
      gives("namespace", &R::name_space, "Namespace filter, if any"),
      gives("ms", &R::ms, "Duration in milliseconds"),
      gives("tokens", &R::tokens, "Tokens of the titles and contents shown"),
      gives("count", &R::count, "Number of memories shown or changed"),
      gives("results", &R::results, "These memories, without deleted ones, best first")};
};
CallView view(const engine::LoggedCall& logged);

}  // namespace aim::op
