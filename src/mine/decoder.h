// The bytes of a text file as UTF-8, piece by piece: UTF-16 where a byte order mark says so; else
// UTF-8; else Windows-1252, when the first byte beyond ASCII is no UTF-8. A file that was UTF-8 up
// to a malformed byte keeps it, and whoever parses it reads U+FFFD. Knows: bytes. Must not
// know: files, formats. Threads: one each.
#pragma once
#include "base/std.h"

namespace aim::mine {

class Decoder {
 public:
  // The next piece, decoded: `piece` itself where nothing has to be changed. Holds until the next
  // call.
  std::string_view feed(std::string_view piece);
  // What is left of a character that was not finished.
  std::string_view finish();
  // "UTF-16" or "Windows-1252"; empty: UTF-8.
  std::string_view name() const;

 private:
  enum class Kind { unknown, utf8, utf16_little, utf16_big, windows_1252 };

  void begin();
  std::string_view decode(bool last);
  void decode_utf16(bool last);
  void decode_1252();

  Kind kind_ = Kind::unknown;
  bool beyond_ascii_ = false;  // characters of UTF-8 were read
  std::string bytes_, text_;   // not decoded yet; decoded
};

// A whole text as UTF-8, without its byte order mark; malformed bytes of UTF-8 become U+FFFD. Bytes
// with a NUL are no text, and keep it.
std::string decoded_text(std::string_view bytes);

}  // namespace aim::mine
