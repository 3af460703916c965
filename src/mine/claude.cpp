// Claude's export (read 2025-11): conversations.json, a list of conversations
// or one a line; beside it memories.json and projects.json, or a file for each
// project.
#include <boost/json.hpp>

#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

// Stands in `text` for a block that the export has no text for.
constexpr std::string_view no_text = "This block is not supported on your current device yet.";

using Unreadable = std::function<Result<void>(std::string_view reason)>;

bool is_placeholder(std::string_view text) {
  return text.find(no_text) != text.npos && text.size() < no_text.size() + 16;
}

class Talk {
 public:
  Talk(Conversation head, const ConversationSink& sink) : gathering_(std::move(head), sink) {}

  Result<void> take(const json::value& message) {
    like_ = {PieceKind::person,
             std::string(text_at(message, "uuid")),
             std::string(text_at(message, member(message, "sender") ? "sender" : "role")),
             {},
             time_at(message, "created_at"),
             std::string(text_at(message, "parent_message_uuid"))};
    if (like_.speaker == "assistant")
      like_.kind = PieceKind::assistant;
    // Older exports have no parents: each message follows the one before.
    if (like_.parent.empty())
      like_.parent = last_;
    last_ = like_.id;
    count_ = 0;
    bool text = false;
    for (const json::value& block : list_at(message, "content")) {
      text = text || (text_at(block, "type") == "text" && !text_at(block, "text").empty());
      TRY_VOID(take_block(block));
    }
    const std::string_view whole =
        text_at(message, text_at(message, "text").empty() ? "content" : "text");
    if (!text && !whole.empty())
      TRY_VOID(add(is_placeholder(whole) ? PieceKind::media : like_.kind, std::string(whole)));
    for (const json::value& file : list_at(message, "attachments"))
      TRY_VOID(attach(file, text_at(file, "extracted_content")));
    for (const json::value& file : list_at(message, "files")) TRY_VOID(attach(file, {}));
    return count_ == 0 ? add(PieceKind::blank, {}) : Result<void>();
  }

  Result<void> finish() { return gathering_.finish(); }

 private:
  Result<void> add(PieceKind kind, std::string text) {
    ++count_;
    return gathering_.add_like(like_, kind, std::move(text));
  }

  // Files with and without a text; a pasted text has no name.
  Result<void> attach(const json::value& file, std::string_view text) {
    const std::string_view name = text_at(file, "file_name");
    if (name.empty() && trimmed(text).empty())
      return add(PieceKind::media, {});
    std::string said = name.empty() ? "(pasted text)" : "(attached: " + std::string(name) + ")";
    if (!trimmed(text).empty())
      said.append("\n").append(text);
    return add(PieceKind::attachment, std::move(said));
  }

  Result<void> take_block(const json::value& block) {
    const std::string_view type = text_at(block, "type");
    if (type == "text" && is_placeholder(text_at(block, "text")))
      return add(PieceKind::media, {});
    if (type == "text" && text_at(block, "text").empty())
      return {};  // the message says it elsewhere
    if (type == "voice_note")
      return add(like_.kind, std::string(text_at(block, "text")));
    if (type == "token_budget" || type == "flag")
      return add(PieceKind::state, {});
    const json::value* input = member(block, "input");
    if (const std::string shown = input ? artifact_text(text_at(block, "name"), *input) : "";
        !shown.empty())
      return add(PieceKind::attachment, shown);
    ++count_;
    return gathering_.add(piece_of_block(block, like_));
  }

  // Texts that the assistant wrote outside of the conversation: artifacts, and
  // files.
  std::string artifact_text(std::string_view tool, const json::value& input) {
    const bool artifact = tool == "artifacts";
    if (!artifact && tool != "create_file")
      return {};
    const std::string_view text = text_at(input, artifact ? "content" : "file_text");
    const std::string_view changed = text_at(input, "new_str");
    std::string& title = titles_[std::string(text_at(input, "id"))];
    if (const std::string_view given = text_at(input, artifact ? "title" : "path"); !given.empty())
      title = given;
    if (text.empty() && changed.empty())
      return {};
    return (artifact ? "(artifact: " : "(file: ") + title + (text.empty() ? ", changed)" : ")") +
           "\n" + std::string(text.empty() ? changed : text);
  }

  ConversationBuilder gathering_;
  TalkPiece like_;
  std::string last_;
  std::size_t count_ = 0;                      // pieces of this message
  std::map<std::string, std::string> titles_;  // of artifacts, by their id
};

Result<void> take_talk(const json::value& value, const ConversationSink& sink,
                       const Unreadable& unreadable) {
  const json::value* messages = member(value, "chat_messages");
  Conversation head;
  head.id = text_at(value, "uuid");
  if (!messages || !messages->is_array())
    return unreadable("not a conversation: it has no list \"chat_messages\"");
  head.title = text_at(value, "name");
  head.summary = text_at(value, "summary");
  head.started = time_at(value, "created_at");
  if (head.id.empty() && !messages->get_array().empty())
    head.id = id_of_beginning(head, messages->get_array().front());
  head.branches = Branches::of_prompts_and_answers;
  Talk talk(std::move(head), sink);
  for (const json::value& each : messages->get_array()) TRY_VOID(talk.take(each));
  return talk.finish();
}

class Account {
 public:
  explicit Account(const ConversationSink& sink) : sink_(sink) {}

  Result<void> take_project(const json::value& project) {
    const std::string id(text_at(project, "uuid")), name(text_at(project, "name"));
    names_[id] = name;
    auto changed = time_at(project, "updated_at");
    if (!changed)
      changed = time_at(project, "created_at");
    TRY_VOID(add("project-" + id + "-description", name + ": description", name,
                 text_at(project, "description"), changed));
    TRY_VOID(add("project-" + id + "-instructions", name + ": instructions", name,
                 text_at(project, "prompt_template"), changed));
    for (const json::value& each : list_at(project, "docs"))
      TRY_VOID(add("document-" + std::string(text_at(each, "uuid")),
                   name + ": " + std::string(text_at(each, "filename")), name,
                   text_at(each, "content"), time_at(each, "created_at")));
    return {};
  }

  Result<void> take_memories(const json::value& memories) {
    TRY_VOID(add("memory", "Claude's memory of conversations", "",
                 text_at(memories, "conversations_memory"), {}));
    const json::value* projects = member(memories, "project_memories");
    if (projects && projects->is_object())
      for (const auto& [id, text] : projects->get_object()) {
        const std::string& name = names_[std::string(id)];
        TRY_VOID(add("memory-" + std::string(id),
                     "Claude's memory of project " + (name.empty() ? std::string(id) : name), name,
                     text.is_string() ? std::string_view(text.get_string()) : std::string_view(),
                     {}));
      }
    return {};
  }

 private:
  Result<void> add(std::string id, std::string title, const std::string& project,
                   std::string_view text, std::optional<Time> time) {
    if (trimmed(text).empty())
      return {};
    Conversation head;
    head.id = std::move(id);
    head.title = std::move(title);
    head.started = time;
    if (!project.empty())
      head.tags = {project};
    ConversationBuilder gathering(std::move(head), sink_);
    TRY_VOID(gathering.add({PieceKind::document, {}, {}, std::string(text), time, {}}));
    return gathering.finish();
  }

  const ConversationSink& sink_;
  std::map<std::string, std::string> names_;  // of projects, by their id
};

}  // namespace

Result<void> read_claude(const Source& source, const Files& files, const ConversationSink& sink) {
  Account account(sink);
  Files talks, memories;
  for (const SourceFile* file : files) {
    const bool project =
        file->base_name() == "projects.json" || (last_part(file->folder()) == "projects" &&
                                                 !file->base_name().starts_with("conversations"));
    if (file->base_name().starts_with("memories"))
      memories.push_back(file);
    else if (!project)
      talks.push_back(file);
    else
      TRY_VOID(each_value(source, *file, values_for(*file, sink, [&](const json::value& value) {
                            return account.take_project(value);
                          })));
  }
  for (const SourceFile* file : memories)
    TRY_VOID(each_value(source, *file, values_for(*file, sink, [&](const json::value& value) {
                          return account.take_memories(value);
                        })));
  return talks.empty() ? Result<void>() : each_conversation(source, talks, sink, take_talk);
}

}  // namespace aim::mine
