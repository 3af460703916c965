#include <atomic>
#include <boost/json.hpp>

#include "llm/embedding_client.h"
#include "text/json_text.h"

namespace aim::llm {
namespace {

namespace json = boost::json;

// Ollama cuts off, silently and in front, what is longer; a model is loaded anew for another
// number, so it is always this.
constexpr std::int64_t context_tokens = 8'192;
constexpr std::int64_t max_tokens = 10'000'000;  // of one call; more is no count

std::int64_t count(const json::object& object, std::string_view name) {
  return std::clamp<std::int64_t>(text::integer_at(object, name), 0, max_tokens);
}

const json::value* text_at(const json::value& value, std::initializer_list<std::string_view> path) {
  const json::value* at = &value;
  for (const std::string_view name : path) {
    at = at->is_object() ? at->get_object().if_contains(name) : nullptr;
    if (!at)
      return nullptr;
  }
  return at->is_string() ? at : nullptr;
}

class Ollama final : public Endpoint {
 public:
  Ollama(Service service, std::string model)
      : service_(std::move(service)), model_(std::move(model)) {}

  Outcome<Completion> complete(const Prompt& prompt, const Stop& stop) override {
    if (!only_generates_) {
      auto chatted = chat(prompt, stop);
      // Versions before chat say nothing about a model, as there is no such path.
      if (chatted || chatted.error().status != 404 || !chatted.error().said.empty())
        return chatted;
    }
    auto generated = generate(prompt, stop);
    if (generated)
      only_generates_ = true;
    return generated;
  }

  Outcome<Embedded> embed(std::span<const std::string> texts, std::chrono::milliseconds timeout,
                          const Stop& stop) override {
    const json::object body{{"model", model_}, {"input", array_of(texts)}, {"truncate", true}};
    const auto reply = converse(for_vectors(service_, timeout), "/api/embed", &body, stop);
    if (!reply)
      return tl::unexpected(reply.error());
    const json::array* rows =
        reply->is_object() ? text::list_at(reply->get_object(), "embeddings") : nullptr;
    if (!rows || rows->size() != texts.size())
      return tl::unexpected(out_of_protocol(service_, "does not answer as Ollama does"));
    Embedded made;
    for (const json::value& row : *rows)
      if (!add_vector(row, made))
        return tl::unexpected(no_vector(service_));
    made.tokens = count(reply->get_object(), "prompt_eval_count");
    return made;
  }

  Outcome<void> look(std::chrono::milliseconds timeout) override {
    Service hurried = service_;
    hurried.timeout = timeout;
    const auto reply = converse(hurried, "/api/tags", nullptr, {});
    if (!reply)
      return tl::unexpected(reply.error());
    const json::array* models =
        reply->is_object() ? text::list_at(reply->get_object(), "models") : nullptr;
    if (!models)
      return tl::unexpected(out_of_protocol(service_, "does not list its models as Ollama does"));
    for (const json::value& each : *models)
      if (const json::value* name = text_at(each, {"name"}); name && is_ours(name->get_string()))
        return {};
    EndpointError trouble;
    trouble.status = 404;
    trouble.error = unavailable(service_.host + " does not have the model " + model_,
                                "obtain it with: ollama pull " + model_);
    return tl::unexpected(std::move(trouble));
  }

 private:
  // A name without a tag means the tag "latest".
  bool is_ours(std::string_view name) const { return name == model_ || name == model_ + ":latest"; }
  json::object common(const Prompt& prompt) const {
    return {
        {"model", model_},
        {"stream", false},
        {"format", "json"},
        {"options",
         {{"temperature", 0}, {"num_predict", prompt.max_tokens}, {"num_ctx", context_tokens}}}};
  }
  Outcome<Completion> chat(const Prompt& prompt, const Stop& stop) const {
    json::object body = common(prompt);
    body["messages"] = {{{"role", "system"}, {"content", prompt.instructions}},
                        {{"role", "user"}, {"content", prompt.material}}};
    return read(converse(service_, "/api/chat", &body, stop), {"message", "content"});
  }
  Outcome<Completion> generate(const Prompt& prompt, const Stop& stop) const {
    json::object body = common(prompt);
    body["system"] = prompt.instructions;
    body["prompt"] = prompt.material;
    return read(converse(service_, "/api/generate", &body, stop), {"response"});
  }
  Outcome<Completion> read(const Outcome<json::value>& reply,
                           std::initializer_list<std::string_view> path) const {
    if (!reply)
      return tl::unexpected(reply.error());
    const json::value* text = text_at(*reply, path);
    if (!text)
      return tl::unexpected(out_of_protocol(service_, "does not answer as Ollama does"));
    const json::object& object = reply->get_object();
    return Completion{std::string(text->get_string()),
                      count(object, "prompt_eval_count") + count(object, "eval_count")};
  }

  const Service service_;
  const std::string model_;
  std::atomic<bool> only_generates_ = false;
};

}  // namespace

std::unique_ptr<Endpoint> ollama(Service service, std::string model) {
  return std::make_unique<Ollama>(std::move(service), std::move(model));
}

}  // namespace aim::llm
