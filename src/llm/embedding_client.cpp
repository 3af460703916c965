#include "llm/embedding_client.h"

#include <boost/json.hpp>
#include <cmath>

namespace aim::llm {

namespace {

constexpr std::size_t max_texts = 32, max_bytes = 64 * 1024;  // of one call

// How many texts of the beginning go into one call; at least one.
std::size_t count_of_call(std::span<const std::string> texts) {
  std::size_t count = 0, bytes = 0;
  while (count < std::min(texts.size(), max_texts)) {
    bytes += texts[count].size();
    if (count > 0 && bytes > max_bytes)
      break;
    ++count;
  }
  return count;
}

// A quarter of the bytes, for services that do not count.
std::int64_t estimate(std::span<const std::string> texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  return static_cast<std::int64_t>(bytes / 4);
}

void normalise(std::span<float> vector) {
  double square = 0;
  for (const float number : vector) square += double{number} * double{number};
  const double length = std::sqrt(square);
  for (float& number : vector) number = length > 0 ? static_cast<float>(number / length) : 0;
}

}  // namespace

Result<void> EmbeddingClient::embed_some(Endpoint& endpoint, std::span<const std::string> texts,
                                         Haste haste, const Stop& stop, Embedded& made) {
  auto policy = guard_.usual_policy();
  if (haste == Haste::question)
    policy = {std::min(question_timeout_, policy.timeout), 0};
  Embedded some;
  TRY_VOID(guard_.run(
      [&]() -> Outcome<std::int64_t> {
        auto answer = endpoint.embed(texts, policy.timeout, stop);
        if (!answer)
          return tl::unexpected(std::move(answer).error());
        some = std::move(*answer);
        return some.tokens > 0 ? some.tokens : estimate(texts);
      },
      policy, stop));
  if (const ServiceRecord entry = guard_.ledger().look(); known(entry) != some.dimension)
    TRY_VOID(guard_.ledger().note_dimension(some.dimension));
  if (made.dimension != 0 && made.dimension != some.dimension)
    return Failure(unavailable("the embedding service answers with vectors of " +
                                   std::to_string(some.dimension) + " numbers, which had " +
                                   std::to_string(made.dimension) + " a moment ago",
                               "check embedding.url and embedding.model in config.toml"));
  for (std::size_t i = 0; i < texts.size(); ++i)
    normalise(std::span(some.numbers).subspan(i * some.dimension, some.dimension));
  made.dimension = some.dimension;
  made.tokens += some.tokens;
  made.numbers.insert(made.numbers.end(), some.numbers.begin(), some.numbers.end());
  return {};
}

Result<Embedded> EmbeddingClient::embed(std::span<const std::string> texts, Haste haste,
                                        const Stop& stop) {
  Endpoint* endpoint = TRY(guard_.endpoint());
  Embedded made;
  while (!texts.empty()) {
    const auto next = texts.first(count_of_call(texts));
    TRY_VOID(embed_some(*endpoint, next, haste, stop, made));
    texts = texts.subspan(next.size());
  }
  return made;
}

Result<std::size_t> EmbeddingClient::dimension(const Stop& stop) {
  if (const std::size_t dimension = known_dimension(); dimension > 0)
    return dimension;
  const std::string text = "dimension";
  return TRY(embed({&text, 1}, Haste::question, stop)).dimension;
}

namespace {

namespace json = boost::json;

// 32 vectors of 4,096 numbers of 22 characters.
constexpr std::size_t max_vector_reply = std::size_t{3} << 20;

}  // namespace

json::array array_of(std::span<const std::string> texts) {
  json::array out;
  for (const std::string& text : texts) out.emplace_back(text);
  return out;
}

Service for_vectors(const Service& service, std::chrono::milliseconds timeout) {
  Service asked = service;
  asked.timeout = timeout;
  asked.connect_timeout = std::min(asked.connect_timeout, timeout);
  asked.max_reply_bytes = max_vector_reply;
  return asked;
}

bool add_vector(const json::value& row, Embedded& made) {
  if (!row.is_array() || row.get_array().empty() || row.get_array().size() > max_dimension)
    return false;
  if (made.dimension == 0)
    made.dimension = row.get_array().size();
  if (row.get_array().size() != made.dimension)
    return false;
  for (const json::value& each : row.get_array()) {
    boost::system::error_code error;
    const double number = each.to_number<double>(error);
    if (error || !(std::abs(number) <= double{std::numeric_limits<float>::max()}))  // nor is NaN
      return false;
    made.numbers.push_back(static_cast<float>(number));
  }
  return true;
}

EndpointError no_vector(const Service& service) {
  return out_of_protocol(service, "answers with what is no list of vectors: each must be 1 to " +
                                      std::to_string(max_dimension) +
                                      " finite numbers, all of the same count");
}

}  // namespace aim::llm
