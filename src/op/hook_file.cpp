#include <filesystem>

#include "base/ascii.h"
#include "capture/file_mention.h"
#include "capture/priority_hint.h"
#include "engine/search/excerpt.h"
#include "engine/search/retrieve.h"
#include "engine/untitled/file_entries.h"
#include "memory/conversation_line.h"
#include "op/hook_recall.h"

namespace aim::op {
namespace {

constexpr std::size_t most_a_word = 64, max_shown = 3, max_path = 1'000;
constexpr std::size_t room = 290, least_room = 70, title_room = 80;  // bytes
constexpr std::int64_t rule_priority = 8;

// From the root of the project, if it is in there.
std::string path_in_project(const FileQuestion& question) {
  std::string said = question.file;
  std::ranges::replace(said, '\\', '/');
  const std::filesystem::path path = std::filesystem::path(said).lexically_normal();
  const std::string inside = path.lexically_relative(question.folder).generic_string();
  return path.is_absolute() && !inside.empty() && !inside.starts_with("..") ? inside
                                                                            : path.generic_string();
}

// Lines of conversations and parts of indexed files only happen to name a file.
bool is_told_by_somebody(const Memory& memory) {
  return !memory.source.starts_with("mine-") && !engine::follows_file(memory) &&
         !line_of(memory).dialogue;
}

// "All *.vue files keep …", "Shell scripts start with …": such a sentence is about all files of the
// kind.
bool is_about_kind(std::string_view content, const FileMention& mention) {
  constexpr std::array<std::string_view, 9> all{"all ",        "every ",     "each ",
                                                "alle ",       "jede ",      "tous les ",
                                                "toutes les ", "todos los ", "所有"};
  const std::string before = ascii::lower(content.substr(0, mention.at));
  return mention.kind == MentionKind::pattern &&
         (before.empty() ||
          std::ranges::any_of(all, [&](std::string_view word) { return before.ends_with(word); }));
}

// Whether it says there what is to be done, and not only what there is.
bool is_rule(const Memory& memory, const FileMention& mention) {
  return is_about_kind(memory.content, mention) || shown_priority(memory) >= rule_priority ||
         sets_a_rule(memory.title) ||
         sets_a_rule(engine::content_around(memory.content, mention.at, room));
}

FileMention mention_in(const Memory& memory, std::string_view path) {
  FileMention found = mention_of(memory.content, path);
  if (const FileMention titled = mention_of(memory.title, path); titled.kind > found.kind)
    found = {titled.kind, 0};
  return found;
}

struct Known {
  Memory memory;
  FileMention mention;
};
void shorten(std::vector<Known>& known) {
  for (auto& [memory, mention] : known) {
    const std::size_t titled = std::min(memory.title.size(), title_room);
    const std::size_t most =
        std::max(least_room, room / known.size() - std::min(room / known.size(), titled));
    if (memory.content.starts_with(memory.title))
      memory.title.clear();
    if (memory.content.size() > most)
      memory.content = engine::content_around(memory.content, mention.at, most);
  }
}

}  // namespace

Result<std::vector<Memory>> memories_on_file(Engine& engine, const FileQuestion& question) {
  std::vector<Memory> memories;
  const std::string path = path_in_project(question);
  if (path.empty() || path.size() > max_path || path.ends_with('/'))
    return memories;
  const auto words = words_of_mentions(path);
  std::vector<Known> known;
  for (Memory& memory :
       TRY(engine::memories_with_words(engine, question.filter, words, most_a_word))) {
    if (!memory.superseded_by.empty() || !memory.former.empty() || !is_told_by_somebody(memory) ||
        std::ranges::find(question.except, memory.id) != question.except.end())
      continue;
    const FileMention mention = mention_in(memory, path);
    if (mention.kind >= MentionKind::name ||
        (mention.kind != MentionKind::none && is_rule(memory, mention)))
      known.push_back({std::move(memory), mention});
  }
  const auto rank = [](const Known& each) {
    return std::tuple(each.mention.kind, shown_priority(each.memory), content_time(each.memory));
  };
  std::ranges::stable_sort(known, std::ranges::greater(), rank);
  known.resize(std::min(known.size(), max_shown));
  shorten(known);
  for (Known& each : known) memories.push_back(std::move(each.memory));
  return memories;
}

}  // namespace aim::op
