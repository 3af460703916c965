#include "store/sqlite/search/waiting_texts.h"

#include <unordered_map>

#include "memory/score.h"
#include "store/sql/memory_row.h"
#include "store/sqlite/search/index_rules.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t max_kept = 2 * max_waiting;

// Of one version of a memory.
struct Kept {
  std::int64_t seq = 0;
  std::string id;
  std::shared_ptr<const TextPlaces> text;
};

struct WaitingTexts {
  std::unordered_map<Key, Kept> texts;
  std::int64_t added = 0;  // memories since the last look at a commit
};

Result<TextPlaces> read_text(Connection& connection, Key key) {
  auto row =
      TRY(connection.prepare("SELECT title, content, tags, metadata FROM memories WHERE key = ?1"));
  row.bind(key);
  return TextPlaces(TRY(row.step()) ? sql::indexed_memory(row, 0) : Memory());
}

struct Waiting {
  std::int64_t memories = 0, bytes = 0;
};

// Counts no more than that many.
Result<Waiting> count_waiting(Connection& connection, Key after, std::int64_t most) {
  auto rows = TRY(
      connection.prepare("SELECT length_code FROM memories WHERE key > ?1 ORDER BY key LIMIT ?2"));
  rows.bind(after, most);
  Waiting waiting;
  while (TRY(rows.step())) {
    ++waiting.memories;
    waiting.bytes += decode_length(static_cast<int>(rows.integer(0)));
  }
  return waiting;
}

}  // namespace

Result<void> let_wait(Connection& connection, Key key) {
  if (TRY(indexed_to_for_change(connection)) == all_indexed)
    TRY_VOID(begin_waiting(connection, key));
  ++connection.part<WaitingTexts>().added;
  return {};
}

Result<bool> many_wait(Connection& connection) {
  auto& waiting_texts = connection.part<WaitingTexts>();
  if (std::exchange(waiting_texts.added, 0) == 0)
    return false;
  const Key indexed = TRY(indexed_to(connection));
  if (indexed == all_indexed)
    return false;
  const Waiting waiting = TRY(count_waiting(connection, indexed, max_waiting));
  return waiting.memories >= max_waiting || waiting.bytes >= max_waiting_bytes;
}

Result<void> each_waiting(Connection& connection, Key after,
                          const std::function<void(std::int64_t, const TextPlaces&)>& use) {
  auto& waiting_texts = connection.part<WaitingTexts>();
  const bool keep = connection.may_keep();
  decltype(waiting_texts.texts) kept;
  auto rows = TRY(connection.prepare(
      "SELECT key, seq, id, namespace, length_code FROM memories WHERE key > ?1 ORDER BY key"));
  rows.bind(after);
  while (TRY(rows.step())) {
    const Key key = rows.integer(0);
    const std::int64_t doc = Doc::pack(rows.integer(3), key, static_cast<int>(rows.integer(4)));
    const auto found = waiting_texts.texts.find(key);
    std::shared_ptr<const TextPlaces> text;
    if (found != waiting_texts.texts.end() && found->second.seq == rows.integer(1) &&
        found->second.id == rows.text(2))
      text = found->second.text;
    else
      text = std::make_shared<const TextPlaces>(TRY(read_text(connection, key)));
    use(doc, *text);
    if (keep && kept.size() < max_kept)
      kept.emplace(key, Kept{rows.integer(1), rows.string(2), std::move(text)});
  }
  if (keep)
    waiting_texts.texts = std::move(kept);
  return {};
}

}  // namespace aim::store::sqlite
