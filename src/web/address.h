// Which addresses may be asked: https anywhere; http on this machine, where nobody can read along,
// and elsewhere only where its owner has said so.
// Errors: validation_failed for what is no such address.
#pragma once
#include "web/curl.h"

namespace aim::web {

// "localhost", "127.0.0.1" or "[::1]", with or without a port.
bool is_this_machine(std::string_view host);

enum class PlainHttp { this_machine, anywhere };

// The host, for messages: "huggingface.co", "127.0.0.1:8080".
Result<std::string> checked_host(const Curl& curl, const std::string& url,
                                 PlainHttp plain = PlainHttp::this_machine);

}  // namespace aim::web
