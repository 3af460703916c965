#include "mine/blocks.h"

#include <boost/json.hpp>

#include "base/utf8.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

bool append_line(std::string& text, const json::value* value) {
  if (!value)
    return false;
  std::string line;
  if (value->is_string())
    line = std::string_view(value->get_string());
  else if (value->is_array())
    for (const json::value& word : value->get_array())
      if (word.is_string())
        line.append(line.empty() ? "" : " ").append(std::string_view(word.get_string()));
  if (line.empty())
    return false;
  text.append("\n").append(line);
  return true;
}

}  // namespace

std::string call_text(std::string_view name, const json::value& input) {
  std::string text(name);
  if (input.is_string()) {
    const auto parsed = text::parse_json(std::string_view(input.get_string()));
    if (parsed && parsed->is_object())
      return call_text(name, *parsed);
    append_line(text, &input);
    return text;
  }
  if (!input.is_object()) {
    append_line(text, &input);
    return text;
  }
  json::object rest = input.get_object();
  for (const std::string_view key :
       {"file_path", "filePath", "path", "notebook_path", "absolute_path", "AbsolutePath",
        "TargetFile", "relativeWorkspacePath", "command", "CommandLine", "cmd"})
    if (append_line(text, rest.if_contains(key)))
      rest.erase(key);
  if (!rest.empty())
    text.append("\n").append(text::compact(rest));
  return text;
}

std::string result_text(const json::value& content) {
  if (content.is_null())
    return {};
  std::string text = text_of_blocks(content, {"text", "input_text", "output_text"});
  if (text.empty() && content.is_object()) {
    for (const std::string_view key : {"output", "text", "content", "result", "error"})
      if (const json::value* found = member(content, key); found && text.empty())
        text = found->is_string() ? std::string(std::string_view(found->get_string()))
                                  : result_text(*found);
    if (text.empty())
      text = text::compact(content);
  }
  return text;
}

TalkPiece piece_of_block(const json::value& block, const TalkPiece& like) {
  TalkPiece piece = like;
  const std::string_view kind = text_at(block, "type");
  if (block.is_string() || kind == "text" || kind == "input_text" || kind == "output_text" ||
      (kind.empty() && member(block, "text"))) {
    piece.text = block.is_string() ? std::string_view(block.get_string()) : text_at(block, "text");
  } else if (kind == "thinking" || kind == "redacted_thinking") {
    piece.kind = PieceKind::thought;
  } else if (kind == "tool_use" || kind == "server_tool_use" || kind == "mcp_tool_use") {
    piece.kind = PieceKind::tool_call;
    piece.text = call_text(text_at(block, "name"), value_at(block, "input"));
  } else if (kind.ends_with("tool_result")) {
    piece.kind = PieceKind::tool_result;
    piece.text = result_text(value_at(block, "content"));
  } else if (kind == "image" || kind == "document" || kind == "audio" || kind == "input_image") {
    piece.kind = PieceKind::media;
  } else {
    piece.kind = PieceKind::unknown;
    piece.text = kind.empty() ? "a block without a type" : "block " + std::string(kind);
  }
  return piece;
}

TalkPiece piece_of_part(const json::value& part, const TalkPiece& like) {
  TalkPiece piece = like;
  if (part.is_string() || member(part, "text")) {
    piece.text = part.is_string() ? std::string_view(part.get_string()) : text_at(part, "text");
    if (flag_at(part, "thought"))
      piece.kind = PieceKind::thought;
  } else if (const json::value* call = member(part, "functionCall")) {
    piece.kind = PieceKind::tool_call;
    piece.text = call_text(text_at(*call, "name"), value_at(*call, "args"));
  } else if (const json::value* answer = member(part, "functionResponse")) {
    piece.kind = PieceKind::tool_result;
    piece.text = result_text(value_at(*answer, "response"));
  } else if (member(part, "inlineData") || member(part, "fileData")) {
    piece.kind = PieceKind::media;
  } else {
    piece.kind = PieceKind::unknown;
    piece.text = "a part of an unknown kind";
  }
  return piece;
}

}  // namespace aim::mine
