#include "store/table_rows.h"

#include "base/word_table.h"

namespace aim::store {
namespace {

// From their names: "#" begins that of a whole number, "%" that of a number with a fraction, "&"
// that of a state.
template <std::size_t Count>
constexpr std::array<Column, Count> columns(std::string_view names) {
  std::array<Column, Count> out{};
  std::size_t at = 0;
  for (std::string_view name : words_in<Count>(names)) {
    Column& each = out[at++];
    each.form = name[0] == '#'   ? Column::Form::integer
                : name[0] == '%' ? Column::Form::real
                : name[0] == '&' ? Column::Form::state
                                 : Column::Form::text;
    name.remove_prefix(each.form == Column::Form::text ? 0 : 1);
    each.name = name;
  }
  return out;
}

constexpr auto meta = columns<2>("name value");
constexpr auto namespaces = columns<4>("#number name #memories #bytes");
constexpr auto memories = columns<21>(
    "#key id #seq #namespace #tier #priority #reinforcement %confidence source #created_at "
    "#updated_at #expires_at given_times #length_code title tags metadata content #kind "
    "#reflection_depth #deadline");
constexpr auto usage = columns<3>("#key #access_count #last_accessed_at");
constexpr auto links = columns<6>("#source #target relation #created_at #valid_from given_times");
constexpr auto link_tombstones = columns<4>("source target relation #deleted_at");
constexpr auto lost_sources = columns<4>("#reflection id title #lost_at");
constexpr auto archive = columns<22>(
    "id #archived_at reason namespace #tier #priority #reinforcement %confidence source "
    "#access_count #created_at #updated_at #last_accessed_at #expires_at given_times title "
    "tags metadata content #kind #reflection_depth source_ids");
constexpr auto archived_links =
    columns<7>("archived source target relation #created_at #valid_from given_times");
constexpr auto standards = columns<4>("namespace #key parent #updated_at");
constexpr auto standard_tombstones = columns<2>("namespace #deleted_at");
constexpr auto tombstones = columns<5>("#seq id namespace title #deleted_at");
constexpr auto signed_events = columns<7>("#sequence #at type payload previous key signature");
constexpr auto transcript_links =
    columns<5>("#memory transcript #span_start #span_end #remembered_at");
constexpr auto transcript_tombstones = columns<2>("id #deleted_at");
constexpr auto accesses =
    columns<11>("#number #at kind door query client session namespace #micros #tokens #results");
constexpr auto access_log = columns<5>("#key #call #place %score factors");
constexpr auto golden_questions = columns<9>(
    "#number question namespace memory #added_at #run_at #run_rank %run_score run_setup");
constexpr auto tokens =
    columns<9>("id name hash #administers read write #created_at #expires_at #revoked_at");
constexpr auto namespace_keys = columns<5>("key namespace folder #inode #moved");
constexpr auto undo = columns<5>("#number #at action #changes items");
constexpr auto versions = columns<8>("#number #until change id #version &state made_by #step");
constexpr auto link_versions = columns<11>(
    "#number #at change source target relation #created_at #valid_from made_by parent #step");

constexpr std::array tables{Table{"namespaces", 1, namespaces},
                            Table{"memories", 1, memories},
                            Table{"usage", 1, usage},
                            Table{"links", 3, links},
                            Table{"link_tombstones", 3, link_tombstones},
                            Table{"lost_sources", 2, lost_sources},
                            Table{"archive", 1, archive},
                            Table{"archived_links", 4, archived_links},
                            Table{"standards", 1, standards},
                            Table{"standard_tombstones", 1, standard_tombstones},
                            Table{"tombstones", 1, tombstones},
                            Table{"signed_events", 1, signed_events},
                            Table{"transcript_links", 2, transcript_links},
                            Table{"transcript_tombstones", 1, transcript_tombstones},
                            Table{"accesses", 1, accesses},
                            Table{"access_log", 2, access_log},
                            Table{"golden_questions", 1, golden_questions},
                            Table{"tokens", 1, tokens},
                            Table{"namespace_keys", 1, namespace_keys},
                            Table{"undo", 1, undo},
                            Table{"versions", 1, versions},
                            Table{"link_versions", 1, link_versions},
                            Table{"meta", 1, meta}};

}  // namespace

std::span<const Table> copied_tables() {
  return tables;
}

}  // namespace aim::store
