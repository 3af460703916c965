#include "embed/safetensors.h"

#include <bit>
#include <boost/json.hpp>
#include <cmath>
#include <cstring>

#include "base/utf8.h"

namespace aim::embed {
namespace {

namespace json = boost::json;

constexpr std::size_t max_header_bytes = 16 << 20;
constexpr std::size_t max_dimensions = 8;
constexpr std::string_view optional_prefix = "bert.";

Failure refused(std::string_view what) {
  return Failure(
      invalid(std::string("the file of weights ").append(what), "obtain the model again"));
}
Failure refused_tensor(std::string_view name, std::string_view what) {
  return refused("has a tensor " + utf8::excerpt(name, 80) + " " + std::string(what));
}

// Nothing for types that we do not read.
std::optional<std::size_t> bytes_of(std::string_view type) {
  if (type == "F32")
    return 4;
  if (type == "F16" || type == "BF16")
    return 2;
  return std::nullopt;
}

std::optional<std::size_t> size_from(const json::value& value) {
  std::int64_t out = -1;
  if (value.is_int64())
    out = value.get_int64();
  return out >= 0 ? std::optional(static_cast<std::size_t>(out)) : std::nullopt;
}

std::optional<std::vector<std::size_t>> sizes_from(const json::value* value) {
  if (value == nullptr || !value->is_array() || value->get_array().size() > max_dimensions)
    return std::nullopt;
  std::vector<std::size_t> out;
  for (const json::value& each : value->get_array()) {
    const auto size = size_from(each);
    if (!size)
      return std::nullopt;
    out.push_back(*size);
  }
  return out;
}

// Nothing where the product is beyond what memory holds.
std::optional<std::size_t> product(std::size_t factor, std::span<const std::size_t> shape) {
  std::size_t out = factor;
  for (const std::size_t size : shape)
    if (__builtin_mul_overflow(out, size, &out))
      return std::nullopt;
  return out;
}

float from_f16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  float out = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                            : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  if (exponent == 31)
    out = std::numeric_limits<float>::infinity();
  return (bits & 0x8000U) != 0 ? -out : out;
}

float number_at(const char* at, std::string_view type) {
  if (type == "F32") {
    float out = 0;
    std::memcpy(&out, at, sizeof out);
    return out;
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, at, sizeof bits);
  return type == "F16" ? from_f16(bits) : std::bit_cast<float>(std::uint32_t{bits} << 16);
}

}  // namespace

Result<TensorFile> TensorFile::over(std::string_view bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length)
    return refused("is too short");
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes.remove_prefix(sizeof length);
  if (length > bytes.size() || length > max_header_bytes)
    return refused("is cut off, or is no safetensors file");
  boost::system::error_code failed;
  const json::value header = json::parse(bytes.substr(0, length), failed);
  if (failed || !header.is_object())
    return refused("has a damaged table of contents");
  const std::string_view data = bytes.substr(length);
  TensorFile out;
  for (const auto& [key, entry] : header.get_object()) {
    std::string_view name = key;
    if (name == "__metadata__")
      continue;
    const json::object* fields = entry.if_object();
    const json::value* type = fields != nullptr ? fields->if_contains("dtype") : nullptr;
    const auto shape = sizes_from(fields != nullptr ? fields->if_contains("shape") : nullptr);
    const auto range =
        sizes_from(fields != nullptr ? fields->if_contains("data_offsets") : nullptr);
    if (type == nullptr || !type->is_string() || !shape || !range || range->size() != 2)
      return refused_tensor(name, "that is not described as it should be");
    const std::size_t begin = (*range)[0], end = (*range)[1];
    if (begin > end || end > data.size())
      return refused_tensor(name, "that lies outside of it");
    Tensor tensor{std::string(type->get_string()), *shape, data.substr(begin, end - begin)};
    const auto width = bytes_of(tensor.type);
    if (width && product(*width, *shape) != tensor.bytes.size())
      return refused_tensor(name, "whose size is not that of its shape");
    if (name.starts_with(optional_prefix))
      name.remove_prefix(optional_prefix.size());
    out.tensors_.emplace(name, std::move(tensor));
  }
  return out;
}

Result<std::vector<float>> TensorFile::floats(const std::string& name,
                                              std::span<const std::size_t> shape) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end())
    return refused("has no tensor " + name);
  const Tensor& tensor = found->second;
  const auto width = bytes_of(tensor.type);
  if (!width)
    return refused_tensor(name, "of the type " + utf8::excerpt(tensor.type, 16) +
                                    ", which is none of F32, F16, BF16");
  if (!std::ranges::equal(tensor.shape, shape))
    return refused_tensor(name, "of another shape than the configuration says");
  std::vector<float> out(tensor.bytes.size() / *width);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = number_at(tensor.bytes.data() + i * *width, tensor.type);
  if (!std::ranges::all_of(out, [](float value) { return std::isfinite(value); }))
    return refused_tensor(name, "with values that are no numbers");
  return out;
}

}  // namespace aim::embed
