#include "op/read_export.h"

#include <algorithm>
#include <utility>

namespace aim::op {

Result<void> read_export(const mine::Source& source, mine::Format format, std::string_view what,
                         const Caller& caller, Cleaner& cleaner, mine::ConversationSink sink) {
  const auto total = static_cast<std::int64_t>(source.bytes());
  std::int64_t done = 0;
  sink.take = [take = std::move(sink.take), &cleaner](mine::Conversation conversation) {
    clean(conversation, cleaner);
    return take(std::move(conversation));
  };
  sink.read = [&](std::uint64_t bytes) {
    done += static_cast<std::int64_t>(bytes);
    notify(caller, {std::min(done, total), total, what});
  };
  return mine::read_conversations(format, source, sink);
}

}  // namespace aim::op
