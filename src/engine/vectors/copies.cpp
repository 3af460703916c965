#include "engine/vectors/copies.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/seal.h"
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/passage_copy.h"
#include "store/meta.h"
#include "store/passages.h"
#include "store/vectors.h"

namespace aim::engine {
namespace {

namespace fs = std::filesystem;

// A copy is made anew when so much has changed that little of it is shared any more: one block in
// two; and no sooner than after so long, as it is much to write.
constexpr std::size_t blocks_for_each_change = 2;
constexpr std::chrono::hours least_age{1};
constexpr std::size_t slots_a_block = 64;

bool is_young(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  return !error && fs::file_time_type::clock::now() - written < least_age;
}

// Positive, and nobody else's.
std::int64_t drawn_number() {
  const std::string token = random_token();
  std::uint64_t number = 0;
  constexpr std::size_t digits = 15;
  std::from_chars(token.data(), token.data() + std::min(digits, token.size()), number, 16);
  return static_cast<std::int64_t>(number) + 1;
}

// Whether the copy beside the database will do, which this process then uses.
Result<bool> use_copy(Engine& engine, store::Reader& reader, const fs::path& file, bool anew) {
  PassageIndex& passages = engine.embeddings.passages();
  const auto number = TRY(reader.meta.number(store::passages_copy));
  const auto copy = number ? PassageCopy::open(file, *number) : std::nullopt;
  if (!copy)
    return false;
  const std::size_t changed = TRY(reader.vectors.changes_after(copy->seen())).size();
  const std::size_t blocks = passages.as_it_is().passages.metas.size() / slots_a_block;
  if (changed * blocks_for_each_change > blocks && (anew || !is_young(file)))
    return false;
  if (passages.copy_number() != *number)
    TRY_VOID(passages.begin_anew(reader));
  return true;
}

Result<void> write_copy(Engine& engine, const fs::path& file) {
  PassageIndex& passages = engine.embeddings.passages();
  const std::int64_t number = drawn_number();
  const fs::path beside = TRY(passages.copy_to(file, number));
  // The file takes its place while nobody else can put a number there.
  const auto noted = engine.database.write([&](store::Writer& writer) -> Result<void> {
    std::error_code error;
    fs::rename(beside, file, error);
    if (error)
      return Failure(unavailable("cannot replace " + file.native() + ": " + error.message(), {}));
    return writer.meta.set(store::passages_copy, number);
  });
  if (!noted) {
    std::error_code ignored;
    fs::remove(beside, ignored);
    return Failure(noted.error());
  }
  return {};
}

}  // namespace

Result<void> tend_passage_copy(Engine& engine) {
  PassageIndex& passages = engine.embeddings.passages();
  if (const std::size_t rows = passages.as_it_is().passages.metas.size();
      rows == 0 || rows < engine.options.copy_from)
    return {};  // to read the database costs less than to look after a file
  fs::path file;
  const bool good = TRY(engine.database.read([&](store::Reader& reader) -> Result<bool> {
    file = reader.passages.copy_file();
    return file.empty() || TRY(use_copy(engine, reader, file, false));
  }));
  if (good)
    return {};
  TRY_VOID(write_copy(engine, file));
  return engine.database.read([&](store::Reader& reader) { return passages.begin_anew(reader); });
}

Result<void> copy_passages(Engine& engine) {
  const embed::Embedder* table = engine.embeddings.built_in();
  if (!table || engine.rights)
    return {};
  fs::path file;
  const bool good = TRY(engine.database.read([&](store::Reader& reader) -> Result<bool> {
    file = reader.passages.copy_file();
    if (file.empty())
      return true;
    const embed::Identity& identity = table->identity();
    const std::size_t rows =
        TRY(engine.embeddings.passages().view(reader, {&identity, 1})).passages.metas.size();
    return rows < engine.options.copy_from || TRY(use_copy(engine, reader, file, true));
  }));
  return good ? Result<void>() : write_copy(engine, file);
}

}  // namespace aim::engine
