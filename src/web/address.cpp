#include "web/address.h"

#include "base/quoting.h"

namespace aim::web {
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
