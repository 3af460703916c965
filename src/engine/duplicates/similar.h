// Which memories of a namespace say nearly what a new one says, so that whoever stores it can
// update, link or supersede one in its place (J4, S33, S49): by content, by words of titles and
// contents, by vectors.
// Knows: the indexes of the store, vectors in memory. Must not know: who stores, what is done about
// it.
// Threads: any. Cost: some ten microseconds, beside the vectors of up to 20,000 passages; those of
// a model are compared however many there are.
#pragma once
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "memory/memory.h"
#include "store/types.h"

namespace aim::engine {

// 1: the same content. Else the highest of: the cosine of two passages, above 0.9, and the mean of
// the shares of words that the titles and the contents have in common, where the titles share half
// of theirs.
struct SimilarMemory {
  Key key = 0;
  std::string id, title;
  double likeness = 0;
  std::string excerpt;  // the beginning of its content
};

struct Nearness {
  Key key = 0;
  double likeness = 0;
};
// By vectors: of the model as far as `rows` are given, of the static table where its vectors are in
// memory anyway; those of the memory itself are made unless they are given. Before the write, in a
// snapshot of its own: what a write has not committed must not get into the passages in memory.
Result<std::vector<Nearness>> near_by_vectors(Engine& engine, const Memory& memory,
                                              const std::vector<store::VectorRow>& rows,
                                              const TextVectors& of_table = {});

// Has the vectors of the static table in memory, where they are not too many to be compared: for
// those who look at many memories, or want to see what is near at any price. Not inside a read or
// write.
Result<void> bring_table_to_hand(Engine& engine);

struct Similar {
  std::vector<std::string> ids_by_title;  // A9
  std::vector<SimilarMemory> memories;    // most alike first, at most 5
};
// Inside the write that has kept `memory`; never itself.
Result<Similar> similar_memories(store::Reader& reader, const Memory& memory,
                                 const std::vector<Nearness>& by_vectors, Time now);

}  // namespace aim::engine
