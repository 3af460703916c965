#include "cli/completions.h"

#include <gmock/gmock.h>

namespace aim::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Line = std::vector<std::string>;

std::vector<CompletionItem> known(Meaning wanted, std::string_view beginning,
                                  std::string_view before) {
  std::vector<CompletionItem> all;
  if (wanted == Meaning::name_space || wanted == Meaning::name_space_filter)
    all = {{"api", {}}, {"web", {}}};
  if (wanted == Meaning::tag)
    all = {{"ci", {}}, {"rules", {}}};
  if (wanted == Meaning::memory_id || wanted == Meaning::known_id)
    all = {{"1a2b3c4d", "Deploys"}};
  if (wanted == Meaning::archived_id)
    all = {{"99999999", {}}};
  if (wanted == Meaning::setting_value)
    all = {{"value of " + std::string(before), {}}};
  std::erase_if(all,
                [&](const CompletionItem& each) { return !each.value.starts_with(beginning); });
  return all;
}

Line offered(const Line& words) {
  Line values;
  for (const CompletionItem& each : complete_line(words, known).values)
    values.push_back(each.value);
  return values;
}

TEST(Completions, OffersCommandsAndFamilies) {
  EXPECT_THAT(offered({"rec"}), ElementsAre("recall", "recent"));
  EXPECT_THAT(offered({""}), Contains("archive"));
  EXPECT_THAT(offered({""}), Not(Contains("archive list")));
  EXPECT_THAT(offered({"archive", ""}), ElementsAre("list", "restore", "purge", "stats"));
  EXPECT_THAT(offered({"--json", "archive", "re"}), ElementsAre("restore"));
  EXPECT_THAT(offered({"help", "name"}),
              ::testing::UnorderedElementsAre("namespaces", "namespace"));
  EXPECT_THAT(offered({"--j"}), ElementsAre("--json"));
  EXPECT_THAT(offered({"nothing", ""}), IsEmpty());
}

TEST(Completions, OffersFlagsThatAreNotThereYet) {
  EXPECT_THAT(offered({"store", "--ti"}), ElementsAre("--title", "--tier"));
  EXPECT_THAT(offered({"store", "--title", "x", "--ti"}), ElementsAre("--tier"));
  EXPECT_THAT(offered({"list", ""}), Contains("--offset"));
  EXPECT_THAT(offered({"list", "--he"}), ElementsAre("--help"));
}

TEST(Completions, OffersValues) {
  EXPECT_THAT(offered({"store", "--tier", "l"}), ElementsAre("long"));
  EXPECT_THAT(offered({"store", "-t", ""}), ElementsAre("short", "mid", "long"));
  EXPECT_THAT(offered({"store", "--tier=l"}), ElementsAre("--tier=long"));
  EXPECT_THAT(offered({"store", "--tier", "=", "l"}), ElementsAre("long"));  // as bash cuts it
  EXPECT_THAT(offered({"store", "--tier", "="}), ElementsAre("short", "mid", "long"));
  EXPECT_THAT(offered({"completions", "z"}), ElementsAre("zsh"));
}

TEST(Completions, AsksForWhatOnlyOthersKnow) {
  EXPECT_THAT(offered({"recall", "-n", "a"}), ElementsAre("api"));
  EXPECT_THAT(offered({"get", ""}), ElementsAre("1a2b3c4d"));
  EXPECT_THAT(offered({"link", "5e6f7a8b", "1a"}), ElementsAre("1a2b3c4d"));
  EXPECT_THAT(offered({"archive", "restore", ""}), ElementsAre("99999999"));
  EXPECT_THAT(offered({"standard", "set", "w"}), ElementsAre("web"));
  EXPECT_THAT(offered({"store", "--tags", "ci,r"}), ElementsAre("ci,rules"));
  EXPECT_THAT(offered({"consolidate", "x,1"}), ElementsAre("x,1a2b3c4d"));
}

TEST(Completions, LeavesFilesToTheShell) {
  EXPECT_TRUE(complete_line(Line{"--db", ""}, known).files);
  EXPECT_TRUE(complete_line(Line{"list", "--db", "x"}, known).files);
  EXPECT_TRUE(complete_line(Line{"list", "--db=x"}, known).files);
  EXPECT_TRUE(complete_line(Line{"import", "ba"}, known).files);
  EXPECT_TRUE(complete_line(Line{"serve", "--tls-key", ""}, known).files);
  EXPECT_FALSE(complete_line(Line{"--db", "x", "li"}, known).files);
}

TEST(Completions, FindsTheDatabaseOfTheLine) {
  EXPECT_EQ(database_in(Line{"--db", "a", "get", ""}), "a");
  EXPECT_EQ(database_in(Line{"get", "--db=b", ""}), "b");
  EXPECT_EQ(database_in(Line{"get", "--db", "b"}), "");
  EXPECT_EQ(database_in(Line{"get", "--db", "=", "b", ""}), "b");
}

TEST(Completions, PrintsOneALine) {
  EXPECT_EQ(lines_of({{{"a", "first\nline"}, {"b\tc", "no"}}, false}).find('b'), std::string::npos);
  EXPECT_EQ(lines_of({{}, true}), ":files\n");
}

}  // namespace
}  // namespace aim::cli
