#include "mine/format.h"

#include "base/append.h"
#include "mine/copies.h"
#include "mine/recognise.h"

namespace aim::mine {
namespace {

struct FormatReader {
  Format format;
  Result<void> (*read)(const Source&, const Files&, const ConversationSink&);
  std::string_view needed;  // the names of its files
  bool sessions = true;     // may repeat the beginning of another
};
constexpr std::array readers{
    FormatReader{Format::claude, read_claude, "conversations.json", false},
    FormatReader{Format::chatgpt, read_chatgpt, "conversations.json", false},
    FormatReader{Format::slack, read_slack, "channel/2024-03-01.json", false},
    FormatReader{Format::claude_code, read_claude_code, ".jsonl"},
    FormatReader{Format::codex, read_codex, ".jsonl"},
    FormatReader{Format::gemini, read_gemini, ".json"},
    FormatReader{Format::qwen, read_qwen, ".jsonl"},
    FormatReader{Format::copilot, read_copilot, ".jsonl"},
    FormatReader{Format::cursor, read_cursor, ".jsonl"},
    FormatReader{Format::vscode, read_vscode, ".json"},
    FormatReader{Format::opencode, read_opencode, ".json"},
    FormatReader{Format::cline, read_cline, ".json"},
    FormatReader{Format::aider, read_aider, ".md"},
    FormatReader{Format::goose, read_goose, ".jsonl"},
    FormatReader{Format::antigravity, read_antigravity, ".jsonl"}};

const FormatReader& reader_of(Format format) {
  return *std::find_if(readers.begin(), readers.end(),
                       [&](const FormatReader& each) { return each.format == format; });
}

// Whether a file that is not recognised may be of the format that was named: a
// damaged one.
bool may_be(const SourceFile& file, Format format, bool alone) {
  const std::string_view needed = reader_of(format).needed;
  if (alone)
    return true;
  if (needed.starts_with("conversations"))
    return file.base_name().starts_with("conversations") &&
           file.name.find(".json") != file.name.npos;
  return format != Format::slack && file.name.ends_with(needed);
}

std::string reason_of(const Recognised& known) {
  if (known.format)
    return "a file of " + std::string(name_of(*known.format)) +
           ", not of the format that was named";
  if (known.what.empty())
    return "not recognised";
  return known.what;
}

std::string known_formats() {
  return join_texts(EnumNames<Format>::names, ", ", [](const auto& each) { return each.second; });
}

Failure nothing_found(const FoundFiles& found, std::optional<Format> only) {
  if (only)
    return Failure(helped_by(
        invalid("there is no " + std::string(reader_of(*only).needed) + " in the export"),
        {"name the export as it was downloaded, or its format", Means::option, "format"}));
  const auto named = std::find_if(found.not_read.begin(), found.not_read.end(),
                                  [](const auto& each) { return each.reason != "not recognised"; });
  if (named == found.not_read.end())
    return Failure(Error{Code::validation_failed,
                         "format cannot be detected from the files",
                         "format",
                         "known formats: " + known_formats(),
                         {},
                         {{"name the format", Means::option, "format"}}});
  Error error =
      invalid("there are no conversations: " + named->file->name + " is " + named->reason);
  if (!named->store.empty())
    error.remedies = {{"import it from " + named->store, Means::option, "from"}};
  return Failure(std::move(error));
}

}  // namespace

Result<FoundFiles> find_conversations(const Source& source, std::optional<Format> only) {
  FoundFiles found;
  const bool alone = source.files().size() == 1;
  for (const SourceFile& file : source.files()) {
    auto known = recognise(source, file);
    if (!known && !only)
      return Failure(known.error());
    std::optional<Format> format = known ? known->format : only;
    if (only &&
        (alone || (known && !known->format && known->what.empty() && may_be(file, *only, alone))))
      format = only;
    if (!format || (only && *format != *only)) {
      found.not_read.push_back({&file, reason_of(*known), std::string(known->store)});
      continue;
    }
    auto& groups = known && known->database ? found.databases : found.formats;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& each) { return each.format == *format; });
    if (group == groups.end())
      group = groups.insert(groups.end(), {*format, {}});
    group->files.push_back(&file);
  }
  if (found.formats.empty() && found.databases.empty())
    return nothing_found(found, only);
  std::stable_sort(found.formats.begin(), found.formats.end(),
                   [](const auto& a, const auto& b) { return a.files.size() > b.files.size(); });
  return found;
}

bool may_repeat(Format format) {
  return reader_of(format).sessions;
}

Result<void> read_conversations(const FoundFiles& found, const Source& source,
                                const ConversationSink& sink) {
  Copies copies;
  for (const auto& [format, files] : found.formats) {
    const FormatReader& reader = reader_of(format);
    ConversationSink once = sink;
    once.take = [&](Conversation conversation) {
      conversation.format = format;
      follow_branches(conversation);
      if (reader.sessions)
        copies.mark(conversation);
      return sink.take(std::move(conversation));
    };
    TRY_VOID(
        reader.read(source, reader.sessions ? TRY(originals_first(source, files)) : files, once));
  }
  return {};
}

}  // namespace aim::mine
