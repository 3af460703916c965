// Transcripts, their turns and links of memories (store/transcripts.h), in SQL that both databases
// understand. Texts of turns are kept once each; a backend says how.
// Knows: rows. Must not know: which database it is, how texts are compressed.
// Threads: those of the connection.
#pragma once
#include "store/sql/connection.h"
#include "store/transcripts.h"

namespace aim::store::sql {

// The name by which the text of a turn is found again.
std::string content_hash(std::string_view text);

class SqlTranscripts : public Transcripts {
 public:
  explicit SqlTranscripts(Connection& connection) : connection_(connection) {}

  Result<std::optional<Transcript>> find(std::string_view id) const override;
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override;
  Result<std::vector<Transcript>> of_session(std::string_view session_id) const override;
  Result<bool> is_in_other_session(std::string_view text, std::optional<Time> said_at,
                                   std::string_view session_id) const override;
  Result<std::vector<Transcript>> list(const TranscriptFilter& filter, std::int64_t limit,
                                       std::int64_t offset) const override;
  Result<void> each(const std::function<Result<void>(const Transcript&)>& take) const override;
  Result<void> measure(Transcript& transcript) const override;
  Result<TranscriptTotals> totals() const override;
  Result<std::optional<Time>> last_remembered(std::string_view transcript) const override;
  Result<std::optional<Time>> pruned_at(std::string_view id) const override;
  Result<void> insert(Transcript& transcript) override;
  Result<void> set_expiry(std::int64_t number, std::optional<Time> expires_at) override;
  Result<void> erase(const Transcript& transcript, Time now) override;

  Result<std::optional<TurnRow>> find_turn(std::int64_t transcript,
                                           std::int64_t turn) const override;
  Result<std::int64_t> last_turn(std::int64_t transcript) const override;
  Result<std::vector<TurnRow>> turns(std::int64_t transcript, std::int64_t from,
                                     std::int64_t limit) const override;
  Result<LaterTurns> turns_after(std::int64_t transcript, Time after) const override;
  Result<bool> is_text(std::int64_t number, std::string_view text) const override;
  Result<void> add_turn(Transcript& transcript, const Turn& turn, Time now) override;
  Result<void> replace_text(const Transcript& transcript, const TurnRow& turn,
                            std::string_view text, Time now) override;

  Result<bool> is_linked(std::string_view memory_id, std::string_view transcript) const override;
  Result<std::vector<LinkedTranscript>> linked(std::span<const Key> memories) const override;
  Result<void> each_link(
      const std::function<Result<void>(const TranscriptLink&)>& take) const override;
  Result<void> link(Key memory, std::string_view transcript,
                    const std::optional<Span>& span) override;
  Result<void> link_session(Key memory, std::string_view session_id) override;
  Result<void> move_links(Key from, Key to) override;

 private:
  // Keeps a text that no turn has yet. Its number.
  virtual Result<std::int64_t> add_text(const std::string& hash, std::string_view text,
                                        Time now) = 0;
  // Removes those of these texts that no turn uses any more.
  virtual Result<void> drop_unused(std::span<const std::int64_t> texts) = 0;

  Result<std::int64_t> keep_text(std::string_view text, Time now);

  Connection& connection_;
};

}  // namespace aim::store::sql
