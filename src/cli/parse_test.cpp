#include "cli/parse.h"

#include <gmock/gmock.h>

namespace aim::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Line = std::vector<std::string>;

Invocation parsed(const Line& words) {
  auto result = parse(words);
  if (const auto* answer = std::get_if<Answer>(&result)) {
    ADD_FAILURE() << answer->error << answer->out;
    return {};
  }
  return std::get<Invocation>(result);
}

Answer answered(const Line& words) {
  auto result = parse(words);
  if (std::holds_alternative<Invocation>(result)) {
    ADD_FAILURE() << "was taken";
    return {};
  }
  return std::get<Answer>(result);
}

std::string given(const Invocation& invocation, std::string_view field) {
  const std::string* text = invocation.text(field);
  return text ? *text : "(absent)";
}

TEST(Parse, TakesFlagsInEveryForm) {
  for (const Line& words : {Line{"store", "-T", "a", "-c", "b", "-p", "9", "--ttl-secs", "60"},
                            Line{"store", "--title", "a", "--content=b", "-p9", "--ttl-secs=60"},
                            Line{"store", "--ttl-secs=60", "-Ta", "-cb", "--priority", "9"}}) {
    const auto invocation = parsed(words);
    EXPECT_EQ(invocation.command->name, "store");
    EXPECT_EQ(given(invocation, "title"), "a");
    EXPECT_EQ(given(invocation, "content"), "b");
    EXPECT_EQ(given(invocation, "priority"), "9");
    EXPECT_EQ(given(invocation, "ttl_secs"), "60");
    EXPECT_EQ(given(invocation, "tier"), "(absent)");
  }
}

TEST(Parse, TakesGlobalFlagsBeforeAndAfterTheCommand) {
  for (const Line& words :
       {Line{"--db", "x.db", "--json", "list"}, Line{"list", "--json", "--db", "x.db"},
        Line{"--db=x.db", "list", "--json"}}) {
    const auto invocation = parsed(words);
    EXPECT_EQ(invocation.command->name, "list");
    EXPECT_EQ(invocation.database, "x.db");
    EXPECT_TRUE(invocation.json);
  }
  EXPECT_FALSE(parsed({"list"}).json);
  EXPECT_EQ(parsed({"--db", "list", "stats"}).database, "list");
}

TEST(Parse, ValuesMayBeEmptyOrLookLikeFlags) {
  EXPECT_EQ(given(parsed({"update", "abcd", "--expires-at", ""}), "expires_at"), "");
  EXPECT_EQ(given(parsed({"update", "--expires-at=", "abcd"}), "expires_at"), "");
  EXPECT_EQ(given(parsed({"update", "--expires-at=", "abcd"}), "id"), "abcd");
  const auto invocation = parsed({"store", "-T", "--title=", "-c", "- one\n- two"});
  EXPECT_EQ(given(invocation, "title"), "--title=");
  EXPECT_EQ(given(invocation, "content"), "- one\n- two");
  EXPECT_EQ(given(parsed({"store", "-T", "a", "-c", "[x, y]"}), "content"), "[x, y]");
  EXPECT_EQ(given(parsed({"store", "-T", "a", "-c", "-"}), "content"), "-");
  EXPECT_EQ(given(parsed({"list", "--limit", "-1"}), "limit"), "-1");
}

TEST(Parse, TakesWordsForPositionalArguments) {
  EXPECT_THAT(parsed({"recall", "which", "database"}).given.at(0).texts,
              ElementsAre("which", "database"));
  EXPECT_THAT(parsed({"recall", "-n", "api", "--", "--limit", "-x"}).given.at(0).texts,
              ElementsAre("--limit", "-x"));
  EXPECT_THAT(parsed({"recall", "recall"}).given.at(0).texts, ElementsAre("recall"));
  EXPECT_THAT(parsed({"consolidate", "a,b", "c", "-T", "t"}).given.at(0).texts,
              ElementsAre("a,b", "c"));
  const auto link = parsed({"link", "from", "-r", "supersedes", "to"});
  EXPECT_EQ(given(link, "source_id"), "from");
  EXPECT_EQ(given(link, "target_id"), "to");
  const auto standard = parsed({"standard", "set", "*", "abcd"});
  EXPECT_EQ(standard.command->name, "standard set");
  EXPECT_EQ(given(standard, "namespace"), "*");
  EXPECT_EQ(given(standard, "id"), "abcd");
  EXPECT_EQ(given(parsed({"recall", ""}), "context"), "");
}

TEST(Parse, PositionalArgumentsMayBeNamed) {
  EXPECT_EQ(given(parsed({"backup", "--to", "folder", "--keep", "2"}), "to"), "folder");  // P4
  EXPECT_EQ(given(parsed({"get", "--id=abcd"}), "id"), "abcd");
  const auto link = parsed({"link", "--target-id", "to", "from"});
  EXPECT_EQ(given(link, "source_id"), "from");
  EXPECT_EQ(given(link, "target_id"), "to");
  EXPECT_EQ(answered({"get", "--id", "abcd", "efgh"}).status, exit_usage);
}

TEST(Parse, FoldersAndVersionsAsTheyAreSaid) {
  const auto shared = parsed({"sync", "folder", "/media/stick"});
  EXPECT_EQ(shared.command->name, "sync-folder init");  // Y2
  EXPECT_EQ(given(shared, "folder"), "/media/stick");
  EXPECT_EQ(parsed({"sync", "folder", "now"}).command->name, "sync-folder now");
  for (const auto name : {"restore", "restore-version"}) {  // T3
    const auto version = parsed({name, "abcd", "--version", "3"});
    EXPECT_EQ(version.command->name, "restore-version");
    EXPECT_EQ(given(version, "version"), "3");
  }
  EXPECT_TRUE(parsed({"doctor", "--repair"}).flag("fix"));
}

TEST(Parse, ListsMayBeGivenMoreThanOnce) {
  const auto invocation = parsed({"store", "-T", "a", "-c", "b", "--tags", "x,y", "--tags", "z"});
  EXPECT_THAT(invocation.given.back().texts, ElementsAre("x,y", "z"));
  EXPECT_TRUE(parsed({"link", "a", "b", "--remove"}).flag("remove"));
  EXPECT_FALSE(parsed({"link", "a", "b"}).flag("remove"));
}

TEST(Parse, RefusesWhatItDoesNotKnow) {
  struct Case {
    Line words;
    std::string_view error;
  };
  const Case cases[] = {
      {{"stroe"},
       "error: unknown command \"stroe\"; did you mean \"store\"?\nsee: ai-memory --help\n"},
      {{"shellfish"}, "error: unknown command \"shellfish\"\n"},
      {{"archive", "lst"},
       "error: unknown command \"archive lst\"; did you mean \"archive list\"?"},
      {{"list", "--limt", "3"},
       "error: unknown flag \"--limt\"; did you mean \"--limit\"?\nsee: ai-memory list --help\n"},
      {{"list", "--limt=3"}, "error: unknown flag \"--limt\"; did you mean"},
      {{"list", "-x"}, "error: unknown flag \"-x\"\n"},
      {{"--limit", "3", "list"},
       "error: unknown flag \"--limit\"; the flags of a command stand after its name"},
      {{"--jsno", "list"}, "error: unknown flag \"--jsno\"; did you mean \"--json\"?"},
      {{"list", "api"}, "error: unexpected argument \"api\"\n"},
      {{"get"}, "error: ID is missing\nsee: ai-memory get --help\n"},
      {{"link", "a"}, "error: TARGET_ID is missing\n"},
      {{"store", "-T", "a"}, "error: --content is missing\n"},
      {{"store", "-T", "a", "-c"}, "error: --content needs a value\n"},
      {{"store", "-T", "a", "-T", "b", "-c", "c"}, "error: --title is given more than once\n"},
      {{"serve", "--port", "x"}, "error: --port must be a whole number; got \"x\"\n"},
      {{"list", "--limit", "x"}, "error: --limit must be a whole number; got \"x\"\n"},
      {{"list", "--db", ""}, "error: --db needs a path\n"},
      {{"list", "--db"}, "error: --db needs a value\n"},
  };
  for (const auto& [words, error] : cases) {
    const Answer answer = answered(words);
    EXPECT_EQ(answer.status, exit_usage);
    EXPECT_EQ(answer.out, "");
    EXPECT_THAT(answer.error, StartsWith(std::string(error)));
  }
}

TEST(Parse, HelpAndVersion) {
  for (const Line& words : {Line{"--help"}, Line{"-h"}, Line{"help"}, Line{"--db", "x", "-h"}})
    EXPECT_THAT(answered(words).out, HasSubstr("Usage: ai-memory"));
  for (const Line& words : {Line{"store", "--help"}, Line{"-h", "store"}, Line{"help", "store"},
                            Line{"store", "-T", "x", "-h"}}) {
    const Answer answer = answered(words);
    EXPECT_EQ(answer.status, exit_done);
    EXPECT_THAT(answer.out, HasSubstr("-p, --priority N"));
    EXPECT_THAT(answer.out, HasSubstr("(1 to 10; default: 5)"));
    EXPECT_THAT(answer.out, HasSubstr("-t, --tier TIER"));
  }
  EXPECT_THAT(answered({"archive", "--help"}).out, HasSubstr("archive purge"));
  EXPECT_EQ(answered({"archive"}).status, exit_usage);
  EXPECT_EQ(answered({}).status, exit_usage);
  EXPECT_THAT(answered({"--version"}).out, StartsWith("ai-memory 0."));
  EXPECT_THAT(answered({"list", "-V"}).out, StartsWith("ai-memory 0."));
}

TEST(Commands, EveryOneHasASentenceAndHelp) {
  for (const Command& command : commands()) {
    EXPECT_FALSE(summary_of(command).empty()) << command.name;
    std::string help = answered({"help", std::string(command.name)}).out;
    std::replace(help.begin(), help.end(), '\n', ' ');  // a long sentence is wrapped
    EXPECT_THAT(help, StartsWith(std::string(summary_of(command))));
    EXPECT_TRUE(!command.operation || command.writes_document || command.render) << command.name;
    for (const std::string_view name : command.positionals) {
      bool known = name.empty();
      for (const op::Param* param : params_of(command)) known = known || param->name == name;
      EXPECT_TRUE(known) << command.name << " " << name;
    }
  }
}

}  // namespace
}  // namespace aim::cli
