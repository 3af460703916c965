// What a memory is connected with: its links, step by step, what is near it in meaning, and what
// its session holds besides (L6).
// Cost: a read a node; bounded by `limit`. Sessions: a walk over the passages in memory.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::engine {

struct Node {
  Memory memory;
  std::int64_t depth = 0;  // steps from the memory that was asked for
};
struct Edge {
  std::string source, target, relation;  // a link's, "near" or "session"
  std::optional<double> weight;          // of near: the cosine
};
struct Neighbourhood {
  std::vector<Node> nodes;  // nearest first; the memory itself is the first
  std::vector<Edge> edges;  // between those nodes
  bool truncated = false;   // there are more within those steps
};
// Errors: not_found.
Result<Neighbourhood> neighbourhood(Engine& engine, const std::string& id, std::int64_t depth,
                                    std::int64_t limit);

// How a database has grown, what its calls have cost, a day and a door at a time, and who made
// them (L7). Cost: the calls of those days, at most two hundred thousand, as far as the access
// log has them; of who made them, the last twenty thousand.

struct Percentiles {
  std::optional<double> p50_ms, p95_ms;  // unset: there was no call
};
struct DayFigures {
  Time day{};                 // its first moment, UTC
  std::int64_t memories = 0;  // at its end, of those that are still there
  std::int64_t stored = 0;    // on it, likewise
  std::int64_t recalls = 0;
  Percentiles recall_time;
};
struct DoorFigures {
  std::string door;
  std::int64_t calls = 0, tokens = 0;
  Percentiles time;
};
// A caller of a door. An assistant stands under the name that it gives itself.
struct ClientFigures {
  std::string client, door;  // client empty: it gave no name
  std::int64_t calls = 0, tokens = 0, sessions = 0;
  Time last{};
  std::string last_session;  // empty: not known
};
struct Series {
  std::vector<DayFigures> days;        // in order, every one
  std::vector<DoorFigures> doors;      // most calls first
  std::vector<ClientFigures> clients;  // seen last first, at most fifty
};
Result<Series> series(Engine& engine, std::int64_t days);

}  // namespace aim::engine
