// Conversations as a caller with rights sees them: each is of one namespace. Turns are asked for by
// the number of a transcript, which is known from a transcript that was seen.
// Each function is that of its base; a new one there has to be thought of here before it builds.
// Knows: namespaces. Must not know: backends.
#pragma once
#include <unordered_map>

#include "store/restricted/rights_filter.h"
#include "store/transcripts.h"

namespace aim::store {

class RestrictedTranscripts final : public Transcripts {
 public:
  RestrictedTranscripts(const RightsFilter& access, Transcripts* out)
      : access_(access), in_(access.inner().transcripts), out_(out) {}

  Result<std::optional<Transcript>> find(std::string_view id) const override {
    auto found = TRY(in_.find(id));
    return found && sees(*found) ? std::move(found) : std::nullopt;
  }
  Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                   std::size_t limit) const override {
    return seen_ids(
        limit, [&](std::size_t most) { return in_.ids_with_prefix(prefix, most); },
        [&](const std::string& id) -> Result<bool> { return TRY(find(id)).has_value(); });
  }
  Result<std::vector<Transcript>> of_session(std::string_view session_id) const override {
    auto found = TRY(in_.of_session(session_id));
    std::erase_if(found, [&](const Transcript& each) { return !sees(each); });
    return found;
  }
  // For imports, which need the right to administer.
  Result<bool> is_in_other_session(std::string_view text, std::optional<Time> said_at,
                                   std::string_view session_id) const override {
    return in_.is_in_other_session(text, said_at, session_id);
  }
  Result<std::vector<Transcript>> list(const TranscriptFilter& filter, std::int64_t limit,
                                       std::int64_t offset) const override {
    return seen_page<Transcript>(
        limit, offset,
        [&](std::int64_t most, std::int64_t from) { return in_.list(filter, most, from); },
        [&](const Transcript& each) -> Result<bool> { return sees(each); });
  }
  Result<void> each(const std::function<Result<void>(const Transcript&)>& take) const override {
    return in_.each(
        [&](const Transcript& each) { return sees(each) ? take(each) : Result<void>(); });
  }
  Result<void> measure(Transcript& transcript) const override { return in_.measure(transcript); }
  Result<TranscriptTotals> totals() const override {
    TranscriptTotals totals;
    TRY_VOID(each([&](const Transcript& each) -> Result<void> {
      Transcript measured = each;
      TRY_VOID(in_.measure(measured));
      ++totals.transcripts;
      totals.turns += measured.turns;
      totals.original_bytes += measured.original_bytes;
      totals.stored_bytes += measured.stored_bytes;
      return {};
    }));
    return totals;
  }
  Result<std::optional<Time>> last_remembered(std::string_view transcript) const override {
    if (!TRY(find(transcript)))
      return std::optional<Time>();
    return in_.last_remembered(transcript);
  }
  Result<std::optional<Time>> pruned_at(std::string_view id) const override {
    return in_.pruned_at(id);
  }
  Result<void> insert(Transcript& transcript) override {
    TRY_VOID(access_.check(transcript.name_space));
    TRY_VOID(out_->insert(transcript));
    numbers_[transcript.number] = transcript.name_space;
    return {};
  }
  Result<void> set_expiry(std::int64_t number, std::optional<Time> expires_at) override {
    const auto known = numbers_.find(number);
    TRY_VOID(access_.check(known == numbers_.end() ? std::string_view() : known->second));
    return out_->set_expiry(number, expires_at);
  }
  Result<void> erase(const Transcript& transcript, Time now) override {
    TRY_VOID(access_.check(transcript.name_space));
    return out_->erase(transcript, now);
  }

  // ---- turns ----

  Result<std::optional<TurnRow>> find_turn(std::int64_t transcript,
                                           std::int64_t turn) const override {
    TRY_VOID(check(transcript));
    return in_.find_turn(transcript, turn);
  }
  Result<std::int64_t> last_turn(std::int64_t transcript) const override {
    TRY_VOID(check(transcript));
    return in_.last_turn(transcript);
  }
  Result<std::vector<TurnRow>> turns(std::int64_t transcript, std::int64_t from,
                                     std::int64_t limit) const override {
    TRY_VOID(check(transcript));
    return in_.turns(transcript, from, limit);
  }
  Result<LaterTurns> turns_after(std::int64_t transcript, Time after) const override {
    TRY_VOID(check(transcript));
    return in_.turns_after(transcript, after);
  }
  // Numbers of texts come from turns.
  Result<bool> is_text(std::int64_t number, std::string_view text) const override {
    return in_.is_text(number, text);
  }
  Result<std::string> text(std::int64_t number) const override { return in_.text(number); }
  Result<void> add_turn(Transcript& transcript, const Turn& turn, Time now) override {
    TRY_VOID(access_.check(transcript.name_space));
    return out_->add_turn(transcript, turn, now);
  }
  Result<void> replace_text(const Transcript& transcript, const TurnRow& turn,
                            std::string_view text, Time now) override {
    TRY_VOID(access_.check(transcript.name_space));
    return out_->replace_text(transcript, turn, text, now);
  }

  // ---- links ----

  Result<bool> is_linked(std::string_view memory_id, std::string_view transcript) const override {
    return in_.is_linked(memory_id, transcript);
  }
  Result<std::vector<LinkedTranscript>> linked(std::span<const Key> memories) const override {
    auto found = TRY(in_.linked(TRY(access_.seen({memories.begin(), memories.end()}))));
    std::erase_if(found, [&](const LinkedTranscript& each) {
      return !access_.reads(each.transcript.name_space);
    });
    for (const LinkedTranscript& each : found)
      numbers_[each.transcript.number] = each.transcript.name_space;
    return found;
  }
  Result<void> each_link(
      const std::function<Result<void>(const TranscriptLink&)>& take) const override {
    return in_.each_link([&](const TranscriptLink& link) -> Result<void> {
      const auto transcript = TRY(in_.find(link.transcript_id));
      if (!transcript || !access_.reads(transcript->name_space) ||
          !TRY(access_.sees(std::string_view(link.memory_id))))
        return {};
      return take(link);
    });
  }
  Result<void> link(Key memory, std::string_view transcript,
                    const std::optional<Span>& span) override {
    TRY_VOID(access_.check(memory));
    const auto found = TRY(in_.find(transcript));
    if (!found || !access_.reads(found->name_space))
      return Failure(missing("transcript not found"));
    return out_->link(memory, transcript, span);
  }
  // Of a session, what is seen; not what another has said in a session of that name.
  Result<void> link_session(Key memory, std::string_view session_id) override {
    TRY_VOID(access_.check(memory));
    for (const Transcript& each : TRY(in_.of_session(session_id)))
      if (!access_.reads(each.name_space))
        return {};
    return out_->link_session(memory, session_id);
  }
  Result<void> move_links(Key from, Key to) override {
    TRY_VOID(access_.check(from));
    TRY_VOID(access_.check(to));
    return out_->move_links(from, to);
  }

 private:
  bool sees(const Transcript& transcript) const {
    if (!access_.reads(transcript.name_space))
      return false;
    numbers_[transcript.number] = transcript.name_space;
    return true;
  }
  Result<void> check(std::int64_t transcript) const {
    return numbers_.contains(transcript) ? Result<void>()
                                         : Failure(missing("transcript not found"));
  }

  const RightsFilter& access_;
  const Transcripts& in_;
  Transcripts* const out_;
  // Namespaces of the transcripts that were seen, by number.
  mutable std::unordered_map<std::int64_t, std::string> numbers_;
};

}  // namespace aim::store
