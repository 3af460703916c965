#include "install/json_edit.h"

#include "base/append.h"
#include "base/quoting.h"

namespace aim::install {
namespace {

constexpr std::size_t max_depth = 64;
constexpr std::string_view bom = "\xef\xbb\xbf";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Past blanks and comments, up to a comment that has no end.
std::size_t past_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (text.substr(at).starts_with("//"))
      at = std::min(text.find('\n', at), text.size());
    else if (text.substr(at).starts_with("/*") && text.find("*/", at + 2) != text.npos)
      at = text.find("*/", at + 2) + 2;
    else
      return at;
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<JsonNode> parse() {
    if (text_.starts_with(bom))
      at_ = bom.size();
    const std::size_t start = at_;
    TRY_VOID(skip());
    if (at_ == text_.size()) {
      JsonNode nothing;
      nothing.kind = JsonNode::Kind::object;
      nothing.begin = nothing.end = start;
      return nothing;
    }
    auto root = TRY(value(0));
    TRY_VOID(skip());
    if (at_ != text_.size())
      return fault("there is text after the end");
    return root;
  }

 private:
  Failure fault(std::string_view what) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    return Failure(invalid("line " + std::to_string(line) + ", column " +
                           std::to_string(at_ - start + 1) + ": " + std::string(what)));
  }

  Result<void> skip() {
    at_ = past_blanks(text_, at_);
    if (text_.substr(at_).starts_with("/*"))
      return fault("a comment has no end");
    return {};
  }

  Result<JsonNode> value(std::size_t depth) {
    if (depth > max_depth)
      return fault("it is nested too deeply");
    if (at_ == text_.size())
      return fault("a value is missing");
    JsonNode node;
    node.begin = at_;
    const char c = text_[at_];
    if (c == '{') {
      node.kind = JsonNode::Kind::object;
      TRY_VOID(parts(node, '}', depth));
    } else if (c == '[') {
      node.kind = JsonNode::Kind::array;
      TRY_VOID(parts(node, ']', depth));
    } else if (c == '"') {
      node.kind = JsonNode::Kind::text;
      node.text = TRY(text());
    } else {
      TRY_VOID(word());
    }
    node.end = at_;
    return node;
  }

  // The inside of an object or an array, its brackets included.
  Result<void> parts(JsonNode& node, char close, std::size_t depth) {
    ++at_;
    bool comma = true;
    for (;;) {
      TRY_VOID(skip());
      if (at_ == text_.size())
        return fault(close == '}' ? "\"}\" is missing" : "\"]\" is missing");
      if (text_[at_] == close) {
        ++at_;
        return {};
      }
      if (!comma)
        return fault("a comma is missing");
      if (node.kind == JsonNode::Kind::object)
        TRY_VOID(member(node, depth));
      else
        node.elements.push_back(TRY(value(depth + 1)));
      TRY_VOID(skip());
      comma = at_ < text_.size() && text_[at_] == ',';
      if (comma)
        ++at_;
    }
  }

  Result<void> member(JsonNode& node, std::size_t depth) {
    JsonNode::Member one;
    one.begin = at_;
    if (text_[at_] != '"')
      return fault("a name in quotes is missing");
    one.key = TRY(text());
    TRY_VOID(skip());
    if (at_ == text_.size() || text_[at_] != ':')
      return fault("a colon is missing");
    ++at_;
    TRY_VOID(skip());
    one.value = std::make_unique<JsonNode>(TRY(value(depth + 1)));
    node.members.push_back(std::move(one));
    return {};
  }

  Result<std::string> text() {
    std::string out;
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20)
        return fault("a string does not end on its line");
      if (c != '\\') {
        out += c;
        ++at_;
        continue;
      }
      if (at_ + 1 >= text_.size())
        break;
      TRY_VOID(escape(out));
    }
    if (at_ >= text_.size())
      return fault("a string has no end");
    ++at_;
    return out;
  }

  Result<void> escape(std::string& out) {
    constexpr std::string_view marks = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const char mark = text_[at_ + 1];
    if (mark != 'u') {
      const std::size_t which = marks.find(mark);
      if (which == marks.npos)
        return fault("invalid escape after a backslash");
      out += meant[which];
      at_ += 2;
      return {};
    }
    const std::string_view digits = text_.substr(at_ + 2, 4);
    if (digits.size() != 4 || digits.find_first_not_of("0123456789abcdefABCDEF") != digits.npos)
      return fault("\\u needs four hexadecimal digits");
    // Only names and commands in ASCII are looked for: what is beyond it stays as it is written.
    const unsigned long code = std::stoul(std::string(digits), nullptr, 16);
    if (code < 0x80)
      out += static_cast<char>(code);
    else
      out.append(text_.substr(at_, 6));
    at_ += 6;
    return {};
  }

  Result<void> word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:]}[{\"/", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    const bool number = !word.empty() && (word[0] == '-' || (word[0] >= '0' && word[0] <= '9')) &&
                        word.find_first_not_of("0123456789+-.eE") == word.npos;
    if (!number && word != "true" && word != "false" && word != "null")
      return fault("this is not a value");
    at_ = end;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Only blanks between the beginning of its line and `at`.
bool begins_line(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at > 0 && text[at - 1] == '\n';
}

std::string_view indent_at(std::string_view text, std::size_t at) {
  const std::size_t line = text.rfind('\n', at == 0 ? 0 : at - 1);
  const std::size_t from = line == text.npos || line >= at ? 0 : line + 1;
  const std::size_t end = std::min(text.find_first_not_of(" \t", from), text.size());
  return text.substr(from, std::min(end, at) - from);
}

std::size_t begin_of(const JsonNode& container, std::size_t at) {
  return container.kind == JsonNode::Kind::object ? container.members[at].begin
                                                  : container.elements[at].begin;
}
std::size_t end_of(const JsonNode& container, std::size_t at) {
  return container.kind == JsonNode::Kind::object ? container.members[at].value->end
                                                  : container.elements[at].end;
}
std::size_t size_of(const JsonNode& container) {
  return container.kind == JsonNode::Kind::object ? container.members.size()
                                                  : container.elements.size();
}

// One step of indentation as the text has it.
std::string unit_of(std::string_view text, const JsonNode& root) {
  if (size_of(root) > 0 && begins_line(text, begin_of(root, 0)))
    if (const auto indent = indent_at(text, begin_of(root, 0)); !indent.empty())
      return std::string(indent);
  return "  ";
}

// Compact JSON on several lines; the first one is not indented.
std::string spread(std::string_view compact, std::string_view unit, std::string_view indent,
                   std::string_view newline) {
  std::string out;
  std::size_t depth = 0;
  const auto start_line = [&] {
    out.append(newline).append(indent);
    for (std::size_t i = 0; i < depth; ++i) out.append(unit);
  };
  bool in_text = false;
  for (std::size_t at = 0; at < compact.size(); ++at) {
    const char c = compact[at];
    if (in_text) {
      out += c;
      if (c == '\\')
        out += compact[++at];
      in_text = c != '"';
      continue;
    }
    const bool empty =
        at + 1 < compact.size() && (compact[at + 1] == '}' || compact[at + 1] == ']');
    in_text = c == '"';
    if (c == '}' || c == ']') {
      if (compact[at - 1] != '{' && compact[at - 1] != '[') {
        --depth;
        start_line();
      }
      out += c;
    } else if (c == '{' || c == '[') {
      out += c;
      if (!empty) {
        ++depth;
        start_line();
      }
    } else if (c == ',') {
      out += c;
      start_line();
    } else {
      out += c;
      if (c == ':')
        out += ' ';
    }
  }
  return out;
}

// Behind what else stands on the line of `at`, when that is a comment.
std::size_t past_comment(std::string_view text, std::size_t at) {
  std::size_t next = at;
  while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
  if (text.substr(next).starts_with("//")) {
    std::size_t end = std::min(text.find('\n', next), text.size());
    return end > next && text[end - 1] == '\r' ? end - 1 : end;
  }
  return at;
}

std::string inserted(std::string_view text, std::size_t at, std::string_view piece) {
  return std::string(text.substr(0, at)).append(piece).append(text.substr(at));
}

std::string with_part(std::string_view text, const JsonNode& root, const JsonNode& container,
                      std::string_view name, std::string_view value) {
  const std::string unit = unit_of(text, root);
  const std::string newline(line_end(text));
  const std::string label = name.empty() ? std::string() : in_quotes(name) + ": ";
  const std::size_t count = size_of(container);
  if (container.begin == container.end)  // a text of blanks
    return inserted(text, container.begin,
                    "{" + newline + unit + label + spread(value, unit, unit, newline) + newline +
                        "}" + newline);
  if (count == 0) {
    const std::size_t inside = container.begin + 1;
    const std::string outer(indent_at(text, container.begin));
    if (inside + 1 != container.end)  // blanks or comments stay as they are, behind
      return inserted(text, inside, " " + label + std::string(value));
    return inserted(text, inside,
                    newline + outer + unit + label + spread(value, unit, outer + unit, newline) +
                        newline + outer);
  }
  const std::size_t last = count - 1, end = end_of(container, last);
  const std::size_t comma = past_blanks(text, end);
  const bool has_comma = text[comma] == ',';
  if (!begins_line(text, begin_of(container, last))) {
    const std::string piece = " " + label + std::string(value);
    return has_comma ? inserted(text, comma + 1, piece + ",") : inserted(text, end, "," + piece);
  }
  const std::string indent(indent_at(text, begin_of(container, last)));
  const std::string piece = newline + indent + label + spread(value, unit, indent, newline);
  if (has_comma)
    return inserted(text, past_comment(text, comma + 1), piece + ",");
  const std::string with = inserted(text, past_comment(text, end), piece);
  return inserted(with, end, ",");
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  for (auto each = members.rbegin(); each != members.rend(); ++each)
    if (each->key == key)
      return each->value.get();
  return nullptr;
}

std::string_view JsonNode::text_at(std::string_view key) const {
  const JsonNode* found = find(key);
  return found && found->kind == Kind::text ? std::string_view(found->text) : std::string_view();
}

Result<JsonNode> parse_json_text(std::string_view text) {
  return Parser(text).parse();
}

std::string with_member(std::string_view text, const JsonNode& root, const JsonNode& container,
                        std::string_view key, std::string_view value) {
  return with_part(text, root, container, key, value);
}

std::string with_element(std::string_view text, const JsonNode& root, const JsonNode& container,
                         std::string_view value) {
  return with_part(text, root, container, {}, value);
}

std::string without_part(std::string_view text, const JsonNode& container, std::size_t at) {
  const std::size_t begin = begin_of(container, at), end = end_of(container, at);
  std::size_t from = begin;
  while (from > container.begin + 1 && is_blank(text[from - 1])) --from;
  const std::size_t next = past_blanks(text, end);
  const bool has_comma = next < text.size() && text[next] == ',';
  if (has_comma)
    return std::string(text.substr(0, from)).append(text.substr(next + 1));
  if (at > 0) {
    const std::size_t comma = past_blanks(text, end_of(container, at - 1));
    return std::string(text.substr(0, comma))
        .append(text.substr(comma + 1, from - comma - 1))
        .append(text.substr(end));
  }
  // The only one: where it had lines of its own, the brackets had none.
  const bool own_lines = begins_line(text, begin);
  std::size_t to = end;
  if (own_lines && past_blanks(text, end) + 1 == container.end &&
      text.substr(end, container.end - 1 - end).find('/') == text.npos)
    to = container.end - 1;
  return std::string(text.substr(0, from)).append(text.substr(to));
}

std::string with_value(std::string_view text, const JsonNode& node, std::string_view value) {
  return std::string(text.substr(0, node.begin)).append(value).append(text.substr(node.end));
}

std::string_view line_end(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != text.npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

std::string list_text(const std::vector<std::string>& texts) {
  return "[" + join_texts(texts, ",", in_quotes) + "]";
}

std::string pretty_json(std::string_view compact) {
  return spread(compact, "  ", "", "\n") + "\n";
}

}  // namespace aim::install
