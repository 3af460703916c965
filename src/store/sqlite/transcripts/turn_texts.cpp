#include "store/sqlite/transcripts/turn_texts.h"

#include "base/compress.h"
#include "base/timestamp.h"
#include "store/sql/transcripts.h"

namespace aim::store::sqlite {
namespace {

// Measured with conversations of people (bench/transcripts.py): a smaller block compresses less, a
// larger one costs each append more than it saves.
constexpr std::int64_t full_block_bytes = 128 * 1024;
constexpr std::int64_t pack_bytes = 2 * 1024 * 1024;
constexpr std::int64_t worth_packing_bytes = 512 * 1024;
// Many texts are added at once by imports: those after the first few take a sixth of the time, and
// a tenth more room until their block is packed.
constexpr std::size_t few_texts = 16;
// No block of ours grows so large: one that says so is damaged, or made to fill the memory.
constexpr std::int64_t max_block_bytes = 16 * 1024 * 1024;

std::int64_t size_of(std::string_view text) {
  return static_cast<std::int64_t>(text.size());
}

struct BlockHead {
  std::int64_t bytes = 0;
  bool is_packed = false;
};

Result<BlockHead> head_of(Connection& connection, std::int64_t block) {
  auto statement =
      TRY(connection.prepare("SELECT bytes, data IS NOT NULL FROM text_blocks WHERE block = ?1"));
  statement.bind(block);
  if (!TRY(statement.step()))
    return Failure(database_error("block of texts is missing: " + std::to_string(block)));
  return BlockHead{statement.integer(0), statement.integer(1) != 0};
}

Result<std::string> expand_packed(Connection& connection, std::int64_t block, std::int64_t bytes) {
  auto statement = TRY(connection.prepare("SELECT data FROM text_blocks WHERE block = ?1"));
  statement.bind(block);
  TRY(statement.step());
  if (bytes < 0 || bytes > max_block_bytes)
    return Failure(database_error("block of texts has a size that cannot be"));
  return expand(statement.text(0), {}, static_cast<std::size_t>(bytes));
}

// Text by text: each was compressed after those before it. Where one is damaged or missing, what is
// before it.
Result<std::string> expand_open(Connection& connection, std::int64_t block) {
  auto statement = TRY(connection.prepare(
      "SELECT place, bytes, data FROM turn_texts WHERE block = ?1 ORDER BY place"));
  statement.bind(block);
  std::string text;
  while (TRY(statement.step())) {
    if (statement.integer(0) != size_of(text) || statement.integer(1) < 0 ||
        statement.integer(1) > max_block_bytes - size_of(text))
      break;
    const auto next =
        expand(statement.text(2), text, static_cast<std::size_t>(statement.integer(1)));
    if (!next)
      break;
    text += *next;
  }
  return text;
}

Result<std::string> expand_block(Connection& connection, std::int64_t block) {
  const BlockHead head = TRY(head_of(connection, block));
  return head.is_packed ? expand_packed(connection, block, head.bytes)
                        : expand_open(connection, block);
}

// The texts of these blocks that turns use, in order.
Result<std::vector<std::int64_t>> texts_in_use(Connection& connection,
                                               const std::vector<std::int64_t>& blocks) {
  auto statement = TRY(connection.prepare(
      "SELECT number FROM turn_texts WHERE block = ?1 AND EXISTS (SELECT 1 FROM turns WHERE "
      "turns.text = turn_texts.number) ORDER BY place"));
  std::vector<std::int64_t> numbers;
  for (const std::int64_t block : blocks) {
    statement.bind(block);
    while (TRY(statement.step())) numbers.push_back(statement.integer(0));
    statement.rewind();
  }
  return numbers;
}

}  // namespace

Result<void> TextWriter::find_room(Time now) {
  const auto open = TRY(connection_.number(
      "SELECT block FROM text_blocks WHERE data IS NULL ORDER BY block DESC LIMIT 1"));
  const std::int64_t bytes = open ? TRY(head_of(connection_, *open)).bytes : full_block_bytes;
  if (open && *open == block_ && bytes == size_of(before_) && bytes < full_block_bytes)
    return {};
  before_.clear();
  if (bytes < full_block_bytes) {
    block_ = *open;
    before_ = TRY(expand_open(connection_, block_));
    return {};
  }
  TRY_VOID(connection_.run("INSERT INTO text_blocks(bytes, live, written_at) VALUES (0, 0, ?1)",
                           now.time_since_epoch().count()));
  block_ = TRY(connection_.number_or_zero("SELECT max(block) FROM text_blocks"));
  return {};
}

Result<std::int64_t> TextWriter::add(const std::string& hash, std::string_view text, Time now) {
  TRY_VOID(find_room(now));
  const std::string data =
      compress(text, before_, added_++ < few_texts ? Effort::at_once : Effort::in_bulk);
  auto insert = TRY(connection_.prepare(
      "INSERT INTO turn_texts(hash, block, place, bytes, stored, data) VALUES (?1, ?2, ?3, ?4, ?5, "
      "?6) RETURNING number"));
  insert.bind(hash, block_, size_of(before_), size_of(text), size_of(data), Bytes{data});
  TRY(insert.step());
  const std::int64_t number = insert.integer(0);
  TRY_VOID(insert.run());
  before_ += text;
  TRY_VOID(connection_.run("UPDATE text_blocks SET bytes = ?2, written_at = ?3 WHERE block = ?1",
                           block_, size_of(before_), now.time_since_epoch().count()));
  return number;
}

Result<std::string_view> TextReader::read(std::int64_t number) {
  auto statement =
      TRY(connection_.prepare("SELECT block, place, bytes FROM turn_texts WHERE number = ?1"));
  statement.bind(number);
  if (!TRY(statement.step()))
    return Failure(database_error("text of a turn is missing: " + std::to_string(number)));
  const std::int64_t block = statement.integer(0), place = statement.integer(1),
                     bytes = statement.integer(2);
  if (block != block_) {
    block_ = 0;
    expanded_ = TRY(expand_block(connection_, block));
    block_ = block;
  }
  if (place < 0 || bytes < 0 || place > size_of(expanded_) || bytes > size_of(expanded_) - place)
    return Failure(
        database_error("text of a turn lies outside its block: " + std::to_string(number)));
  return std::string_view(expanded_).substr(static_cast<std::size_t>(place),
                                            static_cast<std::size_t>(bytes));
}

Result<void> drop_unused_texts(Connection& connection, const std::vector<std::int64_t>& blocks) {
  constexpr std::string_view unused =
      "NOT EXISTS (SELECT 1 FROM turns WHERE turns.text = turn_texts.number)";
  for (const std::int64_t block : blocks) {
    const bool is_packed = TRY(head_of(connection, block)).is_packed;
    const auto used =
        TRY(connection.number("SELECT 1 FROM turn_texts JOIN turns ON turns.text = "
                              "turn_texts.number WHERE block = ?1 LIMIT 1",
                              block));
    if (is_packed || !used)
      TRY_VOID(connection.run("DELETE FROM turn_texts WHERE block = ?1 AND " + std::string(unused),
                              block));
    if (!used)
      TRY_VOID(connection.run("DELETE FROM text_blocks WHERE block = ?1", block));
    else if (is_packed)
      TRY_VOID(
          connection.run("UPDATE text_blocks SET live = (SELECT sum(bytes) FROM turn_texts "
                         "WHERE turn_texts.block = ?1) WHERE block = ?1",
                         block));
  }
  return {};
}

Result<std::vector<std::int64_t>> damaged_texts(Connection& connection) {
  TextReader reader(connection);
  auto texts = TRY(connection.prepare("SELECT number, hash FROM turn_texts ORDER BY block, place"));
  std::vector<std::int64_t> damaged;
  while (TRY(texts.step())) {
    const auto text = reader.read(texts.integer(0));
    if (!text || sql::content_hash(*text) != texts.text(1))
      damaged.push_back(texts.integer(0));
  }
  return damaged;
}

Result<std::int64_t> drop_damaged_texts(Connection& connection) {
  std::int64_t turns = 0;
  for (const std::int64_t number : TRY(damaged_texts(connection))) {
    TRY_VOID(connection.run("DELETE FROM turns WHERE text = ?1", number));
    turns += connection.changes();
    TRY_VOID(connection.run("DELETE FROM turn_texts WHERE number = ?1", number));
  }
  if (turns > 0)
    TRY_VOID(
        connection.run("UPDATE transcripts SET turns = (SELECT count(*) FROM turns u WHERE "
                       "u.transcript = number), "
                       "bytes = (SELECT ifnull(sum(x.bytes), 0) FROM turns u JOIN turn_texts x ON "
                       "x.number = u.text "
                       "WHERE u.transcript = transcripts.number)"));
  return turns;
}

Result<PackPlan> plan_pack(Connection& connection, Time idle) {
  auto candidates = TRY(connection.prepare(
      "SELECT block, bytes, written_at FROM text_blocks WHERE data IS NULL AND bytes >= ?1 UNION "
      "ALL "
      "SELECT block, live, written_at FROM text_blocks WHERE data IS NOT NULL AND 2 * live < bytes "
      "ORDER BY block"));
  candidates.bind(full_block_bytes);
  PackPlan plan;
  std::int64_t bytes = 0;
  bool is_idle = false;
  while (bytes < pack_bytes && TRY(candidates.step())) {
    plan.blocks.push_back(candidates.integer(0));
    bytes += candidates.integer(1);
    is_idle = is_idle || time_from_nanoseconds(candidates.integer(2)) < idle;
  }
  if (bytes < worth_packing_bytes && !is_idle)
    return PackPlan();
  TextReader reader(connection);
  for (const std::int64_t number : TRY(texts_in_use(connection, plan.blocks)))
    plan.texts.push_back({number, std::string(TRY(reader.read(number)))});
  return plan;
}

std::string packed(const PackPlan& plan) {
  std::string all;
  for (const PackPlan::Text& each : plan.texts) all += each.text;
  return compress(all, {}, Effort::thorough);
}

Result<bool> put_pack(Connection& connection, const PackPlan& plan, std::string_view packed,
                      Time now) {
  std::vector<std::int64_t> planned;
  std::int64_t bytes = 0;
  for (const PackPlan::Text& each : plan.texts) {
    planned.push_back(each.number);
    bytes += size_of(each.text);
  }
  // Someone else may have packed or pruned them, or a text that nobody used may be in use again.
  if (TRY(texts_in_use(connection, plan.blocks)) != planned)
    return false;
  auto insert = TRY(connection.prepare(
      "INSERT INTO text_blocks(bytes, live, written_at, data) VALUES (?1, ?1, ?2, ?3) RETURNING "
      "block"));
  insert.bind(bytes, now.time_since_epoch().count(), Bytes{packed});
  TRY(insert.step());
  const std::int64_t fresh = insert.integer(0);
  TRY_VOID(insert.run());
  std::int64_t place = 0;
  for (const PackPlan::Text& each : plan.texts) {
    const std::int64_t share = bytes == 0 ? 0 : size_of(packed) * size_of(each.text) / bytes;
    TRY_VOID(
        connection.run("UPDATE turn_texts SET block = ?2, place = ?3, stored = ?4, data = NULL "
                       "WHERE number = ?1",
                       each.number, fresh, place, share));
    place += size_of(each.text);
  }
  for (const std::int64_t block : plan.blocks) {
    TRY_VOID(connection.run("DELETE FROM turn_texts WHERE block = ?1", block));
    TRY_VOID(connection.run("DELETE FROM text_blocks WHERE block = ?1", block));
  }
  return true;
}

}  // namespace aim::store::sqlite
