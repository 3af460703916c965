#include "store/postgres/core/statement.h"

#include <bit>
#include <cctype>

#include "store/postgres/core/connection.h"

namespace aim::store::postgres {
namespace {

// Numbers of types that are the same in every server (pg_type.dat).
constexpr Oid type_bytea = 17, type_int8 = 20, type_text = 25, type_float8 = 701;
constexpr Oid list_of_bytea = 1001, list_of_text = 1009, list_of_int8 = 1016, list_of_float8 = 1022;

template <class Number>
std::array<char, sizeof(Number)> big_endian(Number number) {
  std::array<char, sizeof(Number)> bytes{};
  for (std::size_t i = sizeof(Number); i-- > 0; number >>= 8)
    bytes[i] = static_cast<char>(number & 0xff);
  return bytes;
}
void append_int32(std::string& out, std::size_t number) {
  const auto bytes = big_endian(static_cast<std::uint32_t>(number));
  out.append(bytes.data(), bytes.size());
}

// An array of one dimension: dimensions, whether there are nulls, type, size, lower bound, then
// each with its length.
template <class List, class Append>
std::string list_of(const List& list, Oid type, Append append) {
  std::string out;
  append_int32(out, list.empty() ? 0 : 1);
  append_int32(out, 0);
  append_int32(out, type);
  if (list.empty())
    return out;
  append_int32(out, list.size());
  append_int32(out, 1);
  for (const auto& each : list) append(out, each);
  return out;
}
void append_bytes(std::string& out, std::string_view bytes) {
  append_int32(out, bytes.size());
  out += bytes;
}
void append_number(std::string& out, std::uint64_t number) {
  append_int32(out, 8);
  const auto bytes = big_endian(number);
  out.append(bytes.data(), bytes.size());
}

// $1 for ?1. A question mark before a digit stands nowhere else in our SQL, quoted texts included.
std::string with_marks(std::string_view sql) {
  std::string out(sql);
  for (std::size_t at = out.find('?'); at < out.size(); at = out.find('?', at + 1))
    if (at + 1 < out.size() && std::isdigit(static_cast<unsigned char>(out[at + 1])))
      out[at] = '$';
  return out;
}

}  // namespace

Statement::Statement(Connection& connection, std::string_view sql)
    : connection_(&connection), sql_(with_marks(sql)) {}

Parameter& Statement::place(int index) {
  if (parameters_.size() < static_cast<std::size_t>(index))
    parameters_.resize(static_cast<std::size_t>(index));
  Parameter& parameter = parameters_[static_cast<std::size_t>(index) - 1];
  parameter.null = false;
  return parameter;
}

void Statement::bind_one(int index, std::int64_t value) {
  Parameter& parameter = place(index);
  parameter.type = type_int8;
  parameter.kept = Parameter::Kept::number;
  parameter.number = big_endian(static_cast<std::uint64_t>(value));
}
void Statement::bind_one(int index, double value) {
  bind_one(index, std::bit_cast<std::int64_t>(value));
  parameters_[static_cast<std::size_t>(index) - 1].type = type_float8;
}
void Statement::bind_one(int index, std::string_view value) {
  Parameter& parameter = place(index);
  parameter.type = type_text;
  parameter.kept = Parameter::Kept::text;
  parameter.text = value;
}
void Statement::bind_one(int index, Bytes value) {
  bind_one(index, value.bytes);
  parameters_[static_cast<std::size_t>(index) - 1].type = type_bytea;
}
void Statement::bind_one(int index, std::span<const std::int64_t> values) {
  Parameter& parameter = place(index);
  parameter.type = list_of_int8;
  parameter.kept = Parameter::Kept::list;
  parameter.list = list_of(values, type_int8, [](std::string& out, std::int64_t value) {
    append_number(out, static_cast<std::uint64_t>(value));
  });
}
void Statement::bind_one(int index, std::span<const double> values) {
  Parameter& parameter = place(index);
  parameter.type = list_of_float8;
  parameter.kept = Parameter::Kept::list;
  parameter.list = list_of(values, type_float8, [](std::string& out, double value) {
    append_number(out, std::bit_cast<std::uint64_t>(value));
  });
}
void Statement::bind_one(int index, std::span<const std::string> values) {
  Parameter& parameter = place(index);
  parameter.type = list_of_text;
  parameter.kept = Parameter::Kept::list;
  parameter.list = list_of(values, type_text, append_bytes);
}
void Statement::bind_one(int index, std::span<const Bytes> values) {
  Parameter& parameter = place(index);
  parameter.type = list_of_bytea;
  parameter.kept = Parameter::Kept::list;
  parameter.list = list_of(values, type_bytea, [](std::string& out, const Bytes& value) {
    append_bytes(out, value.bytes);
  });
}

void Statement::make_null(int index) {
  Parameter& parameter = parameters_[static_cast<std::size_t>(index) - 1];
  parameter.null = true;
  parameter.text = {};
}

Result<bool> Statement::step() {
  if (!answer_) {
    answer_ = TRY(connection_->execute(*this));
    rows_ = answer_.get_deleter().pq->tuples(answer_.get());
    row_ = -1;
  }
  if (row_ + 1 >= rows_)
    return false;
  ++row_;
  return true;
}

Result<void> Statement::run() {
  if (!answer_)
    TRY(step());
  row_ = rows_;
  return {};
}

Result<void> Statement::run_later() {
  return connection_->send_later(*this);
}

Result<void> Statement::ask_ahead() {
  return connection_->ask_ahead(*this);
}

void Statement::rewind() {
  answer_.reset();
  parameters_.clear();
}

std::int64_t Statement::integer(int column) const {
  const std::string_view bytes = text(column);
  if (bytes.empty())
    return 0;
  // The sign comes with the first byte.
  std::int64_t value = static_cast<signed char>(bytes.front());
  if (bytes.size() == 1)
    return value;  // a boolean
  for (const char byte : bytes.substr(1))
    value = static_cast<std::int64_t>((static_cast<std::uint64_t>(value) << 8) |
                                      static_cast<unsigned char>(byte));
  return value;
}
double Statement::real(int column) const {
  return std::bit_cast<double>(integer(column));
}
std::string_view Statement::text(int column) const {
  const Libpq& pq = *answer_.get_deleter().pq;
  return {pq.value(answer_.get(), row_, column),
          static_cast<std::size_t>(pq.length(answer_.get(), row_, column))};
}
bool Statement::is_null(int column) const {
  return answer_.get_deleter().pq->is_null(answer_.get(), row_, column) != 0;
}

}  // namespace aim::store::postgres
