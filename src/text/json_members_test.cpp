#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::text {
namespace {

TEST(JsonMembers, AreWhatTheyShouldBeOrNothing) {
  const json::value value =
      json::parse(R"({"t": "a", "i": 3, "d": 1.5, "f": true, "o": {"x": 1}, "l": [1, 2]})");
  const json::object& object = value.get_object();
  EXPECT_EQ(text_at(object, "t"), "a");
  EXPECT_EQ(integer_at(object, "i"), 3);
  EXPECT_EQ(number_at(object, "i"), 3);
  EXPECT_EQ(number_at(object, "d"), 1.5);
  EXPECT_TRUE(flag_at(object, "f"));
  ASSERT_NE(object_at(object, "o"), nullptr);
  EXPECT_EQ(integer_at(*object_at(object, "o"), "x"), 1);
  ASSERT_NE(list_at(object, "l"), nullptr);
  EXPECT_EQ(items_at(object, "l").size(), 2U);
  for (const char* name : {"absent", "t", "i", "d", "f", "o", "l"}) {
    const std::string_view other(name);
    EXPECT_EQ(text_at(object, name).empty(), other != "t") << name;
    EXPECT_EQ(integer_at(object, name) == 0, other != "i") << name;
    EXPECT_EQ(number_at(object, name) == 0, other != "i" && other != "d") << name;
    EXPECT_EQ(flag_at(object, name), other == "f") << name;
    EXPECT_EQ(object_at(object, name) != nullptr, other == "o") << name;
    EXPECT_EQ(list_at(object, name) != nullptr, other == "l") << name;
    EXPECT_EQ(items_at(object, name).empty(), other != "l") << name;
  }
}

}  // namespace
}  // namespace aim::text
