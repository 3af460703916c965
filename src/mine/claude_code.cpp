// Claude Code's sessions (~/.claude/projects, versions 1.0 to 2.1; read 2026-03): a record a line.
// Words of the person stand in four places: prompts, answers to questions, reasons for a refusal,
// and prompts that waited in the queue.
#include <boost/json.hpp>
#include <unordered_map>

#include "base/append.h"
#include "base/ascii.h"
#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

bool is_state(std::string_view type) {
  constexpr std::string_view types =
      "file-history-snapshot|progress|last-prompt|mode|permission-mode|pr-link|agent-name|"
      "agent-setting|agent-color|tag|worktree-state|attribution-snapshot|content-replacement|"
      "context-collapse-commit|context-collapse-snapshot|speculation-accept|bridge-session|"
      "task-summary|marble-origami-commit|custom-title|ai-title|started";
  return ascii::is_one_of(type, types);
}

// The reason that a person gave for a refusal; empty: none was given.
std::string_view reason_of_refusal(std::string_view result) {
  const std::string_view begin = result.substr(0, 300);
  constexpr std::array<std::string_view, 5> refusals{
      "The user doesn't want to", "Permission for this tool use was denied", "User rejected",
      "The agent proposed a plan that was rejected", "The user rejected"};
  if (std::none_of(refusals.begin(), refusals.end(),
                   [&](std::string_view each) { return begin.starts_with(each); }))
    return {};
  for (const std::string_view mark :
       {"the user said:", "The user said:", "reason for the rejection:",
        "with the following feedback:", "the following reason:"})
    if (const std::size_t at = result.find(mark); at != result.npos) {
      std::string_view reason = result.substr(at + mark.size());
      return trimmed(reason.substr(0, reason.find("\n\nNote: The user's next message")));
    }
  return {};
}

class ClaudeCodeSession {
 public:
  ClaudeCodeSession(const SourceFile& file, const ConversationSink& sink)
      : gathering_(head_of(file), sink) {}

  ConversationBuilder& gathering() { return gathering_; }

  Result<void> take(const json::value& record) {
    const std::string_view type = text_at(record, "type");
    Conversation& head = gathering_.head();
    like_ = {PieceKind::state,
             std::string(text_at(record, "uuid")),
             {},
             {},
             time_at(record, "timestamp"),
             std::string(text_at(record, "parentUuid"))};
    if (type == "user" || type == "assistant")
      return take_message(record, type);
    if (type == "summary" && head.summary.empty())
      head.summary = text_at(record, "summary");
    else if (type == "custom-title")
      head.title = text_at(record, "customTitle");
    else if (type == "ai-title")
      head.summary = text_at(record, "aiTitle");
    if (type == "queue-operation")
      return take_queued(value_at(record, "content"));
    if (const json::value* attached = member(record, "attachment");
        attached && type == "attachment")
      return take_attached(*attached);
    if (type == "summary")
      return add(PieceKind::summary);
    if (type == "system" || type == "attachment")
      return add(PieceKind::program);
    return is_state(type) ? add(PieceKind::state)
                          : add(PieceKind::unknown, "record " + std::string(type));
  }

 private:
  static Conversation head_of(const SourceFile& file) {
    Conversation head = named_by_file(file);
    head.branches = Branches::of_prompts;
    return head;
  }

  Result<void> add(PieceKind kind, std::string text = {}) {
    return gathering_.add_like(like_, kind, std::move(text));
  }

  Result<void> take_message(const json::value& record, std::string_view type) {
    const json::value* content = member(value_at(record, "message"), "content");
    like_.speaker = type;
    if (flag_at(record, "isSidechain"))
      return add(PieceKind::sub_agent);
    if (flag_at(record, "isCompactSummary"))
      return add(PieceKind::summary);
    if (flag_at(record, "isMeta") || flag_at(record, "isApiErrorMessage") ||
        flag_at(record, "isVisibleInTranscriptOnly"))
      return add(PieceKind::program);
    if (!content)
      return add(PieceKind::unknown, std::string(type) + " without content");
    if (const json::value* from = member(record, "forkedFrom"))
      gathering_.head().forked_from = text_at(*from, "sessionId");
    add_place(gathering_.head(), text_at(record, "cwd"));
    like_.kind = type == "user" ? PieceKind::person : PieceKind::assistant;
    if (!content->is_array())
      return take_block(*content, record);
    if (content->get_array().empty())
      return add(PieceKind::blank);
    for (const json::value& block : content->get_array()) TRY_VOID(take_block(block, record));
    return {};
  }

  Result<void> take_block(const json::value& block, const json::value& record) {
    TalkPiece piece = piece_of_block(block, like_);
    if (piece.kind == PieceKind::person)
      return take_prompt(piece);
    if (piece.kind == PieceKind::tool_call)
      TRY_VOID(take_call(block));
    if (piece.kind == PieceKind::tool_result)
      TRY_VOID(take_result(block, record));
    return gathering_.add(std::move(piece));
  }

  Result<void> take_prompt(const TalkPiece& prompt) {
    for (TalkPiece& piece : pieces_of_prompt(prompt)) {
      if (piece.kind == PieceKind::person && was_queued(piece.text))
        piece.kind = PieceKind::copy;
      TRY_VOID(gathering_.add(std::move(piece)));
    }
    return {};
  }

  // Questions to the person and plans are what the assistant says.
  Result<void> take_call(const json::value& block) {
    const std::string name(text_at(block, "name"));
    const json::value* input = member(block, "input");
    if (!input || (name != "AskUserQuestion" && !is_plan(name)))
      return {};
    calls_[std::string(text_at(block, "id"))] = name;
    if (is_plan(name)) {
      plan_ = text_at(*input, "plan");
      return plan_.empty() ? Result<void>() : add(PieceKind::assistant, plan_);
    }
    std::string asked = join_texts(list_at(*input, "questions"), "\n", question_text);
    return asked.empty() ? Result<void>() : add(PieceKind::assistant, std::move(asked));
  }

  static bool is_plan(std::string_view tool) {
    return tool == "ExitPlanMode" || tool == "exit_plan_mode";
  }

  static std::string question_text(const json::value& question) {
    const std::string text(text_at(question, "question"));
    const std::string labels =
        join_texts(list_at(question, "options"), " / ",
                   [](const json::value& option) { return text_at(option, "label"); });
    return labels.empty() ? text : text + " (" + labels + ")";
  }

  Result<void> take_result(const json::value& block, const json::value& record) {
    const auto call = calls_.find(std::string(text_at(block, "tool_use_id")));
    const std::string_view name = call == calls_.end() ? "" : std::string_view(call->second);
    const std::string result = result_text(value_at(block, "content"));
    const json::value* facts = member(record, "toolUseResult");
    if (const std::string_view reason = reason_of_refusal(result); !reason.empty())
      return add(PieceKind::person, std::string(reason));
    constexpr std::string_view edited = "(edited by user):";
    if (const std::size_t at = result.find(edited); is_plan(name) && at != result.npos)
      return add(PieceKind::person,
                 std::string(trimmed(std::string_view(result).substr(at + edited.size()))));
    if (is_plan(name) && facts) {
      const std::string_view shown = text_at(*facts, "plan");
      if (!shown.empty() && shown != plan_)
        return add(PieceKind::assistant, std::string(shown));
    }
    const json::value* answers = facts ? member(*facts, "answers") : nullptr;
    if (answers && answers->is_object())
      return take_answers(answers->get_object(), member(*facts, "annotations"));
    return name == "AskUserQuestion" || result.starts_with("User has answered your questions:")
               ? take_answers_of_text(result)
               : Result<void>();
  }

  Result<void> take_answers(const json::object& answers, const json::value* annotations) {
    std::string text;
    for (const auto& [question, answer] : answers) {
      std::string said = result_text(answer);
      if (const json::value* notes = annotations ? member(*annotations, question) : nullptr)
        if (const std::string_view more = text_at(*notes, "notes"); !more.empty())
          said.append(said.empty() ? "" : "\n").append(more);
      if (!said.empty())
        text.append(text.empty() ? "" : "\n").append(question).append(" ").append(said);
    }
    return text.empty() ? Result<void>() : add(PieceKind::person, std::move(text));
  }

  // "…answered your questions: "Which?"="This", "And?"="That". You can now continue …"
  Result<void> take_answers_of_text(std::string_view text) {
    std::string said;
    for (std::size_t at = 0; (at = text.find("\"=\"", at)) != text.npos; at += 3) {
      const std::size_t begin = at == 0 ? text.npos : text.rfind('"', at - 1);
      std::size_t end = text.find("\". You can now", at + 3);
      if (const std::size_t next = text.find("\", \"", at + 3); next < end)
        end = next;
      if (begin == text.npos || end == text.npos)
        break;
      said.append(said.empty() ? "" : "\n")
          .append(text.substr(begin + 1, at - begin - 1))
          .append(" ")
          .append(text.substr(at + 3, end - at - 3));
    }
    return said.empty() ? Result<void>() : add(PieceKind::person, std::move(said));
  }

  Result<void> take_queued(const json::value& content) {
    const std::string text = text_of_blocks(content, {"text"});
    return text.empty() ? add(PieceKind::state) : take_waiting(text);
  }

  // A prompt that waited is said once, where it was typed, however it was delivered.
  Result<void> take_waiting(std::string_view content) {
    like_.speaker = "user";
    TalkPiece prompt = like_;
    prompt.kind = PieceKind::person;
    prompt.text = content;
    for (TalkPiece& piece : pieces_of_prompt(prompt)) {
      if (piece.kind == PieceKind::person)
        queued_.emplace_back(trimmed(piece.text));
      TRY_VOID(gathering_.add(std::move(piece)));
    }
    return {};
  }

  bool was_queued(std::string_view text) {
    std::string_view rest = trimmed(text);
    if (rest.empty())
      return false;
    std::vector<std::string> left = queued_;
    while (!rest.empty()) {
      const auto found = std::find_if(left.begin(), left.end(), [&](const std::string& each) {
        return !each.empty() && rest.starts_with(each) &&
               (rest.size() == each.size() || rest[each.size()] == '\n');
      });
      if (found == left.end())
        return false;
      rest = trimmed(rest.substr(found->size()));
      left.erase(found);
    }
    queued_ = std::move(left);
    return true;
  }

  Result<void> take_attached(const json::value& attached) {
    if (text_at(attached, "type") != "queued_command")
      return add(PieceKind::program);
    const std::string text = result_text(value_at(attached, "prompt"));
    if (was_queued(text))
      return add(PieceKind::copy);
    like_.speaker = "user";
    like_.kind = PieceKind::person;
    like_.text = text;
    return take_prompt(std::exchange(like_, {}));
  }

  ConversationBuilder gathering_;
  TalkPiece like_;
  std::unordered_map<std::string, std::string> calls_;  // names of tools, by the id of the call
  std::vector<std::string> queued_;                     // prompts that were not delivered yet
  std::string plan_;
};

}  // namespace

Result<void> read_claude_code(const Source& source, const Files& files,
                              const ConversationSink& sink) {
  for (const SourceFile* file : files) {
    ClaudeCodeSession session(*file, sink);
    TRY_VOID(read_session(source, *file, sink, session.gathering(),
                          [&](const json::value& record) { return session.take(record); }));
  }
  return {};
}

}  // namespace aim::mine
