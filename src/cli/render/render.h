// Replies as people read them (wire.md 4.2): one renderer a kind of reply.
// Knows: the keys of replies. Must not know: where the text goes.
// Texts of memories are shown on one line and without control characters: they cannot drive the
// terminal.
#pragma once
#include <boost/json/fwd.hpp>
#include <string>

#include "base/append.h"
#include "base/clock.h"
#include "cli/render/colour.h"

namespace aim::cli {

struct Printout {
  Ink ink;
  Time now{};
  std::string out = {};    // for standard output
  std::string notes = {};  // for standard error: "nothing found" and the like

  // Texts and numbers, one after the other.
  template <class... Parts>
  void print(const Parts&... parts) {
    append_all(out, parts...);
  }
  template <class... Parts>
  void note(const Parts&... parts) {
    append_all(notes, parts...);
  }
};

void render_stored(const boost::json::object& reply, Printout& page);
void render_updated(const boost::json::object& reply, Printout& page);
void render_recalled(const boost::json::object& reply, Printout& page);
void render_found(const boost::json::object& reply, Printout& page);  // search, list
void render_memory(const boost::json::object& reply, Printout& page);
void render_deleted(const boost::json::object& reply, Printout& page);
void render_promoted(const boost::json::object& reply, Printout& page);
void render_forgotten(const boost::json::object& reply, Printout& page);
void render_linked(const boost::json::object& reply, Printout& page);
void render_links(const boost::json::object& reply, Printout& page);
void render_reflected(const boost::json::object& reply, Printout& page);
void render_consolidated(const boost::json::object& reply, Printout& page);
void render_duplicates(const boost::json::object& reply, Printout& page);
void render_auto_consolidated(const boost::json::object& reply, Printout& page);
void render_resolved(const boost::json::object& reply, Printout& page);
void render_collected(const boost::json::object& reply, Printout& page);
void render_backfilled(const boost::json::object& reply, Printout& page);
void render_stats(const boost::json::object& reply, Printout& page);
void render_name_spaces(const boost::json::object& reply, Printout& page);
// A line about what was taken out of texts, if anything was.
void add_secrets_removed(const boost::json::object& reply, Printout& page);
void render_imported(const boost::json::object& reply, Printout& page);
void render_transcript_files(const boost::json::object& reply, Printout& page);
void render_transcript_touched(const boost::json::object& reply, Printout& page);
void render_session_digest(const boost::json::object& reply, Printout& page);
// Turns that a search or a recall found.
void add_turns_found(const boost::json::array& turns, Printout& page);
void render_mined(const boost::json::object& reply, Printout& page);
// Whether an input of mine or import has another format than expected, or could not be read (S30).
bool is_unreadable(const boost::json::object& reply);
void render_backed_up(const boost::json::object& reply, Printout& page);
void render_put_back(const boost::json::object& reply, Printout& page);
void render_synced(const boost::json::object& reply, Printout& page);
void render_archive(const boost::json::object& reply, Printout& page);
void render_restored(const boost::json::object& reply, Printout& page);
void render_purged(const boost::json::object& reply, Printout& page);
void render_archive_stats(const boost::json::object& reply, Printout& page);
void render_standard_set(const boost::json::object& reply, Printout& page);
void render_standard(const boost::json::object& reply, Printout& page);
void render_standard_confirmed(const boost::json::object& reply, Printout& page);
void render_standard_cleared(const boost::json::object& reply, Printout& page);
void render_verified(const boost::json::object& reply, Printout& page);
void render_events(const boost::json::object& reply, Printout& page);
void render_head(const boost::json::object& reply, Printout& page);
void render_identity(const boost::json::object& reply, Printout& page);
// Whether `audit verify` found the chain broken.
bool is_not_valid(const boost::json::object& reply);
void render_golden_added(const boost::json::object& reply, Printout& page);
void render_golden_removed(const boost::json::object& reply, Printout& page);
void render_golden(const boost::json::object& reply, Printout& page);
void render_quality(const boost::json::object& reply, Printout& page);
void render_token_created(const boost::json::object& reply, Printout& page);
void render_tokens(const boost::json::object& reply, Printout& page);
void render_token_revoked(const boost::json::object& reply, Printout& page);
void render_moved(const boost::json::object& reply, Printout& page);
void render_alias(const boost::json::object& reply, Printout& page);
// Whether a question of `bench quality` lost its answer.
bool has_lost_answers(const boost::json::object& reply);
void render_captured(const boost::json::object& reply, Printout& page);
void render_transcripts(const boost::json::object& reply, Printout& page);
void render_transcript(const boost::json::object& reply, Printout& page);
void render_turns_found(const boost::json::object& reply, Printout& page);
void render_transcripts_imported(const boost::json::object& reply, Printout& page);
void render_transcript_linked(const boost::json::object& reply, Printout& page);
void render_transcripts_pruned(const boost::json::object& reply, Printout& page);
void render_replay(const boost::json::object& reply, Printout& page);
void render_recalled_or_why(const boost::json::object& reply, Printout& page);
void render_facets(const boost::json::object& reply, Printout& page);
void render_neighbourhood(const boost::json::object& reply, Printout& page);
void render_series(const boost::json::object& reply, Printout& page);
void render_undone(const boost::json::object& reply, Printout& page);
void render_history(const boost::json::object& reply, Printout& page);
void render_diff(const boost::json::object& reply, Printout& page);
void render_review(const boost::json::object& reply, Printout& page);
void render_preview(const boost::json::object& reply, Printout& page);
void render_recent(const boost::json::object& reply, Printout& page);
void render_access_log(const boost::json::object& reply, Printout& page);
// Any reply, a line a field: what has no layout of its own.
void render_fields(const boost::json::object& reply, Printout& page);

// The report on an export, as people read it: how many pieces were taken, and what was left out or
// not understood.

// Nothing where every piece and every file was taken.
void add_reading(const boost::json::object& reply, Printout& page);
// Files that were left out, a line each.
void add_not_read(const boost::json::object& reply, Printout& page);

}  // namespace aim::cli
