#include "mine/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "base/uuid.h"

namespace aim::mine::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PlacesTest : public ::testing::Test {
 protected:
  PlacesTest() : home_(fs::temp_directory_path() / ("places-" + new_uuid())) {
    fs::create_directories(home_);
    variables_["HOME"] = home_.string();
  }
  ~PlacesTest() override {
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }
  void write(const std::string& path, const std::string& text = "{}") {
    fs::create_directories((home_ / path).parent_path());
    std::ofstream(home_ / path) << text;
  }
  // "program keeps path", in order.
  std::vector<std::string> found(const std::vector<std::string>& only = {}) {
    std::vector<std::string> out;
    for (const FoundPlace& each :
         find_places([&](const char* name) { return std::string_view(variables_[name]); }, only))
      out.push_back(
          each.program + " " + (each.store ? std::string(name_of(*each.store)) : "sessions") + " " +
          each.path.lexically_relative(home_).string() + " " + std::to_string(each.files.size()));
    return out;
  }

  fs::path home_;
  std::map<std::string, std::string> variables_;
};

TEST_F(PlacesTest, FindWhatIsThere) {
  EXPECT_THAT(found(), IsEmpty());
  write(".claude/projects/-home-x-shop/a.jsonl", R"({"cwd":"/home/x/shop \"1\""})");
  write(".claude/projects/-home-x-shop/memory/MEMORY.md");
  write(".codex/sessions/2026/02/01/rollout-a.jsonl");
  write(".codex/history.jsonl");
  write("work/shop/memory-bank/brief.md");
  write(".hidden/memory-bank/brief.md");
  write(".claude-mem/claude-mem.db");
  EXPECT_THAT(found(), ElementsAre("claude-code sessions .claude/projects 1",
                                   "claude-code memory-md .claude/projects/-home-x-shop/memory 1",
                                   "codex sessions .codex/sessions 1",
                                   "cline memory-md work/shop/memory-bank 1",
                                   "claude-mem claude-mem .claude-mem/claude-mem.db 1"));
  EXPECT_THAT(found({"codex"}), ElementsAre("codex sessions .codex/sessions 1"));
  EXPECT_EQ(folder_in_session(home_ / ".claude/projects/-home-x-shop/a.jsonl"),
            "/home/x/shop \"1\"");
  EXPECT_EQ(folder_in_session(home_ / ".codex/history.jsonl"), "");
  write("goose.jsonl", R"({"working_dir":"/home/x/shop","description":"x"})");
  EXPECT_EQ(folder_in_session(home_ / "goose.jsonl"), "/home/x/shop");
}

TEST_F(PlacesTest, OfEditorsAndTheirExtensions) {
  const std::string task = "/tasks/1700000000000/api_conversation_history.json";
  write(".config/Code - Insiders/User/workspaceStorage/a/chatSessions/v.json");
  write(".config/VSCodium/User/globalStorage/emptyWindowChatSessions/w.jsonl");
  write(".config/Cursor/User/globalStorage/saoudrizwan.claude-dev" + task);
  write(".config/Code/User/globalStorage/rooveterinaryinc.roo-cline" + task);
  write(".vscode-server/data/User/globalStorage/kilocode.kilo-code" + task);
  EXPECT_THAT(
      found(),
      ElementsAre(
          "vscode sessions .config/Code - Insiders/User/workspaceStorage/a/chatSessions 1",
          "vscode sessions .config/VSCodium/User/globalStorage/emptyWindowChatSessions 1",
          "cline sessions .config/Cursor/User/globalStorage/saoudrizwan.claude-dev/tasks 1",
          "roo sessions .config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks 1",
          "kilo sessions .vscode-server/data/User/globalStorage/kilocode.kilo-code/tasks 1"));
}

TEST_F(PlacesTest, OfGooseAndAntigravity) {
  write(".local/share/goose/sessions/20250801_101500.jsonl");
  write(".local/share/goose/sessions/sessions.db");
  write(".gemini/antigravity/brain/a/.system_generated/logs/transcript.jsonl");
  write(".gemini/antigravity/brain/a/task.md");
  write(".gemini/antigravity-cli/brain/b/.system_generated/logs/transcript.jsonl");
  EXPECT_THAT(found(), ElementsAre("goose sessions .local/share/goose/sessions 1",
                                   "goose sessions .local/share/goose/sessions/sessions.db 1",
                                   "antigravity sessions .gemini/antigravity/brain 1",
                                   "antigravity sessions .gemini/antigravity-cli/brain 1"));
}

TEST_F(PlacesTest, FollowTheEnvironment) {
  write("elsewhere/sessions/2026/02/01/rollout-a.jsonl");
  write(".codex/sessions/2026/02/01/rollout-b.jsonl");
  variables_["CODEX_HOME"] = (home_ / "elsewhere").string();
  EXPECT_THAT(found(), ElementsAre("codex sessions elsewhere/sessions 1"));
}

// A link may lead anywhere.
TEST_F(PlacesTest, LeaveLinksAlone) {
  write("outside/a.jsonl");
  fs::create_directories(home_ / ".claude/projects/p");
  fs::create_symlink(home_ / "outside/a.jsonl", home_ / ".claude/projects/p/a.jsonl");
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
}  // namespace aim::mine::testing
