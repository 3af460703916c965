#include "text/snowball.h"

#include <gtest/gtest.h>
#include <libstemmer.h>

#include <array>
#include <memory>
#include <string_view>

namespace aim::text {
namespace {

struct Delete {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

TEST(SnowballStemmer, IsTheOneThatTheLibraryHasByThatName) {
  // In the order of Language.
  constexpr std::array<const char*, language_count> names{
      "english",    "danish",  "dutch",     "finnish",    "french",   "german",  "hungarian",
      "indonesian", "italian", "norwegian", "portuguese", "romanian", "spanish", "swedish",
      "turkish",    "arabic",  "greek",     "hindi",      "russian",  "tamil"};
  constexpr std::string_view words[] = {
      "running",         "deployments", "lieferungen", "husene",   "fietsen", "taloissa",
      "continuellement", "házakban",    "membacanya",  "nazioni",  "husenes", "corações",
      "copiilor",        "corriendo",   "bilarna",     "evlerden", "والكتاب", "ανθρώπων",
      "लड़कियों",          "книгами",     "மரங்கள்",       "a",        ""};
  for (std::size_t i = 0; i < language_count; ++i) {
    const std::unique_ptr<sb_stemmer, Delete> other(sb_stemmer_new(names[i], "UTF_8"));
    ASSERT_TRUE(other) << names[i];
    SnowballStemmer ours(static_cast<Language>(i));
    for (const std::string_view word : words) {
      const auto* stem =
          sb_stemmer_stem(other.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                          static_cast<int>(word.size()));
      const auto size = static_cast<std::size_t>(sb_stemmer_length(other.get()));
      EXPECT_EQ(ours.stem(word), std::string_view(reinterpret_cast<const char*>(stem), size))
          << names[i] << ": " << word;
    }
  }
}

}  // namespace
}  // namespace aim::text
