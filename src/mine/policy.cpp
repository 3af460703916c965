#include "mine/policy.h"

#include <numeric>

#include "base/utf8.h"
#include "mine/fit.h"

namespace aim::mine {
namespace {

struct Treatment {
  PieceKind kind;
  bool in_memories, in_turns;
  std::string_view label;  // where it is skipped
};
constexpr std::array treatments{
    Treatment{PieceKind::person, true, true, ""},
    Treatment{PieceKind::assistant, true, true, ""},
    Treatment{PieceKind::attachment, true, true, ""},
    Treatment{PieceKind::document, true, false, "documents and saved memories"},
    Treatment{PieceKind::tool_call, false, true, "calls of tools"},
    Treatment{PieceKind::tool_result, false, true, "results of tools"},
    Treatment{PieceKind::program, false, false, "texts inserted by the program"},
    Treatment{PieceKind::summary, false, false, "summaries of the conversation"},
    Treatment{PieceKind::thought, false, false, "reasoning of the assistant"},
    Treatment{PieceKind::media, false, false, "images, sound and files without a text"},
    Treatment{PieceKind::copy, false, false, "copies of messages"},
    Treatment{PieceKind::branch, false, false, "messages that were rewritten"},
    Treatment{PieceKind::sub_agent, false, false, "messages of sub-agents"},
    Treatment{PieceKind::state, false, false, "records of the program's state"},
    Treatment{PieceKind::blank, false, false, "messages without a text"}};

const Treatment* treatment_of(PieceKind kind) {
  const auto* found = std::find_if(treatments.begin(), treatments.end(),
                                   [&](const Treatment& each) { return each.kind == kind; });
  return found == treatments.end() ? nullptr : found;
}

bool is_tool(PieceKind kind) {
  return kind == PieceKind::tool_call || kind == PieceKind::tool_result;
}

// Ends a call of a tool that has no further arguments, so that the next one is not taken for one.
void end_call(std::string& text) {
  const std::size_t line = text.rfind('\n') + 1;
  if (text.compare(line, 1, "{") != 0)
    text.append("\n{}");
}

Role role_of(const TalkPiece& piece) {
  if (is_tool(piece.kind))
    return Role::tool;
  return piece.kind == PieceKind::assistant || piece.speaker == "assistant" ? Role::assistant
                                                                            : Role::user;
}

}  // namespace

bool is_taken(PieceKind kind, Use use) {
  const Treatment* treatment = treatment_of(kind);
  if (!treatment)
    return false;
  if (use == Use::memories)
    return treatment->in_memories;
  return treatment->in_turns && !(use == Use::turns_without_tools && is_tool(kind));
}

std::vector<Message> messages_of(const Conversation& conversation, Use use) {
  std::vector<Message> messages;
  PieceKind before = PieceKind::unknown;
  for (const TalkPiece& piece : conversation.pieces) {
    if (!is_taken(piece.kind, use))
      continue;
    const Role role = role_of(piece);
    // A result is a turn of its own behind its call.
    const bool same_kind = role != Role::tool || piece.kind == before;
    before = piece.kind;
    if (!piece.id.empty() && !messages.empty() && messages.back().id == piece.id &&
        messages.back().role == role && messages.back().speaker == piece.speaker && same_kind) {
      if (piece.kind == PieceKind::tool_call)
        end_call(messages.back().text);
      messages.back().text.append("\n").append(piece.text);
      ++messages.back().pieces;
      continue;
    }
    messages.push_back({piece.id, piece.speaker, piece.text, piece.said_at, role});
  }
  return messages;
}

void mark_copies(Conversation& conversation, Use use, std::size_t pieces) {
  for (TalkPiece& piece : conversation.pieces) {
    if (pieces == 0)
      break;
    if (!is_taken(piece.kind, use))
      continue;
    become_copy(piece);
    --pieces;
  }
}

bool is_document(const Conversation& conversation) {
  return std::any_of(conversation.pieces.begin(), conversation.pieces.end(),
                     [](const TalkPiece& piece) { return piece.kind == PieceKind::document; });
}

std::string_view title_of(const Conversation& conversation) {
  for (const std::string_view given :
       {std::string_view(conversation.title), std::string_view(conversation.summary)})
    if (const std::string_view title = trimmed(given); !title.empty())
      return title.substr(0, title.find('\n'));
  for (const bool anyone : {false, true})
    for (const TalkPiece& piece : conversation.pieces)
      if (piece.kind == PieceKind::person || (anyone && is_taken(piece.kind, Use::memories)))
        return trimmed(piece.text);
  return {};
}

void Tally::add_rest(const Conversation& conversation, Use use) {
  constexpr std::size_t longest_name = 60;  // characters
  for (const TalkPiece& piece : conversation.pieces) {
    if (is_taken(piece.kind, use))
      continue;
    if (const Treatment* treatment = treatment_of(piece.kind))
      skip(treatment->label, 1);
    else
      ++not_understood[utf8::excerpt(piece.text, longest_name)];
  }
}

void Tally::skip(std::string_view reason, std::int64_t count) {
  if (count > 0)
    skipped[std::string(reason)] += count;
}

std::int64_t Tally::total() const {
  const auto sum = [](const auto& counts) {
    return std::accumulate(
        counts.begin(), counts.end(), std::int64_t{0},
        [](std::int64_t before, const auto& each) { return before + each.second; });
  };
  return taken + sum(skipped) + sum(not_understood);
}

}  // namespace aim::mine
