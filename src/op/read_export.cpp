#include "op/read_export.h"

#include <algorithm>

namespace aim::op {

Result<void> read_export(const mine::Source& source, mine::Format format, std::string_view what,
                         const Caller& caller, mine::ConversationSink sink) {
  const auto total = static_cast<std::int64_t>(source.bytes());
  std::int64_t done = 0;
  sink.read = [&](std::uint64_t bytes) {
    done += static_cast<std::int64_t>(bytes);
    notify(caller, {std::min(done, total), total, what});
  };
  return mine::read_conversations(format, source, sink);
}

}  // namespace aim::op
