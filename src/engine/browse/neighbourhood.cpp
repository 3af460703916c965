#include "engine/browse/neighbourhood.h"

#include "engine/duplicates/similar.h"
#include "engine/lookup/by_id.h"
#include "engine/vectors/embeddings.h"
#include "store/links.h"
#include "store/memories.h"

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

}  // namespace aim::engine
