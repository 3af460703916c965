// The connections of one process to a database file: handed out one a call, kept for the next.
// Threads: all functions from any thread.
// Cost: opening one takes about 0.5 ms.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "store/sqlite/connection.h"

namespace aim::store {

class Connections {
 public:
  Connections(std::filesystem::path file, const ConnectionOptions& options)
      : file_(std::move(file)), options_(options) {}
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // One that waits for locks as `wait` says until it is given back. What is not given back is closed.
  Result<std::unique_ptr<Connection>> borrow(const Wait& wait);
  // Ends what transaction it is in.
  void give_back(std::unique_ptr<Connection> connection);

  const std::filesystem::path& file() const { return file_; }
  const ConnectionOptions& options() const { return options_; }

 private:
  const std::filesystem::path file_;
  const ConnectionOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>>
      idle_;  // the one used last at the end: its cache is warm
};

}  // namespace aim::store
