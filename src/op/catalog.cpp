#include "op/catalog.h"

#include <algorithm>
#include <array>

#include "op/catalog_functions.h"

namespace aim::op {
namespace {

constexpr std::array entries{
    Entry{"archive_list", archive_list},
    Entry{"archive_purge", archive_purge},
    Entry{"archive_restore", archive_restore},
    Entry{"archive_stats", archive_stats},
    Entry{"audit_export", audit_export},
    Entry{"audit_head", audit_head},
    Entry{"audit_show", audit_show},
    Entry{"audit_verify", audit_verify},
    Entry{"auto_consolidate", auto_consolidate},
    Entry{"auto_tag", auto_tag},
    Entry{"backfill", backfill},
    Entry{"bulk", bulk},
    Entry{"capabilities", capabilities},
    Entry{"capture_turn", capture_turn},
    Entry{"consolidate", consolidate},
    Entry{"delete", remove},
    Entry{"detect_contradiction", detect_contradiction},
    Entry{"expand_query", expand_query},
    Entry{"export", export_all},
    Entry{"forget", forget},
    Entry{"gc", gc},
    Entry{"get", get},
    Entry{"get_links", get_links},
    Entry{"identity_create", identity_create},
    Entry{"identity_export_public", identity_export_public},
    Entry{"identity_rotate", identity_rotate},
    Entry{"identity_show", identity_show},
    Entry{"import", import_all},
    Entry{"import_from", import_from},
    Entry{"link", link},
    Entry{"list", list},
    Entry{"mine", mine_export},
    Entry{"namespaces", name_spaces},
    Entry{"promote", promote},
    Entry{"recall", recall},
    Entry{"reflect", reflect},
    Entry{"replay", replay},
    Entry{"resolve", resolve},
    Entry{"search", search},
    Entry{"session_start", session_start},
    Entry{"standard_clear", standard_clear},
    Entry{"standard_get", standard_get},
    Entry{"standard_set", standard_set},
    Entry{"stats", stats},
    Entry{"store", store},
    Entry{"sync", sync},
    Entry{"transcript_import", transcript_import},
    Entry{"transcript_link", transcript_link},
    Entry{"transcript_list", transcript_list},
    Entry{"transcript_prune", transcript_prune},
    Entry{"transcript_show", transcript_show},
    Entry{"update", update},
};
static_assert(std::is_sorted(entries.begin(), entries.end(),
                             [](const Entry& a, const Entry& b) { return a.name < b.name; }));

}  // namespace

std::span<const Entry> catalog() { return entries; }

}  // namespace aim::op
