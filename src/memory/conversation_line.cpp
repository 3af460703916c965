#include "memory/conversation_line.h"

#include <cctype>

#include "base/ascii.h"
#include "memory/metadata.h"

namespace aim {
namespace {

constexpr std::size_t longest_name = 32, longest_mark = 64, date_bytes = 10;
constexpr std::string_view day_mark = "\u2014";

bool is_name_byte(char byte) {
  const auto c = static_cast<unsigned char>(byte);
  return c >= 0x80 || std::isalnum(c) || byte == '.' || byte == '\'' || byte == '-' || byte == '_';
}

bool begins_name(char byte) {
  const auto c = static_cast<unsigned char>(byte);
  return c >= 0x80 || std::isupper(c);
}

bool is_role(std::string_view content) {
  return content.starts_with("[user]:") || content.starts_with("[assistant]:") ||
         content.starts_with("[system]:");
}

// A whole conversation in one memory: several of its lines begin with a name.
bool is_transcript(std::string_view content) {
  content = without_mark(content);
  int names = speaker_of(content).empty() ? 0 : 1;
  for (std::size_t end = content.find('\n'); end != content.npos && names < 2;
       end = content.find('\n', end + 1))
    names += speaker_of(content.substr(end + 1)).empty() ? 0 : 1;
  return names >= 2;
}

// What is said, without who says it and what stands in brackets behind ("[shares a picture]").
std::string_view said(std::string_view content) {
  const std::size_t name = speaker_of(content).size();
  content = without_mark(content);
  content.remove_prefix(name == 0 ? 0 : name + 2);
  return content.substr(0, content.find(" ["));
}

constexpr std::string_view blanks = " \n\t\r";

std::size_t skip_blank(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(blanks, at), text.size());
}

// Where the sentence that begins at `begin` ends, and whether it asks: at . ! ? before a blank, at
// 。！？, or at the end.
struct SentenceEnd {
  std::size_t at;
  bool asks;
};
SentenceEnd sentence_end(std::string_view text, std::size_t begin) {
  constexpr std::array<std::string_view, 3> wide{"\u3002", "\uFF01", "\uFF1F"};
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    const bool before_blank =
        at + 1 == text.size() || blanks.find(text[at + 1]) != std::string_view::npos;
    if ((c == '.' || c == '!' || c == '?') && before_blank)
      return {at + 1, c == '?'};
    for (const std::string_view mark : wide)
      if (text.substr(at).starts_with(mark))
        return {at + mark.size(), mark == wide.back()};
  }
  return {text.size(), false};
}

}  // namespace

std::string day_line(Time time) {
  return std::string(day_mark) + " " + format_rfc3339(time).substr(0, date_bytes) + " " +
         std::string(day_mark);
}

bool is_day_line(std::string_view line) {
  return line.size() == day_line_bytes && line.starts_with(day_mark) && line.ends_with(day_mark) &&
         line.substr(day_mark.size(), date_bytes + 2).find_first_not_of(" 0123456789-") ==
             line.npos;
}

std::string_view without_mark(std::string_view content) {
  if (!content.starts_with('[') || is_role(content))
    return content;
  const std::size_t end = content.substr(0, longest_mark).find(']');
  if (end == content.npos)
    return content;
  content.remove_prefix(end + 1);
  content.remove_prefix(std::min(content.find_first_not_of(" \n"), content.size()));
  return content;
}

std::string_view speaker_of(std::string_view content) {
  content = without_mark(content);
  const std::size_t colon = content.substr(0, longest_name + 1).find(": ");
  if (colon == content.npos || colon == 0 || !begins_name(content.front()))
    return {};
  const std::string_view name = content.substr(0, colon);
  return std::all_of(name.begin(), name.end(), is_name_byte) ? name : std::string_view();
}

Line line_of(const Memory& memory) {
  Line line{{}, {}, memory.created_at.time, false};
  if (memory.metadata.size() <= 2)  // "{}", as nearly all have
    return line;
  constexpr std::array<std::string_view, 3> keys{"session_id", "speaker", "said_at"};
  auto known = text_members(memory.metadata, keys);
  line.session = std::move(known[0]);
  line.speaker = ascii::lower(known[1]);
  if (const auto said = parse_rfc3339(known[2], "said_at"))
    line.time = said->time;
  if (line.session.empty())
    return line;
  const std::string_view named = speaker_of(memory.content);
  const bool many_lines = is_transcript(memory.content);
  if (line.speaker.empty() && !many_lines)
    line.speaker = ascii::lower(named);
  // Who speaks does not name himself; a note about somebody does.
  const bool spoken =
      !line.speaker.empty() && ascii::lower(memory.content).find(line.speaker) == std::string::npos;
  line.dialogue = (!named.empty() || is_role(memory.content) || spoken) && !many_lines;
  if (line.dialogue)
    line.asks = share_of_questions(said(memory.content));
  return line;
}

double share_of_questions(std::string_view text) {
  const std::size_t size = text.size();
  std::size_t asking = 0;
  for (std::size_t begin = skip_blank(text, 0); begin < size;) {
    const SentenceEnd end = sentence_end(text, begin);
    if (end.asks && end.at - begin <= longest_question)
      asking += end.at - begin;
    begin = skip_blank(text, end.at);
  }
  return size == 0 ? 0 : static_cast<double>(asking) / static_cast<double>(size);
}

}  // namespace aim
