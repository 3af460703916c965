#include "web/transfer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/version.h"

namespace aim::web {
namespace {

constexpr long redirect = 300;
constexpr long slowest_bytes_per_second = 100;

std::string_view environment(const char* name) {
  // Nothing in the program changes the environment once it runs.
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool begins_without_case(std::string_view text, std::string_view lower_case) {
  if (text.size() < lower_case.size())
    return false;
  for (std::size_t at = 0; at < lower_case.size(); ++at) {
    const char c = text[at];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower_case[at])
      return false;
  }
  return true;
}

class Exchange {
 public:
  Exchange(const Curl& curl, const Request& request, PartFile& file, const Progress& progress)
      : curl_(curl),
        request_(request),
        file_(file),
        progress_(progress),
        handle_(curl.easy_init(), curl.easy_cleanup),
        asked_from_(file.size()) {}

  Outcome run() {
    if (!handle_)
      return failed("the request could not be made", "try again");
    set_options();
    const CURLcode result = curl_.easy_perform(handle_.get());
    if (own_error_)
      return {Ending::failed, {}, std::move(own_error_)};
    if (wrong_part_ || status() == 416)
      return {Ending::not_there};
    if (result == CURLE_OK)
      return ending_of_answer();
    return ending_of(result);
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    curl_.easy_setopt(handle_.get(), option, value);
  }

  void set_options() {
    set(CURLOPT_URL, request_.url.c_str());
    set(CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    set(CURLOPT_FOLLOWLOCATION, 0L);  // each step is checked by the caller
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    const auto seconds = static_cast<long>(request_.patience.count());
    set(CURLOPT_CONNECTTIMEOUT, seconds);
    set(CURLOPT_LOW_SPEED_LIMIT, slowest_bytes_per_second);
    set(CURLOPT_LOW_SPEED_TIME, seconds);
    if (begins_without_case(request_.url, "http:"))
      set(CURLOPT_PROXY, "");  // this machine (checked_host), which no proxy need know
    set(CURLOPT_USERAGENT, agent_.c_str());
    set(CURLOPT_ERRORBUFFER, reason_.data());
    set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    certificates_ = environment("CURL_CA_BUNDLE");
    if (certificates_.empty())
      certificates_ = environment("SSL_CERT_FILE");
    if (!certificates_.empty())
      set(CURLOPT_CAINFO, certificates_.c_str());
    range_ = std::to_string(asked_from_) + "-";
    if (asked_from_ > 0)
      set(CURLOPT_RANGE, range_.c_str());
  }

  long status() const {
    long number = 0;
    curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &number);
    return number;
  }

  static std::size_t on_header(const char* text, std::size_t, std::size_t size, void* self) {
    static_cast<Exchange*>(self)->read_header({text, size});
    return size;
  }
  static std::size_t on_body(const char* text, std::size_t, std::size_t size, void* self) {
    return static_cast<Exchange*>(self)->take({text, size}) ? size : 0;
  }

  // "Content-Range: bytes 100-199/200"
  void read_header(std::string_view line) {
    constexpr std::string_view name = "content-range: bytes ";
    if (begins_without_case(line, "http/"))
      part_begins_at_.reset();
    if (!begins_without_case(line, name))
      return;
    std::uint64_t number = 0;
    const char* begin = line.data() + name.size();
    if (std::from_chars(begin, line.data() + line.size(), number).ec == std::errc())
      part_begins_at_ = number;
  }

  // False ends the transfer.
  bool take(std::string_view bytes) {
    if (status() >= redirect)
      return true;  // a page for people
    if (!begun_ && !begin())
      return false;
    if (bytes.size() > request_.most - std::min(request_.most, file_.size()))
      return fail(unavailable(request_.host + " sends more than the " +
                                  std::to_string(request_.most) + " bytes that were expected",
                              "see whether the address is right: " + request_.url));
    if (auto written = file_.append(bytes); !written)
      return fail(std::move(written).error());
    if (progress_)
      progress_(file_.size(), total_);
    return true;
  }

  // Before the first byte: where does the answer begin?
  bool begin() {
    begun_ = true;
    if (status() == 206 && part_begins_at_ != asked_from_) {
      wrong_part_ = true;
      return false;
    }
    if (status() != 206 && file_.size() > 0)
      if (auto restarted = file_.restart(); !restarted)
        return fail(std::move(restarted).error());
    curl_off_t length = -1;
    curl_.easy_getinfo(handle_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    total_ = length < 0 ? 0 : file_.size() + static_cast<std::uint64_t>(length);
    return true;
  }

  bool fail(Error error) {
    own_error_ = std::move(error);
    return false;
  }

  Outcome ending_of_answer() {
    if (status() < redirect) {
      if (!begun_ && !begin())  // an empty body
        return own_error_ ? Outcome{Ending::failed, {}, own_error_} : Outcome{Ending::not_there};
      return {Ending::whole};
    }
    char* location = nullptr;
    curl_.easy_getinfo(handle_.get(), CURLINFO_REDIRECT_URL, &location);
    if (location == nullptr)
      return failed(request_.host + " answers with status " + std::to_string(status()),
                    "see whether the address is right: " + request_.url);
    return {Ending::moved, location};
  }

  static Outcome failed(std::string message, std::string hint) {
    return {Ending::failed, {}, unavailable(std::move(message), std::move(hint))};
  }

  Outcome ending_of(CURLcode result) const {
    const std::string reason =
        reason_.front() != '\0' ? std::string(reason_.data()) : curl_.easy_strerror(result);
    const std::string& host = request_.host;
    switch (result) {
      case CURLE_HTTP_RETURNED_ERROR:
        return ending_of_refusal();
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
      case CURLE_COULDNT_CONNECT:
        return failed("cannot reach " + host + ": " + reason,
                      "check the network, and https_proxy if you are behind a proxy");
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CACERT_BADFILE:
      case CURLE_SSL_CONNECT_ERROR:
        return failed(
            "no trusted connection to " + host + ": " + reason,
            "if a proxy of yours signs with its own certificate, name that in CURL_CA_BUNDLE");
      case CURLE_OPERATION_TIMEDOUT: {
        const std::string limit = std::to_string(request_.patience.count()) + " seconds";
        return {Ending::cut,
                {},
                unavailable(host + " sent nothing for " + limit,
                            "try again later; what has arrived so far is kept")};
      }
      case CURLE_PARTIAL_FILE:
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR:
      case CURLE_GOT_NOTHING:
      case CURLE_HTTP2:
      case CURLE_HTTP2_STREAM:
        return {Ending::cut,
                {},
                unavailable("the connection to " + host + " broke: " + reason,
                            "try again; what has arrived so far is kept")};
      default:
        return failed("the download from " + host + " failed: " + reason, "try again");
    }
  }

  Outcome ending_of_refusal() const {
    const std::string number = std::to_string(status());
    if (status() == 404 || status() == 410)
      return {Ending::failed, {}, missing(request_.host + " has no " + request_.url)};
    if (status() == 401 || status() == 403 || status() == 407)
      return failed(request_.host + " refuses " + request_.url + " (status " + number + ")",
                    "see whether it, or a proxy between, wants a login");
    return failed(request_.host + " answers with status " + number, "try again later");
  }

  const Curl& curl_;
  const Request& request_;
  PartFile& file_;
  const Progress& progress_;
  Handle handle_;
  std::uint64_t asked_from_;
  std::uint64_t total_ = 0;
  std::optional<std::uint64_t> part_begins_at_;
  bool begun_ = false, wrong_part_ = false;
  std::optional<Error> own_error_;
  std::string range_, certificates_;
  std::string agent_ = "ai-memory/" + std::string(version);
  std::array<char, CURL_ERROR_SIZE> reason_{};
};

}  // namespace

Outcome transfer(const Curl& curl, const Request& request, PartFile& file,
                 const Progress& progress) {
  return Exchange(curl, request, file, progress).run();
}

}  // namespace aim::web
