// Memories, and how they are listed, linked and put away, on one connection: each function is one
// of the folders beside this one, which say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/accesses.h"
#include "store/sqlite/tables/accesses.h"
#include "store/sqlite/transcripts/transcripts.h"
#include "store/sqlite/transcripts/turn_texts.h"
#include "store/transcripts.h"

namespace aim::store::sqlite {

class SqliteAccesses final : public Accesses {
 public:
  explicit SqliteAccesses(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> last() const override { return sqlite::last_access(connection_); }
  Result<std::vector<AccessRow>> newest(std::int64_t before, std::span<const std::string> kinds,
                                        std::int64_t limit) const override {
    return sqlite::newest_accesses(connection_, before, kinds, limit);
  }
  Result<std::vector<AccessRow>> after(std::int64_t after, std::int64_t limit) const override {
    return sqlite::accesses_after(connection_, after, limit);
  }
  Result<std::vector<ShownMemory>> shown_by(std::int64_t number) const override {
    return sqlite::shown_by(connection_, number);
  }
  Result<std::vector<AccessCost>> costs(Time since, std::int64_t limit) const override {
    return sqlite::access_costs(connection_, since, limit);
  }
  Result<std::vector<LoggedAccess>> log(const AccessFilter& filter) const override {
    return sqlite::access_log(connection_, filter);
  }
  Result<void> add(const AccessRow& row, std::span<const ShownKey> shown) override {
    return sqlite::add_access(connection_, row, shown);
  }
  Result<std::int64_t> prune(Time before, std::int64_t limit) override {
    return sqlite::prune_accesses(connection_, before, limit);
  }

 private:
  Connection& connection_;
};

class SqliteTranscripts final : public Transcripts {
 public:
  explicit SqliteTranscripts(Connection& connection) : connection_(connection) {}
  Result<std::optional<Transcript>> find(std::string_view id) const override {
    return sqlite::find_transcript(connection_, id);
  }
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override {
    return sqlite::transcript_ids_with_prefix(connection_, prefix, limit);
  }
  Result<std::vector<Transcript>> of_session(std::string_view session_id) const override {
    return sqlite::transcripts_of_session(connection_, session_id);
  }
  Result<std::vector<Transcript>> list(const TranscriptFilter& filter, std::int64_t limit,
                                       std::int64_t offset) const override {
    return sqlite::list_transcripts(connection_, filter, limit, offset);
  }
  Result<void> each(const std::function<Result<void>(const Transcript&)>& take) const override {
    return sqlite::each_transcript(connection_, take);
  }
  Result<void> measure(Transcript& transcript) const override {
    return sqlite::measure(connection_, transcript);
  }
  Result<TranscriptTotals> totals() const override {
    return sqlite::transcript_totals(connection_);
  }
  Result<std::optional<Time>> last_remembered(std::string_view transcript) const override {
    return sqlite::last_remembered(connection_, transcript);
  }
  Result<std::optional<Time>> pruned_at(std::string_view id) const override {
    return sqlite::pruned_at(connection_, id);
  }
  Result<void> insert(Transcript& transcript) override {
    return sqlite::insert_transcript(connection_, transcript);
  }
  Result<void> set_expiry(std::int64_t number, std::optional<Time> expires_at) override {
    return sqlite::set_transcript_expiry(connection_, number, expires_at);
  }
  Result<void> erase(const Transcript& transcript, Time now) override {
    return sqlite::erase_transcript(connection_, transcript, now);
  }

 private:
  Connection& connection_;
};

class SqliteTurns final : public Turns {
 public:
  explicit SqliteTurns(Connection& connection)
      : connection_(connection), reader_(connection), writer_(connection) {}
  Result<std::optional<TurnRow>> find(std::int64_t transcript, std::int64_t turn) const override {
    return sqlite::find_turn(connection_, transcript, turn);
  }
  Result<std::int64_t> last(std::int64_t transcript) const override {
    return sqlite::last_turn(connection_, transcript);
  }
  Result<std::vector<TurnRow>> of(std::int64_t transcript, std::int64_t from,
                                  std::int64_t limit) const override {
    return sqlite::turns_of(connection_, transcript, from, limit);
  }
  Result<LaterTurns> after(std::int64_t transcript, Time after) const override {
    return sqlite::turns_after(connection_, transcript, after);
  }
  Result<bool> is_text(std::int64_t number, std::string_view text) const override {
    return sqlite::is_text(connection_, number, text);
  }
  Result<std::string> text(std::int64_t number) const override {
    return std::string(TRY(reader_->read(number)));
  }
  Result<void> add(Transcript& transcript, const Turn& turn, Time now) override {
    reader_.emplace(connection_);  // what it holds of a block does not grow
    return sqlite::add_turn(connection_, writer_, transcript, turn, now);
  }

 private:
  Connection& connection_;
  mutable std::optional<TextReader> reader_;
  TextWriter writer_;
};

class SqliteTranscriptLinks final : public TranscriptLinks {
 public:
  explicit SqliteTranscriptLinks(Connection& connection) : connection_(connection) {}
  Result<bool> is_linked(std::string_view memory_id, std::string_view transcript) const override {
    return sqlite::is_linked(connection_, memory_id, transcript);
  }
  Result<std::vector<LinkedTranscript>> of(std::span<const Key> memories) const override {
    return sqlite::linked_transcripts(connection_, memories);
  }
  Result<void> each(const std::function<Result<void>(const TranscriptLink&)>& take) const override {
    return sqlite::each_transcript_link(connection_, take);
  }
  Result<void> add(Key memory, std::string_view transcript,
                   const std::optional<Span>& span) override {
    return sqlite::link_transcript(connection_, memory, transcript, span);
  }
  Result<void> link_session(Key memory, std::string_view session_id) override {
    return sqlite::link_session(connection_, memory, session_id);
  }
  Result<void> move(Key from, Key to) override {
    return sqlite::move_transcript_links(connection_, from, to);
  }

 private:
  Connection& connection_;
};

}  // namespace aim::store::sqlite
