#include "web/curl.h"

#include <dlfcn.h>

#include <array>
#include <string>

namespace aim::web {
namespace {

// The usual one, the one of Debian built on GnuTLS, and macOS's.
constexpr std::array names{"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};

void* open_library() {
  for (const char* name : names)
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

Result<Curl> load() {
  void* library = open_library();
  if (library == nullptr)
    return Failure(unavailable("the network needs the library libcurl, which is not installed",
                               "install it (Debian: apt install libcurl4)"));
  Curl curl{};
  const bool complete =
      find(library, "curl_global_init", curl.global_init) &&
      find(library, "curl_easy_init", curl.easy_init) &&
      find(library, "curl_easy_cleanup", curl.easy_cleanup) &&
      find(library, "curl_easy_setopt", curl.easy_setopt) &&
      find(library, "curl_easy_getinfo", curl.easy_getinfo) &&
      find(library, "curl_easy_perform", curl.easy_perform) &&
      find(library, "curl_easy_strerror", curl.easy_strerror) &&
      find(library, "curl_slist_append", curl.slist_append) &&
      find(library, "curl_slist_free_all", curl.slist_free_all) &&
      find(library, "curl_url", curl.url) && find(library, "curl_url_set", curl.url_set) &&
      find(library, "curl_url_get", curl.url_get) &&
      find(library, "curl_url_cleanup", curl.url_cleanup) && find(library, "curl_free", curl.free);
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
