#include "web/transfer.h"

#include <charconv>
#include <chrono>

#include "base/quoting.h"
#include "web/address.h"
#include "web/session.h"

namespace aim::web {
namespace {

constexpr long redirect = 300;
constexpr long slowest_bytes_per_second = 100;

class Exchange {
 public:
  Exchange(const Curl& curl, const TransferRequest& request, PartFile& file,
           const Progress& progress)
      : curl_(curl),
        request_(request),
        file_(file),
        progress_(progress),
        session_(curl, request.url, request.host, request.timeout),
        asked_from_(file.size()) {}

  Outcome run() {
    if (!session_.is_open())
      return failed("the request could not be made", "try again");
    set_options();
    const CURLcode result = session_.perform();
    if (own_error_)
      return {Ending::failed, {}, std::move(own_error_)};
    if (wrong_part_ || status() == 416)
      return {Ending::not_there};
    if (result == CURLE_OK)
      return ending_of_answer();
    return ending_of(result == CURLE_ABORTED_BY_CALLBACK ? CURLE_OPERATION_TIMEDOUT : result);
  }

 private:
  void set_options() {
    session_.set(CURLOPT_FAILONERROR, 1L);
    session_.set(CURLOPT_LOW_SPEED_LIMIT, slowest_bytes_per_second);
    session_.set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(request_.timeout.count()));
    session_.set(CURLOPT_NOPROGRESS, 0L);
    session_.set(CURLOPT_XFERINFOFUNCTION, &Exchange::on_progress);
    session_.set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
    session_.set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    session_.set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    session_.set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    session_.set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    range_ = std::to_string(asked_from_) + "-";
    if (asked_from_ > 0)
      session_.set(CURLOPT_RANGE, range_.c_str());
  }

  long status() const { return session_.status(); }

  static std::size_t on_header(const char* text, std::size_t, std::size_t size, void* self) {
    static_cast<Exchange*>(self)->read_header({text, size});
    return size;
  }
  static std::size_t on_body(const char* text, std::size_t, std::size_t size, void* self) {
    return static_cast<Exchange*>(self)->take({text, size}) ? size : 0;
  }

  // The library's own measure of speed is a mean of several seconds, so that a burst hides for as
  // long that nothing comes.
  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<Exchange*>(self)->stands_still() ? 1 : 0;
  }
  bool stands_still() const {
    return last_bytes_ && std::chrono::steady_clock::now() - *last_bytes_ > request_.timeout;
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
    last_bytes_ = std::chrono::steady_clock::now();
    if (bytes.size() > request_.most - std::min(request_.most, file_.size()))
      return fail(unavailable(request_.host + " sends more than the " +
                                  std::to_string(request_.most) + " bytes that were expected",
                              "check the address: " + without_user(request_.url)));
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
    curl_.easy_getinfo(session_.handle(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
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
    curl_.easy_getinfo(session_.handle(), CURLINFO_REDIRECT_URL, &location);
    if (location == nullptr)
      return failed(request_.host + " answers with status " + std::to_string(status()),
                    "check the address: " + without_user(request_.url));
    return {Ending::moved, location};
  }

  static Outcome failed(std::string message, std::string hint) {
    return {Ending::failed, {}, unavailable(std::move(message), std::move(hint))};
  }

  Outcome ending_of(CURLcode result) const {
    if (result == CURLE_HTTP_RETURNED_ERROR)
      return ending_of_refusal();
    Fault fault = session_.fault_of(result, request_.timeout);
    if (!fault.broke)
      return {Ending::failed, {}, std::move(fault.error)};
    fault.error.hint += "; what has arrived so far is kept";
    return {Ending::cut, {}, std::move(fault.error)};
  }

  Outcome ending_of_refusal() const {
    const std::string number = std::to_string(status());
    if (status() == 404 || status() == 410)
      return {Ending::failed, {}, missing(request_.host + " has no " + without_user(request_.url))};
    if (status() == 401 || status() == 403 || status() == 407)
      return failed(
          request_.host + " refuses " + without_user(request_.url) + " (status " + number + ")",
          "see whether it, or a proxy between, wants a login");
    return failed(request_.host + " answers with status " + number, "try again later");
  }

  const Curl& curl_;
  const TransferRequest& request_;
  PartFile& file_;
  const Progress& progress_;
  Session session_;
  std::uint64_t asked_from_;
  std::uint64_t total_ = 0;
  std::optional<std::uint64_t> part_begins_at_;
  std::optional<std::chrono::steady_clock::time_point> last_bytes_;
  bool begun_ = false, wrong_part_ = false;
  std::optional<Error> own_error_;
  std::string range_;
};

}  // namespace

Outcome transfer(const Curl& curl, const TransferRequest& request, PartFile& file,
                 const Progress& progress) {
  return Exchange(curl, request, file, progress).run();
}

}  // namespace aim::web
