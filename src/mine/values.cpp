#include "mine/values.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "text/json_items.h"
#include "text/json_text.h"

namespace aim::mine {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string too_long_reason() {
  return "longer than " + std::to_string(max_value_bytes) + " bytes";
}

Failure nothing_there(const std::string& what) {
  return Failure(
      helped_by(invalid("there is no " + what + " in the export"),
                {"name the export as it was downloaded, or its format", Means::option, "format"}));
}

// What stands first in a file beside blanks and a mark; nothing while only these have come.
Result<std::optional<char>> first_of(const Source& source, const SourceFile& file) {
  constexpr std::size_t enough_to_see = 4'096;
  const std::string begin = TRY(source.beginning(file, enough_to_see));
  const std::string_view text = utf8::without_mark(begin);
  const std::size_t at = text.find_first_not_of(blanks);
  return at == text.npos ? std::nullopt : std::optional(text[at]);
}

Result<void> parsed(const ValueSink& sink, std::string_view text, std::string_view place) {
  const auto value = text::parse_json(text);
  return value ? sink.take(*value) : sink.unreadable(place, value.error().message);
}

// Remembers that it was the sink who failed, not the document.
Result<void> noted(Result<void> result, std::optional<Error>& stopped) {
  if (!result)
    stopped = result.error();
  return result;
}

// A file that cannot be read to its end is told; what `feed` returns ends the reading.
Result<void> read_pieces(const Source& source, const SourceFile& file, const ValueSink& sink,
                         const Source::Take& feed) {
  std::optional<Error> stopped;
  const auto done = source.read(file, [&](std::string_view piece) -> Result<void> {
    if (sink.read)
      sink.read(piece.size());
    return noted(feed(piece), stopped);
  });
  return done || stopped ? done : sink.unreadable("", done.error().message);
}

// Reads a file by JsonItems. What is wrong with the document is told; what the sink returns ends
// the reading.
Result<void> read_items(const Source& source, const SourceFile& file, const ValueSink& sink,
                        text::JsonItems& items, const std::optional<Error>& stopped) {
  std::optional<Error> broken;
  TRY_VOID(read_pieces(source, file, sink, [&](std::string_view piece) -> Result<void> {
    if (broken)
      return {};
    const auto fed = items.feed(piece);
    if (!fed && stopped)
      return fed;
    if (!fed)
      broken = fed.error();
    return {};
  }));
  if (!broken)
    if (const auto finished = items.finish(); !finished)
      broken = finished.error();
  return broken ? sink.unreadable("", broken->message) : Result<void>();
}

Result<void> read_lines(const Source& source, const SourceFile& file, const ValueSink& sink) {
  LineCutter* cutter = nullptr;
  const auto place = [&] { return "line " + std::to_string(cutter->number()); };
  LineCutter lines(
      max_value_bytes,
      [&](std::string_view line) -> Result<void> {
        if (cutter->number() == 1)
          line = utf8::without_mark(line);
        return line.find_first_not_of(blanks) == line.npos ? Result<void>()
                                                           : parsed(sink, line, place());
      },
      [&] { return sink.unreadable(place(), too_long_reason()); });
  cutter = &lines;
  TRY_VOID(
      read_pieces(source, file, sink, [&](std::string_view piece) { return lines.feed(piece); }));
  return lines.finish();
}

// A file that is one object over several lines.
std::optional<json::value> whole_value(const Source& source, const SourceFile& file) {
  if (file.bytes > max_value_bytes)
    return std::nullopt;
  const auto text = source.read_whole(file, max_value_bytes);
  if (!text)
    return std::nullopt;
  auto value = text::parse_json(utf8::without_mark(*text));
  return value ? std::optional(std::move(*value)) : std::nullopt;
}

}  // namespace

Result<void> each_value(const Source& source, const SourceFile& file, const ValueSink& sink) {
  const auto first = first_of(source, file);
  if (!first)
    return sink.unreadable("", first.error().message);
  if (*first == '{' && !file.name.ends_with(".jsonl"))
    if (const auto whole = whole_value(source, file)) {
      if (sink.read)
        sink.read(file.bytes);
      return sink.take(*whole);
    }
  if (*first != '[')
    return read_lines(source, file, sink);
  std::optional<Error> stopped;
  std::size_t number = 0;
  text::JsonItems items(
      [&](std::string_view, std::string_view item, bool) {
        ++number;
        return noted(parsed(sink, item, "item " + std::to_string(number)), stopped);
      },
      max_value_bytes, text::JsonTop::list);
  items.skip_too_long([&](const Error&) {
    ++number;
    return noted(sink.unreadable("item " + std::to_string(number), too_long_reason()), stopped);
  });
  return read_items(source, file, sink, items, stopped);
}

Result<void> each_member(
    const Source& source, const SourceFile& file, const ValueSink& sink,
    const std::function<Result<void>(std::string_view member, const json::value& value)>& take) {
  std::optional<Error> stopped;
  text::JsonItems items(
      [&](std::string_view member, std::string_view item, bool) {
        const auto value = text::parse_json(item);
        return noted(value ? take(member, *value) : sink.unreadable(member, value.error().message),
                     stopped);
      },
      max_value_bytes);
  items.skip_too_long(
      [&](const Error& error) { return noted(sink.unreadable("", error.message), stopped); });
  return read_items(source, file, sink, items, stopped);
}

Result<void> each_item_or_member(
    const Source& source, const SourceFile& file, const ValueSink& sink,
    const std::function<Result<void>(std::string_view member, const json::value& value)>& take) {
  const auto first = first_of(source, file);
  const bool members = first && *first == '{' && !file.name.ends_with(".jsonl");
  return members ? each_member(source, file, sink, take) : each_value(source, file, sink);
}

Result<void> each_conversation(const Source& source, const Files& files,
                               const ConversationSink& sink, const TakeConversation& take) {
  for (const SourceFile* file : files) {
    std::size_t number = 0;
    auto values = values_for(*file, sink, [&](const json::value& value) {
      ++number;
      return take(value, sink, [&](std::string_view reason) {
        return sink.unreadable(file->name + ", item " + std::to_string(number),
                               std::string(reason));
      });
    });
    values.unreadable = [&, told = values.unreadable](std::string_view place,
                                                      std::string_view reason) {
      ++number;
      return told(place, reason);
    };
    TRY_VOID(each_value(source, *file, values));
  }
  return {};
}

Result<Files> files_ending(const Source& source, std::initializer_list<std::string_view> ends) {
  Files found;
  for (const SourceFile& file : source.files())
    if (source.files().size() == 1 ||
        std::any_of(ends.begin(), ends.end(),
                    [&](std::string_view end) { return file.name.ends_with(end); }))
      found.push_back(&file);
  if (found.empty())
    return nothing_there("file that ends in " + std::string(*ends.begin()));
  return found;
}

ValueSink values_for(const SourceFile& file, const ConversationSink& sink,
                     std::function<Result<void>(const json::value& value)> take) {
  return {std::move(take),
          [&](std::string_view place, std::string_view reason) {
            return sink.unreadable(file.name + (place.empty() ? "" : ", ") + std::string(place),
                                   std::string(reason));
          },
          sink.read};
}

Result<void> LineCutter::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    const bool whole = end != piece.npos;
    piece.remove_prefix(whole ? end + 1 : piece.size());
    if (!skipping_ && partial_.size() + part.size() > max_bytes_) {
      skipping_ = true;
      partial_ = {};
    }
    if (whole && partial_.empty() && !skipping_) {
      TRY_VOID(end_line(part));
      continue;
    }
    if (!skipping_)
      partial_ += part;
    if (whole)
      TRY_VOID(end_line(partial_));
  }
  return {};
}

Result<void> LineCutter::finish() {
  return partial_.empty() && !skipping_ ? Result<void>() : end_line(partial_);
}

Result<void> LineCutter::end_line(std::string_view line) {
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  auto taken = skipping_ ? too_long_() : take_(line);
  skipping_ = false;
  partial_.clear();
  ++number_;
  return taken;
}

const json::value* member(const json::value& object, std::string_view name) {
  return object.is_object() ? object.get_object().if_contains(name) : nullptr;
}

std::string_view text_at(const json::value& object, std::string_view name) {
  const json::value* found = member(object, name);
  return found && found->is_string() ? std::string_view(found->get_string()) : std::string_view();
}

const json::array& list_at(const json::value& object, std::string_view name) {
  static const json::array nothing;
  const json::value* found = member(object, name);
  return found && found->is_array() ? found->get_array() : nothing;
}

const json::value& value_at(const json::value& object, std::string_view name) {
  static const json::value nothing;
  const json::value* found = member(object, name);
  return found ? *found : nothing;
}

bool flag_at(const json::value& object, std::string_view name) {
  const json::value* found = member(object, name);
  return found && found->is_bool() && found->get_bool();
}

std::optional<Time> time_at(const json::value& object, std::string_view name) {
  const json::value* found = member(object, name);
  if (!found)
    return std::nullopt;
  if (found->is_number())
    return time_of_number(found->to_number<double>());
  if (!found->is_string())
    return std::nullopt;
  const auto time = parse_foreign_time(found->get_string(), name);
  return time ? std::optional(time->time) : std::nullopt;
}

std::string text_of_blocks(const json::value& content,
                           std::initializer_list<std::string_view> kinds) {
  if (content.is_string())
    return std::string(std::string_view(content.get_string()));
  std::string text;
  if (!content.is_array())
    return text;
  for (const json::value& block : content.get_array()) {
    const std::string_view kind = text_at(block, "type");
    const std::string_view said =
        block.is_string() ? std::string_view(block.get_string()) : text_at(block, "text");
    if (said.empty() ||
        (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()))
      continue;
    text.append(text.empty() ? "" : "\n").append(said);
  }
  return text;
}

std::string id_of_beginning(const Conversation& head, const json::value& first_message) {
  return "unnamed-" + std::to_string(stable_hash(
                          head.title + "\n" + (head.started ? format_rfc3339(*head.started) : "") +
                          "\n" + text::compact(first_message)));
}

std::string_view last_part(std::string_view path) {
  while (path.ends_with('/') || path.ends_with('\\')) path.remove_suffix(1);
  return path.substr(path.find_last_of("/\\") + 1);
}

std::string stem(const SourceFile& file) {
  const std::string_view name = file.base_name();
  return std::string(name.substr(0, name.rfind('.')));
}

void add_place(Conversation& head, std::string_view folder) {
  if (head.folder.empty())
    head.folder = folder;
  if (const std::string_view name = last_part(folder); head.tags.empty() && !name.empty())
    head.tags.emplace_back(name);
}

Result<void> read_session(
    const Source& source, const SourceFile& file, const ConversationSink& sink,
    ConversationBuilder& gathering,
    const std::function<Result<void>(const boost::json::value& record)>& take) {
  TRY_VOID(each_value(source, file, values_for(file, sink, take)));
  return gathering.finish();
}

Result<void> read_sessions(const Source& source, const Files& files, const ConversationSink& sink,
                           const BeginSession& begin, const TakeRecord& take) {
  for (const SourceFile* file : files) {
    ConversationBuilder gathering(begin(*file), sink);
    std::size_t number = 0;
    TRY_VOID(read_session(source, *file, sink, gathering, [&](const json::value& record) {
      return take(record, gathering, ++number);
    }));
  }
  return {};
}

Conversation named_by_file(const SourceFile& file) {
  Conversation head;
  head.id = stem(file);
  return head;
}

}  // namespace aim::mine
