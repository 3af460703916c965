#include "cli/command_words.h"

#include <gtest/gtest.h>

#include "op/kit/catalog_functions.h"

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

TEST(CommandWords, KnowOnlyWhatHasACommand) {
  EXPECT_EQ(command_words().say({op::bulk}), "");
}

}  // namespace
}  // namespace aim::cli
