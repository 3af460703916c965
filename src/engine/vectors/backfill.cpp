#include "engine/vectors/backfill.h"

#include <thread>

#include "base/log.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/vectorize.h"
#include "llm/remote_model.h"
#include "store/memories.h"
#include "store/search.h"
#include "store/types.h"
#include "text/passages.h"

namespace aim::engine {
namespace {

constexpr std::int64_t batch_by_rules = 200;                        // memories in one transaction
constexpr std::size_t batch_by_table = 2'000, batch_by_model = 64;  // passages in one transaction

struct Piece {
  Row row;
  Key key;
  std::string text;
  store::VectorHead head;  // of the try before
};
struct Batch {
  std::vector<Piece> pieces;
  std::int64_t missing = 0;
};

std::int64_t minute_of(Time now) {
  return std::chrono::floor<std::chrono::minutes>(now.time_since_epoch()).count();
}

// The next passages without a vector, with their texts.
Result<Batch> next_batch(Engine& engine, const embed::Embedder& embedder, std::size_t most) {
  const std::int64_t minute = minute_of(engine.clock.now());
  return engine.database.read([&](store::Reader& reader) -> Result<Batch> {
    Batch batch;
    std::vector<std::pair<Row, store::PassageMeta>> rows;
    {
      const embed::Identity& identity = embedder.identity();
      const auto view = TRY(engine.embeddings.passages().view(reader, {&identity, 1}));
      const Vectors& vectors = *view.passages.of(identity);
      batch.missing = static_cast<std::int64_t>(vectors.missing.size());
      for (const Row row : vectors.missing) {
        const store::VectorHead& head = vectors.heads[row];
        const store::PassageMeta& meta = view.passages.metas[row];
        const bool waits = head.text == meta.text && store::failed_of(head).next_try > minute;
        if (rows.size() == most || waits)
          continue;
        rows.emplace_back(row, meta);
        batch.pieces.push_back(
            {row, meta.key, {}, head.text == meta.text ? head : store::VectorHead{}});
      }
    }
    std::vector<std::string> texts;
    Key texts_of = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const store::PassageMeta& meta = rows[i].second;
      if (texts_of != meta.key) {
        const auto memories = TRY(reader.memories.by_keys({&meta.key, 1}));
        texts =
            memories.empty() ? std::vector<std::string>() : text::texts_to_embed(memories.front());
        texts_of = meta.key;
      }
      if (meta.part < texts.size())
        batch.pieces[i].text = texts[meta.part];
    }
    return batch;
  });
}

// Those that cannot be embedded are told apart from those that can, one by one. Errors: a service
// cannot be asked at all, which says nothing of a text.
Result<std::vector<store::VectorRow>> embed_all(Engine& engine, const embed::Embedder& embedder,
                                                const Batch& batch, std::int64_t minute,
                                                Backfilled& done) {
  const auto tells_of_service = [&](const Error& error) {
    return remote(&embedder) && !llm::is_of_this_prompt(error);
  };
  std::vector<std::string> texts;
  for (const Piece& piece : batch.pieces) texts.push_back(piece.text);
  const bool by_table = &embedder == engine.embeddings.built_in();  // cheaper made than looked up
  auto all = by_table ? rows_of(embedder, texts) : rows_once(engine, embedder, texts);
  if (all)
    done.embedded += static_cast<std::int64_t>(all->size());
  if (all || tells_of_service(all.error()))
    return all;
  std::vector<store::VectorRow> rows;
  for (const Piece& piece : batch.pieces) {
    auto row =
        by_table ? rows_of(embedder, {piece.text}) : rows_once(engine, embedder, {piece.text});
    if (!row && tells_of_service(row.error()))
      return Failure(std::move(row).error());
    done.embedded += row ? 1 : 0;
    done.failed += row ? 0 : 1;
    rows.push_back(row ? std::move(row->front())
                       : store::VectorRow{{text::text_hash(piece.text), 0,
                                           store::failed_again(piece.head, minute)},
                                          {},
                                          {}});
  }
  return rows;
}

// Metas that are not of the memory's text: a damaged block, or passages cut by other rules than
// today's.
Result<void> sign_again(store::Writer& writer, Key key) {
  for (const Memory& memory : TRY(writer.memories.by_keys({&key, 1})))
    TRY_VOID(writer.search.renew_passages(memory));
  return {};
}

// Writes what was made; where the text is no longer the slot's, the memory is signed anew and its
// turn comes again.
Result<void> write_batch(Engine& engine, const embed::Embedder& embedder, const Batch& batch,
                         const std::vector<store::VectorRow>& rows) {
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    const auto channel = TRY(channel_of(writer, engine.embeddings, embedder));
    std::vector<store::SlotRow> valid;
    std::set<Key> again;
    {
      const auto block_reader = writer.search.block_reader();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const store::Slot slot = batch.pieces[i].row;
        const store::PassageMeta meta = TRY(block_reader->meta(slot));
        if (meta.text == rows[i].head.text)
          valid.emplace_back(slot, &rows[i]);
        else
          again.insert(batch.pieces[i].key);
      }
    }
    TRY_VOID(writer.search.write_vector_rows(channel, valid));
    for (const Key key : again) TRY_VOID(sign_again(writer, key));
    return {};
  });
}

// Memories whose PassageMetas were lost get them back. Reads all PassageMetas.
Result<void> repair_metas(Engine& engine) {
  const auto lost = TRY(engine.database.read(
      [](store::Reader& reader) { return reader.search.keys_without_passage_meta(); }));
  if (lost.empty())
    return {};
  log::warn(std::to_string(lost.size()) +
            " memories had lost what they are found by; it is made anew");
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    for (const Key key : lost) TRY_VOID(sign_again(writer, key));
    return {};
  });
}

class Work {
 public:
  // About as many memories as passages may be embedded; what is not reached is found by questions
  // all the same.
  Result<void> index_anew() {
    const bool indexed = TRY(count_outdated(engine_)) == 0;
    while (!indexed && done_.indexed < options_.most) {
      TRY_VOID(engine_.database.go_on());
      const auto began = std::chrono::steady_clock::now();
      const auto step = TRY(engine_.database.write(
          [](store::Writer& writer) { return writer.search.reindex_texts(batch_by_rules); }));
      done_.indexed += step.done;
      done_.to_index = step.left;
      if (step.done > 0 && options_.notify)
        options_.notify(done_.indexed, done_.indexed + step.left, "memories");
      if (step.left == 0)
        return {};
      pause(std::chrono::steady_clock::now() - began);
    }
    return {};
  }

  Work(Engine& engine, const BackfillOptions& options) : engine_(engine), options_(options) {}

  Result<void> do_all(const embed::Embedder& embedder, std::size_t batch_size) {
    for (;;) {
      TRY_VOID(engine_.database.go_on());
      const std::int64_t room =
          std::max<std::int64_t>(options_.most - done_.embedded - done_.failed, 0);
      const auto began = std::chrono::steady_clock::now();
      const std::size_t most = std::min(batch_size, static_cast<std::size_t>(room));
      const Batch batch = TRY(next_batch(engine_, embedder, most));
      done_.left = batch.missing - static_cast<std::int64_t>(batch.pieces.size());
      if (batch.pieces.empty())
        return {};
      const auto rows =
          TRY(embed_all(engine_, embedder, batch, minute_of(engine_.clock.now()), done_));
      TRY_VOID(write_batch(engine_, embedder, batch, rows));
      if (options_.notify)
        options_.notify(done_.embedded, done_.embedded + done_.left, "passages");
      pause(std::chrono::steady_clock::now() - began);
    }
  }
  const Backfilled& done() const { return done_; }

 private:
  void pause(std::chrono::steady_clock::duration worked) const {
    if (options_.share >= 1)
      return;
    const double share = std::max(options_.share, 0.01);
    std::this_thread::sleep_for(worked * (1 / share - 1));
  }

  Engine& engine_;
  const BackfillOptions& options_;
  Backfilled done_;
};

const embed::Embedder* model_of(Engine& engine, bool may_open) {
  return may_open ? engine.embeddings.model() : engine.embeddings.warm_model();
}

}  // namespace

Result<Backfilled> backfill(Engine& engine, const BackfillOptions& options) {
  Work work(engine, options);
  if (options.reindex)
    TRY_VOID(work.index_anew());
  if (options.repair)
    TRY_VOID(repair_metas(engine));
  if (engine.embeddings.built_in())
    TRY_VOID(work.do_all(*engine.embeddings.built_in(), batch_by_table));
  const embed::Embedder* model = options.by_model ? model_of(engine, options.open_model) : nullptr;
  if (const auto* service = remote(model))
    TRY_VOID(service->ready());
  if (model) {
    TRY_VOID(work.do_all(*model, batch_by_model));
    if (work.done().left == 0 && work.done().failed == 0)
      TRY_VOID(drop_older(engine, *model, options.drop_others));
  }
  return work.done();
}

Result<std::int64_t> count_outdated(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.search.outdated_texts(); });
}

Result<std::int64_t> count_without_table(Engine& engine) {
  if (!engine.embeddings.built_in())
    return 0;
  return TRY(next_batch(engine, *engine.embeddings.built_in(), 0)).missing;
}

Result<std::int64_t> count_without_vector(Engine& engine) {
  const embed::Embedder* embedder = engine.embeddings.model();
  if (!embedder)
    embedder = engine.embeddings.built_in();
  return embedder ? TRY(next_batch(engine, *embedder, 0)).missing : 0;
}

Result<std::optional<std::int64_t>> count_waiting(Engine& engine) {
  const embed::Embedder* embedder = engine.embeddings.warm_model();
  if (!embedder)
    embedder = engine.embeddings.built_in();
  if (!embedder || !engine.embeddings.passages().has_read(embedder->identity()))
    return std::optional<std::int64_t>();
  std::vector<Key> keys;
  TRY_VOID(engine.database.read([&](store::Reader& reader) -> Result<void> {
    const embed::Identity& identity = embedder->identity();
    const auto view = TRY(engine.embeddings.passages().view(reader, {&identity, 1}));
    for (const Row row : view.passages.of(identity)->missing)
      keys.push_back(view.passages.metas[row].key);
    return {};
  }));
  std::ranges::sort(keys);
  return static_cast<std::int64_t>(std::ranges::unique(keys).begin() - keys.begin());
}

}  // namespace aim::engine
