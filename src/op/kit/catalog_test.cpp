#include <gmock/gmock.h>

#include <algorithm>

#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

// Every operation that catalog_functions.h declares.
constexpr Describe* all[] = {access_log,
                             adopt_files,
                             archive_list,
                             archive_purge,
                             archive_restore,
                             archive_stats,
                             audit_export,
                             audit_head,
                             audit_show,
                             audit_verify,
                             auto_consolidate,
                             auto_tag,
                             backfill,
                             backup,
                             bench_add,
                             bench_list,
                             bench_quality,
                             bench_remove,
                             bulk,
                             capabilities,
                             capture_turn,
                             clients,
                             clients_try,
                             connect,
                             consolidate,
                             deduplicate,
                             detect_contradiction,
                             diff,
                             expand_query,
                             export_all,
                             facets,
                             forget,
                             gc,
                             get,
                             get_links,
                             get_several,
                             history,
                             hook_preview,
                             identity_create,
                             identity_export_public,
                             identity_rotate,
                             identity_show,
                             import_all,
                             import_from,
                             import_markdown,
                             link,
                             list,
                             mine_export,
                             name_spaces,
                             namespace_alias,
                             namespace_merge,
                             namespace_rename,
                             neighbourhood,
                             promote,
                             recall,
                             recent,
                             reflect,
                             remove,
                             replay,
                             resolve,
                             restore,
                             restore_copy,
                             restore_version,
                             review,
                             review_settle,
                             rewind,
                             search,
                             series,
                             session_digest,
                             session_start,
                             settings,
                             standard_clear,
                             standard_confirm,
                             standard_get,
                             standard_set,
                             stats,
                             store,
                             sync,
                             sync_folder_code,
                             sync_folder_init,
                             sync_folder_join,
                             sync_folder_leave,
                             sync_folder_now,
                             sync_folder_remove,
                             sync_folder_status,
                             token_create,
                             token_list,
                             token_revoke,
                             transcript_files,
                             transcript_import,
                             transcript_link,
                             transcript_list,
                             transcript_prune,
                             transcript_search,
                             transcript_show,
                             transcript_touched,
                             undo,
                             update,
                             update_all,
                             why};

std::vector<const Operation*> catalog() {
  std::vector<const Operation*> operations;
  for (Describe* const each : all) operations.push_back(&each());
  std::ranges::sort(operations, {}, &Operation::name);
  return operations;
}

bool has(const std::vector<Param>& params, std::string_view name) {
  return std::ranges::any_of(params, [&](const Param& each) { return each.name == name; });
}

TEST(Catalog, WhatChangesSomethingAsksForMoreThanReading) {
  for (const Operation* each : catalog()) {
    const Operation& operation = *each;
    if (operation.effect != Effect::reads)
      EXPECT_GE(operation.traits.right, Right::write) << each->name;
    else
      EXPECT_NE(operation.traits.right, Right::write) << each->name;
  }
}

// Operations that a token cannot allow (M6): they cover the whole database or bypass the store. A
// new operation is among them until it says its right, which is a question to answer: does it reach
// memories through the store alone?
TEST(Catalog, WhatSaysNoRightIsForAdministratorsAlone) {
  std::vector<std::string_view> closed;
  for (const Operation* each : catalog())
    if (each->traits.right == Right::administer)
      closed.push_back(each->name);
  EXPECT_THAT(
      closed,
      testing::ElementsAre(
          "access_log", "adopt", "archive_purge", "audit_export", "audit_head", "audit_show",
          "audit_verify", "auto_consolidate", "backfill", "backup", "bench_add", "bench_list",
          "bench_quality", "bench_remove", "clients", "clients_try", "connect", "deduplicate", "gc",
          "hook_preview", "identity_create", "identity_export_public", "identity_rotate",
          "identity_show", "import", "import_from", "import_markdown", "mine", "namespace_alias",
          "namespace_merge", "namespace_rename", "recent", "restore", "restore_copy", "rewind",
          "series", "settings", "standard_confirm", "sync", "sync_folder_code", "sync_folder_init",
          "sync_folder_join", "sync_folder_leave", "sync_folder_now", "sync_folder_remove",
          "sync_folder_status", "token_create", "token_list", "token_revoke", "transcript_import"));
}

TEST(Catalog, WhatIsConfirmedHasADryRunThatCounts) {
  std::size_t confirmed = 0;
  for (const Operation* each : catalog()) {
    const Operation& operation = *each;
    const Confirmation& confirm = operation.traits.confirm;
    if (confirm.count.empty())
      continue;
    ++confirmed;
    EXPECT_EQ(operation.effect, Effect::destroys) << each->name;
    EXPECT_TRUE(has(operation.params, "dry_run")) << each->name;
    EXPECT_TRUE(has(operation.results, confirm.count)) << each->name;
    EXPECT_TRUE(has(operation.results, confirm.unchanged)) << each->name;
  }
  EXPECT_EQ(confirmed, 2);
}

}  // namespace
}  // namespace aim::op
