// Texts as Windows takes them: UTF-16. Ours are UTF-8.
// Must not know: what a text says.
// Threads: any.
#pragma once
#include <string>
#include <string_view>

namespace aim::windows {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

}  // namespace aim::windows
