// Tasks of Cline and its relatives (api_conversation_history.json, version 3; read 2026-03), a list
// of messages. Calls of tools are blocks, or elements in the text of the assistant; their results
// are texts in the user's name, in which elements hold what the person said.
#include <boost/json.hpp>

#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

struct XmlElement {
  std::string_view name, body;
  std::size_t begin = 0, end = 0;  // in the text
};

bool is_element_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// How many elements without an end are looked for in one text: each look goes to its end.
constexpr int most_unclosed = 100;

// The element that begins here: "<name>…</name>".
std::optional<XmlElement> element_at(std::string_view text, std::size_t begin, int& unclosed) {
  std::size_t close = begin + 1;
  while (close < text.size() && is_element_name(text[close])) ++close;
  if (unclosed >= most_unclosed || text[begin] != '<' || close == begin + 1 ||
      text.substr(close, 1) != ">")
    return std::nullopt;
  const std::string_view name = text.substr(begin + 1, close - begin - 1);
  const std::string ending = "</" + std::string(name) + ">";
  const std::size_t end = text.find(ending, close);
  if (end == text.npos) {
    ++unclosed;
    return std::nullopt;
  }
  return XmlElement{name, text.substr(close + 1, end - close - 1), begin, end + ending.size()};
}

// Elements one behind the other; what stands between them is passed over.
std::vector<XmlElement> elements_in(std::string_view text) {
  std::vector<XmlElement> found;
  int unclosed = 0;
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at))
    if (const auto element = element_at(text, at, unclosed)) {
      found.push_back(*element);
      at = element->end;
    } else {
      ++at;
    }
  return found;
}

// Tools by which the assistant speaks: a question, or a result.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> saying_tools{
    {{"attempt_completion", "result"},
     {"ask_followup_question", "question"},
     {"plan_mode_respond", "response"},
     {"act_mode_respond", "response"}}};

std::string_view said_by(std::string_view tool) {
  const auto* found = std::find_if(saying_tools.begin(), saying_tools.end(),
                                   [&](const auto& each) { return each.first == tool; });
  return found == saying_tools.end() ? std::string_view() : found->second;
}

class MessageReader {
 public:
  MessageReader(const TalkPiece& like, ConversationBuilder& gathering)
      : like_(like), gathering_(gathering) {}

  Result<void> take(const json::value& block) {
    TalkPiece piece = piece_of_block(block, like_);
    if (trimmed(piece.text).empty())
      return gathering_.add(std::move(piece));
    if (piece.kind == PieceKind::tool_call)
      return add_call(text_at(block, "name"), value_at(block, "input"));
    if (piece.kind == PieceKind::assistant)
      return take_spoken(piece.text);
    if (piece.kind == PieceKind::tool_result)
      return take_of_user(piece.text, PieceKind::tool_result);
    return piece.kind == PieceKind::person ? take_prompt(piece.text)
                                           : gathering_.add(std::move(piece));
  }

 private:
  Result<void> add(PieceKind kind, std::string_view text) {
    if (trimmed(text).empty())
      return {};
    TalkPiece piece = like_;
    return gathering_.add_like(std::move(piece), kind, std::string(trimmed(text)));
  }

  Result<void> add_call(std::string_view name, const json::value& input) {
    if (const std::string_view said = said_by(name); !said.empty())
      if (const std::string_view text = text_at(input, said); !text.empty())
        return add(PieceKind::assistant, text);
    return add(PieceKind::tool_call, call_text(name, input));
  }

  // "<read_file>\n<path>a.md</path>\n</read_file>", or with <args>, several files in one call.
  Result<void> take_call(const XmlElement& call) {
    json::object input;
    bool lists_files = false;
    for (const XmlElement& each : elements_in(call.body)) {
      if (each.name != "args") {
        input[each.name] = trimmed(each.body);
        continue;
      }
      for (const XmlElement& file : elements_in(each.body)) {
        lists_files = true;
        json::object one;
        for (const XmlElement& part : elements_in(file.body)) one[part.name] = trimmed(part.body);
        TRY_VOID(add_call(call.name, one));
      }
    }
    return lists_files && input.empty() ? Result<void>() : add_call(call.name, input);
  }

  // A tool's name has an underscore, and its element holds others. Code in a fence is shown only.
  static std::optional<XmlElement> call_at(std::string_view text, std::size_t begin,
                                           int& unclosed) {
    auto element = element_at(text, begin, unclosed);
    if (!element || element->name == "thinking")
      return element;
    const bool is_call = element->name.find('_') != element->name.npos &&
                         (trimmed(element->body).empty() || trimmed(element->body).front() == '<');
    return is_call ? element : std::nullopt;
  }

  Result<void> take_spoken(std::string_view text) {
    std::size_t said = 0;
    bool fenced = false;
    int unclosed = 0;
    for (std::size_t line = 0; line < text.size();) {
      const std::size_t begin = text.find_first_not_of(" \t", line);
      if (begin == text.npos)
        break;
      if (text.substr(begin, 3) == "```")
        fenced = !fenced;
      if (const auto call = fenced ? std::nullopt : call_at(text, begin, unclosed)) {
        TRY_VOID(add(PieceKind::assistant, text.substr(said, begin - said)));
        TRY_VOID(call->name == "thinking" ? add(PieceKind::thought, call->body) : take_call(*call));
        line = said = call->end;
        continue;
      }
      line = std::min(text.find('\n', begin), text.size() - 1) + 1;
    }
    return add(PieceKind::assistant, text.substr(said));
  }

  // "[read_file for 'x'] Result:" comes before the result, which may be a block of its own.
  Result<void> take_prompt(std::string_view text) {
    constexpr std::string_view mark = "] Result:";
    if (const std::size_t end = text.find(mark);
        text.starts_with('[') && end != text.npos && end < text.find('\n')) {
      in_result_ = true;
      text.remove_prefix(end + mark.size());
      if (trimmed(text).empty())
        return add(PieceKind::program, mark);
    }
    const bool of_program = text.starts_with("[ERROR]") || text.starts_with("[TASK RESUMPTION]");
    return take_of_user(text, in_result_   ? PieceKind::tool_result
                              : of_program ? PieceKind::program
                                           : PieceKind::person);
  }

  // Whether the words of a person may begin here: on a line of their own, and in the result of a
  // tool, which may show any file, only first or where the line before names feedback.
  static bool may_begin(std::string_view before, PieceKind kind) {
    if (!before.empty() && !before.ends_with('\n'))
      return false;
    before = trimmed(before);
    return kind != PieceKind::tool_result || before.empty() ||
           before.substr(before.rfind('\n') + 1).find("feedback") != before.npos;
  }

  // Words of the person are in elements; the rest is of the kind, where there are such words a text
  // of the program around them.
  Result<void> take_of_user(std::string_view text, PieceKind kind) {
    std::string rest;
    std::size_t done = 0;
    int unclosed = 0;
    for (const std::string_view name : {"task", "feedback", "answer", "user_message"}) {
      const std::size_t begin = text.find("<" + std::string(name) + ">", done);
      if (begin == text.npos || !may_begin(text.substr(0, begin), kind))
        continue;
      const auto element = element_at(text, begin, unclosed);
      if (!element)
        continue;
      rest.append(text.substr(done, begin - done));
      done = element->end;
      TRY_VOID(add(PieceKind::person, element->body));
      if (kind == PieceKind::person)
        kind = PieceKind::program;
    }
    rest.append(text.substr(done));
    TalkPiece like = like_;
    like.text = rest;
    if (kind == PieceKind::person)
      return add_prompt(like, gathering_);
    for (TalkPiece& piece : pieces_of_prompt(like)) {
      if (piece.kind == PieceKind::person)
        piece.kind = kind;
      TRY_VOID(add(piece.kind, piece.text));
    }
    return {};
  }

  const TalkPiece& like_;
  ConversationBuilder& gathering_;
  bool in_result_ = false;
};

// "# Current Working Directory (/home/u/shop) Files" in the state of the editor.
std::string_view folder_in(std::string_view text) {
  for (const std::string_view mark :
       {"# Current Working Directory (", "# Current Workspace Directory ("})
    if (const std::size_t at = text.find(mark); at != text.npos) {
      text.remove_prefix(at + mark.size());
      text = text.substr(0, text.find('\n'));
      return text.substr(0, text.rfind(')'));
    }
  return {};
}

// {role, content, ts}, the content a text or blocks.
Result<void> take_message(const json::value& record, ConversationBuilder& gathering,
                          std::size_t number) {
  const std::string_view role = text_at(record, "role");
  const json::value* content = member(record, "content");
  TalkPiece like{role == "assistant" ? PieceKind::assistant : PieceKind::person,
                 std::to_string(number),
                 std::string(role),
                 {},
                 time_at(record, "ts"),
                 {}};
  if (!content || (role != "user" && role != "assistant"))
    return gathering.add_like(like, PieceKind::unknown, "message of " + std::string(role));
  if (gathering.head().folder.empty() && role == "user")
    add_place(gathering.head(), folder_in(text_of_blocks(*content, {"text"})));
  MessageReader message(like, gathering);
  if (!content->is_array())
    return message.take(*content);
  for (const json::value& block : content->get_array()) TRY_VOID(message.take(block));
  return {};
}

}  // namespace

Result<void> read_cline(const Source& source, const Files& files, const ConversationSink& sink) {
  const auto begin = [&](const SourceFile& file) {
    Conversation head;
    // "tasks/1700000000000/api_conversation_history.json": the folder is the task.
    head.id = source.folder_name(file);
    if (head.id.empty() || (file.folder().empty() && !file.base_name().starts_with("api_")))
      head.id = stem(file);
    return head;
  };
  return read_sessions(source, files, sink, begin, take_message);
}

}  // namespace aim::mine
