// Vectors of memories: made from their texts, put where they belong.
// By the static table they are made within the write that keeps the memory, some microseconds each.
// A model takes
// milliseconds: it is asked before the write, and only when it is open already (a command line does
// not open it to store); what has no vector then gets one from backfill (backfill.h).
// Threads: any; what takes a connection runs inside its read() or write().
#pragma once
#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "memory/memory.h"
#include "store/types.h"

namespace aim::engine {

// Texts as rows of a channel. Errors: those of the embedder.
Result<std::vector<store::VectorRow>> rows_of(const embed::Embedder& embedder,
                                              const std::vector<std::string>& texts);

// The same, but a text that the model has embedded before, for whichever memory, gets that vector:
// the channel in the database is the cache, by the hash of the text (B5). Not inside a read or
// write.
Result<std::vector<store::VectorRow>> rows_once(Engine& engine, const embed::Embedder& embedder,
                                                const std::vector<std::string>& texts);

// rows_once() of vectorize.h where nobody may wait for another machine: nothing, when a service
// would have to be asked.
Result<std::vector<store::VectorRow>> rows_at_hand(Engine& engine, const embed::Embedder& embedder,
                                                   const std::vector<std::string>& texts);

// The channel that keeps the vectors of an embedder; made when there is none. Inside a write.
Result<store::Channel> channel_of(store::Writer& writer, const Embeddings& embeddings,
                                  const embed::Embedder& embedder);

// Vectors of one memory by the open model, `made` where they fit; empty when none is open, or it
// fails.
std::vector<store::VectorRow> by_open_model(Engine& engine, const Memory& memory,
                                            const TextVectors& made = {});
Result<void> keep_by_model(store::Writer& writer, const Embeddings& embeddings, Key key,
                           const std::vector<store::VectorRow>& rows);

// Vectors by the static table of memories that were just written.
Result<void> keep_by_table(store::Writer& writer, const Embeddings& embeddings,
                           std::span<const Memory> memories);
// The same where they were made before.
struct MadeVectors {
  Key key;
  const TextVectors* made;
};
Result<void> keep_by_table(store::Writer& writer, const Embeddings& embeddings,
                           std::span<const MadeVectors> memories);
// Of one memory, before it is written; none where there is no table. `made` are they where they fit
// what was written in the end.
Result<TextVectors> by_table(const Embeddings& embeddings, const Memory& memory);
Result<void> keep_by_table(store::Writer& writer, const Embeddings& embeddings,
                           const Memory& memory, TextVectors made);

// Memories of the namespace that mean nearly what `rows` mean (J4): the cosine of their nearest
// passages by that embedder is above 0.9. Nearest first, at most six: the memory that the rows are
// of may be among them.
struct Nearest {
  Key key;
  double cosine;
};
Result<std::vector<Nearest>> nearest_to(store::Reader& reader, Embeddings& embeddings,
                                        const embed::Embedder& embedder, std::int64_t name_space,
                                        const std::vector<store::VectorRow>& rows);

}  // namespace aim::engine
