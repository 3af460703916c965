// The JSON values of a stranger's file, one after the other, as it streams by: the elements of a
// list, or one value a line (JSON Lines). A value is handed on parsed, or told as unreadable with
// its place; those behind it are still read.
// Knows: JSON. Must not know: what the values mean.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/clock.h"
#include "mine/conversation.h"
#include "mine/source.h"

namespace aim::mine {

// The longest value that is read; with what is made of it, it bounds the memory that mining takes.
inline constexpr std::size_t max_value_bytes = std::size_t{16} * 1'024 * 1'024;

struct ValueSink {
  std::function<Result<void>(const boost::json::value& value)> take;
  // "line 7", "byte 1234" or "" for the whole file, and why.
  std::function<Result<void>(std::string_view place, std::string_view reason)> unreadable;
  std::function<void(std::size_t bytes)> read = {};  // how many more were read
};

// Of a list its elements, of anything else the whole where it is one value, or
// its lines; empty lines are none. Errors: the file cannot be read; those of
// the sink.
Result<void> each_value(const Source& source, const SourceFile& file, const ValueSink& sink);

// Of a file that is one object: each element of its lists and each other member, with the member's
// name.
Result<void> each_member(const Source& source, const SourceFile& file, const ValueSink& sink,
                         const std::function<Result<void>(std::string_view member,
                                                          const boost::json::value& value)>& take);

// The elements of a list and the lines of a .jsonl file go to the sink, the members of an object to
// `take`.
Result<void> each_item_or_member(
    const Source& source, const SourceFile& file, const ValueSink& sink,
    const std::function<Result<void>(std::string_view member, const boost::json::value& value)>&
        take);

// Every conversation of an export of Claude or ChatGPT, each one value of its
// files.
using TakeConversation = std::function<Result<void>(
    const boost::json::value& value, const ConversationSink& sink,
    const std::function<Result<void>(std::string_view reason)>& unreadable)>;
Result<void> each_conversation(const Source& source, const Files& files,
                               const ConversationSink& sink, const TakeConversation& take);

// Files by the end of their name; a single file counts whatever its name is. Errors: there is none.
Result<Files> files_ending(const Source& source, std::initializer_list<std::string_view> ends);

// The values of a file go to `take`; what is unreadable and how much was read to the sink of
// conversations.
ValueSink values_for(const SourceFile& file, const ConversationSink& sink,
                     std::function<Result<void>(const boost::json::value& value)> take);

// Hands a file to a session, which takes values and the members of an object.
template <class Session>
Result<void> take_file(const Source& source, const SourceFile& file, const ConversationSink& sink,
                       Session& session) {
  const auto values = values_for(file, sink, [&](const boost::json::value& value) {
    session.take(value);
    return Result<void>();
  });
  return each_item_or_member(source, file, values,
                             [&](std::string_view name, const boost::json::value& value) {
                               session.take_member(name, value);
                               return Result<void>();
                             });
}

// Cuts pieces into lines without their ends. A longer line than `max_bytes` is passed over and
// told.
class LineCutter {
 public:
  using Take = std::function<Result<void>(std::string_view line)>;
  using Skip = std::function<Result<void>()>;
  LineCutter(std::size_t max_bytes, Take take, Skip too_long)
      : max_bytes_(max_bytes), take_(std::move(take)), too_long_(std::move(too_long)) {}

  Result<void> feed(std::string_view piece);
  Result<void> finish();
  std::size_t number() const { return number_; }  // of the line that is being taken, from 1

 private:
  Result<void> end_line(std::string_view line);

  std::size_t max_bytes_;
  Take take_;
  Skip too_long_;
  std::string partial_;
  bool skipping_ = false;
  std::size_t number_ = 1;
};

// Members of strangers' JSON objects, as what they should be; whatever is of another kind counts as
// absent.

// Nothing there: a null pointer, a null, and an empty text or list.
const boost::json::value* member(const boost::json::value& object, std::string_view name);
std::string_view text_at(const boost::json::value& object, std::string_view name);
const boost::json::array& list_at(const boost::json::value& object, std::string_view name);
const boost::json::value& value_at(const boost::json::value& object, std::string_view name);
bool flag_at(const boost::json::value& object, std::string_view name);

// As parse_foreign_time reads it, or as a number.
std::optional<Time> time_at(const boost::json::value& object, std::string_view name);

// The text of a message's content: itself when it is one, else that of its blocks of one of the
// kinds (`type`; a block without one has its text counted too), a line each.
std::string text_of_blocks(const boost::json::value& content,
                           std::initializer_list<std::string_view> kinds);

// The id of a conversation that its export gives none: by its beginning, so that it is the same one
// when it has grown.
std::string id_of_beginning(const Conversation& head, const boost::json::value& first_message);

// The last part of a path: the folder a session worked in.
std::string_view last_part(std::string_view path);

// The shared part of session files, which assistants keep as JSON Lines: one conversation a file,
// named by it, in the folder that it says first.

// "…/1a2b3c.jsonl" is the session 1a2b3c, unless the file says otherwise.
std::string stem(const SourceFile& file);

// The project's folder, and its last part as a tag; the first that is named counts.
void add_place(Conversation& head, std::string_view folder);

// Every value of a file goes to `take`, in one conversation.
Result<void> read_session(
    const Source& source, const SourceFile& file, const ConversationSink& sink,
    ConversationBuilder& gathering,
    const std::function<Result<void>(const boost::json::value& record)>& take);

// Each file is one conversation, which `begin` names; its values go to `take`, counted from 1.
using BeginSession = std::function<Conversation(const SourceFile& file)>;
using TakeRecord = std::function<Result<void>(const boost::json::value& record,
                                              ConversationBuilder& gathering, std::size_t number)>;
Result<void> read_sessions(const Source& source, const Files& files, const ConversationSink& sink,
                           const BeginSession& begin, const TakeRecord& take);
// A conversation that is named by its file.
Conversation named_by_file(const SourceFile& file);

}  // namespace aim::mine
