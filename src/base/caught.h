// What was thrown, as an error: libraries and the language throw where memory, threads or files are
// refused, and whoever catches says which of them it was.
#pragma once
#include <exception>

#include "base/error.h"

namespace aim {

Error caught(const std::exception& failure);

// For what the system refuses as the other functions would say it.
Error out_of_memory();
Error out_of_files();

}  // namespace aim
