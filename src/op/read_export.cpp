#include "op/read_export.h"

#include "engine/history/transcripts.h"
#include "engine/transfer/adopt.h"
#include "mine/databases.h"
#include "op/stored_secrets.h"

namespace aim::op {

Result<ExportReading> ExportReading::open(const std::string& path,
                                          std::optional<mine::Format> format, mine::Use use,
                                          const Unwanted& unwanted) {
  ExportReading reading(TRY(mine::Source::open(path)), use);
  if (unwanted)
    reading.source_.leave_out(
        [&](const mine::SourceFile& file) { return unwanted(reading.source_.path_of(file)); });
  reading.found_ = TRY(mine::find_conversations(reading.source_, format));
  return reading;
}

Result<void> ExportReading::read(Engine& engine, std::string_view what, const Caller& caller,
                                 mine::ConversationSink sink) {
  const auto total = static_cast<std::int64_t>(source_.bytes());
  std::int64_t done = 0;
  Cleaner cleaner = cleaner_of(engine);
  sink.read = [&](std::uint64_t bytes) {
    done += static_cast<std::int64_t>(bytes);
    notify(caller, {std::min(done, total), total, what});
  };
  sink.take = [&, take = sink.take](mine::Conversation conversation) -> Result<void> {
    tally_.add_rest(conversation, use_);
    std::erase_if(conversation.pieces, [&](const mine::TalkPiece& piece) {
      return !mine::is_taken(piece.kind, use_) && piece.kind != mine::PieceKind::copy;
    });
    if (conversation.pieces.empty())
      return {};
    clean(conversation, cleaner);
    secrets_removed_ = cleaner.removed();
    const auto is_private = [](const mine::TalkPiece& piece) {
      return piece.text.empty() && piece.kind != mine::PieceKind::copy;
    };
    if (const auto removed = std::erase_if(conversation.pieces, is_private); removed > 0)
      tally_.skip("private", static_cast<std::int64_t>(removed));
    TRY_VOID(mark_stored_copies(engine, conversation));
    if (conversation.pieces.empty())
      return {};
    return take(std::move(conversation));
  };
  TRY_VOID(mine::read_conversations(found_, source_, sink));
  return read_databases(engine, sink);
}

// Files of sessions are read again one by one, without those that they begin like; what was stored
// of these tells (X4).
Result<void> ExportReading::mark_stored_copies(Engine& engine, mine::Conversation& conversation) {
  if (!mine::may_repeat(conversation.format))
    return {};
  if (!conversation.continues)
    begins_as_another_ = true;
  if (!begins_as_another_)
    return {};
  std::vector<engine::TurnDraft> drafts;
  const auto messages = mine::messages_of(conversation, use_);
  for (const mine::Message& message : messages) {
    engine::TurnDraft& draft = drafts.emplace_back();
    draft.session_id = conversation.id;
    draft.text = message.text;
    draft.said_at = message.said_at;
  }
  const std::size_t known =
      TRY(engine::turns_of_other_session(engine, drafts, !conversation.forked_from.empty()));
  begins_as_another_ = known == drafts.size();
  std::size_t pieces = 0;
  for (std::size_t i = 0; i < known; ++i) pieces += messages[i].pieces;
  tally_.skip("copies of messages", static_cast<std::int64_t>(pieces));
  mine::mark_copies(conversation, use_, pieces);
  return {};
}

Result<void> ExportReading::read_databases(Engine& engine, const mine::ConversationSink& sink) {
  for (const auto& [format, files] : found_.databases)
    for (const mine::SourceFile* file : files) {
      const auto path = source_.path_of(*file);
      const auto rows = [&](std::string_view table, const auto& take) {
        return engine::each_foreign_row(engine, path, table, take);
      };
      const auto done = path.empty()
                            ? Result<void>(Failure(unavailable("it lies in an archive", {})))
                            : mine::read_database(format, rows, sink);
      if (!done && done.error().code == Code::database_error)
        return done;
      if (!done)
        TRY_VOID(sink.unreadable(file->name, done.error().message));
    }
  return {};
}

mine::Format ExportReading::format() const {
  const auto most =
      std::max_element(conversations_.begin(), conversations_.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != conversations_.end())
    return most->first;
  return (found_.formats.empty() ? found_.databases : found_.formats).front().format;
}

void ExportReading::report(ReadingView& view) const {
  view.format = name_of(format());
  for (const auto& [format, count] : conversations_)
    view.formats.push_back({std::string(name_of(format)), count});
  std::stable_sort(view.formats.begin(), view.formats.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  view.pieces = tally_.total();
  view.pieces_taken = tally_.taken;
  for (const auto& [reason, count] : tally_.skipped) view.pieces_skipped.push_back({reason, count});
  for (const auto& [type, count] : tally_.not_understood)
    view.not_understood.push_back({type, count});
  view.files_not_read = static_cast<std::int64_t>(found_.not_read.size());
  for (const auto& each : found_.not_read)
    add_problem(
        view.not_read, each.file->name,
        each.store.empty() ? each.reason : each.reason + ": import it with --from " + each.store);
}

}  // namespace aim::op
