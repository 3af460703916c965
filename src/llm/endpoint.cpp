#include "llm/endpoint.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/utf8.h"
#include "embed/embedder.h"
#include "text/json_text.h"

namespace aim::llm {
namespace {

constexpr std::size_t max_said = 200;

// {"error": "…"} and {"error": {"message": "…"}} are both usual.
std::string said_by(const std::string& body) {
  const auto value = text::parse_json(body);
  if (!value || !value->is_object())
    return {};
  const json::value* error = value->get_object().if_contains("error");
  if (error && error->is_object())
    error = error->get_object().if_contains("message");
  return error && error->is_string() ? utf8::excerpt(error->get_string(), max_said) : std::string();
}

EndpointError refusal(const Service& service, const web::Answered& answer) {
  EndpointError trouble;
  trouble.status = answer.status;
  trouble.said = said_by(answer.body);
  trouble.retry_after = answer.retry_after;
  std::string message = service.host + " answers with status " + std::to_string(answer.status);
  const bool about_login = answer.status == 401 || answer.status == 403;
  // What is said about a key may repeat it.
  if (!trouble.said.empty() && !about_login)
    message += ": " + trouble.said;
  if (answer.status == 429 || answer.status == 408 || answer.status >= 500) {
    trouble.remedy = RetryAdvice::soon;
    trouble.error = unavailable(std::move(message), "try again later");
  } else if (about_login) {
    trouble.error = unavailable(
        std::move(message), (service.key.empty() ? "it requires a key: set " : "check the key: ") +
                                service.names.setting("key_file") + " in config.toml");
  } else if (answer.status == 404 || answer.status < 400) {
    trouble.error =
        unavailable(std::move(message), "check " + service.names.setting("url") + ", " +
                                            service.names.setting("backend") + " and " +
                                            service.names.setting("model") + " in config.toml");
  } else {
    trouble.remedy = RetryAdvice::none;
    trouble.error = unavailable(std::move(message), "try something shorter, or another model");
    trouble.error.field = of_this_prompt;
  }
  return trouble;
}

}  // namespace

EndpointError out_of_protocol(const Service& service, std::string_view what) {
  EndpointError trouble;
  trouble.error = unavailable(service.host + std::string(" ").append(what),
                              "check " + service.names.setting("url") + " and " +
                                  service.names.setting("backend") + " in config.toml");
  return trouble;
}

Outcome<json::value> converse(const Service& service, std::string_view path,
                              const json::object* body, const Stop& stop) {
  web::Asking asking;
  asking.url = service.url + std::string(path);
  asking.plain = service.plain;
  asking.connect_timeout = service.connect_timeout;
  asking.timeout = service.timeout;
  asking.max_bytes = service.max_reply_bytes;
  asking.stop = stop;
  asking.headers = {"Content-Type: application/json", "Accept: application/json"};
  if (!service.key.empty())
    asking.headers.push_back("Authorization: Bearer " + service.key);
  if (body)
    asking.body = text::compact(*body);
  auto answer = web::ask(asking);
  if (!answer) {
    EndpointError trouble;
    trouble.error = std::move(answer).error();
    if (trouble.error.code == Code::validation_failed)  // of the address, not of the prompt
      trouble.error.code = Code::unavailable;
    if (stop && stop())
      trouble.remedy = RetryAdvice::ask_no_more;
    return tl::unexpected(std::move(trouble));
  }
  if (answer->status != 200)
    return tl::unexpected(refusal(service, *answer));
  auto value = text::parse_json(answer->body);
  if (!value)
    return tl::unexpected(out_of_protocol(service, "does not answer with JSON"));
  return std::move(*value);
}

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
    if (!utf8::begins_character(text[i]))
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
