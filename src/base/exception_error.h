// Turns a caught exception into an Error. Libraries and the language throw where the system refuses
// memory, threads or files; the error says which of them it was.
#pragma once
#include <exception>

#include "base/error.h"

namespace aim {

Error to_error(const std::exception& failure);

// For what the system refuses as the other functions would say it.
Error out_of_memory();
Error out_of_files();

}  // namespace aim
