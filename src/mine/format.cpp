#include "mine/format.h"

#include <algorithm>

#include "mine/values.h"

namespace aim::mine {
namespace {

constexpr std::size_t looked_at = 64 * 1'024;  // of a file's beginning
constexpr std::size_t max_looked_at = 64;      // files

struct FormatReader {
  Format format;
  Result<void> (*read)(const Source&, const ConversationSink&);
};
constexpr std::array rows{
    FormatReader{Format::claude, read_claude}, FormatReader{Format::chatgpt, read_chatgpt},
    FormatReader{Format::slack, read_slack},   FormatReader{Format::claude_code, read_claude_code},
    FormatReader{Format::codex, read_codex},   FormatReader{Format::gemini, read_gemini}};

// Names of members that only files of one format have. Inside a JSON string their quotes would be
// escaped.
std::optional<Format> format_of_beginning(std::string_view text) {
  const auto has = [&](std::string_view name) { return text.find(name) != text.npos; };
  if (has("\"chat_messages\""))
    return Format::claude;
  if (has("\"mapping\"") && (has("\"current_node\"") || has("\"create_time\"")))
    return Format::chatgpt;
  if (has("\"projectHash\""))
    return Format::gemini;
  if (has("\"session_meta\"") || (has("\"record_type\"") && has("\"instructions\"")))
    return Format::codex;
  if (has("\"parentUuid\"") || has("\"leafUuid\"") || has("\"sessionId\""))
    return Format::claude_code;
  return std::nullopt;
}

bool is_json(const SourceFile& file) {
  return file.name.ends_with(".json") || file.name.ends_with(".jsonl");
}

}  // namespace

Result<Format> detect(const Source& source) {
  std::size_t looked = 0;
  // Conversations first: an export of Claude or ChatGPT has other files beside them.
  for (const bool conversations : {true, false}) {
    if (!conversations &&
        std::any_of(source.files().begin(), source.files().end(),
                    [](const auto& file) { return file.base_name() == "channels.json"; }))
      return Format::slack;
    for (const SourceFile& file : source.files()) {
      if (holds_conversations(source, file) != conversations || (!conversations && !is_json(file)))
        continue;
      if (++looked > max_looked_at)
        break;
      if (const auto found = format_of_beginning(TRY(source.beginning(file, looked_at))))
        return *found;
    }
  }
  return Failure(Error{Code::validation_failed,
                       "format cannot be detected from the files",
                       "format",
                       "known formats: claude, chatgpt, slack, claude-code, codex, gemini",
                       {},
                       {{"name the format", Means::option, "format"}}});
}

Result<void> read_conversations(Format format, const Source& source, const ConversationSink& sink) {
  const auto* row = std::find_if(rows.begin(), rows.end(),
                                 [&](const FormatReader& each) { return each.format == format; });
  return row->read(source, sink);
}

}  // namespace aim::mine
