// Whole models: two tiny random ones against vectors computed by numpy, damaged files, many
// threads; the published one where it is present.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

#include "embed/encoder.h"
#include "embed/kernels/kernels.h"
#include "embed/pack.h"
#include "tiny_models.h"

namespace aim::embed {
namespace {

namespace fs = std::filesystem;

class Models : public testing::Test {
 protected:
  Models() {
    std::string name = (fs::temp_directory_path() / "aim-embed-XXXXXX").native();
    folder_ = ::mkdtemp(name.data());
    write_model(folder_ / "bert", tiny_bert_config, tiny_bert_tensors());
    write_model(folder_ / "nomic", tiny_nomic_config, tiny_nomic_tensors());
    write_model(folder_ / "first", tiny_bert_config, tiny_bert_tensors());
    fs::create_directory(folder_ / "first/1_Pooling");
    write_text(folder_ / "first/1_Pooling/config.json", tiny_first_pooling);
  }
  ~Models() override { fs::remove_all(folder_); }

  fs::path pack(const std::string& model, Precision precision) {
    const fs::path packed = folder_ / (model + std::to_string(static_cast<int>(precision)));
    PackOptions options;
    options.precision = precision;
    const auto done = pack_model(folder_ / model, packed, options);
    EXPECT_TRUE(done) << done.error().message;
    return packed;
  }

  fs::path folder_;
};

std::unique_ptr<LocalModel> opened(const fs::path& packed, const LocalModelOptions& options = {}) {
  auto model = LocalModel::open(packed, options);
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : nullptr;
}

std::vector<float> vectors_of(const LocalModel& model, const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  auto out = model.embed(views, Role::document);
  EXPECT_TRUE(out);
  return *out;
}

double cosine(const float* a, const float* b, std::size_t width) {
  double out = 0;
  for (std::size_t i = 0; i < width; ++i)
    out += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return out;
}

struct Expected {
  std::vector<std::uint32_t> tokens;
  std::vector<float> vector;
};

std::vector<Expected> expected(const std::string& model) {
  std::ifstream file(fs::path(AIM_EXPECTED) / ("tiny_" + model + ".txt"));
  std::vector<Expected> out;
  for (std::string line; std::getline(file, line);) {
    std::istringstream tokens(line.substr(0, line.find('|'))),
        numbers(line.substr(line.find('|') + 1));
    Expected& each = out.emplace_back();
    for (std::uint32_t token = 0; tokens >> token;) each.tokens.push_back(token);
    for (float number = 0; numbers >> number;) each.vector.push_back(number);
  }
  return out;
}

void expect_vectors(const LocalModel& model, const std::string& name, double least_cosine) {
  const std::vector<Expected> wanted = expected(name);
  const std::vector<std::string> texts = tiny_texts();
  ASSERT_EQ(wanted.size(), texts.size());
  const std::vector<float> found = vectors_of(model, texts);
  const std::size_t width = model.identity().dimension;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(wanted[i].vector.size(), width);
    const double likeness = cosine(wanted[i].vector.data(), found.data() + i * width, width);
    EXPECT_GE(likeness, least_cosine) << name << ": " << texts[i];
    EXPECT_LE(likeness, 1.00001);
  }
}

TEST_F(Models, GiveTheVectorsThatNumpyGives) {
  for (const std::string name : {"bert", "nomic", "first"}) {
    for (const Kernels* kernels : usable_kernels()) {
      SCOPED_TRACE(kernels->name);
      expect_vectors(*opened(pack(name, Precision::floats), {1, kernels}), name, 0.999999);
      // Random weights are a harder case than real ones.
      expect_vectors(*opened(pack(name, Precision::bytes), {1, kernels}), name, 0.99);
    }
  }
}

TEST_F(Models, GiveTheSameBitsOnEveryInstructionSet) {
  for (const std::string name : {"bert", "nomic"})
    for (const Precision precision : {Precision::bytes, Precision::floats}) {
      const fs::path packed = pack(name, precision);
      const std::vector<float> best = vectors_of(*opened(packed), tiny_texts());
      for (const Kernels* kernels : usable_kernels())
        EXPECT_EQ(vectors_of(*opened(packed, {1, kernels}), tiny_texts()), best) << kernels->name;
    }
}

TEST_F(Models, GiveATextItsVectorWhateverStandsBesideIt) {
  const auto model = opened(pack("nomic", Precision::bytes));
  const std::vector<std::string> texts = tiny_texts();
  const std::vector<float> together = vectors_of(*model, texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::vector<float> alone = vectors_of(*model, {texts[i]});
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(),
                           together.begin() + static_cast<std::ptrdiff_t>(i * 128)));
  }
}

TEST_F(Models, SayWhatTheyAre) {
  const fs::path packed = pack("nomic", Precision::bytes);
  const auto model = opened(packed);
  EXPECT_EQ(model->identity(), (Identity{"nomic", "int8-1", 128}));
  EXPECT_EQ(model->max_tokens(), 64U);
  const auto info = info_of(packed);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->identity, model->identity());
  EXPECT_EQ(info->max_tokens, 64U);
  EXPECT_EQ(info->bytes, fs::file_size(packed));
  EXPECT_EQ(fs::status(packed).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_TRUE(model->verify());
  EXPECT_EQ(opened(pack("nomic", Precision::floats))->identity().engine, "fp32-1");
}

TEST_F(Models, TellQuestionsFromDocumentsWhereThePublisherDoes) {
  const std::string_view texts[]{"tea"};
  const auto nomic = opened(pack("nomic", Precision::bytes));
  EXPECT_NE(*nomic->embed(texts, Role::query), *nomic->embed(texts, Role::document));
  const auto bert = opened(pack("bert", Precision::bytes));
  EXPECT_EQ(*bert->embed(texts, Role::query), *bert->embed(texts, Role::document));
  EXPECT_TRUE(bert->embed({}, Role::query)->empty());
}

// A suite of its own, which the thread sanitizer runs too.
class SharedModels : public Models {};

TEST_F(SharedModels, GiveEveryThreadTheSame) {
  const fs::path packed = pack("bert", Precision::bytes);
  const auto model = opened(packed, {3, nullptr});
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i)
    for (const std::string& text : tiny_texts()) texts.push_back(text);
  const std::vector<float> wanted = vectors_of(*opened(packed), texts);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { EXPECT_EQ(vectors_of(*model, texts), wanted); });
}

TEST_F(Models, AreUsedAsTheirPublisherSays) {
  PackOptions options;
  options.use = {Pooling::first,
                 "the user likes dark mode and tea in paris, the user likes tea : ", "passage: "};
  const fs::path packed = folder_ / "used";
  ASSERT_TRUE(pack_model(folder_ / "bert", packed, options));
  const auto used = opened(packed);
  EXPECT_TRUE(used->verify());
  const std::string_view text[]{"tea"};
  const std::string as_question = options.use->query_prefix + "tea", as_text = "passage: tea";
  const auto plain = opened(pack("first", Precision::bytes));
  // The bytes of the weights were chosen with the prefix in front, so the vectors are only nearly
  // the same.
  const auto expect_alike = [&](const std::vector<float>& found, const std::string& written) {
    EXPECT_GT(cosine(found.data(), vectors_of(*plain, {written}).data(), 64), 0.99) << written;
  };
  expect_alike(*used->embed(text, Role::query), as_question);
  expect_alike(*used->embed(text, Role::document), as_text);
  options.use->document_prefix = std::string(25, 'a');
  const auto refused = pack_model(folder_ / "bert", packed, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::validation_failed);
  write_text(folder_ / "first/1_Pooling/config.json", R"({"pooling_mode_max_tokens":true})");
  EXPECT_FALSE(pack_model(folder_ / "first", packed, {}));
}

// Files that version 1 can describe stay what they were.
TEST_F(Models, HaveTheOldestVersionThatDescribesThem) {
  const auto version = [](const fs::path& packed) {
    std::ifstream file(packed, std::ios::binary);
    std::array<char, 9> begin{};
    file.read(begin.data(), begin.size());
    return static_cast<int>(begin[8]);
  };
  EXPECT_EQ(version(pack("bert", Precision::bytes)), 1);
  EXPECT_EQ(version(pack("nomic", Precision::bytes)), 1);
  EXPECT_EQ(version(pack("first", Precision::bytes)), 2);
}

void expect_no_crash(const fs::path& damaged) {
  const auto model = LocalModel::open(damaged);
  if (model)
    vectors_of(**model, {"the user likes dark mode, and tea", "cats"});
}

TEST_F(Models, RefuseAFileThatIsCutOff) {
  const std::string whole = [&] {
    std::ifstream file(pack("bert", Precision::bytes), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  const fs::path damaged = folder_ / "damaged";
  for (std::size_t size = 0; size < whole.size(); size += size < 4096 ? 13 : 997) {
    write_text(damaged, std::string_view(whole).substr(0, size));
    const auto model = LocalModel::open(damaged);
    ASSERT_FALSE(model) << size;
    EXPECT_EQ(model.error().code, Code::unavailable);
    EXPECT_FALSE(info_of(damaged));
  }
  write_text(damaged, whole + "x");
  EXPECT_FALSE(LocalModel::open(damaged));
}

TEST_F(Models, SurviveEveryDamage) {
  const fs::path damaged = pack("nomic", Precision::bytes);
  const std::uintmax_t size = fs::file_size(damaged);
  std::fstream file(damaged, std::ios::binary | std::ios::in | std::ios::out);
  const auto turn_over = [&](std::uintmax_t at) {
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 0xFF)).flush();
  };
  const std::uintmax_t header = 320 + 55 * 16;
  for (std::uintmax_t at = 0; at < size; at += at < header ? 1 : 1009) {
    turn_over(at);
    const auto model = LocalModel::open(damaged);
    EXPECT_FALSE(model && (*model)->verify()) << at;
    expect_no_crash(damaged);
    turn_over(at);
  }
  EXPECT_TRUE(opened(damaged)->verify());
}

TEST_F(Models, RefuseWhatIsNoModel) {
  EXPECT_EQ(LocalModel::open(folder_ / "nowhere").error().code, Code::not_found);
  EXPECT_FALSE(LocalModel::open(folder_));
  EXPECT_EQ(pack_model(folder_ / "nowhere", folder_ / "p", {}).error().code, Code::not_found);
  const std::vector<std::pair<std::string, std::string>> changes{
      {R"("gelu")", R"("relu")"},
      {"\"bert\"", "\"gpt2\""},
      {R"("num_attention_heads":2)", R"("num_attention_heads":0)"},
      {R"("hidden_size":64)", R"("hidden_size":60)"},
      {":2,", ":3,"},
      {"{", ""},
      {R"("vocab_size":43)", R"("vocab_size":42)"}};
  for (const auto& [from, to] : changes) {
    std::string config(tiny_bert_config);
    config.replace(config.find(from), from.size(), to);
    write_text(folder_ / "bert/config.json", config);
    const auto done = pack_model(folder_ / "bert", folder_ / "p", {});
    ASSERT_FALSE(done) << config;
    EXPECT_EQ(done.error().code, Code::validation_failed) << done.error().message;
  }
  EXPECT_FALSE(fs::exists(folder_ / "p"));
}

TEST_F(Models, TakeTheVocabularyFromTheTokenizerWhereThereIsNoList) {
  const std::vector<float> wanted =
      vectors_of(*opened(pack("bert", Precision::bytes)), tiny_texts());
  std::string json = R"({"model":{"vocab":{)";
  std::istringstream pieces{std::string(tiny_pieces)};
  int id = 0;
  for (std::string piece; pieces >> piece; ++id)
    json += (id > 0 ? ",\"" : "\"") + piece + "\":" + std::to_string(id);
  write_text(folder_ / "bert/tokenizer.json", json + "}}}");
  fs::remove(folder_ / "bert/vocab.txt");
  EXPECT_EQ(vectors_of(*opened(pack("bert", Precision::bytes)), tiny_texts()), wanted);
}

// A model of BERT's shape with SentencePiece's vocabulary, as the multilingual ones are.
TEST_F(Models, CutByUnigramWhereThePublisherDoes) {
  fs::remove(folder_ / "bert/vocab.txt");
  write_text(folder_ / "bert/tokenizer.json", tiny_unigram);
  const auto model = opened(pack("bert", Precision::bytes));
  EXPECT_TRUE(model->verify());
  EXPECT_THAT(model->tokenizer().encode("tea in  paris", 48), testing::ElementsAre(0, 4, 5, 6, 1));
  EXPECT_EQ(vectors_of(*model, {"tea in paris"}), vectors_of(*model, {" tea  in\nparis "}));
  EXPECT_NE(vectors_of(*model, {"tea in paris"}), vectors_of(*model, {"paris"}));
  EXPECT_EQ(model->coverage("tea").words, 1);
  EXPECT_EQ(model->coverage("xyz").pieces, 0);
}

TEST_F(Models, TellHowFarPackingIs) {
  double last = 0;
  PackOptions options;
  options.progress = [&last](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  ASSERT_TRUE(pack_model(folder_ / "bert", folder_ / "p", options));
  EXPECT_DOUBLE_EQ(last, 1);
}

// The published all-MiniLM-L6-v2; tests/embed/parity.py compares it with numpy.
TEST_F(Models, LoseLittleOfThePublishedOneAsBytes) {
  const char* published = std::getenv("AI_MEMORY_TEST_MODEL");
  if (published == nullptr)
    GTEST_SKIP() << "AI_MEMORY_TEST_MODEL names no folder with all-MiniLM-L6-v2";
  PackOptions options;
  ASSERT_TRUE(pack_model(published, folder_ / "bytes", options));
  options.precision = Precision::floats;
  ASSERT_TRUE(pack_model(published, folder_ / "floats", options));
  const std::vector<std::string> texts{"Where did we put the keys to the cellar?",
                                       "The release is planned for May.", "She plays the violin.",
                                       "x", ""};
  const auto bytes = opened(folder_ / "bytes");
  EXPECT_EQ(bytes->max_tokens(), 256U);
  const std::vector<float> found = vectors_of(*bytes, texts);
  const std::vector<float> wanted = vectors_of(*opened(folder_ / "floats"), texts);
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_GE(cosine(&found[i * 384], &wanted[i * 384], 384), 0.995) << texts[i];
  for (const Kernels* kernels : usable_kernels())
    EXPECT_EQ(vectors_of(*opened(folder_ / "bytes", {1, kernels}), texts), found) << kernels->name;
}

}  // namespace
}  // namespace aim::embed
