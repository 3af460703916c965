#include "web/ask.h"

#include <charconv>

#include "base/ascii.h"

namespace aim::web {
namespace {

using List = std::unique_ptr<curl_slist, decltype(&::curl_slist_free_all)>;

class Exchange : private Receiver {
 public:
  Exchange(const Curl& curl, const Asking& asking, std::string host)
      : curl_(curl),
        asking_(asking),
        session_(curl, asking.url, std::move(host), asking.connect_timeout),
        headers_(nullptr, curl.slist_free_all) {}

  Result<Answered> run() {
    if (!session_.is_open() || !set_headers())
      return Failure(unavailable("the request could not be made", "try again"));
    set_options();
    const CURLcode result = session_.perform();
    if (stopped_)
      return Failure(unavailable("the request was cancelled", {}));
    if (too_much_)
      return Failure(unavailable(session_.host() + " answers with more than " +
                                     std::to_string(asking_.max_bytes) + " bytes",
                                 "check the address"));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(asking_.timeout);
    if (result == CURLE_OPERATION_TIMEDOUT)
      return Failure(unavailable(
          session_.host() + " did not answer within " +
              (seconds.count() > 0 ? std::to_string(seconds.count()) + " seconds"
                                   : std::to_string(asking_.timeout.count()) + " milliseconds"),
          is_this_machine(session_.host()) ? "is it running?" : "try again later"));
    if (result != CURLE_OK)
      return Failure(session_.fault_of(result, seconds).error);
    answer_.status = session_.status();
    return std::move(answer_);
  }

 private:
  bool add_header(const char* line) {
    curl_slist* longer = curl_.slist_append(headers_.get(), line);
    if (longer == nullptr)
      return false;
    static_cast<void>(headers_.release());  // the old head is part of the longer list
    headers_.reset(longer);
    return true;
  }
  bool set_headers() {
    // Without this, libcurl would wait a second for a "100 Continue" that few servers send.
    bool good = add_header("Expect:");
    for (const std::string& header : asking_.headers) good = good && add_header(header.c_str());
    session_.set(CURLOPT_HTTPHEADER, headers_.get());
    return good;
  }
  void set_options() {
    session_.give_to(*this);
    session_.set(CURLOPT_TIMEOUT_MS, static_cast<long>(asking_.timeout.count()));
    if (asking_.body) {
      session_.set(CURLOPT_POST, 1L);
      session_.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(asking_.body->size()));
      session_.set(CURLOPT_POSTFIELDS, asking_.body->data());
    }
  }

  // "Retry-After: 5"; a date is not read.
  void read_header(std::string_view line) override {
    constexpr std::string_view name = "retry-after:";
    if (!ascii::begins_in_any_case(line, name))
      return;
    line.remove_prefix(std::min(line.find_first_not_of(" \t", name.size()), line.size()));
    std::int64_t seconds = 0;
    const auto read = std::from_chars(line.data(), line.data() + line.size(), seconds);
    if (read.ec == std::errc() && seconds >= 0)
      answer_.retry_after = std::chrono::seconds(seconds);
  }
  bool take(std::string_view bytes) override {
    too_much_ = bytes.size() > asking_.max_bytes - answer_.body.size();
    if (!too_much_)
      answer_.body.append(bytes);
    return !too_much_;
  }
  bool should_stop() override {
    stopped_ = stopped_ || (asking_.stop && asking_.stop());
    return stopped_;
  }

  const Curl& curl_;
  const Asking& asking_;
  Session session_;
  List headers_;
  Answered answer_;
  bool too_much_ = false, stopped_ = false;
};

}  // namespace

Result<Answered> ask(const Asking& asking) {
  const Curl* curl = TRY(load_curl());
  std::string host = TRY(checked_host(*curl, asking.url, asking.plain));
  return Exchange(*curl, asking, std::move(host)).run();
}

}  // namespace aim::web
