// What the publishers of embedding models say of using them, for those that services offer under
// well-known names: which words go before a question and before what is kept, and how long a text
// may be.
// Knows: names of models. Must not know: services.
// Pure. Threads: any.
// Source: the models' own pages; docs/decisions/0053.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace aim::llm {

struct Family {
  std::string_view name;  // as names of models begin, in small letters
  std::string_view query_prefix = {}, document_prefix = {};
  std::size_t max_tokens = 512;
  bool english_only = false;  // with the vocabulary of BERT
};

// By the name that a service knows it by ("nomic-embed-text:latest", "intfloat/e5-small-v2"). Of an
// unknown model it has no prefixes.
const Family& family_of(std::string_view model);

// The beginning of a text that has about no more tokens, ending with a whole character: four
// letters of a word of ASCII, or any other character, are guessed to be one. Services cut by
// themselves, or refuse; this is so that little more leaves the machine than is used.
std::string_view within_tokens(std::string_view text, std::size_t most);

}  // namespace aim::llm
