// The room of a reply for items: those that it has none for are for its `next` (V11).
// Knows: how large a memory is in a reply, about. Must not know: doors.
#pragma once
#include "memory/memory.h"
#include "op/kit/operation.h"

namespace aim::op {

class ReplyRoom {
 public:
  explicit ReplyRoom(const Caller& caller) : left_(caller.reply_bytes) {}

  // Whether an item still has room, which the first one always has; no other has after one that
  // had none.
  bool takes(std::size_t bytes) {
    full_ = full_ || (any_ && bytes > left_);
    if (full_)
      return false;
    any_ = true;
    left_ -= std::min(left_, bytes);
    return true;
  }
  // A long content is cut where it is not asked for.
  bool takes(const Memory& memory) {
    constexpr std::size_t of_the_rest = 450;
    return takes(of_the_rest + memory.title.size() + memory.metadata.size() +
                 std::min(memory.content.size(), default_shown_bytes));
  }
  bool is_full() const { return full_; }

 private:
  std::size_t left_;
  bool any_ = false, full_ = false;
};

}  // namespace aim::op
