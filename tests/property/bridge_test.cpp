// X5: whatever a person does to a folder of memory files and to the memories, in whatever order
// they are synced, both become the same, and nothing that a sync saw is lost.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <sstream>

#include "bridge/sync.h"
#include "bridge/topic_file.h"
#include "engine/forget.h"
#include "engine/history/versions.h"
#include "engine/remember.h"
#include "engine/search/recall.h"
#include "property_world.h"
#include "store/memories.h"

namespace aim::bridge {
namespace {

namespace fs = std::filesystem;
using Contents = std::multiset<std::string>;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class TwoSides {
 public:
  TwoSides() {
    std::string pattern = (fs::temp_directory_path() / "aim_bridge.XXXXXX").native();
    if (!::mkdtemp(pattern.data()))
      throw std::runtime_error("no temporary folder");
    root_ = pattern;
    const bool is_folder = *rc::gen::arbitrary<bool>();
    bridge = {is_folder ? "qwen" : "agents",
              (is_folder ? root_ / ".qwen/team-memory" : root_ / "AGENTS.md").native(),
              root_.native(), "shop"};
    folder = is_folder ? fs::path(bridge.path) : fs::path();
    if (!is_folder)
      std::ofstream(bridge.path) << "# Rules of people\n";
  }
  TwoSides(const TwoSides&) = delete;
  TwoSides& operator=(const TwoSides&) = delete;
  ~TwoSides() { fs::remove_all(root_); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    if (!folder.empty() && fs::exists(folder))
      for (const auto& each : fs::directory_iterator(folder))
        if (each.path().filename() != index_file)
          found.push_back(each.path());
    std::sort(found.begin(), found.end());
    return found;
  }

  // As of the world's clock, a little earlier or later.
  void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
    const auto seconds =
        static_cast<time_t>(world.clock.now().time_since_epoch() / std::chrono::seconds(1)) +
        *rc::gen::inRange(-2, 3);
    const timespec times[2] = {{seconds, 0}, {seconds, 0}};
    ::utimensat(AT_FDCWD, file.c_str(), times, 0);
  }

  Contents on_disk() const {
    Contents texts;
    for (const fs::path& file : files())
      texts.insert(read_topic(file.filename().native(), text_of(file)).content);
    return texts;
  }

  Contents in_memory() {
    Contents texts;
    for (const Memory& each : must(engine::list(world.engine(), {}, 200, 0)))
      texts.insert(each.content);
    return texts;
  }

  void sync() {
    world.clock.advance(std::chrono::seconds(1));
    must(sync_bridge(world.engine(), bridge, false));
  }

  PropertyWorld world;
  Bridge bridge;
  fs::path folder;  // empty: a section

 private:
  fs::path root_;
};

std::string any_title() {
  return "title " + std::to_string(*rc::gen::inRange(0, 5));
}

void change_memories(TwoSides& sides, const std::string& content) {
  Engine& engine = sides.world.engine();
  const auto memories = must(engine::list(engine, {}, 100, 0));
  const int kind = *rc::gen::inRange(0, 6);
  if (kind < 2 || memories.empty()) {
    engine::Draft draft;
    draft.title = any_title();
    draft.content = content;
    draft.name_space = "shop";
    (void)engine::remember(engine, draft);
    return;
  }
  const auto& any = memories[*rc::gen::inRange<std::size_t>(0, memories.size())];
  if (kind == 2) {
    (void)engine::remove(engine, any.id);
    return;
  }
  engine::Changes changes;
  if (kind == 3)
    changes.title = any_title();
  else
    changes.content = content;
  (void)engine::update(engine, any.id, changes);
}

void change_folder(TwoSides& sides, const std::string& content) {
  const auto files = sides.files();
  const int kind = *rc::gen::inRange(0, 5);
  if (kind < 2 || files.empty()) {
    Fact fact;
    fact.title = any_title();
    fact.content = content;
    const fs::path file = sides.folder / (std::to_string(*rc::gen::inRange(0, 9)) + ".md");
    sides.write(file, new_topic(fact));
    return;
  }
  const fs::path& any = files[*rc::gen::inRange<std::size_t>(0, files.size())];
  if (kind == 2) {
    fs::remove(any);
    return;
  }
  std::string text = text_of(any);
  const FileFact item = read_topic(any.filename().native(), text);
  text.replace(text.rfind(item.content), item.content.size(), content);
  sides.write(any, text);
}

// A line of the section more or less; the rest of the file is nobody's memory.
void change_section(TwoSides& sides, const std::string& content) {
  std::string text = text_of(sides.bridge.path);
  const std::size_t begin = text.find("## Memory"), end = text.find("<!-- ai-memory: end");
  if (begin == text.npos || end == text.npos)
    return;
  std::vector<std::size_t> lines;
  for (std::size_t at = text.find('\n', begin) + 1; at < end; at = text.find('\n', at) + 1)
    lines.push_back(at);
  lines.push_back(end);
  const std::size_t at = lines[*rc::gen::inRange<std::size_t>(0, lines.size())];
  if (*rc::gen::inRange(0, 3) == 0 && text.compare(at, 4, "<!--") != 0)
    text.erase(at, text.find('\n', at) - at);
  else
    text.insert(at, content + "\n");
  sides.write(sides.bridge.path, text);
}

// All that is or was a memory, as one text.
std::string ever(Engine& engine) {
  std::string all;
  must(engine.database.read([&](store::Reader& reader) -> Result<void> {
    TRY_VOID(reader.memories.each([&](const Memory& memory) -> Result<void> {
      all += memory.content + "\n";
      return {};
    }));
    return reader.memories.each_version([&](const store::Version& version) -> Result<void> {
      all += version.memory.content + "\n";
      return {};
    });
  }));
  return all;
}

RC_GTEST_PROP(PropertyBridge, BothSidesBecomeTheSameAndNothingIsLost, ()) {
  TwoSides sides;
  std::set<std::string> seen;  // contents that a sync has seen on either side
  const auto note = [&](const std::string& text) {
    constexpr std::string_view mark = "content-";
    std::istringstream words(text);
    for (std::string word; words >> word;)
      // A title that was made of a content may be cut: "content-4…".
      if (word.starts_with(mark) && word.find_first_not_of("0123456789", mark.size()) == word.npos)
        seen.insert(word);
  };
  const int changes = *rc::gen::inRange(0, 30);
  for (int i = 0; i < changes; ++i) {
    sides.world.clock.advance(std::chrono::seconds(1));
    const std::string content = "content-" + std::to_string(i);
    if (*rc::gen::arbitrary<bool>())
      change_memories(sides, content);
    else if (!sides.folder.empty())
      change_folder(sides, content);
    else
      change_section(sides, content);
    if (*rc::gen::inRange(0, 4) != 0)
      continue;
    for (const fs::path& file : sides.files()) note(text_of(file));
    if (sides.folder.empty())
      note(text_of(sides.bridge.path));
    sides.sync();
  }
  sides.sync();
  sides.sync();
  const std::string state = text_of(sides.bridge.path);  // empty for a folder
  if (!sides.folder.empty())
    RC_ASSERT(sides.on_disk() == sides.in_memory());
  const std::string all = ever(sides.world.engine());
  for (const std::string& each : seen) RC_ASSERT(all.find(each + "\n") != all.npos);
  RC_ASSERT(sides.world.complaints() == "");
  const auto again = must(sync_bridge(sides.world.engine(), sides.bridge, false));
  RC_ASSERT(again.written + again.removed + again.conflicts + again.memories_added +
                again.memories_changed + again.memories_removed ==
            0);
  RC_ASSERT(state == text_of(sides.bridge.path));
}

}  // namespace
}  // namespace aim::bridge
