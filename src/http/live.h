// The live stream of the page: calls of every process on this database and changes of memories, as
// server-sent events (L3).
// Knows: streams, numbers of calls and changes. Must not know: what a call was.
// Threads: any; poll() one at a time.
#pragma once
#include "base/mutex.h"
#include "net/events.h"
#include "net/message.h"

namespace aim {
struct Engine;
namespace op {
class Words;
}
}  // namespace aim

namespace aim::http {

class Live {
 public:
  static constexpr std::string_view path = "/api/v1/live";
  static constexpr std::size_t max_streams = 16;  // one more ends the oldest
  static constexpr std::int64_t max_burst =
      20;  // calls told one by one at a look; those before are summed up

  // `commands`: of what a person does, null: nobody knows them. Both outlive it.
  Live(Engine& engine, const op::Words* commands) : engine_(engine), commands_(commands) {}

  // Plan for a request to `path`: a stream from now on, or after the header Last-Event-ID.
  net::Plan plan(const net::Head& head);
  // Tells what has happened since the last time. Looks only while somebody listens; failures are
  // passed over, the next look finds the same.
  void poll();
  // Ends all streams.
  void finish();

 private:
  struct Listener {
    std::shared_ptr<net::EventStream> stream;
    std::int64_t call = 0, change = 0;  // the last ones it has heard of
  };
  net::Response open(std::optional<std::int64_t> after);
  void tell_change(std::int64_t change, std::int64_t seen) REQUIRES(mutex_);

  Engine& engine_;
  const op::Words* commands_;
  Mutex mutex_;
  std::vector<Listener> listeners_ GUARDED_BY(mutex_);
};

}  // namespace aim::http
