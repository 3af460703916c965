#include <gmock/gmock.h>
#include <stdlib.h>

#include <deque>

#include "base/file.h"
#include "llm/guard.h"

namespace aim::llm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

EndpointError trouble(RetryAdvice remedy, std::optional<std::chrono::seconds> wish = {}) {
  return {remedy, unavailable("the endpoint says no", ""), 500, {}, wish};
}

// Answers by a list, and keeps what it was asked.
struct Script {
  std::deque<Outcome<Completion>> answers;
  Outcome<void> seen = {};
  int asked = 0, looked = 0;
};
class ScriptedEndpoint final : public Endpoint {
 public:
  explicit ScriptedEndpoint(Script& script) : script_(script) {}
  Outcome<Completion> complete(const Prompt&, const Stop&) override {
    ++script_.asked;
    auto answer = script_.answers.front();
    script_.answers.pop_front();
    return answer;
  }
  Outcome<Embedded> embed(std::span<const std::string>, std::chrono::milliseconds,
                          const Stop&) override {
    return Embedded{};
  }
  Outcome<void> look(std::chrono::milliseconds) override {
    ++script_.looked;
    return script_.seen;
  }

 private:
  Script& script_;
};

class ClientTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "client-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    settings_.url = "http://user:secret@127.0.0.1:11434/";
    settings_.model = "m";
    settings_.ledger = folder_ / "llm.json";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::unique_ptr<Client> client() {
    return std::make_unique<Client>(settings_, clock_, std::make_unique<ScriptedEndpoint>(script_),
                                    [this](std::chrono::milliseconds time, const Stop& stop) {
                                      rests_.push_back(time);
                                      return !(stop && stop());
                                    });
  }

  std::filesystem::path folder_;
  Settings settings_;
  Script script_;
  std::vector<std::chrono::milliseconds> rests_;
  FakeClock clock_{Time(std::chrono::sys_days{std::chrono::year{2026} / 11 / 21})};
};

TEST_F(ClientTest, CountsWhatAnAnswerCost) {
  script_.answers = {Completion{"a", 70}, Completion{"0123", 0}};
  const auto model = client();
  EXPECT_EQ(model->ask({}, {}).value_or("?"), "a");
  EXPECT_EQ(model->ask({"0123", "0123", 10}, {}).value_or("?"), "0123");
  EXPECT_EQ(model->used().calls_today, 2);
  EXPECT_EQ(model->used().tokens_today, 73)
      << "where the service does not count, a quarter of the bytes";
}

TEST_F(ClientTest, TriesAgainWhatIsOutOfOrderAndRestsLongerEachTime) {
  script_.answers = {tl::unexpected(trouble(RetryAdvice::soon)),
                     tl::unexpected(trouble(RetryAdvice::soon, 3s)), Completion{"a", 1}};
  const auto model = client();
  EXPECT_EQ(model->ask({}, {}).value_or("?"), "a");
  EXPECT_THAT(rests_, ElementsAre(500ms, 3'000ms));
  EXPECT_EQ(model->used().calls_today, 3) << "every try is a call";
}

TEST_F(ClientTest, AsksADeadEndpointOnce) {
  script_.answers = {tl::unexpected(trouble(RetryAdvice::later)), Completion{"a", 1}};
  const auto model = client();
  EXPECT_FALSE(model->ask({}, {}));
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(model->ask({}, {}));
  EXPECT_FALSE(client()->ask({}, {})) << "another process learns of it";
  EXPECT_EQ(script_.asked, 1);
  EXPECT_THAT(rests_, IsEmpty());
  clock_.advance(15s);
  EXPECT_EQ(model->ask({}, {}).value_or("?"), "a");
}

TEST_F(ClientTest, GivesUpAfterTheRetries) {
  for (int i = 0; i < 5; ++i) script_.answers.push_back(tl::unexpected(trouble(RetryAdvice::soon)));
  EXPECT_FALSE(client()->ask({}, {}));
  EXPECT_EQ(script_.asked, 3);
  EXPECT_FALSE(client()->ask({}, {}));
  EXPECT_EQ(script_.asked, 3) << "the breaker is open";
}

TEST_F(ClientTest, LeavesALongWishToTheBreaker) {
  script_.answers = {tl::unexpected(trouble(RetryAdvice::soon, 120s)), Completion{"a", 1}};
  EXPECT_FALSE(client()->ask({}, {}));
  EXPECT_THAT(rests_, IsEmpty());
  clock_.advance(119s);
  EXPECT_FALSE(client()->ask({}, {}));
  clock_.advance(1s);
  EXPECT_TRUE(client()->ask({}, {}));
}

TEST_F(ClientTest, ARefusedPromptAndAStoppedCallSayNothingAboutTheEndpoint) {
  script_.answers = {tl::unexpected(trouble(RetryAdvice::none)),
                     tl::unexpected(trouble(RetryAdvice::ask_no_more)),
                     tl::unexpected(trouble(RetryAdvice::soon)), Completion{"a", 1}};
  EXPECT_FALSE(client()->ask({}, {}));
  EXPECT_FALSE(client()->ask({}, {}));
  EXPECT_FALSE(client()->ask({}, [] { return true; })) << "stopped between two tries";
  EXPECT_TRUE(client()->ask({}, {}));
}

TEST_F(ClientTest, RefusesBeyondTheBudget) {
  settings_.limits = {1, 0};
  script_.answers = {Completion{"a", 1}, Completion{"a", 1}};
  const auto model = client();
  EXPECT_TRUE(model->ask({}, {}));
  EXPECT_THAT(model->ask({}, {}).error().message, HasSubstr("budget"));
  EXPECT_EQ(script_.asked, 1);
  const State state = model->state();
  EXPECT_TRUE(state.reachable);
  EXPECT_FALSE(state.usable);
  EXPECT_THAT(state.why, HasSubstr("budget"));
  EXPECT_EQ(state.calls_left, 0);
}

TEST_F(ClientTest, LooksOnceInAWhile) {
  const auto model = client();
  EXPECT_TRUE(model->state().usable);
  EXPECT_TRUE(model->state().usable);
  EXPECT_EQ(script_.looked, 1);
  clock_.advance(31s);
  script_.seen = tl::unexpected(
      EndpointError{RetryAdvice::later, unavailable("cannot reach it", "start it"), 0, {}, {}});
  State state = model->state();
  EXPECT_FALSE(state.reachable);
  EXPECT_EQ(state.why, "cannot reach it; start it");
  state = model->state();
  EXPECT_EQ(script_.looked, 2) << "it is left alone now";
  EXPECT_THAT(state.why, HasSubstr("cannot reach it"));
  EXPECT_EQ(state.address, "127.0.0.1:11434") << "without the password";
}

TEST_F(ClientTest, SaysWhatIsNotSetUp) {
  const auto why = [&](const Settings& settings) { return Client(settings, clock_).state().why; };
  Settings wrong = settings_;
  wrong.url.clear();
  EXPECT_THAT(why(wrong), HasSubstr("[llm] url"));
  wrong = settings_;
  wrong.model.clear();
  EXPECT_THAT(why(wrong), HasSubstr("[llm] model"));
  wrong = settings_;
  wrong.key_file = folder_ / "none";
  EXPECT_THAT(why(wrong), HasSubstr("none"));
  ASSERT_TRUE(replace_file(folder_ / "key", "sk-1\r\nX-Evil: 1\n"));
  wrong.key_file = folder_ / "key";
  EXPECT_THAT(why(wrong), HasSubstr("must be a single line"));
  EXPECT_THAT(why(wrong), testing::Not(HasSubstr("sk-1")));
}

}  // namespace
}  // namespace aim::llm
