#include "bridge/section.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "mine/fit.h"

namespace aim::bridge {
namespace {

using mine::trimmed;

constexpr std::string_view comment = "<!-- ai-memory: ", comment_end = " -->";
constexpr std::string_view begin_word = "begin", end_word = "end";
constexpr std::string_view begin_line =
    "<!-- ai-memory: begin; edits in this section are taken into the memory -->";
constexpr std::string_view end_line = "<!-- ai-memory: end -->";
constexpr std::string_view heading = "## Memory of this project";
constexpr std::string_view title_mark = "### ";
constexpr std::size_t name_length = 12;

// The word in a comment of ours; empty: the line is another.
std::string_view said_by(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with(comment) || !line.ends_with(comment_end))
    return {};
  return line.substr(comment.size(), line.size() - comment.size() - comment_end.size());
}

// A title without a heading stays what it was: `title` is empty then.
FileFact item_of(std::string_view text) {
  FileFact item;
  text = trimmed(text);
  if (text.starts_with(title_mark)) {
    item.title = trimmed(ascii::take_part(text, '\n').substr(title_mark.size()));
    text = trimmed(text);
  }
  item.content = text;
  item.sign = sha256_hex(item.title + '\n' + item.content);
  return item;
}

class SectionParser {
 public:
  Result<Sectioned> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end == text.npos ? end : end + 1);
      text.remove_prefix(line.size());
      if (const std::string_view said = said_by(line); said.empty())
        part().append(line);
      else
        TRY_VOID(take(said, line));
    }
    if (inside_)
      return Failure(invalid("the section of ai-memory has no end: put the line \"" +
                             std::string(end_line) + "\" where it ends"));
    return std::move(file_);
  }

 private:
  std::string& part() { return inside_ ? text_ : file_.there ? file_.after : file_.before; }

  Result<void> take(std::string_view said, std::string_view line) {
    if (said.starts_with(begin_word)) {
      if (file_.there)
        return Failure(invalid("there are two sections of ai-memory: remove one of them"));
      file_.there = inside_ = true;
    } else if (!inside_) {
      part().append(line);
    } else {
      end_item();
      name_ = said;
      inside_ = said != end_word;
    }
    return {};
  }

  void end_item() {
    if (name_.empty()) {
      std::string_view loose = trimmed(text_);
      if (loose.starts_with(heading))
        loose = trimmed(loose.substr(heading.size()));
      file_.loose = loose;
    } else if (FileFact item = item_of(text_); !item.content.empty()) {
      if (file_.items.emplace(name_, std::move(item)).second)
        file_.order.push_back(name_);
      else  // a copied part
        file_.loose.append("\n\n").append(trimmed(text_));
    }
    text_.clear();
  }

  Sectioned file_;
  bool inside_ = false;
  std::string name_, text_;
};

}  // namespace

Result<Sectioned> read_section(std::string_view text) {
  return SectionParser().read(text);
}

std::string name_in_section(std::string_view id) {
  return std::string(id.substr(id.size() - std::min(id.size(), name_length)));
}

std::string section_part(std::string_view name, std::string_view title, std::string_view content) {
  std::string text(comment);
  text.append(name).append(comment_end).append("\n");
  if (!title.empty())
    text.append(title_mark).append(title).append("\n\n");
  return text.append(trimmed(content)).append("\n");
}

bool fits_section(const Fact& fact) {
  return fact.content.find("<!-- ai-memory") == std::string::npos &&
         !fact.content.starts_with(title_mark);
}

std::string with_section(const Sectioned& file, const std::vector<std::string>& parts) {
  if (parts.empty() && !file.there)
    return file.before;
  std::string text = file.before;
  if (!file.there && !text.empty())
    text.append(text.ends_with('\n') ? "\n" : "\n\n");
  text.append(begin_line).append("\n").append(heading).append("\n\n");
  for (const std::string& each : parts) text.append(each).append("\n");
  return text.append(end_line).append("\n").append(file.after);
}

std::string without_section(const Sectioned& file) {
  std::string text = file.before;
  if (file.there && text.ends_with("\n\n"))
    text.pop_back();
  return text + file.after;
}

}  // namespace aim::bridge
