#include "bridge/section.h"

#include <gmock/gmock.h>

namespace aim::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Sectioned read(std::string_view text) {
  auto file = read_section(text);
  EXPECT_TRUE(file.has_value()) << file.error().message;
  return file.value_or(Sectioned());
}

TEST(Section, ComesAndGoesWithoutATrace) {
  for (const std::string text : {"", "# Rules\n\nUse tabs.\n", "no end of line"}) {
    const std::string with =
        with_section(read(text), {section_part("a1", "Deploys", "On Tuesdays.\n\n- really")});
    EXPECT_TRUE(with.starts_with(text));
    const Sectioned file = read(with);
    ASSERT_TRUE(file.there);
    ASSERT_THAT(file.order, ElementsAre("a1"));
    EXPECT_EQ(file.items.at("a1").title, "Deploys");
    EXPECT_EQ(file.items.at("a1").content, "On Tuesdays.\n\n- really");
    EXPECT_EQ(file.loose, "");
    EXPECT_EQ(with_section(file, {section_part("a1", "Deploys", "On Tuesdays.\n\n- really")}),
              with);
    const std::string without = without_section(file);
    EXPECT_TRUE(without == text || without == text + "\n") << without;
  }
}

TEST(Section, TextAroundItStays) {
  const std::string with = with_section(read("before\n"), {section_part("a1", "T", "x")}) + "after";
  const Sectioned file = read(with);
  EXPECT_EQ(file.after, "after");
  EXPECT_TRUE(with_section(file, {}).ends_with("end -->\nafter"));
  EXPECT_EQ(without_section(file), "before\nafter");
}

TEST(Section, EditsOfAPersonAreRead) {
  std::string text = with_section(
      read(""), {section_part("a1", "One", "first"), section_part("b2", "Two", "second")});
  text.replace(text.find("first"), 5, "first, changed");
  text.insert(text.find("<!-- ai-memory: a1"), "Always run the linter.\n\n");
  text.insert(text.find("<!-- ai-memory: end"), "And this too.\n");
  const Sectioned file = read(text);
  EXPECT_EQ(file.items.at("a1").content, "first, changed");
  EXPECT_EQ(file.items.at("b2").content, "second\n\nAnd this too.");
  EXPECT_EQ(file.loose, "Always run the linter.");
  EXPECT_NE(file.items.at("a1").sign, read(section_part("a1", "One", "first")).items["a1"].sign);
}

TEST(Section, CopiedPartsAreKept) {
  const std::string part = section_part("a1", "One", "first");
  const Sectioned file = read(with_section(read(""), {part, section_part("a1", "One", "another")}));
  EXPECT_EQ(file.items.at("a1").content, "first");
  EXPECT_THAT(file.loose, HasSubstr("another"));
}

TEST(Section, DamagedOnesAreRefused) {
  const std::string whole = with_section(read("x\n"), {section_part("a1", "One", "first")});
  const auto no_end = read_section(whole.substr(0, whole.find("<!-- ai-memory: end")));
  ASSERT_FALSE(no_end.has_value());
  EXPECT_THAT(no_end.error().message, HasSubstr("has no end"));
  EXPECT_FALSE(read_section(whole + whole).has_value());
}

}  // namespace
}  // namespace aim::bridge
