#include "store/index_rules.h"

#include "base/hash.h"
#include "memory/conversation_line.h"
#include "text/words.h"

namespace aim::store {
namespace {

// What PassageMeta holds of some lines.
std::string line_rules() {
  Memory line;
  line.metadata = R"({"session_id":"s","speaker":"ann"})";
  std::string out;
  for (const char* content :
       {"Well? I am. Are you?", "[8 May, 2023] Ann: how is it?", "[user]: I am here. What now?",
        "\u4F60\u597D\u3002\u4F60\u5462\uFF1F",
        "This tells of many things that happened since, and only asks at the very end, does it "
        "not?"}) {
    line.content = content;
    const Line known = line_of(line);
    out.append(known.speaker).append(known.dialogue ? "+" : "-");
    out.append(std::to_string(static_cast<int>(known.asks * 255))).append("\n");
  }
  return out;
}

}  // namespace

std::int64_t rules_fingerprint() {
  static const auto fingerprint =
      static_cast<std::int64_t>(stable_hash(text::rules_sample() + line_rules()) >> 1U);
  return fingerprint;
}

}  // namespace aim::store
