// What a service of models is called in messages, and the section of config.toml that it is set up
// in.
#pragma once
#include <string_view>

namespace aim::llm {

struct Names {
  std::string_view what = "the language model", section = "llm";
};
inline constexpr Names of_embedding{"the embedding service", "embedding"};

}  // namespace aim::llm
