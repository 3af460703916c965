#include "engine/inspect/neighbourhood.h"

#include <set>
#include <unordered_map>

#include "engine/ids.h"
#include "engine/similar.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

class Walk {
 public:
  Walk(store::Reader& reader, Neighbourhood& out, std::int64_t depth, std::int64_t limit)
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
  // Breadth first: nodes that are added here are walked from in their turn. Links of the last step join only what is there.
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
  const auto near = TRY(near_by_vectors(engine, root, {}));
  return engine.database.read([&](store::Reader& reader) -> Result<Neighbourhood> {
    Neighbourhood out;
    Walk walk(reader, out, depth, limit);
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
    TRY_VOID(walk.follow_links());
    return out;
  });
}

}  // namespace aim::engine
