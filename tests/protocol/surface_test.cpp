// What the dispatcher shows is what its surface has: another one than the core's, with a tool of
// its own shape.
#include "mcp/surface/surface.h"

#include "engine/audit/nag.h"
#include "protocol_world.h"

namespace aim::mcp {
namespace {

using ::testing::HasSubstr;

json::object failed(const Error& error, bool structured) {
  json::object result = text_result("no: " + error.message);
  if (error.code == Code::validation_failed)
    result["isError"] = true;
  else if (structured)
    result["structuredContent"] = json::object{{"no", error.message}};
  return result;
}

Tool greeting() {
  Tool tool;
  tool.name = "greet";
  tool.title = "Greet";
  tool.description = "Greets.";
  tool.effect = op::Effect::adds;
  tool.stores = true;
  tool.input_schema = [] { return json::object{{"type", "object"}}; };
  tool.call = [](Engine&, const json::object& arguments,
                 const op::Caller&) -> Result<json::object> {
    const json::value* name = arguments.if_contains("name");
    if (!name)
      return Failure(refuse("name", "is required"));
    if (name->as_string() == "nobody")
      return Failure(missing("there is nobody"));
    return json::object{{"hello", *name}};
  };
  return tool;
}

Surface small() {
  Surface surface;
  surface.name = "small";
  surface.tools.push_back(greeting());
  surface.wording = {[](const json::object& reply) { return "<" + text::compact(reply) + ">"; },
                     failed};
  surface.instructions = [](const Offer&) { return std::string("Be brief."); };
  return surface;
}

class OtherSurface : public ProtocolTest {
 protected:
  LineClient client() {
    Offer offer;
    offer.surface = &surface_;
    return LineClient(world_.engine(), offer);
  }
  static std::string call(std::string_view tool, std::string_view arguments = "{}") {
    return request("7", "tools/call",
                   std::string(R"({"name":")")
                       .append(tool)
                       .append(R"(","arguments":)")
                       .append(arguments)
                       .append("}"));
  }
  Surface surface_ = small();
};

TEST_F(OtherSurface, NamesItselfAndListsItsOwn) {
  auto client = this->client();
  const json::value opened = client.open("2025-11-25");
  EXPECT_EQ(text_at(opened, "/result/serverInfo/name"), "small");
  EXPECT_EQ(text_at(opened, "/result/instructions"), "Be brief.");
  EXPECT_EQ(text_at(opened, "/result/capabilities"), R"({"logging":{},"tools":{}})");
  const json::value listed = client.ask(request("1", "tools/list"));
  EXPECT_EQ(at(listed, "/result/tools").as_array().size(), 1U);
  EXPECT_EQ(text_at(listed, "/result/tools/0/annotations/readOnlyHint"), "false");
  EXPECT_TRUE(at(listed, "/result/tools/0/outputSchema").is_null());
  EXPECT_EQ(text_at(client.ask(request("2", "prompts/list")), "/result/prompts"), "[]");
  EXPECT_EQ(text_at(client.ask(request("3", "resources/list")), "/result/resources"), "[]");
  EXPECT_EQ(code_of(client.ask(request("4", "resources/read", R"({"uri":"memory://stats"})"))),
            resource_not_found);
  EXPECT_EQ(code_of(client.ask(request("5", "resources/subscribe", R"({"uri":"memory://stats"})"))),
            resource_not_found);
  EXPECT_EQ(code_of(client.ask(request("6", "prompts/get", R"({"name":"recall-first"})"))),
            invalid_params);
  EXPECT_EQ(code_of(client.ask(request("7", "completion/complete"))), method_not_found);
}

TEST_F(OtherSurface, WordsRepliesAndErrorsItsOwnWay) {
  auto client = this->client();
  client.open("2025-11-25");
  const json::value greeted = client.ask(call("greet", R"({"name":"Ann"})"));
  EXPECT_EQ(text_at(greeted, "/result/content/0/text"), R"(<{"hello":"Ann"}>)");
  EXPECT_EQ(text_at(greeted, "/result/structuredContent/hello"), "Ann");
  const json::value refused = client.ask(call("greet"));
  EXPECT_EQ(text_at(refused, "/result/content/0/text"), "no: name is required");
  EXPECT_EQ(text_at(refused, "/result/isError"), "true");
  const json::value nobody = client.ask(call("greet", R"({"name":"nobody"})"));
  EXPECT_TRUE(at(nobody, "/result/isError").is_null());
  EXPECT_EQ(text_at(nobody, "/result/structuredContent/no"), "there is nobody");
  // Never run: no result, whatever the surface makes of an error.
  const json::value unknown = client.ask(call("memory_store"));
  EXPECT_EQ(code_of(unknown), invalid_params);
  EXPECT_THAT(text_at(unknown, "/error/message"), HasSubstr("memory_store"));
}

TEST_F(OtherSurface, MayHaveTheCoresToolsBehindItsOwn) {
  Tool mine = greeting();
  mine.name = "memory_stats";
  surface_.tools.push_back(std::move(mine));
  add_tools(surface_, core_surface());
  EXPECT_EQ(surface_.tools.size(), core_surface().tools.size() + 1);
  auto client = this->client();
  client.open("2025-11-25");
  EXPECT_EQ(
      text_at(client.ask(call("memory_stats", R"({"name":"Ann"})")), "/result/content/0/text"),
      R"(<{"hello":"Ann"}>)");
  EXPECT_EQ(text_at(client.ask(call("memory_store", R"({"title":"a","content":"b"})")),
                    "/result/structuredContent/title"),
            "a");
  // Worded as the core words it.
  EXPECT_THAT(text_at(client.ask(call("memory_get", R"({"id":"none"})")), "/result/content/0/text"),
              testing::Not(HasSubstr("no: ")));
}

TEST_F(OtherSurface, SaysWhichCallsStoreAndWhetherItNags) {
  engine::NagEvents nag_events{engine::NagOptions{2, 4}};
  world_.engine().nag_events = &nag_events;
  auto client = this->client();
  client.open("2025-11-25");
  client.ask(call("bash"));
  EXPECT_EQ(nag_events.nag().streak_for("t", "stdio"), 1U);
  client.ask(call("greet"));
  EXPECT_EQ(nag_events.nag().streak_for("t", "stdio"), 0U);
  EXPECT_FALSE(counts_as_store(surface_, "memory_store"));
  surface_.nags = false;
  for (int i = 0; i < 5; ++i) client.ask(call("bash"));
  EXPECT_EQ(nag_events.nag().streak_for("t", "stdio"), 0U);
}

}  // namespace
}  // namespace aim::mcp
