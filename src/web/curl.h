// libcurl, loaded at its first use: most runs of the program need no network, and linking it would
// cost each of them the time to load some thirty libraries.
// Knows: libcurl. Must not know: what is transferred.
// Errors: unavailable when the library is not installed.
// Threads: load_curl() from any thread.
#pragma once
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include "base/result.h"

namespace aim::web {

struct Curl {
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
  decltype(&::curl_url) url;
  decltype(&::curl_url_set) url_set;
  decltype(&::curl_url_get) url_get;
  decltype(&::curl_url_cleanup) url_cleanup;
  decltype(&::curl_free) free;
};

Result<const Curl*> load_curl();

// The file of certificates that this machine trusts; empty: the library knows its own. A static
// program runs on machines that are not like the one it was made on.
std::string trusted_certificates();

using Handle = std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)>;
using UrlHandle = std::unique_ptr<CURLU, decltype(&::curl_url_cleanup)>;

}  // namespace aim::web
