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
  LibraryFunctions functions(library);
  const Curl curl{.global_init = AIM_FUNCTION(functions, curl_global_init),
                  .easy_init = AIM_FUNCTION(functions, curl_easy_init),
                  .easy_cleanup = AIM_FUNCTION(functions, curl_easy_cleanup),
                  .easy_setopt = AIM_FUNCTION(functions, curl_easy_setopt),
                  .easy_getinfo = AIM_FUNCTION(functions, curl_easy_getinfo),
                  .easy_perform = AIM_FUNCTION(functions, curl_easy_perform),
                  .easy_strerror = AIM_FUNCTION(functions, curl_easy_strerror),
                  .slist_append = AIM_FUNCTION(functions, curl_slist_append),
                  .slist_free_all = AIM_FUNCTION(functions, curl_slist_free_all),
                  .url = AIM_FUNCTION(functions, curl_url),
                  .url_set = AIM_FUNCTION(functions, curl_url_set),
                  .url_get = AIM_FUNCTION(functions, curl_url_get),
                  .url_cleanup = AIM_FUNCTION(functions, curl_url_cleanup),
                  .free = AIM_FUNCTION(functions, curl_free)};
  if (!functions.has_all() || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
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
