#include "mine/memories.h"

#include "base/timestamp.h"
#include "base/utf8.h"
#include "base/uuid.h"
#include "memory/conversation_line.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "mine/fit.h"
#include "mine/policy.h"

namespace aim::mine {
namespace {

constexpr std::size_t longest_name = 120, longest_text = 200;  // characters
constexpr double confidence = 0.8;                             // wire.md 4.3
constexpr std::int64_t ordinary = 5;

std::string name_before(const std::string& speaker) {
  return speaker.empty() ? speaker : "[" + utf8::excerpt(speaker, longest_name) + "]: ";
}

// Five is what a caller gives who does not say; long and many-voiced ones are worth more.
std::int64_t priority_of(std::size_t bytes, std::size_t messages) {
  return ordinary + (bytes >= 4'096 && messages >= 8 ? 1 : 0) +
         (bytes >= 16'384 && messages >= 20 ? 1 : 0);
}

class Parts {
 public:
  Parts(const Conversation& conversation, const Wanted& wanted, std::size_t parts)
      : conversation_(conversation),
        wanted_(wanted),
        parts_(parts),
        title_(title_here(conversation)),
        messages_(messages_of(conversation, Use::memories)) {}

  std::vector<Mined> make() {
    for (const Message& message : messages_) add(message);
    end_part();
    return std::move(made_);
  }

 private:
  static constexpr std::size_t max_bytes = rule::content.max_bytes;

  void add(const Message& message) {
    const std::string cleaned = without_nul(message.text);
    std::string_view text = trimmed(cleaned);
    if (!content_.empty() &&
        content_.size() + 1 + beginning_of(message).size() + text.size() > max_bytes)
      end_part();
    const std::string speaker = beginning_of(message);
    if (message.said_at)
      day_ = day_line(*message.said_at);
    pieces_ += message.pieces;
    while (!text.empty()) {
      const std::string_view piece =
          fitting(text, max_bytes - content_.size() - speaker.size() - 1);
      content_.append(content_.empty() ? "" : "\n").append(speaker).append(trimmed(piece));
      note(message);
      text.remove_prefix(piece.size());
      if (!text.empty())
        end_part();
    }
  }

  // The day where it is a new one, and who speaks. The first day is the memory's date.
  std::string beginning_of(const Message& message) const {
    std::string text;
    if (message.said_at)
      if (const std::string day = day_line(*message.said_at);
          conversation_.shows_days ? content_.empty() || day != day_ : !day_.empty() && day != day_)
        text = day + "\n";
    return text + name_before(message.speaker);
  }

  void note(const Message& message) {
    if (count_ == 0) {
      first_ = &message;
      one_speaker_ = true;
    }
    one_speaker_ = one_speaker_ && message.speaker == first_->speaker;
    if (message.said_at) {
      if (!first_said_)
        first_said_ = message.said_at;
      last_said_ = std::max(last_said_, message.said_at);
    }
    last_ = &message;
    ++count_;
  }

  void end_part() {
    if (count_ == 0)
      return;
    ++parts_;
    Mined mined;
    Memory& memory = mined.memory;
    const std::string origin = "mine-" + std::string(name_of(conversation_.format));
    memory.id = id_of_part(conversation_.format,
                           wanted_.name_in_ids.empty() ? wanted_.name_space : wanted_.name_in_ids,
                           conversation_.id, parts_);
    memory.tier = wanted_.tier;
    memory.name_space = wanted_.name_space;
    memory.title = parts_ == 1 ? title_ : title_ + " (part " + std::to_string(parts_) + ")";
    add_tag(memory.tags, origin);
    for (const std::string& tag : conversation_.tags) add_tag(memory.tags, tag);
    memory.priority = priority_of(content_.size(), count_);
    memory.confidence = confidence;
    memory.source = origin;
    memory.metadata = metadata();
    if (const auto began = first_said_ ? first_said_ : conversation_.started)
      memory.created_at = at(*began);
    if (const auto ended = last_said_ ? last_said_ : conversation_.started)
      memory.updated_at = at(*ended);
    memory.content = std::move(content_);
    mined.messages = count_;
    mined.pieces = std::exchange(pieces_, 0);
    mined.last_said = last_said_ ? last_said_ : conversation_.started;
    made_.push_back(std::move(mined));
    content_.clear();
    count_ = 0;
    first_said_ = last_said_ = std::nullopt;
  }

  std::string metadata() const {
    std::string text = "{}";
    const auto put = [&](std::string_view key, std::string_view value) {
      if (!value.empty())
        text = with_text(text, key, utf8::excerpt(value, longest_text));
    };
    put("mined_from", name_of(conversation_.format));
    put("session_id", conversation_.id);
    put("conversation", title_);
    put("part", std::to_string(parts_));
    put("said_at", first_said_ ? format_rfc3339(*first_said_) : "");
    put("speaker", one_speaker_ ? first_->speaker : "");
    put("first_message_id", first_->id);
    put("last_message_id", last_->id);
    return text;
  }

  const Conversation& conversation_;
  const Wanted& wanted_;
  std::size_t parts_;
  std::string title_;
  std::vector<Message> messages_;
  std::vector<Mined> made_;

  // of the part that is being filled
  std::string content_, day_;
  std::size_t count_ = 0, pieces_ = 0;
  const Message* first_ = nullptr;
  const Message* last_ = nullptr;
  bool one_speaker_ = true;
  std::optional<Time> first_said_, last_said_;
};

}  // namespace

std::vector<Mined> memories_of(const Conversation& conversation, const Wanted& wanted,
                               std::size_t parts) {
  return Parts(conversation, wanted, parts).make();
}

std::string id_of_part(Format format, const std::string& name_space,
                       const std::string& conversation, std::size_t part) {
  return named_uuid("mine-" + std::string(name_of(format)) + '\n' + name_space + '\n' +
                    conversation + '\n' + std::to_string(part));
}

std::string title_here(const Conversation& conversation) {
  const std::string otherwise = "Conversation " + utf8::excerpt(conversation.id, 8);
  const std::string_view title = title_of(conversation);
  const bool given = !trimmed(conversation.title).empty() || !trimmed(conversation.summary).empty();
  return title_for(given ? title : "", title, otherwise);
}

std::string shown_line(const Message& message) {
  const std::string text = without_nul(message.text);
  return name_before(message.speaker).append(trimmed(text));
}

std::size_t pieces_in(const Conversation& conversation, std::string_view content,
                      std::size_t& bytes) {
  std::size_t pieces = 0;
  for (const Message& message : messages_of(conversation, Use::memories)) {
    const std::string line = shown_line(message);
    if (content.size() > bytes + day_line_bytes &&
        is_day_line(content.substr(bytes, day_line_bytes)))
      bytes += day_line_bytes + 1;
    const std::size_t end = bytes + line.size();
    if (content.substr(bytes, line.size()) != line ||
        (end < content.size() && content[end] != '\n'))
      break;
    bytes = std::min(end + 1, content.size());
    pieces += message.pieces;
  }
  return pieces;
}

std::string default_name_space(Format format) {
  return std::string(name_of(format)) + "-export";
}

Size size_of(const Conversation& conversation) {
  Size size;
  for (const Message& message : messages_of(conversation, Use::memories)) {
    ++size.messages;
    size.bytes += message.text.size();
  }
  size.messages += static_cast<std::size_t>(
      std::ranges::count(conversation.pieces, PieceKind::copy, &TalkPiece::kind));
  return size;
}

}  // namespace aim::mine
