// Refusals as pages, for somebody who opened an address in a browser and reads no JSON: the token
// that is asked for, with a field for it, and nothing at this path.
// Must not know: who is let in.
#pragma once
#include "net/message.h"

namespace aim::http {

// Replaces the refusal's text; the status stays.
void ask_reader_for_token(net::Plan& plan);
void tell_reader_of_nothing(net::Plan& plan);

}  // namespace aim::http
