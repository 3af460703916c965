// A conversation out of a stranger's export, as every format hands it on.
// Knows: who said what when. Must not know: which format it came from, memories.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "capture/cleaner.h"

namespace aim::mine {

struct Message {
  std::string id, speaker, text;
  std::optional<Time> said_at;
};

struct Conversation {
  std::string id;           // as its place of origin knows it; never empty
  std::string title;        // may be empty
  std::string folder = {};  // that its session worked in; empty: not known
  std::vector<std::string> tags;
  std::optional<Time> started;
  std::vector<Message> messages;
  bool continues =
      false;  // what follows in the conversation handed over last, which was too long for once
};

// Before anything of it is cut or becomes a title.
void clean(Conversation& conversation, Cleaner& cleaner);

// What is read, as it is read. Errors that these return end the reading.
struct ConversationSink {
  std::function<Result<void>(Conversation conversation)> take;
  std::function<Result<void>(std::string where, std::string reason)> unreadable;
  std::function<void(std::uint64_t bytes)> read = {};  // how many more were read
};

// Gathers the messages of one conversation, and hands it on in stretches when it grows long, so
// that none takes more than a few megabytes.
class ConversationBuilder {
 public:
  ConversationBuilder(Conversation head, const ConversationSink& sink);
  // Empty texts are none.
  Result<void> add(Message message);
  Conversation& head() { return conversation_; }
  // Hands on what is left; a conversation without messages is none.
  Result<void> finish();

 private:
  Result<void> hand_on();

  const ConversationSink& sink_;
  Conversation conversation_;
  std::size_t bytes_ = 0;
  bool handed_on_ = false;
};

}  // namespace aim::mine
