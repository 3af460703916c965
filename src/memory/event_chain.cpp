#include "memory/event_chain.h"

namespace aim {
namespace {

// The one text member that a canonical payload of a rotation has.
std::optional<std::string> new_key_of(const Event& event) {
  constexpr std::string_view before = "{\"new_key\":\"", after = "\"}";
  const std::string_view payload = event.payload;
  if (event.type != event::identity_rotated || !payload.starts_with(before) ||
      !payload.ends_with(after))
    return std::nullopt;
  const auto key = payload.substr(before.size(), payload.size() - before.size() - after.size());
  return is_public_key(key) ? std::optional(std::string(key)) : std::nullopt;
}

std::string number(std::int64_t value) {
  return std::to_string(value);
}

}  // namespace

void EventChain::blame(std::int64_t sequence, FaultKind fault, std::string detail) {
  ++fault_count_;
  if (faults_.size() < max_faults)
    faults_.push_back({sequence, fault, std::move(detail)});
}

void EventChain::add(const Event& event) {
  ++events_;
  if (event.sequence <= head_.sequence)
    return blame(event.sequence, FaultKind::out_of_place,
                 "event " + number(event.sequence) + " stands before the first");
  const bool was_sound = last_was_sound_;
  last_was_sound_ = check_signature(event);
  // A changed event fits neither its neighbours: that is one fault, and is told once.
  check_place(event, was_sound && last_was_sound_);
  head_ = {event.sequence, hash_of(event)};
  if (expected_ && expected_->sequence == event.sequence && expected_->hash != head_.hash)
    blame(event.sequence, FaultKind::other_head,
          "event " + number(event.sequence) + " is not the one that the head tells of");
}

void EventChain::check_place(const Event& event, bool both_sound) {
  if (event.sequence != head_.sequence + 1) {
    const bool one = event.sequence == head_.sequence + 2;
    blame(event.sequence, FaultKind::missing,
          one ? "event " + number(head_.sequence + 1) + " is missing"
              : "the events " + number(head_.sequence + 1) + " to " + number(event.sequence - 1) +
                    " are missing");
    return;
  }
  if (event.previous != head_.hash && both_sound)
    blame(event.sequence, FaultKind::wrong_before,
          "before event " + number(event.sequence) + " there was another than is there now");
}

bool EventChain::check_signature(const Event& event) {
  if (event.key.empty() && event.signature.empty()) {
    ++not_signed_;
    if (unsigned_since_ == 0)
      unsigned_since_ = event.sequence;
    return true;
  }
  if (!is_signed_by(event.key, signed_text(event), event.signature)) {
    blame(event.sequence, FaultKind::changed,
          "event " + number(event.sequence) + " is not what was signed");
    return false;
  }
  ++keys_[event.key];
  if (const auto retired = retired_.find(event.key); retired != retired_.end())
    blame(event.sequence, FaultKind::retired_key,
          "event " + number(event.sequence) + " is signed with a key that event " +
              number(retired->second) + " retired");
  else if (!trusted_.contains(event.key))
    blame(event.sequence, FaultKind::unknown_key,
          "event " + number(event.sequence) +
              " is signed with a key that is not trusted: " + event.key);
  else
    take_in(event);
  return true;
}

void EventChain::learn(const Event& rotation) {
  if (trusted_.contains(rotation.key) && !retired_.contains(rotation.key) &&
      is_signed_by(rotation.key, signed_text(rotation), rotation.signature))
    take_in(rotation);
}

// What a trusted key has signed vouches for everything before it, and may hand over to another key.
void EventChain::take_in(const Event& event) {
  unsigned_since_ = 0;
  const auto fresh = new_key_of(event);
  if (!fresh)
    return;
  trusted_.insert(*fresh);
  retired_.emplace(event.key, event.sequence);
}

void EventChain::finish() {
  if (unsigned_since_ > 0)
    blame(unsigned_since_, FaultKind::not_signed,
          "from event " + number(unsigned_since_) +
              " on none is signed: they may have been changed, or written by somebody else");
  if (expected_ && expected_->sequence > head_.sequence)
    blame(expected_->sequence, FaultKind::cut_off,
          "the head tells of " + number(expected_->sequence) +
              " events, and the last one here is " + number(head_.sequence));
}

}  // namespace aim
