// Which addresses may be asked: https anywhere; http on this machine only, where nobody can read along.
// Errors: validation_failed for what is no such address.
#pragma once
#include <string>

#include "web/curl.h"

namespace aim::web {

// The host, for messages: "huggingface.co", "127.0.0.1:8080".
Result<std::string> checked_host(const Curl& curl, const std::string& url);

}  // namespace aim::web
