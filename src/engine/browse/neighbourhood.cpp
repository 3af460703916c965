#include "engine/browse/neighbourhood.h"

#include "engine/duplicates/similar.h"
#include "engine/lookup/by_id.h"
#include "engine/vectors/embeddings.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_of_session = 20;  // a long conversation would push out all else

// Namespace and session; a second of 0: it belongs to none.
using Session = std::pair<std::uint32_t, std::uint32_t>;

Session session_of(const Passages& passages, Key key) {
  const Row row = passages.first_of(key);
  return row == no_row ? Session()
                       : Session(passages.metas[row].name_space, passages.metas[row].session);
}

// Of the memory's session, those said shortly before it and after, nearest first.
std::vector<Key> beside(const Passages& passages, Key key) {
  std::vector<Key> keys;
  const auto& lines = passages.lines;
  const Session session = session_of(passages, key);
  const auto at = std::ranges::find(lines, passages.first_of(key));
  if (session.second == 0 || at == lines.end())
    return keys;
  const auto add = [&](std::ptrdiff_t place) {
    if (place < 0 || place >= std::ssize(lines))
      return;
    const Key other = passages.metas[lines[static_cast<std::size_t>(place)]].key;
    if (session_of(passages, other) == session)
      keys.push_back(other);
  };
  for (std::ptrdiff_t step = 1; keys.size() < max_of_session; ++step) {
    const std::size_t before = keys.size();
    add(at - lines.begin() - step);
    add(at - lines.begin() + step);
    if (keys.size() == before)
      break;
  }
  keys.resize(std::min(keys.size(), max_of_session));
  return keys;
}

class GraphWalk {
 public:
  GraphWalk(store::Reader& reader, Neighbourhood& out, std::int64_t depth, std::int64_t limit)
      : reader_(reader), out_(out), depth_(depth), limit_(static_cast<std::size_t>(limit)) {}

  // False: there is no more room.
  bool add(Memory memory, std::int64_t depth) {
    if (seen_.contains(memory.id))
      return true;
    if (out_.nodes.size() >= limit_) {
      out_.truncated = true;
      return false;
    }
    seen_.insert(memory.id);
    out_.nodes.push_back({std::move(memory), depth});
    return true;
  }
  // Breadth first: nodes that are added here are walked from in their turn. Links of the last step
  // join only what is there.
  Result<void> follow_links() {
    for (std::size_t at = 0; at < out_.nodes.size(); ++at) {
      const auto [key, id, depth] =
          std::tuple(out_.nodes[at].memory.key, out_.nodes[at].memory.id, out_.nodes[at].depth);
      for (const Link& link : TRY(reader_.links.of(key))) {
        const std::string& other = link.source_id == id ? link.target_id : link.source_id;
        if (!seen_.contains(other) && depth < depth_)
          if (auto memory = TRY(reader_.memories.find_by_id(other)))
            add(std::move(*memory), depth + 1);
        if (seen_.contains(other) &&
            edges_.emplace(link.source_id, link.target_id, link.relation).second)
          out_.edges.push_back({link.source_id, link.target_id, link.relation, {}});
      }
    }
    return {};
  }

  // Memories of one session, each joined with the one of it that comes first.
  void join_sessions(const std::function<Session(Key)>& session_of) {
    std::map<Session, const std::string*> first;
    for (const Node& node : out_.nodes) {
      const Session session = session_of(node.memory.key);
      if (session.second == 0)
        continue;
      const auto [known, fresh] = first.emplace(session, &node.memory.id);
      if (!fresh)
        out_.edges.push_back({*known->second, node.memory.id, "session", {}});
    }
  }

 private:
  store::Reader& reader_;
  Neighbourhood& out_;
  const std::int64_t depth_;
  const std::size_t limit_;
  std::set<std::string> seen_;
  std::set<std::tuple<std::string, std::string, std::string>> edges_;
};

}  // namespace

Result<Neighbourhood> neighbourhood(Engine& engine, const std::string& id, std::int64_t depth,
                                    std::int64_t limit) {
  const Memory root =
      TRY(engine.database.read([&](store::Reader& reader) { return find_memory(reader, id); }));
  TRY_VOID(bring_table_to_hand(engine));
  const auto near = TRY(near_by_vectors(engine, root, {}));
  return engine.database.read([&](store::Reader& reader) -> Result<Neighbourhood> {
    Neighbourhood out;
    GraphWalk walk(reader, out, depth, limit);
    walk.add(root, 0);
    for (const Nearness& each : near) {
      if (each.key == root.key || depth == 0)
        continue;
      for (Memory& memory : TRY(reader.memories.by_keys({&each.key, 1}))) {
        const std::string other = memory.id;
        if (walk.add(std::move(memory), 1))
          out.edges.push_back({root.id, other, "near", each.likeness});
      }
    }
    const auto of_session = [&](auto&& use) -> Result<void> {
      const auto view = TRY(engine.embeddings.passages().view(reader, {}));
      use(view.passages);
      return {};
    };
    std::vector<Key> besides;
    if (depth > 0)
      TRY_VOID(of_session([&](const auto& passages) { besides = beside(passages, root.key); }));
    for (Memory& memory : TRY(reader.memories.by_keys(besides))) walk.add(std::move(memory), 1);
    TRY_VOID(walk.follow_links());
    TRY_VOID(of_session([&](const auto& passages) {
      walk.join_sessions([&](Key key) { return session_of(passages, key); });
    }));
    return out;
  });
}

namespace {

constexpr std::int64_t max_calls = 200'000;
constexpr std::int64_t calls_of_clients = 20'000, calls_at_once = 1'000;
constexpr std::size_t max_clients = 50;

std::int64_t day_of(Time time) {
  return std::chrono::floor<std::chrono::days>(time).time_since_epoch() / std::chrono::days(1);
}

Percentiles percentiles(std::vector<std::int64_t> micros) {
  if (micros.empty())
    return {};
  const auto at = [&](std::size_t percent) {
    const auto place =
        micros.begin() + static_cast<std::ptrdiff_t>((micros.size() - 1) * percent / 100);
    std::nth_element(micros.begin(), place, micros.end());
    return static_cast<double>(*place) / 1'000;
  };
  return {at(50), at(95)};
}

// Newest first, so that the first call of a client is its last one.
Result<std::vector<ClientFigures>> clients_since(const store::Reader& reader, Time since) {
  std::vector<ClientFigures> clients;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::set<std::pair<std::size_t, std::string>> sessions;
  std::int64_t before = INT64_MAX;
  for (std::int64_t looked_at = 0; looked_at < calls_of_clients; looked_at += calls_at_once) {
    const auto calls = TRY(reader.records.newest_accesses(before, {}, calls_at_once));
    for (const store::AccessRow& call : calls) {
      before = call.number;
      if (call.at < since)
        continue;
      const auto [place, fresh] =
          places.try_emplace({call.client.value_or(""), call.door}, clients.size());
      if (fresh && clients.size() == max_clients) {
        places.erase(place);
        continue;
      }
      if (fresh) {
        ClientFigures& made = clients.emplace_back();
        made.client = call.client.value_or("");
        made.door = call.door;
        made.last = call.at;
      }
      ClientFigures& client = clients[place->second];
      ++client.calls;
      client.tokens += call.tokens;
      if (!call.session)
        continue;
      client.sessions += sessions.emplace(place->second, *call.session).second ? 1 : 0;
      if (client.last_session.empty())
        client.last_session = *call.session;
    }
    if (std::ssize(calls) < calls_at_once || calls.back().at < since)
      break;
  }
  return clients;
}

}  // namespace

Result<Series> series(Engine& engine, std::int64_t days) {
  const std::int64_t today = day_of(engine.clock.now()), first = today - days + 1;
  const Time since{std::chrono::days(first)};
  return engine.database.read([&](store::Reader& reader) -> Result<Series> {
    Series out;
    const auto growth = TRY(reader.records.growth(since));
    const std::map<std::int64_t, std::int64_t> stored(growth.days.begin(), growth.days.end());
    std::map<std::int64_t, std::vector<std::int64_t>> recalls;
    std::map<std::string, std::pair<DoorFigures, std::vector<std::int64_t>>> doors;
    for (const store::AccessCost& call : TRY(reader.records.access_costs(since, max_calls))) {
      if (call.kind == "recall")
        recalls[day_of(call.at)].push_back(call.micros);
      auto& [figures, micros] = doors[call.door];
      ++figures.calls;
      figures.tokens += call.tokens;
      micros.push_back(call.micros);
    }
    std::int64_t memories = growth.before;
    for (std::int64_t day = first; day <= today; ++day) {
      DayFigures& figures = out.days.emplace_back();
      figures.day = Time(std::chrono::days(day));
      if (const auto found = stored.find(day); found != stored.end())
        figures.stored = found->second;
      figures.memories = memories += figures.stored;
      if (const auto found = recalls.find(day); found != recalls.end()) {
        figures.recalls = std::ssize(found->second);
        figures.recall_time = percentiles(found->second);
      }
    }
    for (auto& [door, each] : doors) {
      each.first.door = door;
      each.first.time = percentiles(std::move(each.second));
      out.doors.push_back(std::move(each.first));
    }
    out.clients = TRY(clients_since(reader, since));
    std::ranges::stable_sort(out.doors, std::ranges::greater(), &DoorFigures::calls);
    return out;
  });
}

}  // namespace aim::engine
