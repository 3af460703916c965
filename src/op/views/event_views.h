// Signed events as replies show them.
#pragma once
#include "base/timestamp.h"
#include "memory/event.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {

struct EventView {
  std::int64_t sequence = 0;
  std::string at, type, payload, previous, key, signature, hash;
  using R = EventView;
  static constexpr std::tuple fields{
      gives("sequence", &R::sequence, "1, 2, 3, …"),
      gives("at", &R::at, "Time, with nanoseconds"),
      gives("type", &R::type, "Type: memory_deleted, capture_lag, …"),
      gives("payload", &R::payload, "Details: a JSON object, as the text that is signed"),
      gives("previous", &R::previous, "Hash of the previous event"),
      gives("key", &R::key, "Public key of the signature; empty: not signed"),
      gives("signature", &R::signature, "Ed25519 signature"),
      gives("hash", &R::hash, "SHA-256 of the event and its signature")};
};

inline EventView view(const Event& event) {
  return {event.sequence, format_rfc3339(event.at), event.type,    event.payload, event.previous,
          event.key,      event.signature,          hash_of(event)};
}

inline std::string text_of(const ChainHead& head) {
  return std::to_string(head.sequence) + ":" + head.hash;
}

}  // namespace aim::op
