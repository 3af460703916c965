#include <gtest/gtest.h>

#include "cli/command.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"

namespace aim::cli {
namespace {

TEST(CommandWords, AreACommandWithPlacesAndFlags) {
  const op::Words& words = command_words();
  EXPECT_EQ(words.say({op::transcript_show, {{"from", "2"}, {"id", "4f1c"}}}),
            "ai-memory transcript show 4f1c --from 2");
  EXPECT_EQ(words.say({op::standard_set, {{"namespace", "team"}, {"id", "1a2b"}}}),
            "ai-memory standard set team 1a2b");
}

TEST(CommandWords, AreWordsOfAShellWhateverOthersNamedThings) {
  EXPECT_EQ(command_words().say({op::standard_set, {{"namespace", "*"}, {"id", "$(reboot)"}}}),
            "ai-memory standard set '*' '$(reboot)'");
}

TEST(CommandWords, SayThatADocumentIsAFile) {
  EXPECT_EQ(command_words().say({op::import_all}), "ai-memory import < FILE");
  EXPECT_EQ(command_words().say({op::export_all}), "ai-memory export > FILE");
}

std::string helped(const Remedy& remedy) {
  return op::said(remedy, &command_words(), &command_words());
}

// Found out by modules that know no command.
TEST(CommandWords, SayWhatHelps) {
  EXPECT_EQ(helped({"see", Means::find_fault}), "see with: ai-memory doctor");
  EXPECT_EQ(helped({"repair it", Means::repair}), "repair it with: ai-memory doctor --fix");
  EXPECT_EQ(helped({"save it", Means::repair_other}),
            "save it with: ai-memory --db FILE doctor --fix");
  EXPECT_EQ(helped({"see", Means::list_models}), "see with: ai-memory model list");
  EXPECT_EQ(helped({"get one", Means::get_model}), "get one with: ai-memory model get");
  EXPECT_EQ(helped({"get it", Means::get_model, "a b"}), "get it with: ai-memory model get 'a b'");
  EXPECT_EQ(helped({"use it", Means::import_model}), "use it with: ai-memory model import PATH");
  EXPECT_EQ(helped({"export", Means::export_memories}), "export with: ai-memory export > FILE");
  EXPECT_EQ(helped({"create one", Means::make_identity}),
            "create one with: ai-memory identity create");
  EXPECT_EQ(helped({"remove some", Means::forget_tokens}),
            "remove some with: ai-memory token revoke TOKEN --forget");
  EXPECT_EQ(helped({"choose another", Means::option, "unix_socket"}),
            "choose another with --unix-socket");
}

TEST(CommandWords, NameTheDatabaseInUse) {
  const CommandWords words("a b.db");
  const auto helped_there = [&](const Remedy& remedy) { return op::said(remedy, &words, &words); };
  EXPECT_EQ(helped_there({"repair it", Means::repair}),
            "repair it with: ai-memory --db 'a b.db' doctor --fix");
  EXPECT_EQ(helped_there({"export", Means::export_memories}),
            "export with: ai-memory --db 'a b.db' export > FILE");
  EXPECT_EQ(helped_there({"save it", Means::repair_other}),
            "save it with: ai-memory --db FILE doctor --fix");
  EXPECT_EQ(helped_there({"see", Means::list_models}), "see with: ai-memory model list");
  const CommandWords of_server("postgres://me:secret@host/memories");
  EXPECT_EQ(op::said({"see", Means::find_fault}, &of_server, &of_server),
            "see with: ai-memory --db ADDRESS doctor");
}

TEST(CommandWords, OfWhatHelpsFollowTheHint) {
  Error error = unavailable("it is in use", "try again");
  error.remedies = {{"give it a name", Means::option, "name"}, {"see who", Means::find_fault}};
  const Error said = op::in_words(error, &command_words(), &command_words());
  EXPECT_EQ(op::sentence(said),
            "it is in use; try again; give it a name with --name; see who with: ai-memory doctor");
  EXPECT_EQ(op::sentence(op::in_words(said, nullptr, nullptr)), op::sentence(said));
  EXPECT_EQ(op::sentence(error),
            "it is in use; try again; give it a name with the option name; see who with: the "
            "command doctor");
}

TEST(CommandWords, KnowOnlyWhatHasACommand) {
  EXPECT_EQ(command_words().say({op::bulk}), "");
}

}  // namespace
}  // namespace aim::cli
