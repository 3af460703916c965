#include "store/sqlite/search/text_lengths.h"

#include <string_view>
#include <utility>

namespace aim::store::sqlite {
namespace {

constexpr std::size_t rows_kept = 8'192;

// FTS5 writes the tokens of each column as SQLite writes numbers, seven bits a byte
// (sqlite.org/fts5.html, "FTS5 Data Structures").
std::int64_t sum_of_numbers(std::string_view bytes) {
  std::int64_t sum = 0;
  std::uint64_t number = 0;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    number = (number << 7U) | (byte & 0x7fU);
    if ((byte & 0x80U) != 0)
      continue;
    sum += static_cast<std::int64_t>(number);
    number = 0;
  }
  return sum;
}

}  // namespace

std::size_t KeptLengths::place_of(std::int64_t doc) {
  constexpr std::uint64_t spread = 0x9e37'79b9'7f4a'7c15;  // neighbours lie apart
  constexpr int bits = 13;
  static_assert(rows_kept == std::size_t{1} << bits);
  return static_cast<std::size_t>(static_cast<std::uint64_t>(doc) * spread >> (64 - bits));
}

std::optional<std::int64_t> KeptLengths::find(std::int64_t doc) const {
  if (rows_.empty() || rows_[place_of(doc)].doc != doc)
    return std::nullopt;
  return rows_[place_of(doc)].tokens;
}

void KeptLengths::keep(std::int64_t doc, std::int64_t tokens) {
  if (rows_.empty())
    rows_.resize(rows_kept);
  rows_[place_of(doc)] = {doc, tokens};
}

Result<TextLengths> TextLengths::open(Connection& connection, KeptLengths* kept) {
  return TextLengths(TRY(connection.prepare("SELECT sz FROM memory_text_docsize WHERE id = ?1")),
                     kept);
}

Result<std::int64_t> TextLengths::tokens(std::int64_t doc) {
  if (const auto kept = kept_ ? kept_->find(doc) : std::nullopt)
    return *kept;
  row_.rewind();
  row_.bind(doc);
  const std::int64_t tokens = TRY(row_.step()) ? sum_of_numbers(row_.text(0)) : 0;
  if (kept_)
    kept_->keep(doc, tokens);
  return tokens;
}

}  // namespace aim::store::sqlite
