#include "base/ascii.h"
#include "base/hash.h"
#include "memory/conversation_line.h"
#include "mine/copies.h"
#include "mine/memories.h"
#include "mine/policy.h"

namespace aim::mine {
namespace {

std::uint64_t key_of(std::string_view day, std::string_view message) {
  return stable_hash(std::string(day).append("\n").append(message));
}

bool begins_message(std::string_view line) {
  return line.starts_with('[') && line.find("]: ") != line.npos;
}

}  // namespace

void KnownMessages::add(std::string_view content) {
  std::string day, message;
  const auto end_message = [&] {
    if (!message.empty())
      ++left_[key_of(day, message)];
    message.clear();
  };
  while (!content.empty()) {
    const std::string_view line = ascii::take_part(content, '\n');
    const bool is_day = is_day_line(line);
    if (is_day || begins_message(line))
      end_message();
    if (is_day)
      day = line;
    else
      message.append(message.empty() ? "" : "\n").append(line);
  }
  end_message();
}

std::size_t KnownMessages::mark(Conversation& conversation) {
  std::size_t marked = 0;
  std::string day;
  auto piece = conversation.pieces.begin();
  for (const Message& message : messages_of(conversation, Use::memories)) {
    if (message.said_at)
      day = day_line(*message.said_at);
    const auto known = left_.find(key_of(day, shown_line(message)));
    const bool is_known = known != left_.end() && known->second > 0;
    if (is_known) {
      --known->second;
      marked += message.pieces;
    }
    for (std::size_t left = message.pieces; left > 0; ++piece) {
      if (!is_taken(piece->kind, Use::memories))
        continue;
      --left;
      if (is_known)
        become_copy(*piece);
    }
  }
  return marked;
}

}  // namespace aim::mine
