// Memories, and how they are listed, linked and put away, on one connection: each function is one
// of the folder tables/, whose headers say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/accesses.h"
#include "store/postgres/tables/accesses.h"
#include "store/postgres/tables/transcripts.h"
#include "store/transcripts.h"

namespace aim::store::postgres {

class PostgresAccesses final : public Accesses {
 public:
  explicit PostgresAccesses(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> last() const override { return postgres::last_access(connection_); }
  Result<std::vector<AccessRow>> newest(std::int64_t before, std::span<const std::string> kinds,
                                        std::int64_t limit) const override {
    return postgres::newest_accesses(connection_, before, kinds, limit);
  }
  Result<std::vector<AccessRow>> after(std::int64_t after, std::int64_t limit) const override {
    return postgres::accesses_after(connection_, after, limit);
  }
  Result<std::vector<ShownMemory>> shown_by(std::int64_t number) const override {
    return postgres::shown_by(connection_, number);
  }
  Result<std::vector<AccessCost>> costs(Time since, std::int64_t limit) const override {
    return postgres::access_costs(connection_, since, limit);
  }
  Result<std::vector<LoggedAccess>> log(const AccessFilter& filter) const override {
    return postgres::access_log(connection_, filter);
  }
  Result<void> add(const AccessRow& row, std::span<const ShownKey> shown) override {
    return postgres::add_access(connection_, row, shown);
  }
  Result<std::int64_t> prune(Time before, std::int64_t limit) override {
    return postgres::prune_accesses(connection_, before, limit);
  }

 private:
  Connection& connection_;
};

class PostgresTranscripts final : public Transcripts {
 public:
  explicit PostgresTranscripts(Connection& connection) : connection_(connection) {}
  Result<std::optional<Transcript>> find(std::string_view id) const override {
    return postgres::find_transcript(connection_, id);
  }
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override {
    return postgres::transcript_ids_with_prefix(connection_, prefix, limit);
  }
  Result<std::vector<Transcript>> of_session(std::string_view session_id) const override {
    return postgres::transcripts_of_session(connection_, session_id);
  }
  Result<std::vector<Transcript>> list(const TranscriptFilter& filter, std::int64_t limit,
                                       std::int64_t offset) const override {
    return postgres::list_transcripts(connection_, filter, limit, offset);
  }
  Result<void> each(const std::function<Result<void>(const Transcript&)>& take) const override {
    return postgres::each_transcript(connection_, take);
  }
  Result<void> measure(Transcript& transcript) const override {
    return postgres::measure(connection_, transcript);
  }
  Result<TranscriptTotals> totals() const override {
    return postgres::transcript_totals(connection_);
  }
  Result<std::optional<Time>> last_remembered(std::string_view transcript) const override {
    return postgres::last_remembered(connection_, transcript);
  }
  Result<std::optional<Time>> pruned_at(std::string_view id) const override {
    return postgres::pruned_at(connection_, id);
  }
  Result<void> insert(Transcript& transcript) override {
    return postgres::insert_transcript(connection_, transcript);
  }
  Result<void> set_expiry(std::int64_t number, std::optional<Time> expires_at) override {
    return postgres::set_transcript_expiry(connection_, number, expires_at);
  }
  Result<void> erase(const Transcript& transcript, Time now) override {
    return postgres::erase_transcript(connection_, transcript, now);
  }

 private:
  Connection& connection_;
};

class PostgresTurns final : public Turns {
 public:
  explicit PostgresTurns(Connection& connection) : connection_(connection) {}
  Result<std::optional<TurnRow>> find(std::int64_t transcript, std::int64_t turn) const override {
    return postgres::find_turn(connection_, transcript, turn);
  }
  Result<std::int64_t> last(std::int64_t transcript) const override {
    return postgres::last_turn(connection_, transcript);
  }
  Result<std::vector<TurnRow>> of(std::int64_t transcript, std::int64_t from,
                                  std::int64_t limit) const override {
    return postgres::turns_of(connection_, transcript, from, limit);
  }
  Result<LaterTurns> after(std::int64_t transcript, Time after) const override {
    return postgres::turns_after(connection_, transcript, after);
  }
  Result<bool> is_text(std::int64_t number, std::string_view text) const override {
    return postgres::is_text(connection_, number, text);
  }
  Result<std::string> text(std::int64_t number) const override {
    return postgres::text_of(connection_, number);
  }
  Result<void> add(Transcript& transcript, const Turn& turn, Time) override {
    return postgres::add_turn(connection_, transcript, turn);
  }

 private:
  Connection& connection_;
};

class PostgresTranscriptLinks final : public TranscriptLinks {
 public:
  explicit PostgresTranscriptLinks(Connection& connection) : connection_(connection) {}
  Result<bool> is_linked(std::string_view memory_id, std::string_view transcript) const override {
    return postgres::is_linked(connection_, memory_id, transcript);
  }
  Result<std::vector<LinkedTranscript>> of(std::span<const Key> memories) const override {
    return postgres::linked_transcripts(connection_, memories);
  }
  Result<void> each(const std::function<Result<void>(const TranscriptLink&)>& take) const override {
    return postgres::each_transcript_link(connection_, take);
  }
  Result<void> add(Key memory, std::string_view transcript,
                   const std::optional<Span>& span) override {
    return postgres::link_transcript(connection_, memory, transcript, span);
  }
  Result<void> link_session(Key memory, std::string_view session_id) override {
    return postgres::link_session(connection_, memory, session_id);
  }
  Result<void> move(Key from, Key to) override {
    return postgres::move_transcript_links(connection_, from, to);
  }

 private:
  Connection& connection_;
};

}  // namespace aim::store::postgres
