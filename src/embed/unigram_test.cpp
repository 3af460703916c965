#include "embed/unigram.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <cstring>

#include "base/base64.h"
#include "embed/tokenizer_file.h"

namespace aim::embed {
namespace {

using testing::ElementsAre;

// A table of characters with one entry a byte: a double array in which every child of the root lies
// at its own byte.
std::string table_of(std::initializer_list<std::pair<unsigned char, std::string_view>> entries) {
  constexpr std::uint32_t root_offset = 256, values = 1024;
  std::vector<std::uint32_t> units(values + 512, ~0U);
  units[0] = root_offset << 10;
  std::string replacements;
  for (const auto& [byte, other] : entries) {
    const std::uint32_t here = root_offset ^ byte;
    units[here] = byte | 1U << 8 | (here ^ (values + byte)) << 10;
    units[values + byte] = static_cast<std::uint32_t>(replacements.size()) | 1U << 31;
    replacements.append(other).push_back('\0');
  }
  const auto size = static_cast<std::uint32_t>(units.size() * sizeof units[0]);
  std::string out(reinterpret_cast<const char*>(&size), sizeof size);
  out.append(reinterpret_cast<const char*>(units.data()), size);
  return out + replacements;
}

UnigramParts parts() {
  UnigramParts out;
  const std::pair<const char*, double> pieces[]{
      {"<s>", 0},   {"<pad>", 0},       {"</s>", 0}, {"<unk>", 0}, {"▁", -2},  {"▁the", -3},
      {"▁tea", -5}, {"t", -6},          {"e", -6},   {"a", -6},    {"te", -7}, {"###", -4},
      {"茶", -5},   {"▁tea house", -1}, {"s", -6},   {"<mask>", 0}};
  for (const auto& [piece, score] : pieces) {
    out.pieces.emplace_back(piece);
    out.scores.push_back(score);
  }
  out.begin = 0;
  out.end = 2;
  out.unknown = 3;
  out.specials = {0, 1, 2, 3, 15};
  out.characters = table_of({{'T', "t"}, {'E', "e"}, {'_', " "}, {'~', ""}, {'&', "ea"}});
  return out;
}

class UnigramCuts : public testing::Test {
 protected:
  std::vector<std::uint32_t> encode(std::string_view text, std::size_t most = 64) const {
    return unigram_.encode(text, most);
  }
  std::string section_ = build_unigram(parts());
  Unigram unigram_ = *Unigram::over(section_);
};

TEST_F(UnigramCuts, TakesTheMostLikelyWay) {
  EXPECT_THAT(encode("the tea"), ElementsAre(0, 5, 6, 2));
  EXPECT_THAT(encode("teas"), ElementsAre(0, 6, 14, 2));
  EXPECT_THAT(encode("a"), ElementsAre(0, 4, 9, 2));
  EXPECT_THAT(encode("###"), ElementsAre(0, 4, 11, 2));  // no continuation of another kind's words
  EXPECT_THAT(encode(""), ElementsAre(0, 2));
  EXPECT_THAT(encode(" \n\t "), ElementsAre(0, 2));
  EXPECT_THAT(encode("茶"), ElementsAre(0, 4, 12, 2));
}

TEST_F(UnigramCuts, MakesOnePieceOfWhatIsUnknownSideBySide) {
  EXPECT_THAT(encode("xyz"), ElementsAre(0, 4, 3, 2));
  EXPECT_THAT(encode("xay"), ElementsAre(0, 4, 3, 9, 3, 2));
  EXPECT_THAT(encode("x y"), ElementsAre(0, 4, 3, 4, 3, 2));
}

TEST_F(UnigramCuts, ReplacesCharactersFirst) {
  EXPECT_THAT(encode("TEa_the"), ElementsAre(0, 6, 5, 2));
  EXPECT_THAT(encode("t&"), ElementsAre(0, 6, 2));
  EXPECT_THAT(encode("~"), ElementsAre(0, 2));
  EXPECT_THAT(encode("t~e~a"), ElementsAre(0, 6, 2));
}

TEST_F(UnigramCuts, FindsSpecialsAsTheyAreWritten) {
  EXPECT_THAT(encode("tea<mask>tea"), ElementsAre(0, 6, 15, 6, 2));
  EXPECT_THAT(encode("<s><unk>"), ElementsAre(0, 0, 3, 2));
  EXPECT_THAT(encode("<mas"), ElementsAre(0, 4, 3, 9, 14, 2));
}

TEST_F(UnigramCuts, StopsAtTheMostTokens) {
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "tea ";
  EXPECT_EQ(encode(many, 16).size(), 16U);
  EXPECT_EQ(encode(many, 16).back(), 2U);
  EXPECT_THAT(encode("tea", 0), ElementsAre(0, 2));
  EXPECT_THAT(encode("xay", 4), ElementsAre(0, 4, 3, 2));
}

TEST_F(UnigramCuts, LivesWithBytesThatAreNoText) {
  EXPECT_THAT(encode("\xff\xfe"), ElementsAre(0, 4, 3, 2));
  EXPECT_THAT(encode(std::string_view("a\0a", 3)), ElementsAre(0, 4, 9, 3, 9, 2));
}

TEST_F(UnigramCuts, SaysHowMuchItKnows) {
  struct Row {
    const char* text;
    double pieces, words;
  };
  for (const Row& row :
       {Row{"", 1, 1}, Row{"...", 1, 1}, Row{"tea the", 1, 1}, Row{"teas", 0.75, 0},
        Row{"aes", 0, 0}, Row{"a", 1, 1}, Row{"xyz", 0, 0}, Row{"xyz tea", 0.5, 0.5},
        Row{"茶", 1, 1}, Row{"茶茶x", 2.0 / 3, 2.0 / 3}}) {
    const Coverage found = unigram_.coverage(row.text);
    EXPECT_DOUBLE_EQ(found.pieces, row.pieces) << row.text;
    EXPECT_DOUBLE_EQ(found.words, row.words) << row.text;
  }
}

TEST_F(UnigramCuts, IsTheTokenizerOfASectionThatSaysSo) {
  const auto model = ModelTokenizer::over(section_);
  ASSERT_TRUE(model);
  EXPECT_THAT(model->encode("tea", 9), ElementsAre(0, 6, 2));
  EXPECT_EQ(model->vocabulary().count(), 16U);
  EXPECT_EQ(model->coverage("tea").words, 1);
}

TEST_F(UnigramCuts, RefusesOrSurvivesEveryDamage) {
  for (std::size_t size = 0; size < section_.size(); size += size < 400 ? 1 : 61)
    EXPECT_FALSE(Unigram::over(std::string_view(section_).substr(0, size))) << size;
  for (std::size_t at = 0; at < section_.size(); at += at < 400 ? 1 : 7) {
    std::string changed = section_;
    changed[at] = static_cast<char>(changed[at] ^ 0xFF);
    if (const auto damaged = Unigram::over(changed)) {
      EXPECT_LE(damaged->encode("TEa_tea xyz 茶 <mask> t&~", 32).size(), 32U);
      damaged->coverage("TEa_tea xyz 茶");
    }
  }
}

// ---- tokenizer.json ----

std::string published() {
  return R"({"added_tokens":[{"id":0,"content":"<s>","special":true,"normalized":false}],)"
         R"("normalizer":{"type":"Sequence","normalizers":[{"type":"Precompiled",)"
         R"("precompiled_charsmap":")" +
         to_base64(table_of({{'T', "t"}}), Base64::standard) +
         R"("},{"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "}]},)"
         R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},)"
         R"({"type":"Metaspace","replacement":"▁","add_prefix_space":true}]},)"
         R"("post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<s>"}},)"
         R"({"Sequence":{"id":"A"}},{"SpecialToken":{"id":"</s>"}}]},)"
         R"("model":{"type":"Unigram","unk_id":2,"vocab":[["<s>",0],["</s>",0],["<unk>",0],)"
         R"(["▁tea",-1.5]]}})";
}

Result<std::string> read(const std::string& text) {
  return vocabulary_of(boost::json::parse(text).as_object());
}

TEST(TokenizerFile, IsReadAsItIsPublished) {
  const auto section = read(published());
  ASSERT_TRUE(section) << section.error().message;
  const auto unigram = Unigram::over(*section);
  ASSERT_TRUE(unigram);
  EXPECT_THAT(unigram->encode("Tea <s>x", 16), ElementsAre(0, 3, 0, 2, 1));
}

TEST(TokenizerFile, RefusesWhatOursCanNotDo) {
  const std::pair<const char*, const char*> changes[]{
      {R"("unk_id":2)", R"("unk_id":4)"},
      {R"("unk_id":2)", R"("unk_id":2,"byte_fallback":true)"},
      {R"(["<unk>",0])", R"(["<s>",0])"},
      {R"(["<unk>",0])", R"(["<unk>"])"},
      {R"(["<unk>",0])", R"(["",0])"},
      {"WhitespaceSplit", "Whitespace"},
      {R"("add_prefix_space":true)", R"("add_prefix_space":false)"},
      {R"("add_prefix_space":true)", R"("prepend_scheme":"first")"},
      {R"({"Sequence":{"id":"A"}})", R"({"SpecialToken":{"id":"<s>"}})"},
      {R"({"id":"</s>"})", R"({"id":"<e>"})"},
      {R"("type":"Precompiled")", R"("type":"NFC")"},
      {R"("precompiled_charsmap":")", R"("precompiled_charsmap":"*)"},
      {R"("content":" ")", R"("content":"")"},
      {R"("special":true)", R"("special":false)"},
      {R"("content":"<s>")", R"("content":"<none>")"},
      {R"("type":"Unigram")", R"("type":"BPE")"}};
  for (const auto& [from, to] : changes) {
    std::string text = published();
    ASSERT_NE(text.find(from), text.npos) << from;
    text.replace(text.find(from), std::strlen(from), to);
    const auto done = read(text);
    ASSERT_FALSE(done) << from << " as " << to;
    EXPECT_EQ(done.error().code, Code::validation_failed);
  }
}

}  // namespace
}  // namespace aim::embed
