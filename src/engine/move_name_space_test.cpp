#include "engine/move_name_space.h"

#include "engine/archive.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/history/transcripts.h"
#include "engine/standards.h"
#include "engine/undo.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::UnorderedElementsAre;

class MoveNameSpace : public EngineTest {
 protected:
  Strings titles_in(const std::string& name_space) { return listed(in(name_space)); }
};

TEST_F(MoveNameSpace, AMergeIsUndone) {
  keep("Port", "80", "shop");
  keep("Host", "a", "shop");
  const auto port = id_of("Port", "81", "old/shop");
  const auto later = id_of("Disk", "1 TB", "old/shop");
  keep("Gone", "x", "old/shop");
  ForgetRequest request;
  request.pattern = "Gone";
  request.name_space = "old/shop";
  must(forget(*engine_, request));
  must(capture_turn(*engine_, {"old/shop", "talk", {}, Role::user, "which port?", {}}, {}));

  const auto moved = must(merge_name_spaces(*engine_, "old/shop", "shop"));
  EXPECT_EQ(moved.memories, 2);
  EXPECT_THAT(moved.retitled, ElementsAre(port));
  EXPECT_THAT(titles_in("old/shop"), IsEmpty());
  // A new memory stays; a changed one goes back as it is now.
  clock_.advance(1min);
  put(*database_, memory_of("new", "New", "x", "shop"));
  Changes changes;
  changes.content = "2 TB";
  must(update(*engine_, later, changes));
  must(undo(*engine_, later));

  const auto undone = must(undo(*engine_, {}));
  EXPECT_EQ(undone.action, "move");
  EXPECT_EQ(undone.count, 2);
  EXPECT_THAT(titles_in("old/shop"), UnorderedElementsAre("Port", "Disk"));
  EXPECT_THAT(titles_in("shop"), UnorderedElementsAre("Port", "Host", "New"));
  EXPECT_EQ(now(port).content, "81");
  EXPECT_EQ(must(list_transcripts(*engine_, "old/shop", 10, 0)).size(), 1U);
  EXPECT_THAT(must(list_transcripts(*engine_, "shop", 10, 0)), IsEmpty());
  EXPECT_THAT(recalled("which port 81", in("old/shop")), ElementsAre("Port"));
  EXPECT_THAT(complaints(), IsEmpty());
  // It goes as often as it comes.
  must(merge_name_spaces(*engine_, "old/shop", "shop"));
  EXPECT_THAT(titles_in("old/shop"), IsEmpty());
}

}  // namespace
}  // namespace aim::engine
