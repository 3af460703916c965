// The next step in the words of the command line: "ai-memory transcript show 4f1c --from 12".
// Knows: the commands. Must not know: how they are run.
// Threads: any.
#pragma once
#include "op/kit/remedies.h"

namespace aim::cli {

class CommandWords : public op::Words {
 public:
  // `database`: the value of --db, which suggested commands about a database get, too.
  explicit CommandWords(std::optional<std::string> database = {})
      : database_(std::move(database)) {}
  std::string say(const op::NextStep& step) const override;

 private:
  std::optional<std::string> database_;
};

const op::Words& command_words();

}  // namespace aim::cli
