// One libcurl handle, set up as all of our requests are, and what its failures mean in a sentence.
// Proxies are those of the environment (https_proxy, no_proxy), certificates those of the system,
// or of the file that CURL_CA_BUNDLE or SSL_CERT_FILE names. An http address is on this machine or
// was named by its owner: no proxy is asked.
// Knows: libcurl's options and results. Must not know: what is sent and what becomes of the answer.
#pragma once
#include <chrono>

#include "web/curl.h"

namespace aim::web {

struct Fault {
  bool broke = false;  // the connection broke or stood still; another try may fare better
  Error error;
};

// Takes an answer as it comes. perform() calls it, on its thread.
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual void read_header(std::string_view line) = 0;
  // False ends the transfer.
  virtual bool take(std::string_view bytes) = 0;
  // Asked now and then; true ends the transfer.
  virtual bool should_stop() = 0;
};

class Session {
 public:
  // `host` is for messages.
  Session(const Curl& curl, const std::string& url, std::string host,
          std::chrono::milliseconds connect_timeout);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  bool is_open() const { return handle_ != nullptr; }
  template <class Value>
  void set(CURLoption option, Value value) {
    curl_.easy_setopt(handle_.get(), option, value);
  }
  void give_to(Receiver& receiver);
  CURLcode perform() { return curl_.easy_perform(handle_.get()); }
  long status() const;
  const std::string& host() const { return host_; }
  CURL* handle() const { return handle_.get(); }

  // `timeout` is what the server was given to say something.
  Fault fault_of(CURLcode result, std::chrono::seconds timeout) const;

 private:
  const Curl& curl_;
  std::string url_, host_, certificates_, agent_;
  Handle handle_;
  std::array<char, CURL_ERROR_SIZE> reason_{};
};

// Which addresses may be asked: https anywhere; http on this machine, where nobody can read
// along, and elsewhere only where its owner has said so. Errors: validation_failed for what is
// no such address.

// "localhost", "127.0.0.1" or "[::1]", with or without a port.
bool is_this_machine(std::string_view host);

enum class PlainHttp { this_machine, anywhere };

// The host, for messages: "huggingface.co", "127.0.0.1:8080".
Result<std::string> checked_host(const Curl& curl, const std::string& url,
                                 PlainHttp plain = PlainHttp::this_machine);

}  // namespace aim::web
