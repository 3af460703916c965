// Errors as answers: always {"code", "error", "message"} (S7, D2). "message" is a second name of
// the sentence.
#pragma once
#include "base/error.h"
#include "net/message.h"
#include "op/kit/remedies.h"

namespace aim::http {

// A refusal of an operation, by op::error_row. Remedies are named as a route, or as one of
// `commands` (null: by its name).
net::Response error_response(const Error& error, const op::Words* commands);

// A refusal before an operation, or by the server itself (net::ErrorPage).
net::Response error_response(int status, std::string_view sentence);
// 405, with the methods that the path accepts.
net::Response method_not_allowed(std::string_view allowed);

// The meaning of a status, for documents.
std::string_view reason_of(int status);

}  // namespace aim::http
