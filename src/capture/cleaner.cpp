#include "capture/cleaner.h"

#include "base/ascii.h"
#include "capture/secrets.h"
#include "memory/metadata.h"

namespace aim {
namespace {

std::string kept_ends(std::string_view removed, LineEnds lines) {
  const auto count = lines == LineEnds::keep ? std::ranges::count(removed, '\n') : 0;
  return std::string(static_cast<std::size_t>(count), '\n');
}

}  // namespace

void Cleaner::note(std::string_view kind) {
  ++removed_;
  kinds_.insert(kind);
}

std::string Cleaner::text(std::string_view text, LineEnds lines) {
  const std::int64_t before = removed_;
  const std::string rest = without_private(text, removed_, lines);
  if (removed_ > before)
    kinds_.insert("a private passage");
  std::string out;
  std::size_t from = 0;
  for (const Secret& each : secrets_ ? secrets_in(rest) : std::vector<Secret>()) {
    out.append(rest, from, each.at - from).append(removed_secret);
    out.append(kept_ends(std::string_view(rest).substr(each.at, each.bytes), lines));
    from = each.at + each.bytes;
    note(each.kind);
  }
  return out.append(rest, from);
}

std::string Cleaner::value(std::string_view name, std::string_view text) {
  std::string out = this->text(text);
  if (secrets_ && out == text && names_secret(name, text)) {
    note("a password");
    out = removed_secret;
  }
  return out;
}

std::string Cleaner::metadata(std::string_view object) {
  return with_changed_texts(
      object, [this](std::string_view key, std::string_view text) { return value(key, text); });
}

void Cleaner::memory(Memory& memory) {
  for (std::string* each : {&memory.title, &memory.content, &memory.source}) *each = text(*each);
  for (std::string& tag : memory.tags) tag = text(tag);
  std::erase(memory.tags, std::string());
  memory.metadata = metadata(memory.metadata);
}

namespace {

constexpr std::string_view opening = "<private", closing = "</private";

// The end of the tag of that name that begins at `at`; 0: none begins there.
std::size_t tag_end(std::string_view text, std::size_t at, std::string_view name) {
  constexpr std::size_t longest = 200;
  if (text.size() - at < name.size() + 1)
    return 0;
  for (std::size_t i = 0; i < name.size(); ++i)
    if ((text[at + i] | (name[i] >= 'a' ? 0x20 : 0)) != name[i])
      return 0;
  const std::string_view rest = text.substr(at + name.size(), longest);
  if (ascii::is_of_name(rest.front()))
    return 0;
  const std::size_t end = rest.find_first_of(">\n<");
  return end == rest.npos || rest[end] != '>' ? 0 : at + name.size() + end + 1;
}

}  // namespace

std::string without_private(std::string_view text, std::int64_t& removed, LineEnds lines) {
  std::string out;
  std::size_t from = 0;   // not yet copied to `out`
  std::size_t begin = 0;  // where the open passage begins
  int depth = 0;
  const auto leave_out = [&](std::size_t end) {
    out.append(text.substr(from, begin - from));
    out.append(kept_ends(text.substr(begin, end - begin), lines));
    from = end;
    ++removed;
  };
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    if (const std::size_t end = tag_end(text, at, opening); end > 0) {
      // "`<private>`" in a text about the tag, and "<private/>", open nothing.
      const bool named = at > 0 && text[at - 1] == '`' && text.substr(end).starts_with('`');
      if (named || text[end - 2] == '/')
        continue;
      begin = depth == 0 ? at : begin;
      ++depth;
    } else if (const std::size_t closed = depth > 0 ? tag_end(text, at, closing) : 0; closed > 0) {
      if (--depth == 0)
        leave_out(closed);
    }
  }
  // "List<Private>" of a program is no mark; one that stands for itself and is not closed is.
  if (depth > 0 && (begin == 0 || !ascii::is_of_name(text[begin - 1])))
    leave_out(text.size());
  return out.append(text.substr(from));
}

}  // namespace aim
