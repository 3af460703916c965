#include "text/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "text/language.h"

namespace aim::text {
namespace {

using namespace std::literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Tokens of one position with '|' between them, positions with a blank.
std::string tokens(std::string_view text) {
  std::string printed;
  tokenize(text, [&](const Token& token) {
    if (!printed.empty())
      printed += token.colocated ? '|' : ' ';
    printed += token.term;
  });
  return printed;
}

std::set<std::string> token_set(std::string_view text) {
  std::set<std::string> terms;
  tokenize(text, [&](const Token& token) { terms.emplace(token.term); });
  return terms;
}

// Whether each word of the question has its whole or all its parts in the text.
bool finds(std::string_view question, std::string_view text) {
  const auto terms = token_set(text);
  const auto words = query_words(question);
  return !words.empty() && std::ranges::all_of(words, [&terms](const QueryWord& word) {
    return terms.contains(word.whole) ||
           std::ranges::all_of(word.parts, [&terms](const auto& p) { return terms.contains(p); });
  });
}

struct Example {
  std::string_view text, expected;
};

void check(std::initializer_list<Example> examples) {
  for (const auto& example : examples)
    EXPECT_EQ(tokens(example.text), example.expected) << example.text;
}

TEST(Words, FoldsAndStemsWords) {
  check({
      {"", ""},
      {" \t\n.,;!?", ""},
      {"Databases, database.", "databas databas"},
      {"Migrating the migration", "migrat the migrat"},
      {"Café CAFE\u0301 cafe", "cafe cafe cafe"},
      {"Straße Øresund Łódź Đorđe", "strass oresund lodz dord"},
      {"Æsir œuvre Ísland þing", "aesir oeuvr island thing"},
      {"ILIK ılık İlik", "ilik ilik ilik"},
      {"ﬁle Ｆｉｌｅ", "file file"},
      {"Ёлка ёлка елка", "елка|елк елка|елк елка|елк"},
      {"Ὀδυσσεύς ΟΔΥΣΣΕΥΣ", "οδυσσευσ|οδυσσε οδυσσευσ|οδυσσε"},
      {"مُحَمَّد محمد", "محمد محمد"},
      {"שָׁלוֹם שלום", "שלום שלום"},
      {"हिन्दी", "हिन्दी|हिन्द"},
      {"soft\u00ADware zero\u200Bwidth", "softwar zerowidth"},
      {"go a I c", "go a i c"},
      {"running2 run2s", "running2 run2s"},
      {"x² CO₂", "x2 co2"},
  });
}

TEST(Words, ReadsApostrophes) {
  check({
      {"Caroline's Caroline", "carolin carolin"},
      {"CAROLINE'S Caroline’s", "carolin carolin"},
      {"don't we'll I'm", "don t we ll i m"},
      {"it's the users' 'quoted' words", "it the user quot word"},
      {"O'Brien l'été", "o brien l ete"},
      {"п'ять пʼять", "п ять|ят п ять|ят"},
      {"GitHub's", "git|github hub"},
      {"Bob's/Alice's Bob's-own", "bob alic bob own"},
      {"the 's", "the s"},
  });
}

TEST(Words, ReadsIdentifiersByWholeAndByPart) {
  check({
      {"foo.bar_baz:8080", "foo|foo.bar_baz:8080 bar baz 8080"},
      {"billing-api", "bill|billing-api api"},
      {"follow-up", "follow|follow-up up"},
      {"v1.2.3", "v1|v1.2.3|1|1.2.3 2 3"},
      {"src/main.rs", "src|src/main.rs main rs"},
      {"/etc/hosts.", "etc|etc/hosts host"},
      {"C:\\Users\\ann", "c|c:\\users\\ann user ann"},
      {"https://example.com/a?b=c", "https|https://example.com/a exampl com a b c"},
      {"std::vector ptr->next", "std|std::vector vector ptr|ptr->next next"},
      {"ann@example.com", "ann|ann@example.com exampl com"},
      {"@types/node #42 --dry-run", "type|types/node node 42 dri|dry-run run"},
      {"pkg/__init__.py", "pkg|pkg/__init__.py init py"},
      {"__init__ _x", "init x"},
      {"2023-05-08 1:56", "2023|2023-05-08 05 08 1|1:56 56"},
      {"non\u2011breaking", "non|non-breaking break"},
      {"word, word. (word) word...word", "word word word word word"},
      {"end.Next", "end|end.next next"},
      {"a -- b - c: d", "a b c d"},
      {"1,000", "1 000"},
  });
}

TEST(Words, ReadsCapitals) {
  check({
      {"getUserName", "get|getus|getusernam user|usernam name"},
      {"HTTPServer", "http|httpserver server"},
      {"PascalCase", "pascal|pascalcas case"},
      {"iPhone iphone", "i|iphon phone iphon"},
      {"APIs URLs PRs", "api url prs"},
      {"utf8 k8s K8S v1 SHA256", "utf8 k8s k8s v1 sha256"},
      {"utf8Decode getBase64String",
       "utf8|utf8decode decod get|getbase64|getbase64string base64|base64string string"},
      {"MySQL-compatible", "my|mysql|mysql-compatible sql compat"},
      {"api.getUserName", "api|api.getusername get|getus|getusernam user|usernam name"},
      {"beIng", "be ing"},  // the stem of "being" is its first part
      {"ЛевТолстой", "лев|левтолстой толстой"},
  });
}

TEST(Words, ReadsNamesOfLanguages) {
  check({
      {"C++ and C#, F#.", "c|c++ and c|c# f|f#"},
      {"C/C++", "c|c/c++ c"},
      {"C++17", "c|c++17 17"},
      {"a+b a+", "a|a+b b a|a+"},
      {"5+ ###", "5"},
      {"C++'s", "c|c++"},
  });
}

TEST(Words, ReadsEmoji) {
  check({
      {"deploy \U0001F680", "deploy \U0001F680"},
      {"\u2705 done\u2757\uFE0F", "\u2705 done \u2757"},
      {"\U0001F44D\U0001F3FD", "\U0001F44D"},  // a skin tone
      {"\U0001F680\U0001F389", "\U0001F680\U0001F389|\U0001F680 \U0001F389"},
      {"\u2022 item \u2192 next \u00A9", "item next"},
  });
  EXPECT_TRUE(finds("\U0001F680", "ship it \U0001F680\U0001F389"));
}

TEST(Words, FindsPartsOfIdentifiersAndVersions) {  // S39
  EXPECT_TRUE(finds("username", "call getUserName() first"));
  EXPECT_TRUE(finds("1.2.3", "released v1.2.3 today"));
  EXPECT_TRUE(finds("v1.2.3", "released v1.2.3 today"));
  EXPECT_FALSE(finds("4.2.3", "released v1.2.3 today"));
}

TEST(Words, ReadsScriptsWithoutBlanks) {
  check({
      {"数", "数"},
      {"数据", "数据|数 据"},
      {"数据库", "数据|数 据库|据 库"},
      {"使用Python编程", "使用|使 用 python 编程|编 程"},
      {"第3章", "第 3 章"},
      {"ガカ\u3099", "ガガ|ガ ガ"},
      {"ｶﾞｷ", "ガキ|ガ キ"},
      {"한국", "한국|한 국"},
      {"\u1112\u1161\u11AB국", "한국|한 국"},
      {"ไทย", "ไทย|ไท ย"},
      {"ข้อมูล", "ข้อ|ข้ อมู|อ มูล|มู ล"},
      {"မြန်မာ", "မြန်မာ|မြန် မာ"},
      {"ខ\u200Bម", "ខម|ខ ម"},
      {"東京、大阪", "東京|東 京 大阪|大 阪"},
      {"docs/说明.md", "doc 说明|说 明 md"},
  });
}

TEST(Words, GivesThePlaceInTheText) {
  using Place = std::pair<std::size_t, std::size_t>;
  std::vector<Place> places;
  tokenize("Ann's getName C++ 数据",
           [&](const Token& token) { places.emplace_back(token.begin, token.end); });
  EXPECT_THAT(places,
              ElementsAre(Place{0, 3}, Place{6, 9}, Place{6, 13}, Place{9, 13}, Place{14, 15},
                          Place{14, 17}, Place{18, 24}, Place{18, 21}, Place{21, 24}));
}

TEST(Words, CutsLongTokensAtACharacter) {
  EXPECT_EQ(tokens(std::string(500, 'x')), std::string(max_token_bytes, 'x'));
  std::string greek(1, 'x');
  for (int i = 0; i < 100; ++i) greek += "α";
  EXPECT_EQ(tokens(greek).size(), max_token_bytes - 1);
  std::string path = "a";
  for (int i = 0; i < 100; ++i) path += "/b";
  EXPECT_THAT(query_words(path).at(0).whole, SizeIs(max_token_bytes));
  EXPECT_EQ(std::ranges::count(tokens(path), ' '), 100);
}

TEST(Words, SurvivesMalformedBytes) {
  check({
      {"a\xFF"
       "b",
       "a b"},
      {"\xC3", ""},
      {"caf\xC3 \xE6\x95", "caf"},
      {"\xED\xA0\x80x", "x"},
      {"\0x\0y"sv, "x y"},
      {"\u0301\u200D\u0301", ""},
      {"\u0640 a.\u0301.b", "a b"},
  });
}

TEST(Words, CutBeforeTheyAreTheSame) {
  std::string long_text = "Die Lieferungen";
  for (int i = 0; i < 100; ++i) long_text += " house";
  for (const std::string& text :
       {std::string(), std::string("The running ponies of getUserName and api.v1.2:80, C++"),
        std::string("Die H\u00E4user der Lieferungen sind mit dem Haus nicht gleich"),
        std::string("\u6570\u636E\u5E93 \u4F7F\u7528Python \u043A\u043D\u0438\u0433\u0438"),
        long_text, std::string("\xFF a \xC3 broken\0text", 17)}) {
    std::string cut_now;
    tokenize(text, [&](const Token& token) {
      if (!is_filler(token.term))
        cut_now.append(token.colocated ? "|" : " ").append(token.term);
    });
    CutWords cut;
    cut.add("of before", false);
    cut_words(text, cut);
    std::string terms;
    EXPECT_TRUE(cut.each([&](std::string_view term, bool colocated) {
      terms.append(colocated ? "|" : " ").append(term);
      return true;
    }));
    EXPECT_EQ(terms, cut_now) << text;
  }
}

TEST(Words, FindsOtherForms) {
  const Example found[] = {
      {"database", "Databases are big"},
      {"migrating", "the migration went well"},
      {"cafe", "Le Café"},
      {"CAFÉ", "cafe"},
      {"iPhone", "my iphone"},
      {"iphone", "my iPhone"},
      {"getusername", "call getUserName()"},
      {"username getUserName", "getUserName and UserName"},
      {"mysql", "a MySQL-compatible store"},
      {"MySQL-compatible", "it is mysql compatible"},
      {"8080", "foo.bar_baz:8080"},
      {"bar", "foo.bar_baz:8080"},
      {"bar_baz", "foo.bar_baz:8080"},
      {"Billing-API", "the billing-api"},
      {"c++", "written in C++."},
      {"main.rs", "src/main.rs"},
      {"k8", "k8 cluster"},
      {"go", "Go modules"},
      {"caroline", "Caroline's book"},
      {"据", "数据库"},
      {"据库", "数据库"},
      {"数据库", "新的数据库系统"},
      {"パイソン", "私はパイソンが好き"},
      {"국어", "한국어를"},
      {"น้ำ", "ดื่มน้ำเยอะ"},
      {"ភាសា", "ខ្ញុំរៀនភាសាខ្មែរ"},
      {"စာ", "မြန်မာစာ"},
  };
  for (const auto& [question, text] : found) EXPECT_TRUE(finds(question, text)) << question;
  EXPECT_FALSE(finds("数库", "数据库"));
  EXPECT_FALSE(finds("data", "database"));
}

TEST(Words, ReadsQuestions) {
  const auto words = query_words("What did Caroline's foo.barBaz do, 数据库?");
  ASSERT_THAT(words, SizeIs(6));
  EXPECT_EQ(words[0].written, "What");
  EXPECT_TRUE(words[0].common);
  EXPECT_EQ(words[2].written, "Caroline");
  EXPECT_THAT(words[2].parts, ElementsAre("carolin"));
  EXPECT_EQ(words[2].whole, "");
  EXPECT_FALSE(words[2].common);
  EXPECT_EQ(words[3].written, "foo.barBaz");
  EXPECT_EQ(words[3].whole, "foo.barbaz");
  EXPECT_THAT(words[3].parts, ElementsAre("foo", "barbaz"));
  EXPECT_FALSE(words[3].adjacent);
  EXPECT_TRUE(words[4].common);
  EXPECT_THAT(words[5].parts, ElementsAre("数据", "据库"));
  EXPECT_TRUE(words[5].adjacent);
  EXPECT_EQ(words[5].whole, "");
}

TEST(Words, ReadsCapitalsOfQuestions) {
  const auto words = query_words("getUserName 中");
  ASSERT_THAT(words, SizeIs(2));
  EXPECT_THAT(words[0].parts, ElementsAre("get", "user", "name"));
  EXPECT_EQ(words[0].whole, "getusernam");
  EXPECT_THAT(words[1].parts, ElementsAre("中"));
  EXPECT_FALSE(words[1].adjacent);
}

TEST(Words, KnowsCommonWordsOnlyByThemselves) {
  const auto words = query_words("the follow-up I/O how many don't");
  ASSERT_THAT(words, SizeIs(7));
  const bool common[] = {true, false, false, true, true, true, true};
  for (std::size_t i = 0; i < words.size(); ++i)
    EXPECT_EQ(words[i].common, common[i]) << words[i].written;
  for (const auto word : {"a", "the", "many", "long", "ago", "yourselves", "t", "ll"})
    EXPECT_TRUE(is_common(word)) << word;
  for (const auto word : {"", "database", "The", "thes", "zebra"})
    EXPECT_FALSE(is_common(word)) << word;
}

// By part, "x" where a word that asks has a share in it (N4).
std::string asking(std::string_view question) {
  std::string out;
  for (const QueryWord& word : query_words(question)) {
    if (!out.empty())
      out += ' ';
    for (std::size_t i = 0; i < word.parts.size(); ++i)
      out += !word.asks.empty() && word.asks[i] ? 'x' : '.';
  }
  return out;
}

TEST(Words, KnowsWordsThatAskWhereThereAreNoBlanks) {
  EXPECT_EQ(asking("黑豹队丢了多少分"), "....xxx");  // 黑豹 豹队 队丢 丢了 | 了多 多少 少分
  EXPECT_EQ(asking("什么数据库"), "xx..");           // 什么 么数 | 数据 据库
  EXPECT_EQ(asking("为什么"), "xx");
  EXPECT_EQ(asking("誰 数据"), "x .");
  EXPECT_EQ(asking("数据库"), "..");
  EXPECT_EQ(asking("ทำไมแมว"), "xx.");            // ทำ ไม แม ว
  EXPECT_EQ(asking("ข้อมูลเท่าไร"), "...xx");        // ข้ อ มู ล เท่า ไร
  EXPECT_EQ(asking("เกี่ยว"), "..");                // not กี่
  EXPECT_EQ(asking("サーバーはどこ"), "....xx");  // サー ーバ バー ーは | はど どこ
  EXPECT_EQ(asking("누구 서버"), "x .");
  EXPECT_EQ(asking("what is it"), ". . .");  // stop words are another matter
}

TEST(Words, TakesWordsOfAQuestionOnce) {
  EXPECT_THAT(query_words("Database databases DATABASE, data-base"), SizeIs(2));
  const auto words = query_words("will wills");
  ASSERT_THAT(words, SizeIs(1));
  EXPECT_FALSE(words[0].common);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "w" + std::to_string(i) + " ";
  EXPECT_THAT(query_words(many), SizeIs(max_query_words));
}

TEST(Words, GivesSignificantStemsOfTitles) {
  EXPECT_THAT(significant_stems("The migration of the databases"),
              ElementsAre("migrat", "databas"));
  EXPECT_THAT(significant_stems("what is it"), ElementsAre("what", "is", "it"));
  EXPECT_THAT(significant_stems("Follow-up on MySQL"), ElementsAre("follow", "mysql"));
  EXPECT_THAT(significant_stems("数据库 v2"), ElementsAre("数据", "据库", "v2"));
  EXPECT_THAT(significant_stems(" ?! "), IsEmpty());
  std::string many;
  for (int i = 0; i < 100; ++i) many += "w" + std::to_string(i) + " ";
  EXPECT_THAT(significant_stems(many), SizeIs(16));
}

TEST(Words, GivesExactWords) {
  EXPECT_THAT(exact_words("Migrating Caroline's café"),
              ElementsAre("migrating", "caroline", "cafe"));
  EXPECT_THAT(exact_words("foo.barBaz C++"),
              ElementsAre("foo", "bar", "baz", "barbaz", "foo.barbaz", "c", "c++"));
  EXPECT_THAT(exact_words("数据库 v1"), ElementsAre("数据库", "v1"));
  EXPECT_THAT(exact_words(std::string(500, 'x')), ElementsAre(std::string(500, 'x')));
}

TEST(Words, FoldsTexts) {
  const Example examples[] = {
      {"", ""},
      {"  \t ", ""},
      {" Hello,\n\t World! ", "hello, world!"},
      {"Café\u00A0No\u0308rd", "cafe nord"},
      {"Bob’s ﬁle", "bob's file"},
      {"ＡＢＣ！　ｶﾞ", "abc! ガ"},
      {"\u1112\u1161\u11AB", "한"},
      {"a\u200Bb… ≠", "ab... ≠"},
      {"foo_bar-C++", "foo_bar-c++"},
      {"x\xFFy", "x\uFFFDy"},
  };
  for (const auto& [text, expected] : examples) {
    EXPECT_EQ(fold(text), expected) << text;
    EXPECT_EQ(fold(expected), expected);
    EXPECT_TRUE(folds_to(text, expected)) << text;
    EXPECT_FALSE(folds_to(text, std::string(expected) + "x")) << text;
    EXPECT_FALSE(folds_to(std::string(text) + "x", expected)) << text;
  }
}

TEST(Stem, RemembersAndForgets) {
  EXPECT_EQ(stem(""), "");
  EXPECT_EQ(stem("databases"), "databas");
  EXPECT_EQ(stem("databases"), "databas");
  EXPECT_EQ(stem("internationalizations"), "internation");  // too long to be remembered
  EXPECT_EQ(stem(std::string(300, 'a')), std::string(300, 'a'));
  for (int i = 0; i < 26 * 26 * 26; ++i) {
    const char word[] = {static_cast<char>('a' + i % 26),
                         static_cast<char>('a' + i / 26 % 26),
                         static_cast<char>('a' + i / 676),
                         'n',
                         'e',
                         's',
                         's',
                         'l',
                         'y'};
    ASSERT_FALSE(stem({word, sizeof word}).empty());
  }
  EXPECT_EQ(stem("databases"), "databas");
}

TEST(Words, WorksFromManyThreads) {
  const std::string expected = tokens("Migrating Caroline's Café getUserName 数据库");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&expected] {
      for (int round = 0; round < 100; ++round)
        EXPECT_EQ(tokens("Migrating Caroline's Café getUserName 数据库"), expected);
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace aim::text
