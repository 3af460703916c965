// Stores that are Markdown files: basic-memory's notes, and the MEMORY.md of Claude Code with the
// files beside it.
#include <algorithm>
#include <unordered_map>

#include "base/timestamp.h"
#include "mine/fields.h"
#include "mine/fit.h"
#include "mine/front_matter.h"
#include "mine/stores.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string_view without_ending(std::string_view name) {
  return name.substr(0, name.rfind('.'));
}

std::optional<Time> time_in(const Note& note, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys)
    if (const auto time = parse_foreign_time(note.text(key), key))
      return time->time;
  return std::nullopt;
}

std::vector<std::string> tags_in(const Note& note) {
  std::vector<std::string> tags;
  if (const auto found = note.head.find("tags"); found != note.head.end())
    for (std::string_view each : found->second)
      while (!each.empty()) {  // "a, b" is two
        std::string_view part = each.substr(0, each.find(','));
        each.remove_prefix(std::min(part.size() + 1, each.size()));
        part = trimmed(part);
        part.remove_prefix(part.starts_with('#') ? 1 : 0);
        tags.emplace_back(part);
      }
  return tags;
}

// What stands in [[ and ]], without what is shown instead of it.
std::vector<std::string> links_in(std::string_view body) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = body.find("[[", at)) != body.npos;) {
    at += 2;
    const std::size_t end = body.find_first_of("]\n", at);
    if (end == body.npos)
      break;
    std::string_view target = body.substr(at, end - at);
    target = trimmed(target.substr(0, target.find('|')));
    if (!target.empty() && std::find(out.begin(), out.end(), target) == out.end())
      out.emplace_back(target);
    at = end;
  }
  return out;
}

// Labels of observations: "- [category] text #label".
void add_hash_tags(std::string_view body, std::vector<std::string>& tags) {
  while (!body.empty()) {
    std::string_view line = body.substr(0, body.find('\n'));
    body.remove_prefix(std::min(line.size() + 1, body.size()));
    line = trimmed(line);
    if (!line.starts_with("- "))
      continue;
    for (std::size_t at = 0; (at = line.find(" #", at)) != line.npos;) {
      at += 2;
      const std::string_view word = line.substr(at, line.find_first_of(" \t#(),;", at) - at);
      if (!word.empty())
        tags.emplace_back(word);
    }
  }
}

class BasicMemory {
 public:
  explicit BasicMemory(const StoreSink& sink) : sink_(sink) {}

  Result<void> take(const SourceFile& file, std::string_view text) {
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
    add_hash_tags(note.body, memory.tags);
    memory.created = time_in(note, {"created", "created_at", "date"});
    memory.updated = time_in(note, {"modified", "updated", "updated_at"});
    memory.metadata = {{"note_type", note.text("type")},
                       {"permalink", note.text("permalink")},
                       {"path", file.name}};
    for (const std::string_view name : {std::string_view(memory.title), without_ending(file.name),
                                        without_ending(file.base_name())})
      names_.emplace(lower(name), file.name);
    if (const std::string permalink = note.text("permalink"); !permalink.empty())
      names_.emplace(lower(permalink), file.name);
    for (std::string& target : links_in(note.body))
      links_.emplace_back(file.name, std::move(target));
    return sink_.take(std::move(memory));
  }

  Result<void> finish() {
    for (const auto& [from, target] : links_) {
      const auto to = names_.find(lower(target));
      if (to == names_.end())
        TRY_VOID(sink_.left_out(from, "the link [[" + target + "]] has no target note"));
      else if (to->second != from)
        TRY_VOID(sink_.link({from, to->second}));
    }
    return {};
  }

 private:
  const StoreSink& sink_;
  std::unordered_map<std::string, std::string>
      names_;  // files by what links call them, in lower case
  std::vector<std::pair<std::string, std::string>> links_;  // from a file to what it names
};

// One memory a section: its heading is the title, fences of code are no headings.
Result<void> take_sections(const SourceFile& file, std::string_view text, const StoreSink& sink) {
  const Note note = note_of(text);
  std::string heading = note.text("name");
  if (heading.empty())
    heading = without_ending(file.base_name());
  std::string content;
  std::unordered_map<std::string, int> seen;  // headings
  bool fenced = false;
  const auto hand_on = [&]() -> Result<void> {
    if (trimmed(content).empty())
      return {};
    ForeignMemory memory;
    const int times = ++seen[heading];
    memory.id = file.name + '#' + heading + (times > 1 ? '#' + std::to_string(times) : "");
    memory.title = heading;
    memory.content = trimmed(content);
    memory.tags = tags_in(note);
    if (const std::string type = note.text("type"); !type.empty())
      memory.tags.push_back(type);
    memory.metadata = {{"path", file.name}, {"description", note.text("description")}};
    return sink.take(std::move(memory));
  };
  std::string_view rest = note.body;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    fenced = fenced != trimmed(line).starts_with("```");
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (fenced || level == 0 || level > 6 || !line.substr(level).starts_with(' ')) {
      content.append(line).append("\n");
      continue;
    }
    TRY_VOID(hand_on());
    content.clear();
    heading = trimmed(line.substr(level));
  }
  return hand_on();
}

Result<void> each_note(
    const Source& source, const StoreSink& sink,
    const std::function<Result<void>(const SourceFile&, std::string_view)>& take) {
  for (const SourceFile* file : TRY(files_ending(source, {".md"}))) {
    const auto text = source.read_whole(*file, max_value_bytes);
    if (sink.read)
      sink.read(file->bytes);
    TRY_VOID(text ? take(*file, *text) : sink.left_out(file->name, text.error().message));
  }
  return {};
}

}  // namespace

Result<void> read_notes(const Source& source, const StoreSink& sink) {
  BasicMemory notes(sink);
  TRY_VOID(each_note(source, sink, [&](const SourceFile& file, std::string_view text) {
    return notes.take(file, text);
  }));
  return notes.finish();
}

Result<void> read_memory_files(const Source& source, const StoreSink& sink) {
  return each_note(source, sink, [&](const SourceFile& file, std::string_view text) {
    return take_sections(file, text, sink);
  });
}

}  // namespace aim::mine
