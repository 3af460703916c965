#include "engine/new_memories.h"

#include "engine/vectors/vectorize.h"
#include "store/memories.h"
#include "text/passages.h"

namespace aim::engine {
namespace {

constexpr std::size_t piece_bytes = std::size_t{256} << 10, bytes_beside_texts = 1'024;
// A transaction: a large one merges less in the index of words.
constexpr std::size_t pieces_at_once = 32;
// While one is written the next is made.
constexpr std::size_t pieces_ahead = 2 * pieces_at_once;

}  // namespace

Result<MadeOfTexts> make_of_texts(const embed::Embedder* table, const Memory& memory) {
  const auto texts = text::texts_to_embed(memory);
  MadeOfTexts made{store::cut(memory, texts), {}};
  if (table)
    made.of_table = {table->identity(), TRY(rows_of(*table, texts))};
  return made;
}

NewMemories::NewMemories(store::Access to, const Embeddings* embeddings)
    : to_(std::move(to)),
      embeddings_(embeddings),
      table_(embeddings ? embeddings->built_in() : nullptr),
      ahead_(threads_ahead(), pieces_ahead, [this](Piece& piece) { make(piece); }) {}

void NewMemories::make(Piece& piece) const {
  for (One& each : piece.memories) {
    auto made = make_of_texts(table_, each.memory);
    if (!made) {
      piece.done = Failure(made.error());
      return;
    }
    each.made = std::move(*made);
  }
}

Result<void> NewMemories::add(Memory memory) {
  next_bytes_ += memory.title.size() + memory.content.size() + bytes_beside_texts;
  next_.memories.push_back({std::move(memory)});
  if (next_bytes_ < piece_bytes)
    return {};
  if (ahead_.full())
    TRY_VOID(write(take()));
  ahead_.add(std::exchange(next_, {}));
  next_bytes_ = 0;
  return {};
}

Result<void> NewMemories::write_rest() {
  auto pieces = take();
  while (ahead_.waiting() > 0) {
    TRY_VOID(write(std::move(pieces)));
    pieces = take();
  }
  // Less than a piece is not worth a thread.
  make(next_);
  pieces.push_back(std::exchange(next_, {}));
  next_bytes_ = 0;
  return write(std::move(pieces));
}

std::vector<NewMemories::Piece> NewMemories::take() {
  std::vector<Piece> pieces;
  while (pieces.size() < pieces_at_once) {
    auto piece = ahead_.take();
    if (!piece)
      break;
    pieces.push_back(std::move(*piece));
  }
  return pieces;
}

Result<void> NewMemories::write(std::vector<Piece> pieces) {
  std::vector<store::NewMemory> fresh;
  std::vector<const TextVectors*> vectors;
  for (Piece& piece : pieces) {
    TRY_VOID(piece.done);
    for (One& each : piece.memories) {
      fresh.push_back({&each.memory, &each.made.cut});
      vectors.push_back(&each.made.of_table);
    }
  }
  if (fresh.empty())
    return {};
  const auto refused =
      TRY(to_.write([&](store::Writer& writer) -> Result<std::vector<std::optional<Error>>> {
        auto errors = TRY(writer.memories.insert_all(fresh));
        std::vector<MadeVectors> made;
        for (std::size_t i = 0; i < fresh.size(); ++i)
          if (!errors[i])
            made.push_back({fresh[i].memory->key, vectors[i]});
        if (embeddings_)
          TRY_VOID(keep_by_table(writer, *embeddings_, made));
        return errors;
      }));
  for (std::size_t i = 0; i < fresh.size(); ++i)
    if (refused[i])
      ++refused_;
    else
      keys_.emplace(fresh[i].memory->id, fresh[i].memory->key);
  return {};
}

}  // namespace aim::engine
