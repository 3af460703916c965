#include "base/error.h"

#include <new>
#include <system_error>

namespace aim {

Error out_of_memory() {
  return unavailable("there is not enough memory for this",
                     "see what this process may have with: ulimit -a");
}

Error out_of_files() {
  return unavailable("this process has as many files open as it may",
                     "raise the limit of file descriptors with: ulimit -n 1024");
}

Error to_error(const std::exception& failure) {
  if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
    return out_of_memory();
  const auto* refused = dynamic_cast<const std::system_error*>(&failure);
  if (refused == nullptr)
    return database_error(std::string("exception: ") + failure.what());
  if (refused->code() == std::errc::not_enough_memory)
    return out_of_memory();
  if (refused->code() == std::errc::too_many_files_open ||
      refused->code() == std::errc::too_many_files_open_in_system)
    return out_of_files();
  Error error = unavailable("the system refuses what this needs: " + refused->code().message(),
                            "see the limits of memory, processes and files with: ulimit -a");
  error.detail = failure.what();
  return error;
}

}  // namespace aim
