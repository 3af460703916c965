#include "llm/remote_model.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "base/file.h"

namespace aim::llm {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;

// Answers each text with a vector of so many numbers, the first its length; or with trouble. Keeps
// what it was sent.
struct Made {
  std::size_t dimension = 4;
  std::optional<EndpointError> trouble = {};
  std::vector<std::vector<std::string>> calls = {};
  std::chrono::milliseconds timeout = {};
};
class MakingEndpoint final : public Endpoint {
 public:
  explicit MakingEndpoint(Made& made) : made_(made) {}
  Outcome<Completion> complete(const Prompt&, const Stop&) override {
    return tl::unexpected(EndpointError{});
  }
  Outcome<Embedded> embed(std::span<const std::string> texts, std::chrono::milliseconds timeout,
                          const Stop&) override {
    made_.calls.emplace_back(texts.begin(), texts.end());
    made_.timeout = timeout;
    if (made_.trouble)
      return tl::unexpected(*made_.trouble);
    Embedded out{{}, made_.dimension, 0};
    for (const std::string& text : texts) {
      out.numbers.resize(out.numbers.size() + made_.dimension, 0);
      out.numbers[out.numbers.size() - made_.dimension] = static_cast<float>(text.size());
    }
    return out;
  }
  Outcome<void> look(std::chrono::milliseconds) override { return {}; }

 private:
  Made& made_;
};

class RemoteModelTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "remote-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    settings_.url = "http://127.0.0.1:1";
    settings_.model = "nomic-embed-text";
    settings_.names = of_embedding;
    settings_.ledger = folder_ / "embedding.json";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::shared_ptr<EmbeddingClient> client() {
    return std::make_shared<EmbeddingClient>(
        settings_, 700ms, clock_, std::make_unique<MakingEndpoint>(made_),
        [](std::chrono::milliseconds, const Stop&) { return true; });
  }
  std::unique_ptr<embed::Embedder> model() {
    auto opened = RemoteModel::open(client());
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }

  std::filesystem::path folder_;
  Settings settings_;
  Made made_;
  FakeClock clock_{Time(std::chrono::sys_days{std::chrono::year{2026} / 11 / 21})};
};

TEST_F(RemoteModelTest, LearnsItsDimensionOnceForAllProcesses) {
  EXPECT_EQ(model()->identity(), (embed::Identity{"nomic-embed-text", "ollama-1", 4}));
  EXPECT_EQ(made_.calls.size(), 1U);
  EXPECT_EQ(model()->identity().dimension, 4U);
  EXPECT_EQ(made_.calls.size(), 1U) << "asked again for what is known";
  settings_.model = "another";
  made_.dimension = 3;
  EXPECT_EQ(model()->identity().dimension, 3U) << "another model's was taken";
}

TEST_F(RemoteModelTest, SaysWhatTextsAreFor) {
  const auto opened = model();
  const std::vector<std::string_view> texts{"cats"};
  const auto kept = opened->embed(texts, embed::Role::document);
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_THAT(*kept, ElementsAre(FloatNear(1, 1e-6F), 0, 0, 0)) << "of unit length";
  EXPECT_THAT(made_.calls.back(), ElementsAre("search_document: cats"));
  EXPECT_EQ(made_.timeout, 60s);
  ASSERT_TRUE(opened->embed(texts, embed::Role::query));
  EXPECT_THAT(made_.calls.back(), ElementsAre("search_query: cats"));
  EXPECT_EQ(made_.timeout, 700ms) << "who asks does not wait long";
}

TEST_F(RemoteModelTest, SendsManyTextsInSeveralCallsAndLongOnesCut) {
  const auto opened = model();
  const std::string one(100'000, 'x');
  const std::vector<std::string_view> texts(70, one);
  const auto made = opened->embed(texts, embed::Role::document);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->size(), texts.size() * 4);
  ASSERT_EQ(made_.calls.size(), 10U) << "and one for the dimension";
  for (std::size_t i = 1; i < made_.calls.size(); ++i) {
    EXPECT_LE(made_.calls[i].size() * made_.calls[i].front().size(), 64 * 1024U);
    EXPECT_LE(made_.calls[i].front().size(), 2'048 * 4U);
  }
}

TEST_F(RemoteModelTest, VectorsOfAnotherLengthMakeItOutOfDate) {
  const auto opened = model();
  made_.dimension = 6;
  const std::string_view text = "cats";
  const auto refused = opened->embed({&text, 1}, embed::Role::query);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("6 numbers"));
  EXPECT_TRUE(dynamic_cast<RemoteModel&>(*opened).is_outdated());
  EXPECT_THAT(dynamic_cast<RemoteModel&>(*opened).trouble(), HasSubstr("6 numbers"));
  EXPECT_EQ(model()->identity().dimension, 6U);
}

TEST_F(RemoteModelTest, AServiceThatIsAwayIsLeftAlone) {
  const auto opened = model();
  made_.trouble = EndpointError{RetryAdvice::later, unavailable("nobody there", ""), 0, {}, {}};
  const std::string_view text = "cats";
  EXPECT_EQ(opened->embed({&text, 1}, embed::Role::query).error().message, "nobody there");
  const std::size_t asked = made_.calls.size();
  EXPECT_THAT(opened->embed({&text, 1}, embed::Role::document).error().message,
              StartsWith("the embedding service is left alone"));
  EXPECT_EQ(made_.calls.size(), asked);
  made_.trouble.reset();
  clock_.advance(16s);
  EXPECT_TRUE(opened->embed({&text, 1}, embed::Role::query));
}

TEST_F(RemoteModelTest, TriesAgainInTheBackgroundOnly) {
  const auto opened = model();
  made_.trouble = EndpointError{RetryAdvice::soon, unavailable("out of order", ""), 500, {}, {}};
  const std::string_view text = "cats";
  EXPECT_FALSE(opened->embed({&text, 1}, embed::Role::document));
  EXPECT_EQ(made_.calls.size(), 4U) << "one for the dimension, three tries";
  clock_.advance(16s);
  EXPECT_FALSE(opened->embed({&text, 1}, embed::Role::query));
  EXPECT_EQ(made_.calls.size(), 5U);
}

TEST_F(RemoteModelTest, TheBudgetIsItsOwn) {
  settings_.limits.calls_per_day = 2;
  const auto opened = model();
  const std::string_view text = "cats";
  EXPECT_TRUE(opened->embed({&text, 1}, embed::Role::query));
  EXPECT_EQ(opened->embed({&text, 1}, embed::Role::query).error().message,
            "the embedding service's budget of 2 calls a day is used up");
}

TEST_F(RemoteModelTest, KnowsOfLanguagesWhatItsFamilyDoes) {
  EXPECT_LT(model()->coverage("ข้อความภาษาไทย").pieces, 0.5);
  settings_.model = "bge-m3";
  EXPECT_EQ(model()->coverage("ข้อความภาษาไทย").pieces, 1);
}

}  // namespace
}  // namespace aim::llm
