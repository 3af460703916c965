#include "mine/conversation.h"

#include <utility>

namespace aim::mine {
namespace {

constexpr std::size_t stretch_bytes = std::size_t{4} * 1'024 * 1'024;

}  // namespace

void clean(Conversation& conversation, Cleaner& cleaner) {
  conversation.title = cleaner.text(conversation.title);
  for (std::string& tag : conversation.tags) tag = cleaner.text(tag);
  for (Message& message : conversation.messages) {
    message.speaker = cleaner.text(message.speaker);
    message.text = cleaner.text(message.text);
  }
}

ConversationBuilder::ConversationBuilder(Conversation head, const ConversationSink& sink)
    : sink_(sink), conversation_(std::move(head)) {}

Result<void> ConversationBuilder::add(Message message) {
  if (message.text.find_first_not_of(" \t\r\n") == std::string::npos)
    return {};
  bytes_ += message.text.size() + sizeof(Message);
  conversation_.messages.push_back(std::move(message));
  return bytes_ < stretch_bytes ? Result<void>() : hand_on();
}

Result<void> ConversationBuilder::finish() {
  return conversation_.messages.empty() ? Result<void>() : hand_on();
}

Result<void> ConversationBuilder::hand_on() {
  std::vector<Message> messages = std::exchange(conversation_.messages, {});
  Conversation stretch = conversation_;
  stretch.messages = std::move(messages);
  stretch.continues = std::exchange(handed_on_, true);
  bytes_ = 0;
  return sink_.take(std::move(stretch));
}

}  // namespace aim::mine
