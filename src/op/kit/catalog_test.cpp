#include <gmock/gmock.h>

#include <algorithm>

#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

bool has(const std::vector<Param>& params, std::string_view name) {
  return std::ranges::any_of(params, [&](const Param& each) { return each.name == name; });
}

TEST(Catalog, WhatChangesSomethingAsksForMoreThanReading) {
  for (const Entry& entry : catalog()) {
    const Operation& operation = entry.operation();
    if (operation.effect != Effect::reads)
      EXPECT_GE(right_of(operation), Right::write) << entry.name;
    else
      EXPECT_NE(right_of(operation), Right::write) << entry.name;
  }
}

// Operations on a path of this machine, a key or the whole database. A name that is missing here is
// a question to answer, not a line to add.
TEST(Catalog, AdministersOnlyWhatKnowsNoNamespace) {
  std::vector<std::string_view> names;
  for (const Entry& entry : catalog())
    if (right_of(entry.operation()) == Right::administer)
      names.push_back(entry.name);
  EXPECT_THAT(
      names,
      testing::ElementsAre(
          "adopt", "archive_purge", "audit_export", "audit_head", "audit_show", "audit_verify",
          "backfill", "backup", "clients_try", "connect", "gc", "identity_create",
          "identity_rotate", "import_from", "mine", "namespace_alias", "namespace_merge",
          "namespace_rename", "record_activity", "restore", "rewind", "standard_confirm", "sync",
          "sync_folder_code", "sync_folder_init", "sync_folder_join", "sync_folder_leave",
          "sync_folder_now", "sync_folder_remove", "sync_folder_status", "token_create",
          "token_list", "token_revoke", "transcript_import"));
}

// Operations that a token cannot allow (M6): they cover the whole database or bypass the store. A
// new operation is among them until it says its right, which is a question to answer: does it reach
// memories through the store alone?
TEST(Catalog, WhatSaysNoRightIsForAdministratorsAlone) {
  std::vector<std::string_view> closed;
  for (const Entry& entry : catalog())
    if (entry.operation().traits.right.value_or(Right::administer) == Right::administer)
      closed.push_back(entry.name);
  EXPECT_THAT(
      closed,
      testing::ElementsAre(
          "access_log", "adopt", "archive_purge", "audit_export", "audit_head", "audit_show",
          "audit_verify", "auto_consolidate", "backfill", "backup", "bench_add", "bench_list",
          "bench_quality", "bench_remove", "clients", "clients_try", "connect", "deduplicate", "gc",
          "hook_preview", "identity_create", "identity_export_public", "identity_rotate",
          "identity_show", "import", "import_from", "import_markdown", "mine", "namespace_alias",
          "namespace_merge", "namespace_rename", "recent", "record_activity", "restore", "rewind",
          "series", "standard_confirm", "sync", "sync_folder_code", "sync_folder_init",
          "sync_folder_join", "sync_folder_leave", "sync_folder_now", "sync_folder_remove",
          "sync_folder_status", "token_create", "token_list", "token_revoke", "transcript_import"));
}

TEST(Catalog, WhatIsConfirmedHasADryRunThatCounts) {
  std::size_t confirmed = 0;
  for (const Entry& entry : catalog()) {
    const Operation& operation = entry.operation();
    const Confirmation& confirm = operation.traits.confirm;
    if (confirm.count.empty())
      continue;
    ++confirmed;
    EXPECT_EQ(operation.effect, Effect::destroys) << entry.name;
    EXPECT_TRUE(has(operation.params, "dry_run")) << entry.name;
    EXPECT_TRUE(has(operation.results, confirm.count)) << entry.name;
    EXPECT_TRUE(has(operation.results, confirm.unchanged)) << entry.name;
  }
  EXPECT_EQ(confirmed, 2);
}

}  // namespace
}  // namespace aim::op
