#include "web/download.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "base/ascii.h"
#include "base/numbers.h"
#include "base/quoting.h"
#include "web/ask.h"
#include "web/session.h"

namespace aim::web {
namespace {

constexpr std::size_t read_at_once = std::size_t{1} << 20;

}  // namespace

Failure PartFile::failed(std::string_view verb) const {
  const int number = errno;
  std::string message("cannot ");
  message.append(verb).append(" ").append(part_.string()).append(": ");
  message.append(std::error_code(number, std::generic_category()).message());
  return Failure(
      unavailable(std::move(message), number == ENOSPC || number == EDQUOT
                                          ? "free some disk space; what has arrived so far is kept"
                                          : "check permissions"));
}

PartFile::PartFile(std::filesystem::path file, Descriptor opened)
    : file_(std::move(file)), part_(file_.string() + ".part"), opened_(std::move(opened)) {}

Result<PartFile> PartFile::open(const std::filesystem::path& file) {
  const std::string part = file.string() + ".part";
  PartFile opened(
      file,
      Descriptor(::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0600)));
  if (!opened.opened_.valid())
    return opened.failed("open");
  TRY_VOID(opened.read_what_is_there());
  return opened;
}

Result<void> PartFile::read_what_is_there() {
  std::vector<char> piece(read_at_once);
  for (;;) {
    const ssize_t got = ::read(opened_.number(), piece.data(), piece.size());
    if (got == 0)
      return {};
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return failed("read");
    hash_.add({piece.data(), static_cast<std::size_t>(got)});
    size_ += static_cast<std::uint64_t>(got);
  }
}

Result<void> PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(opened_.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return failed("write");
    const auto count = static_cast<std::size_t>(written);
    hash_.add(bytes.substr(0, count));
    size_ += count;
    bytes.remove_prefix(count);
  }
  return {};
}

Result<void> PartFile::restart() {
  if (::ftruncate(opened_.number(), 0) != 0 || ::lseek(opened_.number(), 0, SEEK_SET) != 0)
    return failed("write");
  size_ = 0;
  hash_ = Sha256();
  return {};
}

Result<void> PartFile::keep() {
  if (::fsync(opened_.number()) != 0 || !opened_.close())
    return failed("write");
  std::error_code error;
  std::filesystem::rename(part_, file_, error);
  if (error) {
    errno = error.default_error_condition().value();
    return failed("rename");
  }
  return {};
}

void PartFile::discard() {
  ::unlink(part_.c_str());
}

namespace {

constexpr long redirect = 300;
constexpr long slowest_bytes_per_second = 100;

struct TransferRequest {
  std::string url, host;         // the host is for messages
  std::chrono::seconds timeout;  // to connect, and with a server that sends nothing
  std::uint64_t most = 0;        // bytes of the whole file
};

enum class Ending {
  whole,      // the server sent all that it wanted to send
  moved,      // it is elsewhere
  cut,        // the connection broke or stood still; another try may go on
  not_there,  // the server has no such part: begin again without one
  failed      // another try would not help
};
struct Outcome {
  Ending ending = Ending::whole;
  std::string location = {};        // moved
  std::optional<Error> error = {};  // cut, failed
};

// One request and its answer, into a part file: goes on at the file's end, and begins it again when
// the server answers with the whole file.
class Exchange : private Receiver {
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
    session_.give_to(*this);
    session_.set(CURLOPT_FAILONERROR, 1L);
    session_.set(CURLOPT_LOW_SPEED_LIMIT, slowest_bytes_per_second);
    session_.set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(request_.timeout.count()));
    range_ = std::to_string(asked_from_) + "-";
    if (asked_from_ > 0)
      session_.set(CURLOPT_RANGE, range_.c_str());
  }

  long status() const { return session_.status(); }

  // The library's own measure of speed is a mean of several seconds, so that a burst hides for as
  // long that nothing comes.
  bool should_stop() override {
    return last_bytes_ && std::chrono::steady_clock::now() - *last_bytes_ > request_.timeout;
  }

  // "Content-Range: bytes 100-199/200"
  void read_header(std::string_view line) override {
    constexpr std::string_view name = "content-range: bytes ";
    if (ascii::begins_in_any_case(line, "http/"))
      part_begins_at_.reset();
    if (!ascii::begins_in_any_case(line, name))
      return;
    std::uint64_t number = 0;
    const char* begin = line.data() + name.size();
    if (std::from_chars(begin, line.data() + line.size(), number).ec == std::errc())
      part_begins_at_ = number;
  }

  // False ends the transfer.
  bool take(std::string_view bytes) override {
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

constexpr int max_steps = 10;  // from one address to the next

Error differs(const std::string& url, const std::string& got, const Expected& expected) {
  return unavailable("what came from " + without_user(url) +
                         " is not what was published: its SHA-256 is " + got + " instead of " +
                         expected.sha256,
                     "nothing of it was kept; try again, or take it from elsewhere");
}

class Download {
 public:
  Download(const Curl& curl, const std::string& url, PartFile& file, const Expected& expected,
           std::chrono::seconds timeout, const Progress& progress)
      : curl_(curl),
        url_(url),
        file_(file),
        expected_(expected),
        timeout_(timeout),
        progress_(progress) {}

  Result<void> run() {
    const bool resumes = file_.size() > 0;
    TRY_VOID(fill());
    if (expected_.sha256.empty())
      return file_.keep();
    std::string hash = file_.sha256();
    if (hash != expected_.sha256 && resumes) {  // what an earlier run left may be at fault
      TRY_VOID(file_.restart());
      TRY_VOID(fill());
      hash = file_.sha256();
    }
    if (hash == expected_.sha256)
      return file_.keep();
    file_.discard();
    return Failure(differs(url_, hash, expected_));
  }

 private:
  std::uint64_t most() const { return expected_.bytes > 0 ? expected_.bytes : expected_.most; }
  bool is_whole() const { return expected_.bytes > 0 && file_.size() == expected_.bytes; }

  // Until nothing more is to come.
  Result<void> fill() {
    if (file_.size() > most())
      TRY_VOID(file_.restart());
    std::string at = url_;
    for (int steps = 0; !is_whole();) {
      const std::uint64_t before = file_.size();
      const std::string host = TRY(checked_host(curl_, at));
      const TransferRequest request{at, host, timeout_, most()};
      Outcome outcome = Exchange(curl_, request, file_, progress_).run();
      switch (outcome.ending) {
        case Ending::whole:
          if (expected_.bytes == 0 || is_whole())
            return {};
          outcome.error = unavailable(host + " sent less than the whole file", "try again");
          [[fallthrough]];
        case Ending::cut:
          if (file_.size() <= before)
            return Failure(*outcome.error);
          at = url_;  // addresses that one was sent on to may be short-lived
          steps = 0;
          break;
        case Ending::moved:
          if (++steps > max_steps)
            return Failure(unavailable(host + " redirects endlessly",
                                       "check the address: " + without_user(url_)));
          at = outcome.location;
          break;
        case Ending::not_there:
          if (before == 0)
            return Failure(unavailable(host + " answers with a part that was not asked for",
                                       "take it from elsewhere"));
          TRY_VOID(file_.restart());
          break;
        case Ending::failed:
          return Failure(*outcome.error);
      }
    }
    return {};
  }

  const Curl& curl_;
  const std::string& url_;
  PartFile& file_;
  const Expected& expected_;
  std::chrono::seconds timeout_;
  const Progress& progress_;
};

// Better said now than after half of it.
Result<void> check_room(const std::filesystem::path& file, std::uint64_t still_to_come) {
  std::error_code error;
  const auto space = std::filesystem::space(file.parent_path(), error);
  if (error || space.available >= still_to_come)
    return {};
  return Failure(unavailable(mebibytes(still_to_come) + " are to come, and only " +
                                 mebibytes(space.available) + " are free for " + file.string(),
                             "free some disk space"));
}

}  // namespace

Result<void> download(const std::string& url, const std::filesystem::path& file,
                      const Expected& expected, std::chrono::seconds timeout,
                      const Progress& progress) {
  const Curl* curl = TRY(load_curl());
  TRY_VOID(checked_host(*curl, url));
  auto part = TRY(PartFile::open(file));
  if (expected.sha256.empty())
    TRY_VOID(part.restart());
  if (expected.bytes > part.size())
    TRY_VOID(check_room(file, expected.bytes - part.size()));
  return Download(*curl, url, part, expected, timeout, progress).run();
}

}  // namespace aim::web
