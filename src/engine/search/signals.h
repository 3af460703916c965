// What every memory of a scope brings to a ranking that looks at all of them: how near it is to the
// question, how well words fit it, and what it is by itself. The texts of a few are read when it is
// known which are shown.
// Knows: the indexes of the store, vectors in memory. Must not know: weights, scores.
// Threads: any. Cost: linear in the scope; no text is read, unless `also` asks for it.
#pragma once
#include "embed/embedder.h"
#include "engine/engine.h"
#include "memory/filter.h"
#include "memory/weigh.h"

namespace aim::engine {

class AskedOnce;

struct SignalsRequest {
  std::string text;
  Filter filter = {};
  std::function<bool(const Memory&)> also =
      {};                     // what the filter cannot say; reads memories in full
  bool by_meaning = true;     // false: by words alone
  AskedOnce* once = nullptr;  // see asked_once.h
};
enum class AskedBy { words, built_in, model };
struct Gathered {
  std::vector<Key> keys;         // each of `signals`, in their order
  std::vector<Signals> signals;  // `boosted` is for the caller
  AskedBy by = AskedBy::words;
  std::int64_t without_vector = 0;  // of the model, where others have one
};
// Errors: those of the database.
Result<Gathered> gather_signals(Engine& engine, const SignalsRequest& request);

// Those that are still there, in the order of the keys.
Result<std::vector<Memory>> read_memories(Engine& engine, const std::vector<Key>& keys);

// How near memories are to a question, by the vectors of one embedder.

// The cosine of `asked` with the nearest passage of each memory that has a vector, by rising key;
// of the namespaces with these numbers, or of all. Errors: those of the database.
Result<std::vector<std::pair<Key, double>>> memory_cosines(
    store::Reader& reader, Embeddings& embeddings, const embed::Embedder& embedder,
    const std::vector<float>& asked, std::span<const std::int64_t> name_spaces = {});

}  // namespace aim::engine
