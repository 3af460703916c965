// Whether a memory is shown for a question in a session for the first time, as far as this process knows: asking again is no
// further use of what is found (K2).
// Threads: any. What is known is bounded; beyond that it begins anew.
#pragma once
#include <string_view>

#include "engine/engine.h"

namespace aim::engine {

bool is_first_use(const Engine& engine, std::string_view session, std::string_view question,
                  Key key);

}  // namespace aim::engine
