// Replies as people read them (wire.md 4.2): one renderer a kind of reply.
// Knows: the keys of replies. Must not know: where the text goes.
// Texts of memories are shown on one line and without control characters: they cannot drive the
// terminal.
#pragma once
#include <boost/json/fwd.hpp>

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

// Prints a reply of the command that has it in its row.
using Render = void(const boost::json::object& reply, Printout& page);
Render render_stored, render_updated, render_recalled, render_found, render_memory, render_deleted,
    render_promoted, render_forgotten, render_linked, render_links, render_reflected,
    render_consolidated, render_duplicates, render_auto_consolidated, render_resolved,
    render_collected, render_backfilled, render_stats, render_name_spaces, render_imported,
    render_transcript_files, render_transcript_touched, render_session_digest, render_mined,
    render_backed_up, render_put_back, render_devices, render_synced, render_archive,
    render_restored, render_purged, render_archive_stats, render_standard_set, render_standard,
    render_standard_confirmed, render_standard_cleared, render_verified, render_events, render_head,
    render_identity, render_golden_added, render_golden_removed, render_golden, render_quality,
    render_token_created, render_tokens, render_token_revoked, render_moved, render_alias,
    render_captured, render_transcripts, render_transcript, render_turns_found,
    render_transcripts_imported, render_transcript_linked, render_transcripts_pruned, render_replay,
    render_recalled_or_why, render_facets, render_neighbourhood, render_series, render_undone,
    render_history, render_diff, render_review, render_preview, render_recent, render_access_log;
// Any reply, a line a field: what has no layout of its own.
Render render_fields;

// A line about what was taken out of texts, if anything was.
void add_secrets_removed(const boost::json::object& reply, Printout& page);
// Turns that a search or a recall found.
void add_turns_found(const boost::json::array& turns, Printout& page);
// Whether an input of mine or import has another format than expected, or could not be read (S30).
bool is_unreadable(const boost::json::object& reply);
// Whether `audit verify` found the chain broken.
bool is_not_valid(const boost::json::object& reply);
// Whether a question of `bench quality` lost its answer.
bool has_lost_answers(const boost::json::object& reply);

// The report on an export, as people read it: how many pieces were taken, and what was left out or
// not understood.

// The formats of what was read, most conversations first: "chatgpt, claude".
std::string formats_of(const boost::json::object& reply);
// Nothing where every piece and every file was taken.
void add_reading(const boost::json::object& reply, Printout& page);
// Files that were left out, a line each.
void add_not_read(const boost::json::object& reply, Printout& page);

}  // namespace aim::cli
