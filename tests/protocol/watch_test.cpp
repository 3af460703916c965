// Hearing of changes in the legacy era: subscriptions to resources, and the list.
#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class Changes : public ProtocolTest {
 protected:
  void subscribe(const std::string& uri, bool on = true) {
    const json::value reply = client_.ask(request(
        "1", on ? "resources/subscribe" : "resources/unsubscribe", R"({"uri":")" + uri + R"("})"));
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
  EXPECT_THAT(uris, ::testing::UnorderedElementsAre("memory://" + id, "memory://namespace/team/x",
                                                    "memory://stats"))
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
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/subscribe", R"({"uri":"file:///x"})"))),
            resource_not_found);
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/subscribe"))), invalid_params);
}

TEST_F(Changes, AreToldOfABoundedNumberOfBytes) {
  int granted = 0;
  json::value refused;
  for (int i = 0; i < 1'000 && refused.is_null(); ++i) {
    const std::string uri = "memory://tag/" + std::string(900, 'x') + std::to_string(i);
    const json::value reply =
        client_.ask(request("1", "resources/subscribe", R"({"uri":")" + uri + "\"}"));
    code_of(reply) == 0 ? void(++granted) : void(refused = reply);
  }
  EXPECT_EQ(code_of(refused), invalid_params);
  EXPECT_LT(granted, 100);
  EXPECT_GT(granted, 50);
  // What was granted stays, and what is given back may be used again.
  const std::string first = R"({"uri":"memory://tag/)" + std::string(900, 'x') + "0\"}";
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/unsubscribe", first))), 0);
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/subscribe", first))), 0);
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/subscribe",
                                        R"({"uri":"memory://)" + std::string(1'024, 'x') + "\"}"))),
            resource_not_found);
}

TEST_F(Changes, AreToldOfABoundedNumberOfBytesInAll) {
  Watch watch(world_.engine());
  Interest much;
  for (int i = 0; much.bytes() < Interest::max_bytes - 2'500; ++i)
    much.add("memory://tag/" + std::string(1'000, 'x') + std::to_string(i));
  std::vector<Watch::Handle> handles;
  while (handles.size() < 1'000) {
    handles.push_back(watch.add([](auto) {}));
    if (!watch.change(handles.back(), much))
      break;
  }
  EXPECT_GT(handles.size(), 100U);
  EXPECT_LT(handles.size(), 200U);
  watch.remove(handles.front());
  EXPECT_TRUE(watch.change(handles.back(), much));
}

}  // namespace
}  // namespace aim::mcp
