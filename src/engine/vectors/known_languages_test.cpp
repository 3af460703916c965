#include "engine/vectors/known_languages.h"

#include <gmock/gmock.h>

#include "embed/static_table.h"

namespace aim::engine {
namespace {

TEST(KnownLanguages, TheTableKnowsEnglishBestAndNoThai) {
  const auto known = known_languages(embed::StaticEmbedder::builtin(), 0);
  ASSERT_EQ(known.front().code, "en");
  EXPECT_GT(known.front().share, 0.9);
  const auto share_of = [&](std::string_view code) {
    return std::ranges::find(known, code, &KnownLanguage::code)->share;
  };
  EXPECT_LT(share_of("th"), 0.1);
  EXPECT_LT(share_of("de"), share_of("en"));
}

TEST(KnownLanguages, AreSortedAndBounded) {
  for (const double least : {0.0, 0.3, 0.9, 1.1}) {
    double before = 1;
    for (const auto& each : known_languages(embed::StaticEmbedder::builtin(), least)) {
      EXPECT_GE(each.share, least);
      EXPECT_LE(each.share, before) << each.code;
      before = each.share;
    }
  }
}

}  // namespace
}  // namespace aim::engine
