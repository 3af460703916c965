// Stores that are Markdown files: basic-memory's notes, Obsidian's vaults, and
// the MEMORY.md of Claude Code with the files beside it.
#include <unordered_map>

#include "base/append.h"
#include "base/ascii.h"
#include "base/timestamp.h"
#include "mine/fit.h"
#include "mine/markdown_lines.h"
#include "mine/places.h"
#include "mine/stores.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

std::string_view without_ending(std::string_view name) {
  return name.substr(0, name.rfind('.'));
}

std::vector<std::string> tags_in(const Note& note) {
  std::vector<std::string> tags;
  if (const auto found = note.head.find("tags"); found != note.head.end())
    for (std::string_view each : found->second)
      while (!each.empty()) {  // "a, b" is two
        std::string_view part = ascii::take_part(each, ',');
        part = trimmed(part);
        part.remove_prefix(part.starts_with('#') ? 1 : 0);
        tags.emplace_back(part);
      }
  return tags;
}

// The text in which links and labels count: without code, and without Obsidian's comments between
// two %%.
std::string told_in(std::string_view body, bool is_obsidian) {
  std::string told;
  for (const MarkdownLine& each : markdown_lines(body, 1))
    if (!each.fenced)
      told.append(each.text).append("\n");
  for (std::size_t at = told.find("%%"); is_obsidian && at != told.npos; at = told.find("%%", at)) {
    const std::size_t end = told.find("%%", at + 2);
    told.erase(at, end == told.npos ? end : end + 2 - at);
  }
  return told;
}

// With the slash at its end; empty at the top.
std::string_view folder_of(std::string_view file) {
  return file.substr(0, file.rfind('/') + 1);
}

// Targets between [[ and ]], without the text that is shown in their place, a
// heading or a block. Pictures and the like are no notes.
std::vector<std::string> links_in(std::string_view body) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = body.find("[[", at)) != body.npos;) {
    at += 2;
    const std::size_t end = body.find_first_of("]\n", at);
    if (end == body.npos)
      break;
    std::string_view target = body.substr(at, end - at);
    target = trimmed(target.substr(0, target.find_first_of("|#^\\")));
    const std::size_t dot = target.rfind('.');
    const bool file = dot != target.npos && dot + 5 >= target.size() && dot + 3 <= target.size() &&
                      target.find_first_of(" /", dot) == target.npos;
    if (target.ends_with(".md"))
      target.remove_suffix(3);
    else if (file)
      continue;
    if (!target.empty() && std::find(out.begin(), out.end(), target) == out.end())
      out.emplace_back(target);
    at = end;
  }
  return out;
}

// Labels in the text: of basic-memory's observations ("- [category] text
// #label"), of Obsidian anywhere but in code.
void add_hash_tags(std::string_view body, bool anywhere, std::vector<std::string>& tags) {
  for (const MarkdownLine& each : markdown_lines(body, 1)) {
    const std::string line = " " + std::string(trimmed(each.text));
    if (each.fenced || (!anywhere && !line.starts_with(" - ")))
      continue;
    for (std::size_t at = 0; (at = line.find(" #", at)) != line.npos;) {
      at += 2;
      std::string word = line.substr(at, line.find_first_of(" \t#(),;", at) - at);
      word.resize(word.find_last_not_of(".:!?") + 1);
      if (word.find_first_not_of("0123456789") != word.npos)
        tags.push_back(word);
    }
  }
}

// The time of a file, for texts that tell none; unset in an archive.
std::optional<Time> changed_at(const Source& source, const SourceFile& file) {
  const auto path = source.path_of(file);
  const auto looked = path.empty() ? std::nullopt : look_at_file(path);
  return looked ? std::optional(Time(std::chrono::nanoseconds(looked->changed_at))) : std::nullopt;
}

class Notes {
 public:
  Notes(const StoreSink& sink, Store store) : sink_(sink), is_obsidian_(store == Store::obsidian) {}

  Result<void> take(const Source& source, const SourceFile& file, std::string_view text) {
    const Note note = note_of(text);
    ForeignMemory memory;
    memory.id = file.name;
    memory.title = note.text("title");
    if (memory.title.empty())
      memory.title = without_ending(file.base_name());
    memory.content = trimmed(note.body);
    if (memory.content.empty())
      return sink_.left_out(file.name, "it has no text");
    memory.tags = tags_in(note);
    const std::string told = told_in(note.body, is_obsidian_);
    add_hash_tags(told, is_obsidian_, memory.tags);
    memory.created =
        memory.time_of({note.text("created"), note.text("created_at"), note.text("date")});
    memory.updated =
        memory.time_of({note.text("modified"), note.text("updated"), note.text("updated_at")});
    if (!memory.created && !memory.updated)
      memory.created = changed_at(source, file);
    memory.metadata = {{"note_type", note.text("type")},
                       {"permalink", note.text("permalink")},
                       {"path", file.name}};
    if (is_obsidian_)
      add_properties(note, memory);
    for (const std::string_view name : {std::string_view(memory.title), without_ending(file.name),
                                        without_ending(file.base_name())})
      add_name(name, file.name);
    if (const std::string permalink = note.text("permalink"); !permalink.empty())
      add_name(permalink, file.name);
    for (const std::string_view key : {"aliases", "alias"})
      if (const auto found = note.head.find(key); found != note.head.end())
        for (const std::string& alias : found->second) add_name(alias, file.name);
    for (std::string& target : links_in(told)) links_.emplace_back(file.name, std::move(target));
    return sink_.take(std::move(memory));
  }

  Result<void> finish() {
    for (const auto& [from, target] : links_) {
      const auto to = names_.find(ascii::lower(target));
      if (to == names_.end()) {
        TRY_VOID(sink_.link_left_out(from, "the link [[" + target + "]] has no target note"));
        continue;
      }
      // Where several notes have the name, the one in the same folder is meant.
      const auto& files = to->second;
      const auto beside = std::ranges::find(files, folder_of(from), folder_of);
      const std::string& file = beside == files.end() ? files.front() : *beside;
      if (file != from)
        TRY_VOID(sink_.link({from, file}));
    }
    return {};
  }

 private:
  void add_name(std::string_view name, const std::string& file) {
    auto& files = names_[ascii::lower(name)];
    if (files.empty() || files.back() != file)
      files.push_back(file);
  }

  // Properties of the head that are not read otherwise.
  static void add_properties(const Note& note, ForeignMemory& memory) {
    constexpr std::array<std::string_view, 10> read{"title",   "tags",       "type", "permalink",
                                                    "created", "created_at", "date", "modified",
                                                    "updated", "updated_at"};
    for (const auto& [key, values] : note.head) {
      if (std::find(read.begin(), read.end(), key) == read.end())
        memory.metadata.emplace_back(key, join_texts(values, ", "));
    }
  }

  const StoreSink& sink_;
  bool is_obsidian_;
  std::unordered_map<std::string, std::vector<std::string>>
      names_;  // files by what links call them, in lower case
  std::vector<std::pair<std::string, std::string>> links_;  // from a file to what it names
};

// One memory a section, its title the path of headings to it, the name that the head gives before
// them.
Result<void> take_sections(const Source& source, const SourceFile& file, std::string_view text,
                           const StoreSink& sink) {
  const Note note = note_of(text);
  const std::string name = note.text("name");
  std::string heading = name.empty() ? std::string(without_ending(file.base_name())) : name;
  std::string title = heading, content;
  std::vector<std::pair<std::size_t, std::string>> path;
  if (!name.empty())
    path.emplace_back(0, name);
  std::unordered_map<std::string, int> seen;  // headings
  const auto hand_on = [&]() -> Result<void> {
    if (trimmed(content).empty())
      return {};
    ForeignMemory memory;
    const int times = ++seen[heading];
    memory.id = file.name + '#' + heading + (times > 1 ? '#' + std::to_string(times) : "");
    memory.title = title;
    memory.content = trimmed(content);
    memory.tags = tags_in(note);
    if (const std::string type = note.text("type"); !type.empty())
      memory.tags.push_back(type);
    memory.metadata = {{"path", file.name}, {"description", note.text("description")}};
    memory.created = changed_at(source, file);
    return sink.take(std::move(memory));
  };
  // A file that a line of an index leads to is read by itself.
  const auto leads_on = [&](const MarkdownLine& line) {
    const std::string to = line.fenced ? std::string() : indexed_file(line.text);
    return !to.empty() && source.find(std::string(folder_of(file.name)) + to);
  };
  for (const MarkdownLine& line : markdown_lines(note.body, 1)) {
    if (leads_on(line))
      continue;
    const std::size_t level = line.text.empty() ? 0 : level_of(line);
    if (level == 0) {
      content.append(line.text).append("\n");
      continue;
    }
    TRY_VOID(hand_on());
    content.clear();
    heading = heading_of(line.text);
    while (!path.empty() && path.back().first >= level) path.pop_back();
    path.emplace_back(level, heading);
    title = title_of_path(path);
  }
  return hand_on();
}

bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.find("/.") != name.npos;
}

Result<void> each_note(
    const Source& source, const StoreSink& sink,
    const std::function<Result<void>(const SourceFile&, std::string_view)>& take) {
  for (const SourceFile* file : TRY(files_ending(source, {".md"}))) {
    if (is_hidden(file->name) && source.files().size() > 1) {
      TRY_VOID(sink.left_out(file->name, "it lies in a folder that begins with a dot"));
      continue;
    }
    const auto text = source.read_whole(*file, max_value_bytes);
    if (sink.read)
      sink.read(file->bytes);
    TRY_VOID(text ? take(*file, *text) : sink.left_out(file->name, text.error().message));
  }
  return {};
}

}  // namespace

Result<void> read_notes(Store store, const Source& source, const StoreSink& sink) {
  Notes notes(sink, store);
  TRY_VOID(each_note(source, sink, [&](const SourceFile& file, std::string_view text) {
    return notes.take(source, file, text);
  }));
  return notes.finish();
}

Result<void> read_memory_files(const Source& source, const StoreSink& sink) {
  return each_note(source, sink, [&](const SourceFile& file, std::string_view text) {
    return take_sections(source, file, text, sink);
  });
}

}  // namespace aim::mine
