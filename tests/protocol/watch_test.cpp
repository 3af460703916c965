// Hearing of changes in the legacy era: subscriptions to resources, and the list.
#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class Changes : public ProtocolTest {
 protected:
  void subscribe(const std::string& uri, bool on = true) {
    const json::value reply = client_.ask(
        request("1", on ? "resources/subscribe" : "resources/unsubscribe", R"({"uri":")" + uri + R"("})"));
    EXPECT_EQ(at(reply, "/result"), parsed("{}"));
  }
  LineClient client_{world_.engine()};
};

TEST_F(Changes, AreLookedForOnlyWhenSomebodyCares) {
  EXPECT_FALSE(client_.talk().watches());
  subscribe("memory://stats");
  EXPECT_TRUE(client_.talk().watches());
  subscribe("memory://stats", false);
  EXPECT_FALSE(client_.talk().watches());
}

TEST_F(Changes, OfAMemoryItsNamespaceAndTheNumbersAreTold) {
  const std::string id = store("a", "team/x"), other = store("b", "team/y");
  subscribe("memory://" + id);
  subscribe("memory://namespace/team/x");
  subscribe("memory://stats");
  EXPECT_THAT(client_.later(), IsEmpty()) << "nothing older than the subscription";
  store("a", "team/x");
  const auto said = client_.later();
  ASSERT_THAT(said, SizeIs(3));
  std::vector<std::string> uris;
  for (const json::value& each : said) {
    EXPECT_EQ(text_at(each, "/method"), "notifications/resources/updated");
    uris.push_back(text_at(each, "/params/uri"));
  }
  EXPECT_THAT(uris, ::testing::UnorderedElementsAre("memory://" + id, "memory://namespace/team/x", "memory://stats"))
      << "as the client wrote them";
  remove(other);
  EXPECT_THAT(client_.later(), SizeIs(1)) << "the numbers alone";
}

TEST_F(Changes, OfTheListAreToldToWhoeverHasSeenIt) {
  const std::string id = store("a");
  client_.ask(request("1", "resources/list"));
  store("a");
  EXPECT_THAT(client_.later(), IsEmpty()) << "an old memory with new contents";
  store("b");
  auto said = client_.later();
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(text_at(said[0], "/method"), "notifications/resources/list_changed");
  remove(id);
  said = client_.later();
  ASSERT_THAT(said, SizeIs(1));
}

TEST_F(Changes, CannotBeHeardOfThingsThatAreNoResources) {
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/subscribe", R"({"uri":"file:///x"})"))), resource_not_found);
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/subscribe"))), invalid_params);
}

}  // namespace
}  // namespace aim::mcp
