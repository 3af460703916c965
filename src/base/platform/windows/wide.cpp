#include "base/platform/windows/wide.h"

#include <windows.h>

namespace aim::windows {

std::wstring wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring out(
      static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)),
      0);
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, out.data(), static_cast<int>(out.size()));
  return out;
}

std::string narrow(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const auto bytes = [&](char* to, int most) {
    return ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, to, most, nullptr, nullptr);
  };
  std::string out(static_cast<std::size_t>(bytes(nullptr, 0)), 0);
  bytes(out.data(), static_cast<int>(out.size()));
  return out;
}

}  // namespace aim::windows
