#include "web/download.h"

#include <system_error>

#include "base/quoting.h"
#include "web/address.h"

namespace aim::web {
namespace {

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
      Outcome outcome = transfer(curl_, {at, host, timeout_, most()}, file_, progress_);
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
  return Failure(unavailable(std::to_string(still_to_come >> 20) + " MiB are to come, and only " +
                                 std::to_string(space.available >> 20) + " MiB are free for " +
                                 file.string(),
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
