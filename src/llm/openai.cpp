#include <atomic>
#include <boost/json.hpp>

#include "llm/embedding_client.h"
#include "text/json_text.h"

namespace aim::llm {
namespace {

namespace json = boost::json;

constexpr std::int64_t max_tokens = 10'000'000;  // of one call; more is no count

class OpenAi final : public Endpoint {
 public:
  OpenAi(Service service, std::string model)
      : service_(std::move(service)), model_(std::move(model)) {
    const std::size_t host = service_.url.find("://");
    if (host != std::string::npos && service_.url.find('/', host + 3) == std::string::npos)
      service_.url += "/v1";
  }

  Outcome<Completion> complete(const Prompt& prompt, const Stop& stop) override {
    auto done = chat(prompt, stop, newer_names_);
    // Newer models refuse the older names of two parameters, other services know no other.
    if (!done && !newer_names_ && done.error().status == 400 &&
        done.error().said.find("max_completion_tokens") != std::string::npos) {
      done = chat(prompt, stop, true);
      newer_names_ = done.has_value();
    }
    return done;
  }

  Outcome<Embedded> embed(std::span<const std::string> texts, std::chrono::milliseconds timeout,
                          const Stop& stop) override {
    const json::object body{{"model", model_}, {"input", array_of(texts)}};
    const auto reply = converse(for_vectors(service_, timeout), "/embeddings", &body, stop);
    if (!reply)
      return tl::unexpected(reply.error());
    const auto rows = by_index(*reply, texts.size());
    if (!rows)
      return tl::unexpected(out_of_protocol(service_, "does not answer as OpenAI does"));
    Embedded made;
    for (const json::value* row : *rows)
      if (!add_vector(*row, made))
        return tl::unexpected(no_vector(service_));
    made.tokens = tokens_of(*reply);
    return made;
  }

  Outcome<void> look(std::chrono::milliseconds timeout) override {
    Service hurried = service_;
    hurried.timeout = timeout;
    const auto reply = converse(hurried, "/models", nullptr, {});
    // Not every service lists what it has.
    if (!reply && (reply.error().status == 404 || reply.error().status == 405))
      return {};
    if (!reply)
      return tl::unexpected(reply.error());
    const json::array* models =
        reply->is_object() ? text::list_at(reply->get_object(), "data") : nullptr;
    if (!models)
      return tl::unexpected(out_of_protocol(service_, "does not list its models as OpenAI does"));
    if (models->empty() || std::ranges::any_of(*models, [&](const json::value& each) {
          return each.is_object() && text::text_at(each.get_object(), "id") == model_;
        }))
      return {};
    EndpointError trouble;
    trouble.status = 404;
    trouble.error = unavailable(
        service_.host + " does not have the model " + model_,
        "name one that it offers: " + service_.names.setting("model") + " in config.toml");
    return tl::unexpected(std::move(trouble));
  }

 private:
  Outcome<Completion> chat(const Prompt& prompt, const Stop& stop, bool newer_names) const {
    json::object body{{"model", model_},
                      {"messages",
                       {{{"role", "system"}, {"content", prompt.instructions}},
                        {{"role", "user"}, {"content", prompt.material}}}}};
    body[newer_names ? "max_completion_tokens" : "max_tokens"] = prompt.max_tokens;
    if (!newer_names)
      body["temperature"] = 0;
    const auto reply = converse(service_, "/chat/completions", &body, stop);
    if (!reply)
      return tl::unexpected(reply.error());
    const auto text = text_of(*reply);
    if (!text)
      return tl::unexpected(out_of_protocol(service_, "does not answer as OpenAI does"));
    return Completion{*text, tokens_of(*reply)};
  }

  static const json::value* member(const json::value* value, std::string_view name) {
    return value && value->is_object() ? value->get_object().if_contains(name) : nullptr;
  }
  // choices[0].message.content
  static std::optional<std::string> text_of(const json::value& reply) {
    const json::value* choices = member(&reply, "choices");
    if (!choices || !choices->is_array() || choices->get_array().empty())
      return {};
    const json::value* text = member(member(&choices->get_array()[0], "message"), "content");
    if (!text || !text->is_string())
      return {};
    return std::string(text->get_string());
  }
  // data[…].embedding, each where its index says, which need not be the order that they come in.
  // Nothing unless there is one of each.
  static std::optional<std::vector<const json::value*>> by_index(const json::value& reply,
                                                                 std::size_t texts) {
    const json::value* data = member(&reply, "data");
    if (!data || !data->is_array() || data->get_array().size() != texts)
      return {};
    std::vector<const json::value*> rows(texts);
    for (std::size_t i = 0; i < texts; ++i) {
      const json::value& each = data->get_array()[i];
      const json::value* index = member(&each, "index");
      const json::value* row = member(&each, "embedding");
      std::int64_t place = static_cast<std::int64_t>(i);
      if (index)
        place = index->is_int64() ? index->get_int64() : -1;
      if (!row || place < 0 || place >= static_cast<std::int64_t>(texts) ||
          rows[static_cast<std::size_t>(place)])
        return {};
      rows[static_cast<std::size_t>(place)] = row;
    }
    return rows;
  }
  static std::int64_t tokens_of(const json::value& reply) {
    const json::value* total = member(member(&reply, "usage"), "total_tokens");
    return total && total->is_int64() ? std::clamp<std::int64_t>(total->get_int64(), 0, max_tokens)
                                      : 0;
  }

  Service service_;
  const std::string model_;
  std::atomic<bool> newer_names_ = false;
};

}  // namespace

std::unique_ptr<Endpoint> openai(Service service, std::string model) {
  return std::make_unique<OpenAi>(std::move(service), std::move(model));
}

}  // namespace aim::llm
