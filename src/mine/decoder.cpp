#include "mine/decoder.h"

#include "base/utf8.h"

namespace aim::mine {
namespace {

// Characters of the bytes 0x80 to 0x9F; the others are those of Unicode.
constexpr std::array<char32_t, 32> upper_controls = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// Bytes at the end that begin a character and do not finish it.
std::size_t unfinished(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte >= 0xC0) {
      const std::size_t bytes = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return back < bytes ? back : 0;
    }
    if (byte < 0x80)
      return 0;
  }
  return 0;
}

}  // namespace

std::string_view Decoder::name() const {
  if (kind_ == Kind::windows_1252)
    return "Windows-1252";
  return kind_ == Kind::utf16_little || kind_ == Kind::utf16_big ? "UTF-16" : "";
}

std::string_view Decoder::feed(std::string_view piece) {
  if (kind_ == Kind::utf8 && bytes_.empty() && std::ranges::all_of(piece, is_ascii))
    return piece;
  bytes_.append(piece);
  if (kind_ == Kind::unknown && bytes_.size() < 2)
    return {};
  return decode(false);
}

std::string_view Decoder::finish() {
  return decode(true);
}

void Decoder::begin() {
  kind_ = bytes_.starts_with("\xFF\xFE")   ? Kind::utf16_little
          : bytes_.starts_with("\xFE\xFF") ? Kind::utf16_big
                                           : Kind::utf8;
  if (kind_ != Kind::utf8)
    bytes_.erase(0, 2);
}

std::string_view Decoder::decode(bool last) {
  if (kind_ == Kind::unknown)
    begin();
  text_.clear();
  if (kind_ == Kind::utf16_little || kind_ == Kind::utf16_big) {
    decode_utf16(last);
    return text_;
  }
  if (kind_ == Kind::utf8) {
    const std::size_t left = last ? 0 : unfinished(bytes_);
    const std::string_view whole = std::string_view(bytes_).substr(0, bytes_.size() - left);
    const auto first = std::ranges::find_if_not(whole, is_ascii);
    if (beyond_ascii_ || first == whole.end() || utf8::is_valid(whole)) {
      beyond_ascii_ = beyond_ascii_ || first != whole.end();
      text_ = whole;
      bytes_.erase(0, whole.size());
      return text_;
    }
    // Malformed somewhere: it depends on the first character beyond ASCII.
    std::size_t at = static_cast<std::size_t>(first - whole.begin());
    const std::size_t from = at;
    beyond_ascii_ = utf8::next(whole, at) != 0xFFFD || at - from > 1;
    if (beyond_ascii_)
      return decode(last);
    kind_ = Kind::windows_1252;
  }
  decode_1252();
  return text_;
}

void Decoder::decode_1252() {
  for (const char each : bytes_) {
    const auto byte = static_cast<unsigned char>(each);
    utf8::append(text_, byte >= 0x80 && byte < 0xA0 ? upper_controls[byte - 0x80] : byte);
  }
  bytes_.clear();
}

void Decoder::decode_utf16(bool last) {
  const auto unit_at = [&](std::size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes_[at]);
    const auto second = static_cast<unsigned char>(bytes_[at + 1]);
    return kind_ == Kind::utf16_little ? static_cast<char32_t>(second << 8 | first)
                                       : static_cast<char32_t>(first << 8 | second);
  };
  std::size_t at = 0;
  while (at + 2 <= bytes_.size()) {
    char32_t character = unit_at(at);
    const bool high = character >= 0xD800 && character < 0xDC00;
    if (high && at + 4 > bytes_.size() && !last)
      break;
    at += 2;
    if (high && at + 2 <= bytes_.size()) {
      const char32_t low = unit_at(at);
      if (low >= 0xDC00 && low < 0xE000) {
        character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    utf8::append(text_, character);  // half of a pair alone: U+FFFD
  }
  bytes_.erase(0, at);
  if (last && !bytes_.empty()) {
    utf8::append(text_, 0xFFFD);
    bytes_.clear();
  }
}

std::string decoded_text(std::string_view bytes) {
  Decoder decoder;
  std::string text(decoder.feed(bytes));
  text += decoder.finish();
  text = utf8::without_mark(text);
  const bool is_text = text.find('\0') == text.npos;
  return is_text && !utf8::is_valid(text) ? utf8::repaired(text) : text;
}

}  // namespace aim::mine
