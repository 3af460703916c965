#include "config/config.h"

#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "base/numbers.h"

namespace aim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

struct Variable {
  const char* name;
  const char* value;  // nullptr: unset
};

// Sets variables of the environment and puts them back at the end. Written with braces only.
class Environment {
 public:
  explicit Environment(std::initializer_list<Variable> variables) {
    for (const auto& [name, value] : variables) {
      const char* before = getenv(name);
      before_[name] = before ? std::optional<std::string>(before) : std::nullopt;
      set(name, value);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (const auto& [name, value] : before_) set(name.c_str(), value ? value->c_str() : nullptr);
  }

 private:
  static void set(const char* name, const char* value) {
    if (value)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  std::map<std::string, std::optional<std::string>> before_;
};

Config parsed(std::string_view toml) {
  auto config = parse_config(toml, "config.toml");
  if (!config) {
    ADD_FAILURE() << config.error().message;
    return {};
  }
  return *config;
}

Error refused(std::string_view toml) {
  auto config = parse_config(toml, "config.toml");
  if (config) {
    ADD_FAILURE() << "taken: " << toml;
    return {};
  }
  EXPECT_EQ(config.error().code, Code::validation_failed);
  return config.error();
}

TEST(Config, OfAnEmptyFileIsTheDefaults) {
  EXPECT_EQ(parsed(""), Config{});
  EXPECT_EQ(parsed("\n# only this ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... "
                   "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....\n"),
            Config{});
  EXPECT_EQ(Config{}.tier, FeatureTier::semantic);
  EXPECT_EQ(Config{}.synchronous, "full");
  EXPECT_EQ(Config{}.busy_timeout_secs, 30);
}

TEST(Config, ReadsEveryKey) {
  const Config config = parsed(R"(
tier = "keyword"
db = "/var/lib/memory.db"
ranking = "six-factor"
archive_on_gc = false
namespaces.flat = true

[ttl]
short_ttl_secs = 1
mid_ttl_secs = 2
long_ttl_secs = 31536000
short_extend_secs = 3
mid_extend_secs = 4

[storage]
synchronous = "normal"
busy_timeout_secs = 600

[gc]
interval_secs = 10

[reflection]
max_depth = 5

[llm]
backend = "openai"
url = "https://llm.example.org/v1"
model = "m"
key_file = "/etc/key"
plain_http = true
connect_timeout_secs = 5
timeout_secs = 6
retries = 0
calls_per_day = 7
tokens_per_day = 8

[log]
level = "debug"
file = "/var/log/memory.log"
)");
  Config expected;
  expected.tier = FeatureTier::keyword;
  expected.db = "/var/lib/memory.db";
  expected.ranking = "six-factor";
  expected.archive_on_gc = false;
  expected.flat_namespaces = true;
  expected.short_ttl_secs = 1;
  expected.mid_ttl_secs = 2;
  expected.long_ttl_secs = 31'536'000;
  expected.short_extend_secs = 3;
  expected.mid_extend_secs = 4;
  expected.synchronous = "normal";
  expected.busy_timeout_secs = 600;
  expected.gc_interval_secs = 10;
  expected.max_reflection_depth = 5;
  expected.llm_backend = "openai";
  expected.llm_url = "https://llm.example.org/v1";
  expected.llm_model = "m";
  expected.llm_key_file = "/etc/key";
  expected.llm_plain_http = true;
  expected.llm_connect_timeout_secs = 5;
  expected.llm_timeout_secs = 6;
  expected.llm_retries = 0;
  expected.llm_calls_per_day = 7;
  expected.llm_tokens_per_day = 8;
  expected.log_level = "debug";
  expected.log_file = "/var/log/memory.log";
  EXPECT_EQ(config, expected);
}

TEST(Config, ReadsNamespacesOfProjects) {
  const Config config = parsed(
      "[projects]\n\"acme/shop\" = \"team/shop\"\n\"/srv/notes\" = \"diary\"\nplain = 'x'\n");
  EXPECT_THAT(config.projects, ElementsAre(Pair("/srv/notes", "diary"),
                                           Pair("acme/shop", "team/shop"), Pair("plain", "x")));
  EXPECT_THAT(refused("[projects]\n\"acme/shop\" = \"a b\"").message,
              HasSubstr("config.toml line 2: projects.acme/shop must not contain spaces"));
  EXPECT_THAT(refused("[projects]\n\"acme/shop\" = 5").message,
              HasSubstr("must be a namespace in quotes; got 5"));
  const Config history = parsed(
      "[history]\nkeep_days = 90\n[history.namespaces]\n\"work/*\" = { keep_days = 30, max_mb = 5 "
      "}\n");
  EXPECT_EQ(history.history_of.at("work/*").keep_days, 30);
  EXPECT_EQ(history.history_of.at("work/*").max_mb, 5);
  EXPECT_THAT(refused("[history.namespaces]\nwork = { days = 3 }").message,
              HasSubstr("may have keep_days and max_mb; got days"));
  EXPECT_THAT(refused("[history.namespaces]\nwork = { keep_days = 0 }").message,
              HasSubstr("must be an integer from 1 to 3650"));
  EXPECT_THAT(refused("projects = 5").message, HasSubstr("unknown key \"projects\""));
}

TEST(Config, ReadsTheEmbeddingService) {
  const Config config = parsed(R"([embedding]
backend = "ollama"
model = "e"
url = "http://127.0.0.1:1"
key_file = "/etc/embedding-key"
plain_http = true
connect_timeout_secs = 9
timeout_secs = 10
question_timeout_ms = 110
retries = 1
calls_per_day = 12
tokens_per_day = 13
)");
  Config expected;
  expected.embedding_backend = "ollama";
  expected.embedding_model = "e";
  expected.embedding_url = "http://127.0.0.1:1";
  expected.embedding_key_file = "/etc/embedding-key";
  expected.embedding_plain_http = true;
  expected.embedding_connect_timeout_secs = 9;
  expected.embedding_timeout_secs = 10;
  expected.embedding_question_timeout_ms = 110;
  expected.embedding_retries = 1;
  expected.embedding_calls_per_day = 12;
  expected.embedding_tokens_per_day = 13;
  EXPECT_EQ(config, expected);
}

TEST(Config, RefusesWithLineAndWhatToWrite) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"\n\n\n\n\n\nrankng = \"relevance\"",
       "config.toml line 7: unknown key \"rankng\" in the top level; did you mean \"ranking\"?"},
      {"\n\nfeatures = \"smrt\"",
       "config.toml line 3: features must be one of keyword, semantic, smart, autonomous; got "
       "\"smrt\""},
      {"tier = 1",
       "config.toml line 1: features must be one of keyword, semantic, smart, autonomous; "
       "got 1"},
      {"[ttl]\nshort_ttl_sec = 1",
       "config.toml line 2: unknown key \"short_ttl_sec\" in [ttl]; did you mean "
       "\"short_ttl_secs\"?"},
      {"[gc]\nwhenever = 1",
       "config.toml line 2: unknown key \"whenever\" in [gc]; known are interval_secs"},
      {"interval_secs = 60",
       "config.toml line 1: unknown key \"interval_secs\" in the top level; it belongs in [gc]"},
      {"[ttl]\nfeatures = \"smart\"",
       "config.toml line 2: unknown key \"features\" in [ttl]; it belongs in the top level"},
      {"[storag]",
       "config.toml line 1: unknown key \"storag\" in the top level; did you mean "
       "\"storage\"?"},
      {"[[gc]]\ninterval_secs = 60", "config.toml line 1: gc must be a section, [gc]; got a list"},
      {"ttl = 5", "config.toml line 1: ttl must be a section, [ttl]; got 5"},
      {"archive_on_gc = \"yes\"",
       "config.toml line 1: archive_on_gc must be true or false; got \"yes\""},
      {"archive_on_gc = 1", "config.toml line 1: archive_on_gc must be true or false; got 1"},
      {"[ttl]\nmid_ttl_secs = 0",
       "config.toml line 2: ttl.mid_ttl_secs must be an integer from 1 to 31536000; got 0"},
      {"[gc]\ninterval_secs = 60.0",
       "config.toml line 2: gc.interval_secs must be an integer from 10 to 86400; got a number "
       "with a decimal point"},
      {"[gc]\ninterval_secs = \"60\"",
       "config.toml line 2: gc.interval_secs must be an integer from 10 to 86400; got \"60\""},
      {"db = \"memory.db\"",
       "config.toml line 1: db must be a path, absolute or starting with ~/, or a database "
       "on a server: postgres://…; got \"memory.db\""},
      {"db = \"\"",
       "config.toml line 1: db must be a path, absolute or starting with ~/, or a database "
       "on a server: postgres://…; got \"\""},
      {"db = true",
       "config.toml line 1: db must be a path, absolute or starting with ~/, or a database "
       "on a server: postgres://…; got true"},
      {"[storage]\ndb = \"mysql://ada:secret@h/d\"",
       "config.toml line 2: db must be a path, absolute or starting with ~/, or a database "
       "on a server: postgres://…; got \"mysql://***@h/d\""},
      {"db = \"/a.db\"\n[storage]\ndb = \"/b.db\"",
       "config.toml line 3: db is given twice, once by its other name storage.db"},
      {"[log]\nfile = []",
       "config.toml line 2: log.file must be a path, absolute or starting with ~/; got a list"},
      {"[log.level]\nx = 1",
       "config.toml line 1: log.level must be one of debug, info, warn, error; got a section"},
      {"[mudpuppy]\nvector_weight = 1.5",
       "config.toml line 2: mudpuppy.vector_weight must be a number from 0 to 1; got 1.5"},
      {"[mudpuppy]\nvector_weight = nan",
       "config.toml line 2: mudpuppy.vector_weight must be a number from 0 to 1; got nan"},
      {"ranking = 2026-01-01",
       "config.toml line 1: ranking must be one of relevance, six-factor, hybrid-0.6, mudpuppy, "
       "vector-memory; got a date or time"},
      {"\"\" = 1",
       "config.toml line 1: unknown key \"\" in the top level; known are features, db, "
       "read_db, ranking, archive_on_gc, ttl, namespaces, storage, gc, reflection, embedding, "
       "models, "
       "serve, "
       "llm, mcp, profile, mudpuppy, vector_memory, nag, access_log, history, hooks, secrets, "
       "adopt, "
       "log"},
  };
  for (const auto& [toml, sentence] : cases) EXPECT_EQ(refused(toml).message, sentence);
}

TEST(Config, NamesTheKeyAtFault) {
  EXPECT_EQ(refused("[gc]\ninterval_secs = 1").field, "gc.interval_secs");
  EXPECT_EQ(refused("[gc]\ninterval = 1").field, "gc.interval");
}

TEST(Config, ReportsTheFirstOfSeveralFaults) {
  EXPECT_THAT(refused("zzz = 1\ntier = 2\nabc = 3").message, HasSubstr("line 1: unknown key"));
}

TEST(Config, RefusesWhatIsNotToml) {
  EXPECT_THAT(refused("tier = \"smart\"\nranking =\n").message,
              HasSubstr("config.toml line 2: not TOML: "));
  EXPECT_THAT(refused("tier = \"smart\"\ntier = \"smart\"\n").message,
              HasSubstr("config.toml line 2: not TOML: "));
  EXPECT_THAT(refused("tier = \"\xff\"").message, HasSubstr("line 1: not TOML: "));
  // toml++ asserts that no such character comes here.
  EXPECT_THAT(refused("[\x01x]").message, HasSubstr("line 1: not TOML: "));
  EXPECT_THAT(refused("\uFEDF = 1").message, HasSubstr("line 1: not TOML: "));
}

TEST(Config, RefusesKeysOfEndlessDepth) {
  std::string deep = "tier = \"smart\"\n";
  for (int i = 0; i < 200'000; ++i) deep += "a.";
  EXPECT_EQ(refused(deep + "a = 1").message, "config.toml line 2: more than 64 dots in one line");
  EXPECT_THAT(refused("x = " + std::string(200'000, '[')).message, HasSubstr("line 1: not TOML"));
}

TEST(Config, NamesADatabaseOnAServer) {
  const std::string address = "postgresql://ada:secret@h/d?sslmode=verify-full";
  EXPECT_EQ(parsed("db = \"" + address + "\"").db, address);
  EXPECT_EQ(parsed("[storage]\ndb = \"" + address + "\"").db, address);
  EXPECT_EQ(parsed("[storage]\ndb = \"postgres://h/d\"\nread_db = \"postgres://r/d\"").read_db,
            "postgres://r/d");
  const Environment environment{{"HOME", "/home/ada"}};
  EXPECT_EQ(parsed("[storage]\ndb = \"~/m.db\"").db, "/home/ada/m.db");
}

TEST(Config, PutsTheHomeDirectoryForTilde) {
  const Environment environment{{"HOME", "/home/ada"}};
  EXPECT_EQ(parsed("db = \"~/notes/m.db\"").db, "/home/ada/notes/m.db");
  EXPECT_EQ(parsed("[log]\nfile = \"~/m.log\"").log_file, "/home/ada/m.log");
  EXPECT_THAT(refused("db = \"~bob/m.db\"").message, HasSubstr("db must be a path"));
}

TEST(Config, RefusesTildeWithoutAHome) {
  const Environment environment{{"HOME", nullptr}};
  EXPECT_EQ(refused("db = \"~/m.db\"").message,
            "config.toml line 1: db begins with ~, but HOME is not set to an absolute path");
}

TEST(ConfigKeys, EachDefaultIsReadAsItself) {
  for (const auto& key : config_keys()) {
    EXPECT_THAT(key.doc, testing::EndsWith(".")) << key.path;
    if (const auto initial = config_value(Config{}, key.path); !initial.empty()) {
      const auto line = std::string(key.path).append(" = ").append(initial);
      EXPECT_EQ(parsed(line), Config{}) << line;
    }
  }
}

TEST(ConfigKeys, EachRangeIsTheOneThatIsKept) {
  for (const auto& setting : config_keys()) {
    if (setting.maximum() == 0)
      continue;
    const auto digits = [](double value) {
      const auto whole_number = static_cast<std::int64_t>(value);
      return static_cast<double>(whole_number) == value ? std::to_string(whole_number)
                                                        : shortest(value);
    };
    const auto line = [&](double value) {
      return std::string(setting.path) + " = " + digits(value);
    };
    const bool whole = !std::holds_alternative<std::optional<double> Config::*>(setting.member);
    EXPECT_EQ(setting.type, (whole ? "an integer from " : "a number from ") +
                                digits(setting.minimum()) + " to " + digits(setting.maximum()));
    parsed(line(setting.minimum()));
    parsed(line(setting.maximum()));
    refused(line(setting.minimum() - 1));
    refused(line(setting.maximum() + 1));
  }
}

TEST(ConfigKeys, EachChoiceIsTaken) {
  for (const auto tier : {"keyword", "semantic", "smart", "autonomous"})
    EXPECT_EQ(name_of(parsed(std::string("tier = \"") + tier + '"').tier), tier);
  for (const auto level : {"debug", "info", "warn", "error"})
    EXPECT_EQ(parsed(std::string("log.level = \"") + level + '"').log_level, level);
  EXPECT_TRUE(config::is_choice("one of full, normal", "full"));
  EXPECT_FALSE(config::is_choice("one of full, normal", "full, normal"));
  EXPECT_FALSE(config::is_choice("one of full, normal", ""));
}

// The database is in the user's folder for data (S15).
TEST(Paths, FollowTheEnvironment) {
  const Environment environment{{"HOME", "/home/ada"},
                                {"XDG_CONFIG_HOME", nullptr},
                                {"XDG_DATA_HOME", "relative/is/ignored"}};
  EXPECT_EQ(config_path(), "/home/ada/.config/ai-memory/config.toml");
  EXPECT_EQ(default_database_path(), "/home/ada/.local/share/ai-memory/ai-memory.db");
  const Environment own{{"XDG_CONFIG_HOME", "/c"}, {"XDG_DATA_HOME", "/d"}};
  EXPECT_EQ(config_path(), "/c/ai-memory/config.toml");
  EXPECT_EQ(default_database_path(), "/d/ai-memory/ai-memory.db");
  EXPECT_EQ(database_path({}).value(), "/d/ai-memory/ai-memory.db");
  EXPECT_EQ(database_path(parsed("db = \"/e.db\"")).value(), "/e.db");
}

TEST(Paths, AreMissedByName) {
  const Environment environment{{"HOME", nullptr},
                                {"XDG_CONFIG_HOME", nullptr},
                                {"XDG_DATA_HOME", nullptr},
                                {"AI_MEMORY_NO_CONFIG", nullptr}};
  EXPECT_THAT(config_path().string(), IsEmpty());
  EXPECT_THAT(default_database_path().string(), IsEmpty());
  const auto config = load_config();
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().message,
            "no folder is known for config.toml: neither HOME nor XDG_CONFIG_HOME is set to an "
            "absolute path");
  const auto database = database_path({});
  ASSERT_FALSE(database);
  EXPECT_THAT(database.error().hint, HasSubstr("AI_MEMORY_DB"));
}

class LoadConfig : public testing::Test {
 protected:
  LoadConfig() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "ai-memory");
  }
  ~LoadConfig() override { std::filesystem::remove_all(folder_); }
  void write(std::string_view text) { std::ofstream(file_, std::ios::binary) << text; }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("aim_config_" + std::to_string(getpid()));
  const std::filesystem::path file_ = folder_ / "ai-memory" / "config.toml";
  const Environment environment_{
      {{"XDG_CONFIG_HOME", folder_.c_str()}, {"AI_MEMORY_NO_CONFIG", nullptr}}};
};

TEST_F(LoadConfig, WithoutAFileGivesTheDefaults) {
  const auto config = load_config();
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(*config, Config{});
}

TEST_F(LoadConfig, ReadsTheFileUnlessToldNotTo) {
  write("tier = \"keyword\"\n");
  EXPECT_EQ(load_config().value().tier, FeatureTier::keyword);
  const Environment environment{{"AI_MEMORY_NO_CONFIG", "1"}};
  EXPECT_EQ(load_config().value().tier, FeatureTier::semantic);
}

TEST_F(LoadConfig, NamesTheFile) {
  write("\ntier = 1\n");
  const auto config = load_config();
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().message,
              HasSubstr(file_.string() + " line 2: features must be one of"));
}

TEST_F(LoadConfig, RefusesWhatIsTooLargeOrNoFile) {
  write(std::string(1'048'577, '#'));
  EXPECT_FALSE(load_config());
  write(std::string(1'048'576, '#'));
  EXPECT_TRUE(load_config());
  std::filesystem::remove(file_);
  std::filesystem::create_directory(file_);
  EXPECT_FALSE(load_config());
}

TEST(Config, TellsATruthOfAnotherProgramsFile) {
  const std::pair<std::string_view, std::optional<bool>> texts[] = {
      {"[features]\nhooks = false # off\n", false},
      {"features.hooks=true", true},
      {"features = { hooks = false, x = 1 }", false},
      {"\"features\".'hooks' = false", false},
      {"# [features]\n# hooks = false\n", std::nullopt},
      {"[features]\nhooks = \"false\"\n", std::nullopt},
      {"[profiles.x.features]\nhooks = false\n", std::nullopt},
      {"features = [1]", std::nullopt},
      {"[features", std::nullopt},
      {"", std::nullopt}};
  for (const auto& [text, truth] : texts)
    EXPECT_EQ(toml_truth(text, "features.hooks"), truth) << text;
}

}  // namespace
}  // namespace aim
