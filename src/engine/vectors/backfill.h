// Vectors for memories that have none yet: stored by a cold command line, imported, restored, of a
// model that was changed, damaged (B5); and the text index by the rules of this program, where it
// was made by others. In small batches, resumable at any point: what is done is in the database,
// what is not is found again.
// Source: B5; requirements of bounded CPU share.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

struct Backfilled {
  std::int64_t indexed = 0;   // memories, by rules that have changed
  std::int64_t to_index = 0;  // of them, still to do
  std::int64_t embedded = 0;  // passages
  std::int64_t failed = 0;    // could not be embedded; tried again later
  std::int64_t left = 0;      // still without a vector
};
struct BackfillOptions {
  std::int64_t most = INT64_MAX;  // passages, about
  double share = 1;               // of one processor, at most: pauses between batches
  bool reindex = true;            // first what other rules made (store/index_rules.h)
  bool repair = true;             // look for lost PassageMetas first, which reads all of them
  bool by_model = true;           // else by the static table only
  bool open_model = true;         // else only what the static table and an open model can do
  bool drop_others = false;       // when done, vectors of every other model; see embeddings.h
  // `what`: what is counted, "memories" or "passages".
  std::function<void(std::int64_t done, std::int64_t of, std::string_view what)> notify;
};
// Errors: those of the database; unavailable when stopped through the engine's access.
Result<Backfilled> backfill(Engine& engine, const BackfillOptions& options);

// How many memories are still to be put into the text index by the rules of this program.
Result<std::int64_t> count_outdated(Engine& engine);

// How many passages have no vector by the static table; 0 when there is none.
Result<std::int64_t> count_without_table(Engine& engine);
// How many passages have no vector by the model in use, or by the table where there is none.
Result<std::int64_t> count_without_vector(Engine& engine);

// How many memories have such a passage. Nothing where this process has read no vectors: a command
// that ends at once does not read them for it.
Result<std::optional<std::int64_t>> count_waiting(Engine& engine);

}  // namespace aim::engine
