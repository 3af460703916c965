#include "llm/families.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "embed/usual_prefixes.h"

namespace aim::llm {
namespace {

namespace usual_prefix = embed::usual_prefix;
constexpr std::string_view chinese_prefix = "为这个句子生成表示以用于检索相关文章：";
constexpr std::string_view instructed_prefix =
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ";

// The longer of two names that begin alike comes first.
constexpr std::array families{
    Family{"nomic-embed-text-v2", usual_prefix::search_query, usual_prefix::search_document},
    Family{"nomic-embed-text", usual_prefix::search_query, usual_prefix::search_document, 2'048,
           true},
    Family{"mxbai-embed-large", usual_prefix::relevant_passages, {}, 512, true},
    Family{"multilingual-e5-large-instruct", instructed_prefix},
    Family{"multilingual-e5", usual_prefix::query, usual_prefix::passage},
    Family{"e5-mistral", instructed_prefix, {}, 4'096},
    Family{"e5-", usual_prefix::query, usual_prefix::passage, 512, true},
    Family{"snowflake-arctic-embed2", usual_prefix::query, {}, 8'192},
    Family{"snowflake-arctic-embed-l-v2", usual_prefix::query, {}, 8'192},
    Family{"snowflake-arctic-embed-m-v2", usual_prefix::query, {}, 8'192},
    Family{"snowflake-arctic-embed", usual_prefix::relevant_passages, {}, 512, true},
    Family{"bge-m3", {}, {}, 8'192},
    Family{"bge-small-en", usual_prefix::relevant_passages, {}, 512, true},
    Family{"bge-base-en", usual_prefix::relevant_passages, {}, 512, true},
    Family{"bge-small-zh", chinese_prefix},
    Family{"bge-base-zh", chinese_prefix},
    Family{"bge-large-zh", chinese_prefix},
    Family{"bge-large", usual_prefix::relevant_passages, {}, 512, true},
    Family{"all-minilm", {}, {}, 256, true},
    Family{"embeddinggemma", "task: search result | query: ", "title: none | text: ", 2'048},
    Family{"qwen3-embedding", instructed_prefix, {}, 8'192},
    Family{"paraphrase-multilingual", {}, {}, 128},
    Family{"text-embedding-", {}, {}, 8'191},
};
constexpr Family unknown{};

constexpr std::size_t letters_a_token = 4;

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

}  // namespace

const Family& family_of(std::string_view model) {
  const std::size_t slash = model.rfind('/');
  const std::string name = ascii::lower(slash == model.npos ? model : model.substr(slash + 1));
  const auto found = std::ranges::find_if(
      families, [&](const Family& family) { return name.starts_with(family.name); });
  return found == families.end() ? unknown : *found;
}

std::string_view within_tokens(std::string_view text, std::size_t most) {
  std::size_t tokens = 0, letters = 0;  // letters: of the word so far
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!begins_character(text[i]))
      continue;
    const bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
    if (ascii::is_alnum(text[i]))
      tokens += letters++ % letters_a_token == 0 ? 1U : 0U;
    else
      letters = 0;
    tokens += !ascii::is_alnum(text[i]) && !blank ? 1U : 0U;
    if (tokens > most)
      return text.substr(0, i);
  }
  return text;
}

}  // namespace aim::llm
