// The indexer as a background task of a server (K4): told of changes by the kernel, or looking every few seconds where that
// cannot be; one process for a folder, the next takes over when it ends.
// Threads: one of its own, of low priority, from start() to destruction.
#pragma once
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "base/folder_watch.h"
#include "op/index/indexer.h"

namespace aim::op::index {

struct JobOptions {
  Options index;
  bool watch = true;  // else it looks every `interval`
  std::chrono::milliseconds interval{
      5'000};  // also between tries to take over from another process
};

class Job {
 public:
  // `engine` outlives it. Does nothing before start().
  Job(Engine& engine, JobOptions options);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Once; again does nothing.
  void start();

 private:
  void run();
  void index(Indexer& indexer);
  void look(Indexer& indexer);
  void take(Indexer& indexer, const FolderChanges& changes);
  void watch_folder(const std::filesystem::path& folder);
  void stop_watching(const Error& why);
  // False when it is time to end.
  bool rest(std::chrono::milliseconds time);
  bool ending();

  Engine& engine_;
  JobOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  bool told_ = false;                 // that the folder cannot be read
  std::optional<FolderWatch> watch_;  // made and ended under the mutex
  std::thread thread_;
};

// All of a folder at once, on the calling thread. Errors: those of Indexer; unavailable while another process does it.
Result<Figures> index_once(Engine& engine, const Options& options);

}  // namespace aim::op::index
