#include "text/json_items.h"

#include <boost/json/value.hpp>

#include "base/utf8.h"
#include "text/json_text.h"

namespace aim::text {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

Result<void> unexpected(std::size_t at) {
  return Failure(invalid("not JSON: unexpected character at byte " + std::to_string(at)));
}

// What a JSON value is that begins so, or nothing when none does.
std::string_view kind_by_first(char byte) {
  switch (byte) {
    case '{':
      return "an object";
    case '[':
      return "a list";
    case '"':
      return "a text";
    case 't':
    case 'f':
      return "a boolean";
    case 'n':
      return "null";
    default:
      return byte == '-' || (byte >= '0' && byte <= '9') ? "a number" : std::string_view();
  }
}

// Where the next quotation mark or backslash is; both are far apart.
std::size_t end_of_plain(std::string_view piece, std::size_t at) {
  const std::size_t quote = std::min(piece.find('"', at), piece.size());
  return std::min(piece.substr(0, quote).find('\\', at), quote);
}

}  // namespace

JsonItems::JsonItems(Take take, std::size_t max_item_bytes, JsonTop top)
    : take_(std::move(take)), max_item_bytes_(max_item_bytes), top_(top) {}

Result<void> JsonItems::feed(std::string_view piece) {
  if (failed_)
    return Failure(*failed_);
  auto result = read(piece);
  if (!result)
    failed_ = result.error();
  return result;
}

Result<void> JsonItems::finish() {
  if (failed_)
    return Failure(*failed_);
  if (state_ == State::before_document && mark_bytes_ % byte_order_mark.size() == 0)
    return Failure(invalid("not JSON: the text is empty"));
  if (state_ != State::done)
    return Failure(invalid("not JSON: the text ends too early at byte " + std::to_string(offset_)));
  return {};
}

Result<void> JsonItems::read(std::string_view piece) {
  for (std::size_t at = 0; at < piece.size();) {
    if (state_ == State::in_item || state_ == State::in_key) {
      TRY_VOID(read_item(piece, at));
      continue;
    }
    if (!is_blank(piece[at]))
      TRY_VOID(step(piece[at], offset_ + at));
    ++at;
  }
  offset_ += piece.size();
  return {};
}

// One byte between the items.
Result<void> JsonItems::step(char byte, std::size_t at) {
  const auto become = [this](State state) -> Result<void> {
    state_ = state;
    return {};
  };
  switch (state_) {
    case State::before_document:
      return step_into_document(byte, at);
    case State::before_first_key:
      if (byte == '}')
        return become(State::done);
      [[fallthrough]];
    case State::before_key:
      if (byte != '"')
        return unexpected(at);
      begin(byte, at, State::in_key);
      return {};
    case State::after_key:
      return byte == ':' ? become(State::before_value) : unexpected(at);
    case State::before_value:
      return byte == '[' ? become(State::before_first_item) : begin_item(byte, at, false);
    case State::before_first_item:
      if (byte == ']') {
        TRY_VOID(end_list());
        return top_ == JsonTop::list ? Result<void>() : take_(member_, "[]", false);
      }
      [[fallthrough]];
    case State::before_item:
      return begin_item(byte, at, true);
    case State::after_item:
      if (byte == ']')
        return end_list();
      return byte == ',' ? become(State::before_item) : unexpected(at);
    case State::after_value:
      if (byte == '}')
        return become(State::done);
      return byte == ',' ? become(State::before_key) : unexpected(at);
    case State::in_key:
    case State::in_item:
    case State::done:
      break;
  }
  return unexpected(at);
}

Result<void> JsonItems::step_into_document(char byte, std::size_t at) {
  if (mark_bytes_ < byte_order_mark.size() && at == mark_bytes_ &&
      byte == byte_order_mark[mark_bytes_]) {
    ++mark_bytes_;
    return {};
  }
  const std::string_view kind = kind_by_first(byte);
  if (kind.empty() || mark_bytes_ % byte_order_mark.size() != 0)
    return unexpected(at);
  if (top_ == JsonTop::list) {
    if (byte != '[')
      return Failure(invalid("the document must be a list; got " + std::string(kind)));
    state_ = State::before_first_item;
    return {};
  }
  if (byte != '{')
    return Failure(
        invalid("the document must be an object with \"memories\"; got " + std::string(kind)));
  state_ = State::before_first_key;
  return {};
}

Result<void> JsonItems::end_list() {
  state_ = top_ == JsonTop::list ? State::done : State::after_value;
  return {};
}

Result<void> JsonItems::begin_item(char byte, std::size_t at, bool in_array) {
  if (kind_by_first(byte).empty())
    return unexpected(at);
  in_array_ = in_array;
  begin(byte, at, State::in_item);
  return {};
}

void JsonItems::begin(char byte, std::size_t at, State state) {
  state_ = state;
  item_.assign(1, byte);
  item_at_ = at;
  in_string_ = byte == '"';
  depth_ = byte == '{' || byte == '[' ? 1 : 0;
}

// Takes what belongs to the item out of the piece, and hands the item on when it ends here.
Result<void> JsonItems::read_item(std::string_view piece, std::size_t& at) {
  const std::size_t begin = at;
  const bool ends = ends_item(piece, at);
  if (!skipping_ && item_.size() + (at - begin) > max_item_bytes_) {
    if (!told_ || state_ == State::in_key)
      return Failure(too_long());
    skipping_ = too_long();
    item_ = {};
  }
  if (!skipping_)
    item_ += piece.substr(begin, at - begin);
  return ends ? end_item() : Result<void>();
}

// Moves `at` to the end of the item, or of the piece; tells which.
bool JsonItems::ends_item(std::string_view piece, std::size_t& at) {
  for (; at < piece.size(); ++at) {
    if (in_string_ && !escaped_)
      at = end_of_plain(piece, at);
    if (at == piece.size())
      return false;
    const char byte = piece[at];
    if (in_string_) {
      if (escaped_)
        escaped_ = false;
      else if (byte == '\\')
        escaped_ = true;
      else if (byte == '"')
        in_string_ = false;
      else
        continue;
      if (in_string_ || depth_ > 0)
        continue;
      ++at;
      return true;
    }
    if (depth_ == 0) {  // a number or a word: what cannot belong to it ends it
      if (is_blank(byte) || byte == ',' || byte == ']' || byte == '}')
        return true;
    } else if (byte == '"') {
      in_string_ = true;
    } else if (byte == '{' || byte == '[') {
      ++depth_;
    } else if ((byte == '}' || byte == ']') && --depth_ == 0) {
      ++at;
      return true;
    }
  }
  return false;
}

Result<void> JsonItems::end_item() {
  if (state_ == State::in_key) {
    const auto name = parse_json(item_);
    if (!name)
      return Failure(
          invalid("not JSON: a member's name at byte " + std::to_string(item_at_) + " is broken"));
    member_ = std::string_view(name->get_string());
    state_ = State::after_key;
    return {};
  }
  state_ = in_array_ ? State::after_item : State::after_value;
  if (skipping_)
    return told_(*std::exchange(skipping_, std::nullopt));
  return take_(member_, item_, in_array_);
}

Error JsonItems::too_long() const {
  std::string message = "the name of a member";
  if (top_ == JsonTop::list)
    message = "an item of the list";
  else if (state_ == State::in_item)
    message = (in_array_ ? "an item of \"" : "the value of \"") + utf8::excerpt(member_, 64) + '"';
  return invalid(message + " is longer than " + std::to_string(max_item_bytes_) +
                 " bytes; it begins at byte " + std::to_string(item_at_));
}

}  // namespace aim::text
