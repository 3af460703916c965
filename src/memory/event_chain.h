// Walks a chain of signed events from its beginning and says what is wrong with it (H2).
// What is changed, removed, added or put in another place is found as soon as an event after it is
// there, or a head that was kept elsewhere. Pure; events are given one by one, so that a chain of
// any length can be walked.
// Threads: one at a time.
#pragma once
#include "memory/event.h"
#include "memory/names.h"

namespace aim {

enum class FaultKind {
  out_of_place,  // it stands before the first
  missing,       // events before this one are not there
  changed,       // it is not what was signed
  wrong_before,  // the event before it is another than when it was written
  unknown_key,   // its key is none of those that are trusted
  retired_key,   // its key had been retired before
  not_signed,    // it has no signature, and no signed event after it vouches for it
  cut_off,       // it is not there although the head says so
  other_head,    // it is another than the head says
};
template <>
struct EnumNames<FaultKind> {
  static constexpr auto names =
      named<FaultKind>("out_of_place", "missing", "changed", "wrong_before", "unknown_key",
                       "retired_key", "not_signed", "cut_off", "other_head");
};

struct ChainFault {
  std::int64_t sequence = 0;
  FaultKind fault{};
  std::string detail;  // a sentence without a final stop
};

class EventChain {
 public:
  static constexpr std::size_t max_faults = 100;  // kept; all are counted

  // `trusted`: public keys. A key that a trusted one has handed over to is trusted from there on.
  // `head`: one that was kept elsewhere. `start`: where the walk begins; unset: at the beginning.
  explicit EventChain(std::set<std::string> trusted, std::optional<ChainHead> head = {},
                      ChainHead start = {})
      : trusted_(std::move(trusted)), expected_(std::move(head)), head_(std::move(start)) {}

  // A rotation before the start, in order: the key it hands over to is trusted.
  void learn(const Event& rotation);

  // The next event, in the order of their sequence.
  void add(const Event& event);
  // After the last one.
  void finish();

  std::int64_t events() const { return events_; }
  std::int64_t fault_count() const { return fault_count_; }
  const std::vector<ChainFault>& faults() const { return faults_; }
  const ChainHead& head() const { return head_; }
  std::int64_t not_signed() const { return not_signed_; }
  // How many events each key has signed.
  const std::map<std::string, std::int64_t>& keys() const { return keys_; }

 private:
  void check_place(const Event& event, bool both_sound);
  bool check_signature(const Event& event);
  void take_in(const Event& event);
  void blame(std::int64_t sequence, FaultKind fault, std::string detail);

  std::set<std::string> trusted_;
  std::map<std::string, std::int64_t> retired_;  // by which event
  std::optional<ChainHead> expected_;
  ChainHead head_;
  bool last_was_sound_ = true;
  std::int64_t events_ = 0, fault_count_ = 0, not_signed_ = 0, unsigned_since_ = 0;
  std::vector<ChainFault> faults_;
  std::map<std::string, std::int64_t> keys_;
};

}  // namespace aim
