#include "op/kit/catalog.h"

#include <algorithm>
#include <array>

#include "op/clients.h"
#include "op/deduplicate.h"
#include "op/import_markdown.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

constexpr std::array entries{
    Entry{"access_log", access_log},
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
    Entry{"backup", backup},
    Entry{"bench_add", bench_add},
    Entry{"bench_list", bench_list},
    Entry{"bench_quality", bench_quality},
    Entry{"bench_remove", bench_remove},
    Entry{"bulk", bulk},
    Entry{"capabilities", capabilities},
    Entry{"capture_turn", capture_turn},
    Entry{"clients", clients},
    Entry{"clients_try", clients_try},
    Entry{"consolidate", consolidate},
    Entry{"deduplicate", deduplicate},
    Entry{"delete", remove},
    Entry{"detect_contradiction", detect_contradiction},
    Entry{"diff", diff},
    Entry{"expand_query", expand_query},
    Entry{"export", export_all},
    Entry{"facets", facets},
    Entry{"forget", forget},
    Entry{"gc", gc},
    Entry{"get", get},
    Entry{"get_links", get_links},
    Entry{"get_several", get_several},
    Entry{"history", history},
    Entry{"hook_preview", hook_preview},
    Entry{"identity_create", identity_create},
    Entry{"identity_export_public", identity_export_public},
    Entry{"identity_rotate", identity_rotate},
    Entry{"identity_show", identity_show},
    Entry{"import", import_all},
    Entry{"import_from", import_from},
    Entry{"import_markdown", import_markdown},
    Entry{"link", link},
    Entry{"list", list},
    Entry{"mine", mine_export},
    Entry{"namespace_alias", namespace_alias},
    Entry{"namespace_merge", namespace_merge},
    Entry{"namespace_rename", namespace_rename},
    Entry{"namespaces", name_spaces},
    Entry{"neighbourhood", neighbourhood},
    Entry{"promote", promote},
    Entry{"recall", recall},
    Entry{"recent", recent},
    Entry{"reflect", reflect},
    Entry{"replay", replay},
    Entry{"resolve", resolve},
    Entry{"restore", restore},
    Entry{"restore_version", restore_version},
    Entry{"review", review},
    Entry{"review_settle", review_settle},
    Entry{"rewind", rewind},
    Entry{"search", search},
    Entry{"series", series},
    Entry{"session_start", session_start},
    Entry{"standard_clear", standard_clear},
    Entry{"standard_confirm", standard_confirm},
    Entry{"standard_get", standard_get},
    Entry{"standard_set", standard_set},
    Entry{"stats", stats},
    Entry{"store", store},
    Entry{"sync", sync},
    Entry{"token_create", token_create},
    Entry{"token_list", token_list},
    Entry{"token_revoke", token_revoke},
    Entry{"transcript_import", transcript_import},
    Entry{"transcript_link", transcript_link},
    Entry{"transcript_list", transcript_list},
    Entry{"transcript_prune", transcript_prune},
    Entry{"transcript_search", transcript_search},
    Entry{"transcript_show", transcript_show},
    Entry{"undo", undo},
    Entry{"update", update},
    Entry{"why", why},
};
static_assert(std::is_sorted(entries.begin(), entries.end(),
                             [](const Entry& a, const Entry& b) { return a.name < b.name; }));

}  // namespace

std::span<const Entry> catalog() {
  return entries;
}

}  // namespace aim::op
