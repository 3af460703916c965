#include "engine/vectors/graphs.h"

#include <algorithm>
#include <thread>

#include "base/log.h"
#include "engine/vectors/embeddings.h"
#include "store/maintenance.h"
#include "store/types.h"

namespace aim::engine {
namespace {

constexpr std::size_t rows_a_look = 16;  // under one lock: about a millisecond
// A graph that so many rows are missing in is extended; below, they are compared one by one.
constexpr double fresh_share = 0.02;
// More than so many, and a new one is better.
constexpr double stale_share = 0.3;
// A file that another process wrote may know of rows that this one has not read yet; not of many
// times as many.
constexpr std::size_t rows_ahead = 2;

struct RowToAdd {
  Row row;
  std::uint64_t text;
};

std::filesystem::path file_of(Engine& engine, const store::Channel& channel) {
  return engine.database.maintenance().cache_file("vectors-" + std::to_string(channel.number));
}

// What a graph lacks, while the passages are held.
std::vector<RowToAdd> lacking(const PassageIndex::Passages& passages, const Vectors& vectors,
                              const index::Hnsw& graph) {
  std::vector<RowToAdd> rows;
  for (Row row = 0; row < vectors.heads.size(); ++row) {
    const std::uint64_t text = passages.metas[row].text;
    if (!vectors.rows.is_empty(row) && !graph.knows(row, text))
      rows.push_back({row, text});
  }
  return rows;
}

class Tending {
 public:
  Tending(Engine& engine, const embed::Identity& identity, double share,
          const std::function<bool()>& ending)
      : engine_(engine), identity_(identity), share_(share), ending_(ending) {}

  Result<void> run() {
    PassageIndex& passages = engine_.embeddings.passages();
    store::Channel channel;
    std::size_t live = 0, fresh = 0, rows = 0;
    std::shared_ptr<const index::Hnsw> graph;
    passages.look(identity_, [&](const PassageIndex::Passages&, const Vectors& vectors) {
      channel = vectors.channel;
      live = vectors.live;
      rows = vectors.rows.size();
      graph = vectors.graph;
      fresh = graph ? vectors.fresh.size() : live;
    });
    if (live < engine_.options.graph_from || channel.number == 0)
      return {};
    if (!graph) {
      auto loaded =
          index::Hnsw::load(file_of(engine_, channel),
                            {identity_hash(channel), identity_.dimension, rows * rows_ahead});
      if (loaded) {
        passages.use_graph(identity_, std::make_shared<index::Hnsw>(std::move(*loaded)));
        return run();
      }
      if (loaded.error().code != Code::not_found)
        log::info("a graph of vectors is made anew: " + loaded.error().message);
    }
    const auto part = [&](double share) { return share * static_cast<double>(live); };
    if (graph && static_cast<double>(fresh) < part(fresh_share))
      return {};
    const bool anew = !graph || static_cast<double>(fresh) > part(stale_share);
    auto larger = anew ? std::make_shared<index::Hnsw>(identity_.dimension)
                       : std::make_shared<index::Hnsw>(*graph);
    if (!add_lacking(*larger))
      return {};
    passages.use_graph(identity_, larger);
    log::info("a graph of " + std::to_string(live) + " vectors is ready");
    // A database on a server has no such place: there the graph lasts as long as the process.
    const auto file = file_of(engine_, channel);
    return file.empty() ? Result<void>() : larger->save(file, identity_hash(channel));
  }

 private:
  // False when it was ended.
  bool add_lacking(index::Hnsw& graph) {
    PassageIndex& passages = engine_.embeddings.passages();
    std::vector<RowToAdd> rows;
    passages.look(identity_, [&](const PassageIndex::Passages& all, const Vectors& vectors) {
      rows = lacking(all, vectors, graph);
    });
    for (std::size_t begin = 0; begin < rows.size(); begin += rows_a_look) {
      if (ending_())
        return false;
      const auto started = std::chrono::steady_clock::now();
      const std::size_t end = std::min(begin + rows_a_look, rows.size());
      passages.look(identity_, [&](const PassageIndex::Passages& all, const Vectors& vectors) {
        for (std::size_t i = begin; i < end; ++i)
          if (all.metas[rows[i].row].text == rows[i].text && !vectors.rows.is_empty(rows[i].row))
            graph.add(vectors.rows, rows[i].row, rows[i].text);
      });
      if (share_ < 1)
        std::this_thread::sleep_for((std::chrono::steady_clock::now() - started) *
                                    (1 / std::max(share_, 0.01) - 1));
    }
    return true;
  }

  Engine& engine_;
  const embed::Identity identity_;
  const double share_;
  const std::function<bool()>& ending_;
};

}  // namespace

Result<void> tend_graphs(Engine& engine, double share, const std::function<bool()>& ending) {
  for (const embed::Embedder* embedder :
       {engine.embeddings.built_in(), engine.embeddings.warm_model()})
    if (embedder)
      TRY_VOID(Tending(engine, embedder->identity(), share, ending).run());
  return {};
}

}  // namespace aim::engine
