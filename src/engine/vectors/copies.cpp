#include "engine/vectors/copies.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "base/log.h"
#include "base/seal.h"
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/passage_copy.h"
#include "store/maintenance.h"
#include "store/meta.h"
#include "store/search.h"

namespace aim::engine {
namespace {

namespace fs = std::filesystem;

// A copy is made anew when so much has changed that little of it is shared any more: one block in
// two; and no sooner than after so long, as it is much to write.
constexpr std::size_t blocks_for_each_change = 2;
constexpr std::chrono::hours least_age{1};
// So long at most it keeps vectors of memories that were deleted.
constexpr std::chrono::hours most_age{24};
constexpr std::size_t slots_a_block = 64;

// Nothing where there is no such file.
std::optional<fs::file_time_type::duration> age_of(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  if (error)
    return {};
  return fs::file_time_type::clock::now() - written;
}

bool is_young(const fs::path& file) {
  const auto age = age_of(file);
  return age && *age < least_age;
}

// Positive, and nobody else's.
std::int64_t drawn_number() {
  const std::string token = random_token();
  std::uint64_t number = 0;
  constexpr std::size_t digits = 15;
  std::from_chars(token.data(), token.data() + std::min(digits, token.size()), number, 16);
  return static_cast<std::int64_t>(number) + 1;
}

struct Look {
  fs::path file;
  std::optional<PassageCopy> copy;  // that will do
};

// `anew`: what little of it is still right decides alone, however young it is.
Result<Look> look_at(Engine& engine, store::Reader& reader, bool anew) {
  PassageIndex& passages = engine.embeddings.passages();
  Look look;
  look.file = reader.search.passages_copy_file();
  if (look.file.empty())
    return look;
  auto copy = TRY(PassageCopy::of(reader, TRY(reader.search.last_vector_change())));
  if (!copy)
    return look;
  const std::size_t changed = TRY(reader.search.vector_changes_after(copy->seen())).size();
  const std::size_t blocks = passages.as_it_is().passages.metas.size() / slots_a_block;
  const bool old = changed * blocks_for_each_change > blocks || passages.has_more_than(*copy) ||
                   (changed > 0 && age_of(look.file).value_or(most_age) >= most_age);
  if (old && (anew || !is_young(look.file)))
    return look;
  look.copy = std::move(copy);
  return look;
}

// About; heads and rows of a channel or two beside.
std::uint64_t bytes_of(std::size_t rows) {
  constexpr std::uint64_t bytes_a_row = 1'024;
  return rows * bytes_a_row;
}

Result<void> write_copy(Engine& engine, const fs::path& file) {
  PassageIndex& passages = engine.embeddings.passages();
  TRY_VOID(engine.database.maintenance().check_room(
      bytes_of(passages.as_it_is().passages.metas.size())));
  const std::int64_t number = drawn_number();
  const auto copied = TRY(passages.copy_to(file, number));
  // The file takes its place while nobody else can put a number there.
  const auto noted = engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (writer.search.epoch() != copied.epoch)
      return Failure(conflict("another database has taken the place of the one that was copied"));
    std::error_code error;
    fs::rename(copied.file, file, error);
    if (error)
      return Failure(unavailable("cannot replace " + file.native() + ": " + error.message(), {}));
    return writer.meta.set(store::passages_copy, number);
  });
  if (!noted) {
    std::error_code ignored;
    fs::remove(copied.file, ignored);
    return Failure(noted.error());
  }
  return {};
}

Result<void> take_to_copy(Engine& engine) {
  return engine.database.read(
      [&](store::Reader& reader) { return engine.embeddings.passages().begin_anew(reader); });
}

// A damaged one.
Result<void> throw_away(Engine& engine, const fs::path& file) {
  log::warn(file.native() + " is damaged; it is made anew");
  TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
    std::error_code ignored;
    fs::remove(file, ignored);
    return writer.meta.clear(store::passages_copy);
  }));
  return take_to_copy(engine);
}

}  // namespace

Result<void> tend_passage_copy(Engine& engine) {
  PassageIndex& passages = engine.embeddings.passages();
  if (const std::size_t rows = passages.as_it_is().passages.metas.size();
      rows == 0 || rows < engine.options.copy_from)
    return {};  // to read the database costs less than to look after a file
  const Look look = TRY(
      engine.database.read([&](store::Reader& reader) { return look_at(engine, reader, false); }));
  if (look.file.empty())
    return {};
  if (!look.copy) {
    // One that is no good, or cannot be read by this user, may be somebody's a moment ago.
    if (is_young(look.file))
      return {};
    TRY_VOID(write_copy(engine, look.file));
    return take_to_copy(engine);
  }
  const std::int64_t number = look.copy->number();
  if (passages.checked_copy() != number && !look.copy->is_whole())
    return throw_away(engine, look.file);
  passages.set_checked_copy(number);
  return passages.copy_number() == number ? Result<void>() : take_to_copy(engine);
}

Result<void> copy_passages(Engine& engine) {
  const embed::Embedder* table = engine.embeddings.built_in();
  if (!table || engine.rights)
    return {};
  std::size_t rows = 0;
  const Look look = TRY(engine.database.read([&](store::Reader& reader) -> Result<Look> {
    if (reader.search.passages_copy_file().empty())
      return Look();
    const embed::Identity& identity = table->identity();
    rows = TRY(engine.embeddings.passages().view(reader, {&identity, 1})).passages.metas.size();
    return look_at(engine, reader, true);
  }));
  return look.file.empty() || look.copy || rows < engine.options.copy_from
             ? Result<void>()
             : write_copy(engine, look.file);
}

}  // namespace aim::engine
