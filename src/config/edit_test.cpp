#include <gmock/gmock.h>

#include "config/config.h"

namespace aim {
namespace {

using testing::HasSubstr;

std::string edited(std::string_view toml, std::string_view path, std::string_view value) {
  const auto result = with_config_value(toml, "config.toml", path, value);
  return result ? *result : "error: " + result.error().message;
}

TEST(EditConfig, ReplacesWhatIsThereAndNothingElse) {
  EXPECT_EQ(
      edited("# first\ntier = \"smart\"  # why\n[gc]\ninterval_secs = 60 # é\n", "tier", "keyword"),
      "# first\ntier = \"keyword\"  # why\n[gc]\ninterval_secs = 60 # é\n");
  EXPECT_EQ(edited("[gc]\n  interval_secs=60# x\n", "gc.interval_secs", "1800"),
            "[gc]\n  interval_secs=1800# x\n");
  EXPECT_EQ(edited("gc = { interval_secs = 60 } # x\n", "gc.interval_secs", "70"),
            "gc = { interval_secs = 70 } # x\n");
  EXPECT_EQ(edited("gc.interval_secs = 60", "gc.interval_secs", "70"), "gc.interval_secs = 70");
  EXPECT_EQ(edited("ranking = '''\nrelevance'''\narchive_on_gc = true\n", "ranking", "mudpuppy"),
            "ranking = \"mudpuppy\"\narchive_on_gc = true\n");
  EXPECT_EQ(edited("db = '/é/ü.db' # where\n", "db", "/new"), "db = \"/new\" # where\n");
}

TEST(EditConfig, AddsWhereItBelongs) {
  EXPECT_EQ(edited("", "tier", "smart"), "features = \"smart\"\n");
  EXPECT_EQ(edited("", "gc.interval_secs", "60"), "[gc]\ninterval_secs = 60\n");
  EXPECT_EQ(edited("tier = \"smart\"\n\n# about gc\n[gc]\ninterval_secs = 60\n", "db", "/x"),
            "tier = \"smart\"\ndb = \"/x\"\n\n# about gc\n[gc]\ninterval_secs = 60\n");
  EXPECT_EQ(edited("[serve]\nport = 1\n\n\n# log\n[log]\nlevel = \"info\"", "serve.host", "::1"),
            "[serve]\nport = 1\nhost = \"::1\"\n\n\n# log\n[log]\nlevel = \"info\"");
  EXPECT_EQ(edited("tier = \"smart\"", "log.level", "info"),
            "tier = \"smart\"\n\n[log]\nlevel = \"info\"\n");
  EXPECT_EQ(edited("[gc]\ninterval_secs = 60\n", "tier", "smart"),
            "features = \"smart\"\n\n[gc]\ninterval_secs = 60\n");
  EXPECT_EQ(edited("ttl.mid_ttl_secs = 60\n", "ttl.short_ttl_secs", "6"),
            "ttl.mid_ttl_secs = 60\nttl.short_ttl_secs = 6\n");
}

TEST(EditConfig, RefusesAsTheReaderDoes) {
  EXPECT_EQ(edited("", "featurs", "smart"),
            "error: unknown key \"featurs\" in the top level; did you mean \"features\"?");
  EXPECT_THAT(edited("", "gc.intervall_secs", "6"), HasSubstr("did you mean \"interval_secs\"?"));
  EXPECT_THAT(edited("", "gc.interval_secs", "soon"),
              HasSubstr("must be an integer from 10 to 86400; got \"soon\""));
  EXPECT_THAT(edited("", "gc.interval_secs", "1"), HasSubstr("must be an integer from 10"));
  EXPECT_THAT(edited("", "gc.interval_secs", "60\n[log]"), HasSubstr("must be an integer"));
  EXPECT_THAT(edited("", "tier", "huge"), HasSubstr("one of keyword"));
  EXPECT_THAT(edited("", "db", "relative"), HasSubstr("a path"));
  EXPECT_THAT(edited("", "archive_on_gc", "yes"), HasSubstr("true or false"));
  EXPECT_THAT(edited("", "gc", "1"), HasSubstr("must be a section"));
  EXPECT_THAT(edited("", "a\"b.c d", "1"), HasSubstr("unknown key"));
  EXPECT_THAT(edited("", "", "1"), HasSubstr("unknown key"));
  EXPECT_THAT(edited("x = 1", "tier", "smart"), HasSubstr("config.toml line 1: unknown key"));
  EXPECT_THAT(edited("gc = {}\n", "gc.interval_secs", "60"), HasSubstr("cannot be added"));
}

TEST(EditConfig, KeepsEveryTextWhole) {
  for (const char* text : {"/a \"b\" \\ c", "/tab\there", "/é", "/line\nbreak"}) {
    const std::string toml = edited("", "db", text);
    EXPECT_EQ(parse_config(toml, "f").value_or(Config{}).db, text) << toml;
  }
}

TEST(EditConfig, KnowsWhereValuesStand) {
  const auto text = read_config_text("tier = \"smart\"\n[gc]\ninterval_secs = 60\n", "f");
  ASSERT_TRUE(text);
  for (std::size_t i = 0; i < config_keys().size(); ++i) {
    const auto& key = config_keys()[i];
    const std::size_t line = key.path == "features" ? 1 : key.path == "gc.interval_secs" ? 3 : 0;
    EXPECT_EQ(text->places[i] ? text->places[i]->line : 0, line) << key.path;
    if (line == 0) {
      EXPECT_EQ(config_value(text->config, key.path), config_value(Config{}, key.path)) << key.path;
    }
  }
  EXPECT_EQ(config_value(text->config, "tier"), "\"smart\"");
}

}  // namespace
}  // namespace aim
