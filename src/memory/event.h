// Signed events: what happened to the memories that cannot be seen in them any more (H2;
// docs/formats/events.md). Each event names the hash of the one before, and is signed: a chain in
// which no link can be changed unseen. Pure functions; the canonical texts that are signed and
// hashed are made here and nowhere else.
#pragma once
#include "base/clock.h"
#include "base/signature.h"

namespace aim {

namespace event {
inline constexpr std::string_view memory_deleted = "memory_deleted",
                                  memories_forgotten = "memories_forgotten",
                                  memories_collected = "memories_collected",
                                  memories_consolidated = "memories_consolidated",
                                  archive_purged = "archive_purged",
                                  transcripts_removed = "transcripts_removed",
                                  standard_cleared = "standard_cleared",
                                  link_removed = "link_removed",
                                  deletions_synced = "deletions_synced",
                                  memories_united = "memories_united", capture_lag = "capture_lag",
                                  identity_rotated = "identity_rotated",
                                  token_created = "token_created", token_revoked = "token_revoked";
}  // namespace event

// A JSON object in the canonical form of RFC 8785. Names are added in rising order, once each;
// numbers lie within ±2⁵³.
class Payload {
 public:
  Payload& add(std::string_view name, std::string_view text);
  Payload& add(std::string_view name, const char* text) {
    return add(name, std::string_view(text));
  }
  Payload& add(std::string_view name, std::int64_t number);
  Payload& add(std::string_view name, bool yes);
  Payload& add(std::string_view name, const std::vector<std::string>& texts);
  std::string text() const { return members_.empty() ? "{}" : "{" + members_ + "}"; }

 private:
  void begin(std::string_view name);
  std::string members_, last_;
};

// As it is kept. Keys, hashes and signatures are lower-case hexadecimal digits.
struct Event {
  std::int64_t sequence = 0;  // 1, 2, 3, …
  Time at{};
  std::string type, payload;
  std::string previous;        // hash of the event before; of the first: no_event
  std::string key, signature;  // both empty: there was no key to sign with
};

// What is like the hash of an event before the first.
inline const std::string no_event(64, '0');

// What is signed.
std::string signed_text(const Event& event);
// SHA-256 of that and the signature.
std::string hash_of(const Event& event);

// An event after another, complete. `key` null: unsigned.
Event next_event(std::int64_t last, std::string last_hash, Time at, std::string_view type,
                 const Payload& payload, const SigningKey* key);

// Where a chain ends: as long as this hash is kept elsewhere, nothing before it can be changed or
// cut off.
struct ChainHead {
  std::int64_t sequence = 0;  // 0: no event yet
  std::string hash = no_event;
};

}  // namespace aim
