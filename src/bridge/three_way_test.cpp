#include "bridge/three_way.h"

#include <gmock/gmock.h>

namespace aim::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FileFact item(std::string content, std::string title = "t") {
  FileFact item;
  item.title = std::move(title);
  item.sign = item.content = std::move(content);
  return item;
}
Fact fact(std::string content, std::string title = "t", std::string id = "1") {
  Fact fact;
  fact.id = std::move(id);
  fact.title = std::move(title);
  fact.sign = fact.content = std::move(content);
  return fact;
}
const std::vector<LastEqual> equal_once{{"t.md", "1", "a", "a"}};

std::vector<Step> steps(const std::vector<LastEqual>& rows, const FileFacts& items,
                        const std::vector<Fact>& facts, Gone gone = Gone::removed) {
  return plan(rows, items, facts, gone, 10);
}

TEST(ThreeWay, FactsThatWereEqualOnce) {
  struct Case {
    std::optional<std::string> item, fact;
    std::vector<Act> wanted;
  };
  for (const Case& each : std::vector<Case>{{"a", "a", {}},
                                            {"b", "a", {Act::take_change}},
                                            {"a", "b", {Act::give_change}},
                                            {"b", "c", {Act::both_changed}},
                                            {"b", "b", {Act::settle}},
                                            {{}, "a", {Act::remove_memory}},
                                            {{}, "b", {Act::give_new}},
                                            {"a", {}, {Act::remove_item}},
                                            {"b", {}, {Act::take_new}},
                                            {{}, {}, {Act::forget}}}) {
    FileFacts items;
    if (each.item)
      items.emplace("t.md", item(*each.item));
    std::vector<Fact> facts;
    if (each.fact)
      facts.push_back(fact(*each.fact));
    std::vector<Act> acts;
    for (const Step& step : steps(equal_once, items, facts)) {
      acts.push_back(step.act);
      EXPECT_EQ(step.name, "t.md");
    }
    EXPECT_EQ(acts, each.wanted) << each.item.value_or("-") << each.fact.value_or("-");
  }
}

TEST(ThreeWay, NewOnes) {
  EXPECT_THAT(steps({}, {{"t.md", item("a")}}, {}), ElementsAre(Step{Act::take_new, "t.md", ""}));
  EXPECT_THAT(steps({}, {}, {fact("a")}), ElementsAre(Step{Act::give_new, "", "1"}));
  EXPECT_THAT(steps({}, {{"t.md", item("a")}}, {fact("a")}),
              ElementsAre(Step{Act::settle, "t.md", "1"}));
  EXPECT_THAT(steps({}, {{"t.md", item("a")}}, {fact("b")}),
              ElementsAre(Step{Act::both_changed, "t.md", "1"}));
  Fact hidden = fact("a");
  hidden.goes_out = false;
  EXPECT_THAT(steps({}, {}, {hidden}), IsEmpty());
  EXPECT_THAT(plan({}, {}, {fact("a"), fact("b", "u", "2")}, Gone::removed, 1),
              ElementsAre(Step{Act::give_new, "", "1"}));
}

TEST(ThreeWay, WhatMustNotBeTouched) {
  FileFact refused = item("b");
  refused.refused = true;
  EXPECT_THAT(steps(equal_once, {{"t.md", refused}}, {}), IsEmpty());
  FileFact read_only = item("a");
  read_only.read_only = true;
  EXPECT_THAT(steps(equal_once, {{"t.md", read_only}}, {fact("b")}), IsEmpty());
  EXPECT_THAT(steps(equal_once, {{"t.md", read_only}}, {}), IsEmpty());
}

TEST(ThreeWay, SupersededFactsLeaveTheFiles) {
  Fact former = fact("a");
  former.is_former = true;
  EXPECT_THAT(steps(equal_once, {{"t.md", item("a")}}, {former}),
              ElementsAre(Step{Act::remove_item, "t.md", "1"}));
}

TEST(ThreeWay, APartThatAPersonTookOutStaysOut) {
  EXPECT_THAT(steps(equal_once, {}, {fact("a")}, Gone::left_out),
              ElementsAre(Step{Act::leave_out, "t.md", "1"}));
  std::vector<LastEqual> rows = equal_once;
  rows.front().left_out = true;
  EXPECT_THAT(steps(rows, {}, {fact("b")}, Gone::left_out), IsEmpty());
  EXPECT_THAT(steps(rows, {{"t.md", item("a")}}, {fact("a")}, Gone::left_out),
              ElementsAre(Step{Act::settle, "t.md", "1"}));
}

}  // namespace
}  // namespace aim::bridge
