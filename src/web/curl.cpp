#include "web/curl.h"

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
  const bool complete = find_function(library, "curl_global_init", curl.global_init) &&
                        find_function(library, "curl_easy_init", curl.easy_init) &&
                        find_function(library, "curl_easy_cleanup", curl.easy_cleanup) &&
                        find_function(library, "curl_easy_setopt", curl.easy_setopt) &&
                        find_function(library, "curl_easy_getinfo", curl.easy_getinfo) &&
                        find_function(library, "curl_easy_perform", curl.easy_perform) &&
                        find_function(library, "curl_easy_strerror", curl.easy_strerror) &&
                        find_function(library, "curl_slist_append", curl.slist_append) &&
                        find_function(library, "curl_slist_free_all", curl.slist_free_all) &&
                        find_function(library, "curl_url", curl.url) &&
                        find_function(library, "curl_url_set", curl.url_set) &&
                        find_function(library, "curl_url_get", curl.url_get) &&
                        find_function(library, "curl_url_cleanup", curl.url_cleanup) &&
                        find_function(library, "curl_free", curl.free);
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

}  // namespace aim::web
