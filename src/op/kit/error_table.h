// Codes of errors at the doors: the one table (D2, E3, S7). Nothing else maps codes.
#pragma once
#include <string_view>

#include "base/error.h"

namespace aim::op {

struct ErrorRow {
  Code code;
  std::string_view wire;  // `code` of a JSON error
  int http_status;
  int exit_status;
};
const ErrorRow& error_row(Code code);

// The message for a person or an assistant: the sentence and the remedy, if there is one,
// in the door's words where the error went through in_words() (op/kit/remedies.h).
std::string sentence(const Error& error);

}  // namespace aim::op
