// One request and its answer, into a part file: what download.cpp repeats until the file is whole.
// Knows: libcurl's options and results. Must not know: what the file must be.
#pragma once
#include <chrono>

#include "web/curl.h"
#include "web/part_file.h"

namespace aim::web {

using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;  // total 0: unknown

struct TransferRequest {
  std::string url, host;         // the host is for messages
  std::chrono::seconds timeout;  // to connect, and with a server that sends nothing
  std::uint64_t most = 0;        // bytes of the whole file
};

enum class Ending {
  whole,      // the server sent all that it wanted to send
  moved,      // it is elsewhere
  cut,        // the connection broke or stood still; another try may go on
  not_there,  // the server has no such part: begin again without one
  failed      // another try would not help
};
struct Outcome {
  Ending ending = Ending::whole;
  std::string location = {};        // moved
  std::optional<Error> error = {};  // cut, failed
};

// Goes on at the part file's end; begins it again when the server answers with the whole file.
Outcome transfer(const Curl& curl, const TransferRequest& request, PartFile& file,
                 const Progress& progress);

}  // namespace aim::web
