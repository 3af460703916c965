// What language models say: reading it ends, and what comes out keeps its limits.
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "expect.h"
#include "llm/answers.h"

using aim::utf8::is_valid;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view answer(reinterpret_cast<const char*>(data), size);
  if (const auto list = aim::llm::read_list(answer, "tags", {5, 40})) {
    expect(list->size() <= 5, "no more texts than wanted");
    for (const std::string& each : *list)
      expect(!each.empty() && each.size() <= 40 && is_valid(each) && each.find('\n') == each.npos,
             "each text is one line of bounded length");
  }
  if (const auto text = aim::llm::read_text(answer, "tags", 50))
    expect(!text->empty() && text->size() <= 50 && is_valid(*text), "a text of bounded length");
  static_cast<void>(aim::llm::read_truth(answer, "tags"));
  return 0;
}
