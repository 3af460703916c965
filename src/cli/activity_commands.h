// The commands about what is going on, and what a person may want to look at: rows as those of
// commands.cpp, which joins them.
// Must not know: how they are run.
#pragma once
#include "cli/command.h"
#include "cli/program_flags.h"
#include "cli/render/render.h"
#include "op/kit/catalog_functions.h"

namespace aim::cli {

inline constexpr std::array activity_commands{
    plain("facets", Group::find, op::facets, {}, render_facets, "facets\nfacets -n api --tags ci"),
    plain("series", Group::find, op::series, {}, render_series, "series --days 7"),
    plain("recent", Group::find, op::recent, {}, render_recent,
          "recent\nrecent --kinds recall,search --limit 10"),
    Command{
        .name = "access-log",
        .group = Group::find,
        .operation = op::access_log,
        .render = render_access_log,
        .examples = "access-log --memory 1a2b3c4d\naccess-log --kind recall --since 2026-01-01"},
    plain("neighbourhood", Group::relate, op::neighbourhood, {"id"}, render_neighbourhood,
          "neighbourhood 1a2b3c4d\nneighbourhood 1a2b3c4d --depth 1"),
    plain("review", Group::relate, op::review, {}, render_review,
          "review\nreview --kind duplicate"),
    plain("review-settle", Group::relate, op::review_settle, {"item", "action"}, render_fields,
          "review-settle duplicate-12-34 merge"),
    plain("history", Group::find, op::history, {"id"}, render_history,
          "history 1a2b3c4d\nhistory 1a2b3c4d --limit 3"),
    plain("diff", Group::find, op::diff, {"from", "to"}, render_diff,
          "diff yesterday\ndiff 2026-11-01 2026-11-07 -n api"),
    plain("restore-version", Group::keep, op::restore_version, {"id", "version"}, render_fields,
          "restore-version 1a2b3c4d 17"),
    plain("undo", Group::keep, op::undo, {"id"}, render_undone, "undo"),
    Command{
        .name = "ui",
        .group = Group::assistant,
        .summary =
            "Open the web page in a browser, or print its address; starts a server if none runs.",
        .extra = params<serve_flags>,
        .second_names = {{{"tls_certificate", "--tls-cert"}}},
        .examples = "ui\nui --port 8080"},
    Command{.name = "hook-preview",
            .group = Group::assistant,
            .operation = op::hook_preview,
            .positionals = {"prompt"},
            .words = ExtraWords::joined,
            .place_is_name_space = true,
            .render = render_preview,
            .examples = "hook-preview which database do we use"},
};

}  // namespace aim::cli
