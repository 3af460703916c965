#include "store/sqlite/search/text_lengths.h"

#include <array>
#include <span>

namespace aim::store::sqlite {
namespace {

constexpr std::size_t max_bytes = 64;  // three numbers of at most nine bytes each
constexpr std::size_t rows_kept = 8'192;

}  // namespace

std::int64_t take_varint(std::string_view& bytes) {
  std::uint64_t number = 0;
  bool more = true;
  while (more && !bytes.empty()) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number = (number << 7U) | (byte & 0x7fU);
    more = (byte & 0x80U) != 0;
  }
  return static_cast<std::int64_t>(number);
}

std::int64_t sum_of_varints(std::string_view bytes) {
  std::int64_t sum = 0;
  while (!bytes.empty()) sum += take_varint(bytes);
  return sum;
}

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

Result<std::int64_t> TextLengths::tokens(std::int64_t doc) {
  if (const auto kept = kept_ ? kept_->find(doc) : std::nullopt)
    return *kept;
  const std::int64_t tokens = TRY(read(doc));
  if (kept_)
    kept_->keep(doc, tokens);
  return tokens;
}

Result<std::int64_t> TextLengths::read(std::int64_t doc) {
  std::array<std::byte, max_bytes> bytes;
  if (is_at(doc) && row_->size() <= bytes.size()) {
    const auto read = std::span(bytes).first(row_->size());
    if (row_->read(0, read))
      return sum_of_varints({reinterpret_cast<const char*>(read.data()), read.size()});
  }
  // The row is not there, or not as it should be: whether that is an error, and which, a statement
  // says.
  row_.reset();
  auto row = TRY(connection_.prepare("SELECT sz FROM memory_text_docsize WHERE id = ?1"));
  row.bind(doc);
  return TRY(row.step()) ? sum_of_varints(row.text(0)) : 0;
}

bool TextLengths::is_at(std::int64_t doc) {
  if (row_)
    return row_->move_to(doc).has_value();
  auto opened = Blob::open(connection_, "memory_text_docsize", "sz", doc, Blob::For::reading);
  if (opened)
    row_.emplace(std::move(*opened));
  return row_.has_value();
}

}  // namespace aim::store::sqlite
