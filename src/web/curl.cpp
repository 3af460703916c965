#include "web/curl.h"

#include <unistd.h>

#include "base/library.h"

namespace aim::web {
namespace {

Result<Curl> load() {
  // The usual one, the one of Debian built on GnuTLS, and macOS's.
  void* library = load_library({"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"});
  if (library == nullptr)
    return Failure(unavailable("the network needs the library libcurl, which is not installed",
                               "install it (Debian: apt install libcurl4)"));
  Curl curl{};
  const bool complete = AIM_FIND_FUNCTION(library, curl_global_init, curl.global_init) &&
                        AIM_FIND_FUNCTION(library, curl_easy_init, curl.easy_init) &&
                        AIM_FIND_FUNCTION(library, curl_easy_cleanup, curl.easy_cleanup) &&
                        AIM_FIND_FUNCTION(library, curl_easy_setopt, curl.easy_setopt) &&
                        AIM_FIND_FUNCTION(library, curl_easy_getinfo, curl.easy_getinfo) &&
                        AIM_FIND_FUNCTION(library, curl_easy_perform, curl.easy_perform) &&
                        AIM_FIND_FUNCTION(library, curl_easy_strerror, curl.easy_strerror) &&
                        AIM_FIND_FUNCTION(library, curl_slist_append, curl.slist_append) &&
                        AIM_FIND_FUNCTION(library, curl_slist_free_all, curl.slist_free_all) &&
                        AIM_FIND_FUNCTION(library, curl_url, curl.url) &&
                        AIM_FIND_FUNCTION(library, curl_url_set, curl.url_set) &&
                        AIM_FIND_FUNCTION(library, curl_url_get, curl.url_get) &&
                        AIM_FIND_FUNCTION(library, curl_url_cleanup, curl.url_cleanup) &&
                        AIM_FIND_FUNCTION(library, curl_free, curl.free);
  if (!complete || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    return Failure(unavailable("the installed libcurl cannot be used",
                               "install version 7.62 or later (Debian: apt install libcurl4)"));
  return curl;
}

}  // namespace

Result<const Curl*> load_curl() {
  static const Result<Curl> loaded = load();
  if (!loaded)
    return Failure(loaded.error());
  return &*loaded;
}

std::string trusted_certificates() {
#ifdef AIM_STATIC
  // Debian, Arch and Alpine; Fedora and its like; openSUSE; Alpine without the package of
  // certificates.
  for (const char* file : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"})
    if (::access(file, R_OK) == 0)
      return file;
#endif
  return {};
}

}  // namespace aim::web
