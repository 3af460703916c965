// Resources: what is listed, page by page, and what reading one gives.
#include <set>

#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::SizeIs;

class Resources : public ProtocolTest {
 protected:
  json::value list(const std::string& cursor) {
    return client_.ask(request("1", "resources/list",
                               cursor.empty() ? "{}" : R"({"cursor":")" + cursor + R"("})"));
  }
  json::value read(const std::string& uri) {
    const json::value reply =
        client_.ask(request("1", "resources/read", R"({"uri":")" + uri + R"("})"));
    EXPECT_EQ(text_at(reply, "/result/contents/0/uri"), uri);
    EXPECT_EQ(text_at(reply, "/result/contents/0/mimeType"), "application/json");
    return parsed(text_at(reply, "/result/contents/0/text"));
  }
  // All addresses, walking the pages.
  std::vector<std::string> walk(std::size_t& pages) {
    std::vector<std::string> uris;
    std::string cursor;
    pages = 0;
    do {
      const json::value reply = list(cursor);
      const json::value page = at(reply, "/result/resources");
      EXPECT_LE(page.as_array().size(), 100U);
      for (const json::value& each : page.as_array()) uris.push_back(text_at(each, "/uri"));
      const json::value next = at(reply, "/result/nextCursor");
      cursor = next.is_string() ? std::string(next.as_string()) : "";
      ++pages;
    } while (!cursor.empty() && pages < 20);
    return uris;
  }
  LineClient client_{world_.engine()};
};

TEST_F(Resources, AreListedInAFixedOrder) {
  const std::string first = store("first", "zebra"), second = store("second", "a/ü");
  std::size_t pages = 0;
  const std::vector<std::string> expected{"memory://stats", "memory://namespace/a%2F%C3%BC",
                                          "memory://namespace/zebra", "memory://" + first,
                                          "memory://" + second};
  EXPECT_EQ(walk(pages), expected);
  EXPECT_EQ(pages, 1U);
}

TEST_F(Resources, ArePagedWithoutGapsAndTwins) {
  for (int i = 0; i < 130; ++i) store("m" + std::to_string(i), "n" + std::to_string(i));
  std::size_t pages = 0;
  const auto uris = walk(pages);
  EXPECT_THAT(uris, SizeIs(261));
  EXPECT_EQ(std::set<std::string>(uris.begin(), uris.end()).size(), uris.size());
  EXPECT_EQ(pages, 3U);
}

TEST_F(Resources, FillAPageToItsEnd) {
  for (int i = 0; i < 99; ++i) store("m" + std::to_string(i), "n" + std::to_string(i));
  std::size_t pages = 0;
  EXPECT_THAT(walk(pages), SizeIs(199));
  EXPECT_EQ(pages, 2U);
}

TEST_F(Resources, RefuseForeignCursors) {
  for (const std::string cursor : {"x", "memory:", "memory:x", "memory:-1", "memory:1x", "page:2"})
    EXPECT_EQ(code_of(list(cursor)), invalid_params) << cursor;
  EXPECT_EQ(code_of(client_.ask(request("1", "resources/list", R"({"cursor":7})"))),
            invalid_params);
}

TEST_F(Resources, GiveTheMemoryTheNamespaceTheTagAndTheNumbers) {
  const std::string id = store("a title", "team/x");
  EXPECT_EQ(text_at(read("memory://" + id), "/title"), "a title");
  EXPECT_TRUE(at(read("memory://" + id), "/links").is_array());
  const json::value members = read("memory://namespace/team%2Fx");
  EXPECT_EQ(text_at(members, "/namespace"), "team/x");
  EXPECT_EQ(text_at(members, "/memories/0/id"), id);
  EXPECT_EQ(at(read("memory://namespace/team/x"), "/count"), 1) << "a slash may stand as it is";
  EXPECT_EQ(at(read("memory://namespace/team"), "/count"), 0) << "not those below it";
  EXPECT_EQ(at(read("memory://tag/none"), "/count"), 0);
  EXPECT_EQ(at(read("memory://stats"), "/total"), 1);
}

TEST_F(Resources, AreAddressedByTheWholeId) {
  const std::string id = store("a");
  const json::value reply = client_.ask(
      request("1", "resources/read", R"({"uri":"memory://)" + id.substr(0, 8) + R"("})"));
  EXPECT_EQ(code_of(reply), resource_not_found);
}

TEST_F(Resources, HaveTemplatesForEachKind) {
  const json::value reply = client_.ask(request("1", "resources/templates/list"));
  std::set<std::string> templates;
  const json::value listed = at(reply, "/result/resourceTemplates");
  for (const json::value& each : listed.as_array()) templates.insert(text_at(each, "/uriTemplate"));
  EXPECT_EQ(templates, (std::set<std::string>{"memory://namespace/{namespace}",
                                              "memory://tag/{tag}", "memory://{id}"}));
}

}  // namespace
}  // namespace aim::mcp
