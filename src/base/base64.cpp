#include "base/base64.h"

#include <sodium/utils.h>

namespace aim {
namespace {

int variant_of(Base64 alphabet) {
  return alphabet == Base64::standard ? sodium_base64_VARIANT_ORIGINAL
                                      : sodium_base64_VARIANT_URLSAFE_NO_PADDING;
}

}  // namespace

std::string to_base64(std::string_view bytes, Base64 alphabet) {
  const int variant = variant_of(alphabet);
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), variant);
  text.pop_back();  // the NUL
  return text;
}

std::optional<std::string> from_base64(std::string_view text, Base64 alphabet) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, &end, variant_of(alphabet)) != 0 ||
      end != text.data() + text.size())
    return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::string to_hex(std::span<const unsigned char> bytes) {
  std::string digits(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(digits.data(), digits.size(), bytes.data(), bytes.size());
  digits.pop_back();  // the NUL
  return digits;
}

}  // namespace aim
