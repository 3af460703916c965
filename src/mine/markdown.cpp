#include "mine/markdown.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "capture/priority_hint.h"
#include "memory/rules.h"
#include "mine/fit.h"
#include "mine/markdown_lines.h"

namespace aim::mine {
namespace {

using Line = MarkdownLine;

constexpr std::size_t max_section_bytes = 4'000, max_record_bytes = 8'000;
constexpr std::size_t max_other_text = 200;  // beside the items of a list
constexpr std::size_t max_item_title = 80;   // bytes

struct Section {
  std::string heading;  // its own
  std::string title;    // the path to it
  std::size_t level = 0;
  std::vector<Line> lines;  // without the heading
};

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}
std::string_view stem_of(std::string_view path) {
  const std::string_view name = file_name(path);
  return name.substr(0, name.rfind('.'));
}

std::vector<Section> sections_of(const std::vector<Line>& lines, std::string_view stem) {
  std::vector<Section> sections{{std::string(stem), std::string(stem), 0, {}}};
  std::vector<std::pair<std::size_t, std::string>> path;
  for (const Line& line : lines) {
    const std::size_t level = line.text.empty() ? 0 : level_of(line);
    if (level == 0) {
      sections.back().lines.push_back(line);
      continue;
    }
    while (!path.empty() && path.back().first >= level) path.pop_back();
    path.emplace_back(level, heading_of(line.text));
    sections.push_back({path.back().second, title_for(title_of_path(path), "", stem), level, {}});
  }
  return sections;
}

std::string joined(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) text.append(line.text).append("\n");
  return without_nul(trimmed(text));
}

// ---- items of lists ----

// Where the text of a top-level item begins; 0: the line is none.
std::size_t item_text(const Line& line) {
  if (line.fenced)
    return 0;
  const std::string_view text = line.text;
  if (text.size() > 2 && std::string_view("-*+").find(text[0]) != std::string_view::npos &&
      text[1] == ' ')
    return text.find_first_not_of(' ', 1) == text.npos ? 0 : text.find_first_not_of(' ', 1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 9 || digits + 2 >= text.size() ||
      (text[digits] != '.' && text[digits] != ')') || text[digits + 1] != ' ')
    return 0;
  return digits + 2;
}

struct Item {
  std::vector<Line> lines;
};

// The items, and the bytes of what stands beside them.
std::pair<std::vector<Item>, std::size_t> items_of(const std::vector<Line>& lines) {
  std::vector<Item> items;
  std::size_t other = 0;
  bool in_item = false;
  for (const Line& line : lines) {
    const bool blank = trimmed(line.text).empty();
    const bool indented = line.text.starts_with("  ") || line.text.starts_with('\t');
    if (item_text(line) != 0) {
      items.push_back({{line}});
      in_item = true;
    } else if (in_item && (blank || indented || line.fenced)) {
      items.back().lines.push_back(line);
    } else {
      in_item =
          in_item && !blank && !items.empty() && !trimmed(items.back().lines.back().text).empty();
      if (in_item)
        items.back().lines.push_back(line);  // a paragraph's next line
      else
        other += trimmed(line.text).size();
    }
  }
  return {std::move(items), other};
}

// ---- memories ----

// Words with "#" before them at the end of lines, as labels.
void add_hash_tags(const std::vector<Line>& lines, std::vector<std::string>& tags) {
  for (const Line& line : lines) {
    if (line.fenced)
      continue;
    std::string_view rest = trimmed(line.text);
    for (;;) {
      const std::size_t blank = rest.find_last_of(" \t");
      const std::string_view word =
          blank == rest.npos ? std::string_view() : rest.substr(blank + 1);
      if (word.size() < 2 || word.front() != '#' || word[1] == '#')
        break;
      add_tag(tags, word.substr(1));
      rest = trimmed(rest.substr(0, blank));
    }
  }
}

class NoteReader {
 public:
  NoteReader(std::string_view path, std::string_view text)
      : stem_(stem_of(path)), note_(note_of(text)) {
    const std::string_view head = text.substr(0, text.size() - note_.body.size());
    const auto before = static_cast<std::size_t>(std::ranges::count(head, '\n'));
    sections_ = sections_of(markdown_lines(note_.body, before + 1), stem_);
    if (const std::string title = note_.text("title"); !title.empty())
      sections_.front().title = title_for(title, "", stem_);
    if (const auto found = note_.head.find("tags"); found != note_.head.end())
      for (const std::string& each : found->second) add_comma_tags(each);
    add_tag(tags_, ascii::lower(stem_));
    is_record_ = is_decision_record(path);
  }

  std::vector<MarkdownMemory> read() {
    if (is_record_)
      add_record();
    else
      for (const Section& section : sections_) add_section(section);
    return std::move(memories_);
  }

 private:
  void add_comma_tags(std::string_view text) {
    while (!text.empty()) {
      const std::string_view part = ascii::take_part(text, ',');
      add_tag(tags_, part.starts_with('#') ? part.substr(1) : part);
    }
  }

  const Section* section(std::string_view heading) const {
    for (const Section& each : sections_)
      if (each.level > 0 && ascii::lower(each.heading).starts_with(heading))
        return &each;
    return nullptr;
  }

  bool is_decision_record(std::string_view path) const {
    const std::string name = ascii::lower(file_name(path)), all = ascii::lower(path);
    if (name.starts_with("adr-"))
      return true;
    const bool numbered = name.size() > 5 && name[4] == '-' &&
                          std::all_of(name.begin(), name.begin() + 4,
                                      [](char each) { return each >= '0' && each <= '9'; });
    if (numbered && (("/" + all).find("/adr/") != std::string::npos ||
                     ("/" + all).find("/decisions/") != std::string::npos))
      return true;
    return section("status") && section("decision") &&
           (section("context") || section("consequences"));
  }

  void add(std::string title, std::string_view content, const std::vector<Line>& lines,
           std::vector<std::string> more_tags = {}) {
    MarkdownMemory memory;
    memory.title = title_for(title, content, stem_);
    memory.content = trimmed(content);
    if (memory.content.empty())
      return;
    memory.category = note_.text("category");
    for (const std::string& tag : more_tags) add_tag(memory.tags, tag);
    for (const std::string& tag : tags_) add_tag(memory.tags, tag);
    add_hash_tags(lines, memory.tags);
    if (const auto named = band_named(note_.text("priority")))
      memory.band = *named;
    else if (const auto hint = band_hint(memory.title, memory.content, memory.category))
      memory.band = hint->band;
    const auto told = [](const Line& line) { return !trimmed(line.text).empty(); };
    const auto first = std::ranges::find_if(lines, told);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), told);
    memory.line_from = first == lines.end() ? 1 : first->number;
    memory.line_to = last == lines.rend() ? memory.line_from : last->number;
    memory.identity = title + "#" + std::to_string(++seen_[title]);
    memories_.push_back(std::move(memory));
  }

  void add_section(const Section& section) {
    auto [items, other] = items_of(section.lines);
    if (items.size() >= 2 && other <= max_other_text) {
      for (const Item& item : items) add_item(section, item);
      return;
    }
    const std::string text = joined(section.lines);
    if (text.size() <= max_section_bytes)
      add(section.title, text, section.lines);
    else
      add_parts(section);
  }

  void add_item(const Section& section, const Item& item) {
    std::vector<std::string> tags;
    std::string text = joined(item.lines);
    text.erase(0, item_text(item.lines.front()));
    for (const auto& [mark, tag] : {std::pair("[ ] ", "open"), {"[x] ", "done"}, {"[X] ", "done"}})
      if (text.starts_with(mark)) {
        tags.emplace_back(tag);
        text.erase(0, 4);
        break;
      }
    const std::string_view first = std::string_view(text).substr(0, text.find('\n'));
    std::string title = section.title;
    title.append(between_titles).append(trimmed(utf8::cut(first, max_item_title)));
    add_fitting(title, text, item.lines, tags);
  }

  // A text that no memory can hold becomes several.
  void add_fitting(const std::string& title, std::string_view text, const std::vector<Line>& lines,
                   const std::vector<std::string>& tags) {
    const auto pieces = fitting_pieces(trimmed(text), rule::content.max_bytes);
    for (std::size_t at = 0; at < pieces.size(); ++at)
      add(title + part_mark(at, pieces.size()), pieces[at], lines, tags);
  }
  static std::string part_mark(std::size_t at, std::size_t parts) {
    return parts < 2 ? "" : " (" + std::to_string(at + 1) + "/" + std::to_string(parts) + ")";
  }

  // At paragraphs, or else at lines; a line that is longer than all is cut where a word ends.
  void add_parts(const Section& section) {
    std::vector<std::vector<Line>> parts(1);
    std::size_t bytes = 0;
    for (const Line& line : short_lines(section.lines)) {
      const bool paragraph = !line.fenced && trimmed(line.text).empty();
      if (bytes + line.text.size() > max_section_bytes ||
          (paragraph && bytes > max_section_bytes / 2)) {
        parts.emplace_back();
        bytes = 0;
      }
      parts.back().push_back(line);
      bytes += line.text.size() + 1;
    }
    std::erase_if(parts, [](const auto& part) { return joined(part).empty(); });
    for (std::size_t at = 0; at < parts.size(); ++at)
      add(section.title + part_mark(at, parts.size()), joined(parts[at]), parts[at]);
  }
  static std::vector<Line> short_lines(const std::vector<Line>& lines) {
    std::vector<Line> out;
    for (const Line& line : lines) {
      if (line.text.size() <= max_section_bytes)
        out.push_back(line);
      else
        for (const std::string_view piece : fitting_pieces(line.text, max_section_bytes))
          out.push_back({piece, line.number, line.fenced});
    }
    return out;
  }

  void add_record() {
    const std::string name = sections_.size() > 1 ? sections_[1].heading : sections_.front().title;
    std::vector<std::string> tags{"adr"};
    std::string status;
    if (const Section* found = section("status"))
      status = ascii::lower(joined(found->lines));
    for (const std::string_view each : {"superseded", "deprecated", "rejected"})
      if (status.starts_with(each))
        tags.emplace_back(each);
    const std::size_t before = memories_.size();
    std::string whole;
    std::vector<Line> lines;
    for (const Section& each : sections_) {
      if (each.level > 1)
        whole.append("\n## ").append(each.heading).append("\n");
      whole.append(joined(each.lines)).append("\n");
      lines.insert(lines.end(), each.lines.begin(), each.lines.end());
    }
    if (trimmed(whole).size() <= max_record_bytes) {
      add(name, whole, lines, tags);
    } else {
      for (const std::string_view part : {"decision", "context", "consequences"})
        if (const Section* found = section(part))
          add_fitting(name + std::string(between_titles) + found->heading, joined(found->lines),
                      found->lines, tags);
      if (memories_.size() == before)
        add_fitting(name, whole, lines, tags);
    }
    for (std::size_t at = before; at < memories_.size(); ++at) {
      memories_[at].category = "decision";
      memories_[at].band = tags.size() > 1 ? Band::low : Band::high;
    }
  }

  std::string stem_;
  Note note_;
  std::vector<Section> sections_;
  std::vector<std::string> tags_;
  bool is_record_ = false;
  std::map<std::string, int> seen_;
  std::vector<MarkdownMemory> memories_;
};

constexpr std::array<std::string_view, 7> folders{"",         "docs",           "doc",    "adr",
                                                  "docs/adr", "docs/decisions", ".claude"};

}  // namespace

std::vector<MarkdownMemory> memories_of_markdown(std::string_view path, std::string_view text) {
  if (auto exported = memories_of_export(text))
    return std::move(*exported);
  return NoteReader(path, text).read();
}

std::vector<std::string_view> memory_file_folders() {
  return {folders.begin(), folders.end()};
}

bool is_memory_file(std::string_view folder, std::string_view given) {
  const std::string name = ascii::lower(given);
  if (!name.ends_with(".md") || name == "claude.md" || name == "claude.local.md" ||
      name == "readme.md")
    return false;
  if (folder == ".claude")
    return true;
  if (folder.empty() && (name == "memory.md" || name == "notes.md"))
    return true;
  return name.starts_with("adr-");
}

}  // namespace aim::mine
