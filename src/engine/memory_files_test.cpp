#include "engine/memory_files.h"

#include "engine/engine_testing.h"
#include "engine/lookup/by_title.h"
#include "engine/undo.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::IsEmpty;

class MemoryFilesTest : public EngineTest {
 protected:
  void change(const std::function<void(MemoryFiles&)>& how) {
    must(change_memory_files(*engine_, "files", [&](MemoryFiles& files) -> Result<void> {
      how(files);
      return {};
    }));
  }
  MemoryFiles files() { return must(read_memory_files(*engine_, "files")); }
};

TEST_F(MemoryFilesTest, AreMemoriesTitledByTheirPath) {
  change(
      [](MemoryFiles& files) { files["/memories/a.md"].text = "the deploy key is in the safe"; });
  keep(draft("other", "no file", "files"));
  EXPECT_EQ(files().size(), 1u);
  const Memory memory =
      must(get(*engine_, must(id_of_title(*engine_, "/memories/a.md", {}, "id")).value())).memory;
  EXPECT_EQ(memory.content, "the deploy key is in the safe");
  EXPECT_EQ(memory.tier, Tier::long_term);
}

TEST_F(MemoryFilesTest, KeepTextsThatNoMemoryCouldHave) {
  for (const std::string text : {"", " \n", "x\r\n\ty "}) {
    change([&](MemoryFiles& files) { files["/memories/odd"].text = text; });
    EXPECT_EQ(files().at("/memories/odd").text, text);
  }
}

TEST_F(MemoryFilesTest, KeepTheirMemoryWhenTheyMove) {
  change([](MemoryFiles& files) { files["/memories/a"].text = "x"; });
  const Key key = files().at("/memories/a").key;
  change([](MemoryFiles& files) {
    auto node = files.extract("/memories/a");
    node.key() = "/memories/b";
    files.insert(std::move(node));
  });
  EXPECT_EQ(files().at("/memories/b").key, key);
  EXPECT_FALSE(files().contains("/memories/a"));
}

TEST_F(MemoryFilesTest, ComeBackByUndo) {
  change([](MemoryFiles& files) { files["/memories/a"].text = "x"; });
  change([](MemoryFiles& files) { files.clear(); });
  EXPECT_THAT(files(), IsEmpty());
  must(undo(*engine_, ""));
  EXPECT_EQ(files().at("/memories/a").text, "x");
}

TEST_F(MemoryFilesTest, AreNotChangedByHalf) {
  EXPECT_FALSE(change_memory_files(*engine_, "files", [](MemoryFiles& files) -> Result<void> {
    files["/memories/a"].text = "x";
    files["/memories/b"].text = std::string(70'000, 'x');
    return {};
  }));
  EXPECT_THAT(files(), IsEmpty());
}

}  // namespace
}  // namespace aim::engine
