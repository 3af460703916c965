#include "text/json_text.h"

#include <boost/json.hpp>
#include <boost/json/array.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
#include <cmath>

#include "base/numbers.h"
#include "base/utf8.h"

namespace aim::text {
namespace {

// How a byte stands in a JSON string: as it is, as \u00XX, after a look at its UTF-8, or as a
// backslash and the letter given.
constexpr char as_is = 0;
constexpr char as_code = 1;
constexpr char as_utf8 = 2;
constexpr std::array<char, 256> escapes = [] {
  std::array<char, 256> table{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) table[byte] = as_code;
  for (std::size_t byte = 0x80; byte < 0x100; ++byte) table[byte] = as_utf8;
  table['"'] = '"';
  table['\\'] = '\\';
  table['\b'] = 'b';
  table['\f'] = 'f';
  table['\n'] = 'n';
  table['\r'] = 'r';
  table['\t'] = 't';
  return table;
}();

class Writer {
 public:
  // Keys sorted, or as they were given; and then whole numbers as JavaScript writes them.
  enum class Form { sorted, as_given, as_javascript };

  explicit Writer(bool pretty, Form form = Form::sorted) : pretty_(pretty), form_(form) {}

  void write(const json::value& value) {
    switch (value.kind()) {
      case json::kind::null:
        out_ += "null";
        return;
      case json::kind::bool_:
        out_ += value.get_bool() ? "true" : "false";
        return;
      case json::kind::int64:
        out_ += std::to_string(value.get_int64());
        return;
      case json::kind::uint64:
        out_ += std::to_string(value.get_uint64());
        return;
      case json::kind::double_:
        return write(value.get_double());
      case json::kind::string:
        return write_string(value.get_string());
      case json::kind::array:
        return write(value.get_array());
      case json::kind::object:
        return write(value.get_object());
    }
  }

  std::string take() && { return std::move(out_); }

 private:
  using Member = json::key_value_pair;
  static constexpr double max_whole = 9e15;

  void write(double number) {
    // There a whole number is one, however it came about.
    if (form_ == Form::as_javascript && number == std::floor(number) &&
        std::abs(number) < max_whole)
      out_ += std::to_string(static_cast<std::int64_t>(number));
    else if (std::isfinite(number))
      out_ += shortest_real(number);
    else
      out_ += "null";  // JSON has no word for it
  }

  void write(const json::array& array) {
    open('[');
    bool first = true;
    for (const json::value& element : array) {
      next_line(first);
      write(element);
      first = false;
    }
    close(']', array.empty());
  }

  void write(const json::object& object) {
    // Most objects have few members: their order is found without touching the heap.
    std::array<const Member*, 24> few;
    std::vector<const Member*> many;
    if (object.size() > few.size())
      many.resize(object.size());
    const Member** const members = many.empty() ? few.data() : many.data();
    const Member** const end = sort(object, members);
    open('{');
    for (const Member** member = members; member != end; ++member) {
      next_line(member == members);
      write_string((*member)->key());
      out_ += pretty_ ? std::string_view(": ") : std::string_view(":");
      write((*member)->value());
    }
    close('}', object.empty());
  }

  const Member** sort(const json::object& object, const Member** members) const {
    const auto before = [](const Member* a, const Member* b) { return a->key() < b->key(); };
    const Member** end = members;
    for (const Member& member : object) *end++ = &member;
    if (form_ == Form::sorted && !std::is_sorted(members, end, before))
      std::sort(members, end, before);
    return end;
  }

  void open(char bracket) {
    out_ += bracket;
    ++level_;
  }

  void next_line(bool first) {
    if (!first)
      out_ += ',';
    if (pretty_)
      out_.append(1, '\n').append(2 * level_, ' ');
  }

  void close(char bracket, bool empty) {
    --level_;
    if (pretty_ && !empty)
      out_.append(1, '\n').append(2 * level_, ' ');
    out_ += bracket;
  }

  void write_string(std::string_view text) {
    out_ += '"';
    bool checked = false;    // the text's UTF-8 has been looked at …
    std::size_t copied = 0;  // all before it is in out_
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char escape = escapes[static_cast<unsigned char>(text[at])];
      if (escape == as_is) [[likely]]
        continue;
      if (escape == as_utf8) {
        if (!checked && !utf8::is_valid(text.substr(at)))
          return write_malformed(text.substr(copied));
        checked = true;  // … and is well-formed up to the end
        if (!is_c1(text, at))
          continue;
        out_ += text.substr(copied, at - copied);
        write_escape(text[++at], as_code);
        copied = at + 1;
        continue;
      }
      out_ += text.substr(copied, at - copied);
      write_escape(text[at], escape);
      copied = at + 1;
    }
    out_ += text.substr(copied);
    out_ += '"';
  }

  // U+0080 to U+009F, which some terminals obey even within JSON.
  static bool is_c1(std::string_view text, std::size_t at) {
    return text[at] == '\xC2' && static_cast<unsigned char>(text[at + 1]) < 0xA0;
  }

  void write_escape(char byte, char escape) {
    out_ += '\\';
    if (escape != as_code) {
      out_ += escape;
      return;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(byte);
    out_ += "u00";
    out_ += digits[code >> 4U];
    out_ += digits[code & 0xFU];
  }

  // The rest of a string whose UTF-8 is broken somewhere: every bad byte becomes U+FFFD.
  void write_malformed(std::string_view rest) {
    for (std::size_t at = 0; at < rest.size();) {
      const char byte = rest[at];
      const char32_t character = utf8::next(rest, at);
      const char escape = escapes[static_cast<unsigned char>(byte)];
      if (character >= 0x80 && character < 0xA0)
        write_escape(static_cast<char>(character), as_code);
      else if (character >= 0x80 || escape == as_is)
        utf8::append(out_, character);
      else
        write_escape(byte, escape);
    }
    out_ += '"';
  }

  std::string out_;
  bool pretty_;
  Form form_;
  std::size_t level_ = 0;
};

// Builds the value. Boost's own handler does the same but reads doubles up to one unit in the last
// place wrong; here their digits are read exactly, so that what was printed reads back the same.
struct Builder {
  static constexpr std::size_t max_object_size = json::object::max_size();
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  using Status = json::error_code;
  using Text = json::string_view;

  json::value_stack stack;
  bool number_too_large = false, too_many_values = false;
  std::size_t bytes_left = SIZE_MAX;  // of memory that the value may need, about

  static constexpr std::size_t value_bytes = 16, container_bytes = 48, key_bytes = 32;
  bool take(std::size_t bytes, Status& status) {
    if (bytes > bytes_left) {
      too_many_values = true;
      status = json::error::array_too_large;
      return false;
    }
    bytes_left -= bytes;
    return true;
  }

  bool on_document_begin(Status&) { return true; }
  bool on_document_end(Status&) { return true; }
  bool on_object_begin(Status& status) { return take(value_bytes + container_bytes, status); }
  bool on_object_end(std::size_t size, Status&) { return stack.push_object(size), true; }
  bool on_array_begin(Status& status) { return take(value_bytes + container_bytes, status); }
  bool on_array_end(std::size_t size, Status&) { return stack.push_array(size), true; }
  bool on_key_part(Text text, std::size_t, Status&) { return stack.push_chars(text), true; }
  bool on_key(Text text, std::size_t size, Status& status) {
    return stack.push_key(text), take(key_bytes + size, status);
  }
  bool on_string_part(Text text, std::size_t, Status&) { return stack.push_chars(text), true; }
  bool on_string(Text text, std::size_t size, Status& status) {
    return stack.push_string(text), take(value_bytes + size, status);
  }
  bool on_number_part(Text, Status&) { return true; }
  bool on_int64(std::int64_t number, Text, Status& status) {
    return stack.push_int64(number), take(value_bytes, status);
  }
  bool on_uint64(std::uint64_t number, Text, Status& status) {
    return stack.push_uint64(number), take(value_bytes, status);
  }
  bool on_double(double nearly, Text digits, Status& status) {
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc())  // beyond double: too large, or so small that it is zero
      number = nearly;
    if (!std::isfinite(number) || (read.ec != std::errc() && std::abs(nearly) > 1)) {
      number_too_large = true;
      status = json::error::exponent_overflow;
      return false;
    }
    return stack.push_double(number), take(value_bytes, status);
  }
  bool on_bool(bool value, Status& status) {
    return stack.push_bool(value), take(value_bytes, status);
  }
  bool on_null(Status& status) { return stack.push_null(), take(value_bytes, status); }
  bool on_comment_part(Text, Status&) { return true; }
  bool on_comment(Text, Status&) { return true; }
};

// Metadata have up to 64 (memory/rules.h); of what is around them a batch of imports over MCP has
// the most: six.
constexpr std::size_t max_depth = 72;

Error not_json(std::string_view what, std::size_t at) {
  std::string message = "not JSON: ";
  message.append(what).append(" at byte ").append(std::to_string(at));
  return invalid(std::move(message));
}

// The four digits behind "\\u" at `at`; nothing without digits.
std::optional<unsigned> escape_at(std::string_view text, std::size_t at) {
  unsigned code = 0;
  const std::string_view digits =
      text.substr(at).starts_with("\\u") ? text.substr(at + 2, 4) : std::string_view();
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  return digits.size() == 4 && read.ptr == digits.data() + 4 ? std::optional(code) : std::nullopt;
}

// Halves of surrogate pairs, which programs leave that cut texts without looking, and malformed
// UTF-8 become U+FFFD.
std::string repaired(std::string_view text) {
  constexpr std::size_t escape = 6;  // bytes of "\\uXXXX"
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto code = text[at] == '\\' ? escape_at(text, at) : std::nullopt;
    if (code && *code >= 0xD800 && *code < 0xE000) {
      const auto second = *code < 0xDC00 ? escape_at(text, at + escape) : std::nullopt;
      const bool pair = second && *second >= 0xDC00 && *second < 0xE000;
      out.append(pair ? text.substr(at, 2 * escape) : "\\ufffd");
      at += pair ? 2 * escape : escape;
    } else if (text[at] == '\\') {
      out.append(text.substr(at, 2));
      at += 2;
    } else {
      utf8::append(out, utf8::next(text, at));
    }
  }
  return out;
}

Error explain(const json::error_code& status, std::string_view text, std::size_t at) {
  if (status == json::error::incomplete)
    return not_json("the text ends too early", text.size());
  if (status == json::error::too_deep)
    return not_json("more than " + std::to_string(max_depth) + " levels", at);
  if (status == json::error::exponent_overflow)
    return not_json("a number too large", at);
  if (status == json::error::expected_hex_digit)
    return not_json("an escape without its four digits", at);
  return not_json("unexpected character", at);
}

}  // namespace

std::string compact(const json::value& value) {
  Writer writer(/*pretty=*/false);
  writer.write(value);
  return std::move(writer).take();
}

std::string compact_as_given(const json::value& value) {
  Writer writer(/*pretty=*/false, Writer::Form::as_given);
  writer.write(value);
  return std::move(writer).take();
}

std::string pretty(const json::value& value) {
  Writer writer(/*pretty=*/true);
  writer.write(value);
  return std::move(writer).take();
}

std::string pretty_as_given(const json::value& value) {
  Writer writer(/*pretty=*/true, Writer::Form::as_javascript);
  writer.write(value);
  return std::move(writer).take();
}

namespace {

Result<json::value> parse_well_formed(std::string_view text, std::size_t max_bytes) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Failure(invalid("not JSON: the text is empty"));
  json::parse_options options;
  options.max_depth = max_depth;
  json::basic_parser<Builder> parser(options);
  parser.handler().stack.reset();
  parser.handler().bytes_left = max_bytes;
  json::error_code status;
  const std::size_t read = parser.write_some(/*more=*/false, text.data(), text.size(), status);
  if (parser.handler().too_many_values)
    return Failure(invalid("the JSON holds more values than are read at once; send it in parts"));
  if (status)
    return Failure(explain(status, text, read));
  if (read < text.size())
    return Failure(not_json("unexpected text after the value", read));
  return parser.handler().stack.release();
}

}  // namespace

Result<json::value> parse_json(std::string_view text, std::size_t max_bytes) {
  text = utf8::without_mark(text);
  auto value = parse_well_formed(text, max_bytes);
  if (value)
    return value;
  const std::string again = repaired(text);
  return again == text ? value : parse_well_formed(again, max_bytes);
}

std::string_view text_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

std::int64_t integer_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_int64() ? value->get_int64() : 0;
}

double number_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_number() ? value->to_number<double>() : 0;
}

bool flag_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_bool() && value->get_bool();
}

const json::object* object_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value ? value->if_object() : nullptr;
}

const json::array* list_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value ? value->if_array() : nullptr;
}

const json::array& items_at(const json::object& object, std::string_view name) {
  static const json::array none;
  const json::array* list = list_at(object, name);
  return list ? *list : none;
}

}  // namespace aim::text
