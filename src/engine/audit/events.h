// Signed events (H2; docs/formats/events.md): what destroys memories says so inside its own
// transaction, so that neither can be there without the other; and the chain of them, verified and
// shown.
#pragma once
#include <climits>
#include <filesystem>

#include "base/identity.h"
#include "base/result.h"
#include "engine/engine.h"
#include "memory/event.h"
#include "memory/event_chain.h"

namespace aim::engine {

// One event, inside a write of its caller's.
Result<void> record(store::Writer& writer, const Engine& engine, std::string_view type,
                    const Payload& payload);

// An event names at most so many memories; what concerns more of them is several events.
inline constexpr std::size_t max_ids = 500;
// As record(), for what concerns these memories: `payload` makes that of an event from the ids it
// names.
Result<void> record_ids(store::Writer& writer, const Engine& engine, std::string_view type,
                        const std::vector<std::string>& ids,
                        const std::function<Payload(const std::vector<std::string>& ids)>& payload);

// One that a link was removed; by a sync too, as the next.
Result<void> record_link_removed(store::Writer& writer, const Engine& engine,
                                 const std::string& source, const std::string& target,
                                 std::string_view relation);
Result<void> record_standard_cleared(store::Writer& writer, const Engine& engine,
                                     const std::string& name_space);

// Notes beside the identity where the chain ends, when this process has recorded an event since the
// last time: `most` times a second, as each replaces a file. To be called when nothing is being
// written. Failures are logged: they concern no memory.
inline constexpr int heads_a_second = 8;
void keep_head(Engine& engine, int most = INT_MAX);
bool head_waits(const Engine& engine);

struct Verified {
  EventChain chain;
  std::vector<std::string> trusted;  // public keys
};
struct VerifyRequest {
  std::vector<std::string> public_keys;  // trusted beside those of this user's identity
  std::optional<ChainHead> head;         // one that was kept elsewhere
};
// Walks the whole chain on one snapshot; without a head of the request's up to the one that is kept
// beside the identity, so that events which were cut off are missed. `go_on` is told how far it has
// come, and asked whether to go on.
// Errors: unavailable when it was stopped, or the identity cannot be read.
Result<Verified> verify_events(Engine& engine, const VerifyRequest& request,
                               const std::function<bool(std::int64_t done)>& go_on);

// One event, proven by itself and its neighbours: it is what was signed, and what stands beside it
// knows it. With a head, by all that lies between the two: then it was there when the head was
// taken. Errors: not_found; validation_failed when the head is older than the event.
Result<Verified> verify_event(Engine& engine, const VerifyRequest& request, std::int64_t sequence);

Result<ChainHead> event_head(Engine& engine);
// The newest first.
Result<std::vector<Event>> list_events(Engine& engine, const std::string& type,
                                       std::optional<std::int64_t> before, std::int64_t limit);
// Every one, in order, on one snapshot.
Result<void> each_event(Engine& engine, const std::function<Result<bool>(const Event&)>& take);

// A fresh key for this user. The event of it, signed with the old one, is part of this database's
// chain.
Result<Identity> rotate_identity(Engine& engine);

// Where the chain of each database ended when this user's programs last added to it, in a file
// beside the identity: whoever removes the events, even all of them, from the database does not
// reach it (H2). A line a database: "<sequence>:<hash> <path>". Written after the commit of an
// event, of many in a second after some and after the last, without waiting for the disk: a
// crash may lose the last lines, and an older head still proves what was before it. Threads:
// any; several processes too, of which the last one wins.

class KeptHeads {
 public:
  // `identity`: its file; empty: nothing is kept.
  explicit KeptHeads(const std::filesystem::path& identity);

  const std::filesystem::path& file() const { return file_; }

  // Nothing when none is known of that database. Errors: the file is there and cannot be read.
  Result<std::optional<ChainHead>> find(const std::filesystem::path& database) const;
  // A shorter chain than the one that is known is not noted: that is what verifying finds.
  Result<void> note(const std::filesystem::path& database, const ChainHead& head) const;

 private:
  std::filesystem::path file_;
};

}  // namespace aim::engine
