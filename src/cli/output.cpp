#include "cli/output.h"

#include <unistd.h>

#include <cerrno>

#include "base/utf8.h"

namespace aim::cli {

std::string Output::shown(std::string_view text) const {
  return ::isatty(descriptor_) == 1 ? utf8::visible(text) : std::string(text);
}

Output::int_type Output::overflow(int_type character) {
  if (sync() != 0)
    return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof()))
    sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int Output::sync() {
  const char* rest = pbase();
  while (failed_ == 0 && rest < pptr()) {
    const auto written = ::write(descriptor_, rest, static_cast<std::size_t>(pptr() - rest));
    if (written >= 0)
      rest += written;
    else if (errno != EINTR)
      failed_ = errno;
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return failed_ == 0 ? 0 : -1;
}

}  // namespace aim::cli
