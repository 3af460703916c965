#include "web/session.h"

#include "base/ascii.h"
#include "base/environment.h"
#include "base/quoting.h"
#include "base/version.h"

namespace aim::web {

namespace {

std::size_t on_header(const char* text, std::size_t, std::size_t size, void* receiver) {
  static_cast<Receiver*>(receiver)->read_header({text, size});
  return size;
}

std::size_t on_body(const char* text, std::size_t, std::size_t size, void* receiver) {
  return static_cast<Receiver*>(receiver)->take({text, size}) ? size : 0;
}

int on_progress(void* receiver, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Receiver*>(receiver)->should_stop() ? 1 : 0;
}

}  // namespace

Session::Session(const Curl& curl, const std::string& url, std::string host,
                 std::chrono::milliseconds connect_timeout)
    : curl_(curl),
      url_(url),
      host_(std::move(host)),
      certificates_(environment("CURL_CA_BUNDLE")),
      agent_("ai-memory/" + std::string(version)),
      handle_(curl.easy_init(), curl.easy_cleanup) {
  if (!handle_)
    return;
  set(CURLOPT_URL, url_.c_str());
  set(CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  set(CURLOPT_FOLLOWLOCATION, 0L);  // each step is checked by the caller
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect_timeout.count()));
  if (ascii::begins_in_any_case(url_, "http:"))
    set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, agent_.c_str());
  set(CURLOPT_ERRORBUFFER, reason_.data());
  if (certificates_.empty())
    certificates_ = environment("SSL_CERT_FILE");
  if (certificates_.empty())
    certificates_ = trusted_certificates();
  if (!certificates_.empty())
    set(CURLOPT_CAINFO, certificates_.c_str());
}

void Session::give_to(Receiver& receiver) {
  void* data = &receiver;
  set(CURLOPT_HEADERFUNCTION, &on_header);
  set(CURLOPT_HEADERDATA, data);
  set(CURLOPT_WRITEFUNCTION, &on_body);
  set(CURLOPT_WRITEDATA, data);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &on_progress);
  set(CURLOPT_XFERINFODATA, data);
}

long Session::status() const {
  long number = 0;
  curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &number);
  return number;
}

Fault Session::fault_of(CURLcode result, std::chrono::seconds timeout) const {
  const std::string reason =
      reason_.front() != '\0' ? std::string(reason_.data()) : curl_.easy_strerror(result);
  switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
      return {false,
              unavailable("cannot reach " + host_ + ": " + reason,
                          is_this_machine(host_)
                              ? "is it running?"
                              : "check the network, and https_proxy if you are behind a proxy")};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
      return {false, unavailable("no trusted connection to " + host_ + ": " + reason,
                                 "if a proxy of yours signs with its own certificate, name that in "
                                 "CURL_CA_BUNDLE")};
    case CURLE_OPERATION_TIMEDOUT:
      return {true, unavailable(
                        host_ + " sent nothing for " + std::to_string(timeout.count()) + " seconds",
                        "try again later")};
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return {true, unavailable("the connection to " + host_ + " broke: " + reason, "try again")};
    default:
      return {false, unavailable("the request to " + host_ + " failed: " + reason, "try again")};
  }
}

namespace {

Failure refused(const std::string& url, std::string_view what) {
  return Failure(
      Error{Code::validation_failed,
            std::string("the address ").append(without_user(url)).append(" ").append(what),
            {},
            {},
            {}});
}

std::string part_of(const Curl& curl, CURLU* parsed, CURLUPart part) {
  char* text = nullptr;
  if (curl.url_get(parsed, part, &text, 0) != CURLUE_OK || text == nullptr)
    return {};
  std::string copy(text);
  curl.free(text);
  return copy;
}

}  // namespace

bool is_this_machine(std::string_view host) {
  const std::size_t bracket = host.find(']');
  host = host.substr(0, host.find(':', bracket == host.npos ? 0 : bracket));
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

Result<std::string> checked_host(const Curl& curl, const std::string& url, PlainHttp plain) {
  const UrlHandle parsed(curl.url(), curl.url_cleanup);
  if (!parsed || curl.url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
    return refused(url, "cannot be read; one looks like https://example.org/models");
  const std::string scheme = part_of(curl, parsed.get(), CURLUPART_SCHEME);
  std::string host = part_of(curl, parsed.get(), CURLUPART_HOST);
  if (scheme != "https" && scheme != "http")
    return refused(url, "must begin with https://");
  if (scheme == "http" && plain == PlainHttp::this_machine && !is_this_machine(host))
    return refused(url, "must begin with https://; http is for this machine only");
  if (const std::string port = part_of(curl, parsed.get(), CURLUPART_PORT); !port.empty())
    host.append(":").append(port);
  return host;
}

}  // namespace aim::web
