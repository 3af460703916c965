// Ids of memories: random UUIDs (version 4), lower case.
#pragma once
#include <string>

namespace aim {

// 36 characters, from the system's random source. Thread-safe.
std::string new_uuid();

}  // namespace aim
