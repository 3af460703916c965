// The two protocols that models are asked by, of language and of embedding. Whoever speaks one
// knows its paths and members, and nothing of budgets, retries or what the answers are for.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>

#include "llm/budget.h"
#include "llm/language_model.h"
#include "web/ask.h"

namespace aim::llm {

// A model's HTTP service: JSON there, JSON back, and what went wrong sorted by what to do about it.
enum class RetryAdvice {
  none,        // this prompt is what it refuses; the endpoint is well
  soon,        // overloaded or out of order: worth another try
  later,       // not there, or set up wrongly: leave it alone for a while
  ask_no_more  // the caller wants no answer any more
};
struct EndpointError {
  RetryAdvice remedy = RetryAdvice::later;
  Error error = {};
  long status = 0;        // 0: there was no answer
  std::string said = {};  // by the service, about what is wrong; short
  std::optional<std::chrono::seconds> retry_after = {};
};
template <class T>
using Outcome = tl::expected<T, EndpointError>;

struct Service {
  std::string url;   // without a slash at the end
  std::string host;  // for messages
  std::string key;   // empty: none
  web::PlainHttp plain = web::PlainHttp::this_machine;
  std::chrono::milliseconds connect_timeout, timeout;
  std::size_t max_reply_bytes = std::size_t{1} << 20;
  Names names = {};
};

// By POST when there is a body, else by GET. `timeout` is the service's unless given.
Outcome<boost::json::value> converse(const Service& service, std::string_view path,
                                     const boost::json::object* body, const Stop& stop);

// What it says is not what the protocol promises.
EndpointError out_of_protocol(const Service& service, std::string_view what);

struct Completion {
  std::string text;
  std::int64_t tokens = 0;  // of prompt and answer, as the service counts them; 0: it does not say
};

struct Embedded {
  std::vector<float> numbers;  // of each text one vector, in the order of the texts; as they came
  std::size_t dimension = 0;
  std::int64_t tokens = 0;  // as above
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual Outcome<Completion> complete(const Prompt& prompt, const Stop& stop) = 0;
  // `timeout` for the whole of it. At least one text.
  virtual Outcome<Embedded> embed(std::span<const std::string> texts,
                                  std::chrono::milliseconds timeout, const Stop& stop) = 0;
  // Whether it is there and has the model. `timeout` for the whole of it.
  virtual Outcome<void> look(std::chrono::milliseconds timeout) = 0;
};

// Ollama's own: /api/chat (/api/generate where that is not there), /api/embed, /api/tags.
std::unique_ptr<Endpoint> ollama(Service service, std::string model);
// OpenAI's, which many speak: /v1/chat/completions, /v1/embeddings, /v1/models. An address with a
// path is taken to end where /v1 does.
std::unique_ptr<Endpoint> openai(Service service, std::string model);

// What the publishers of embedding models say of using them, for those that services offer under
// well-known names: which words go before a question and before what is kept, and how long a text
// may be.
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
