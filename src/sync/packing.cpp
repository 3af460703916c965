#include "sync/packing.h"

namespace aim::sync {
namespace {

constexpr unsigned bits_a_byte = 7, last_shift = 63, more = 0x80;

}  // namespace

Packer& Packer::number(std::uint64_t number) {
  for (; number >= more; number >>= bits_a_byte) bytes_ += static_cast<char>(number | more);
  bytes_ += static_cast<char>(number);
  return *this;
}

Packer& Packer::text(std::string_view text) {
  number(text.size());
  bytes_ += text;
  return *this;
}

Packer& Packer::numbers(const Numbers& numbers) {
  number(numbers.size());
  for (const auto& [name, value] : numbers) text(name).number(value);
  return *this;
}

std::uint64_t Unpacker::number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift <= last_shift && !left_.empty(); shift += bits_a_byte) {
    const auto byte = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    number |= static_cast<std::uint64_t>(byte & (more - 1)) << shift;
    if (byte < more)
      return number;
  }
  good_ = false;
  left_ = {};
  return 0;
}

std::string Unpacker::text() {
  const std::uint64_t size = number();
  if (size > left_.size()) {
    good_ = false;
    left_ = {};
    return {};
  }
  std::string text(left_.substr(0, size));
  left_.remove_prefix(size);
  return text;
}

std::size_t Unpacker::count() {
  const std::uint64_t count = number();
  if (count > left_.size()) {
    good_ = false;
    return 0;
  }
  return count;
}

Numbers Unpacker::numbers() {
  Numbers numbers;
  for (std::size_t left = count(); left > 0; --left) {
    std::string name = text();
    numbers[std::move(name)] = number();
  }
  return numbers;
}

}  // namespace aim::sync
