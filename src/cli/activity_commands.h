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
    Command{.name = "facets",
            .group = Group::find,
            .operation = op::facets,
            .render = render_facets,
            .examples = "facets\nfacets -n api --tags ci"},
    Command{.name = "series",
            .group = Group::find,
            .operation = op::series,
            .render = render_series,
            .examples = "series --days 7"},
    Command{.name = "recent",
            .group = Group::find,
            .operation = op::recent,
            .render = render_recent,
            .examples = "recent\nrecent --kinds recall,search --limit 10"},
    Command{
        .name = "access-log",
        .group = Group::find,
        .operation = op::access_log,
        .render = render_access_log,
        .examples = "access-log --memory 1a2b3c4d\naccess-log --kind recall --since 2026-01-01"},
    Command{.name = "neighbourhood",
            .group = Group::relate,
            .operation = op::neighbourhood,
            .positionals = {"id"},
            .render = render_neighbourhood,
            .examples = "neighbourhood 1a2b3c4d\nneighbourhood 1a2b3c4d --depth 1"},
    Command{.name = "review",
            .group = Group::relate,
            .operation = op::review,
            .render = render_review,
            .examples = "review\nreview --kind duplicate"},
    Command{.name = "review-settle",
            .group = Group::relate,
            .operation = op::review_settle,
            .positionals = {"item", "action"},
            .render = render_fields,
            .examples = "review-settle duplicate-12-34 merge"},
    Command{.name = "history",
            .group = Group::find,
            .operation = op::history,
            .positionals = {"id"},
            .render = render_history,
            .examples = "history 1a2b3c4d\nhistory 1a2b3c4d --limit 3"},
    Command{.name = "diff",
            .group = Group::find,
            .operation = op::diff,
            .positionals = {"from", "to"},
            .render = render_diff,
            .examples = "diff yesterday\ndiff 2026-11-01 2026-11-07 -n api"},
    Command{.name = "restore-version",
            .group = Group::keep,
            .operation = op::restore_version,
            .positionals = {"id", "version"},
            .render = render_fields,
            .examples = "restore-version 1a2b3c4d 17"},
    Command{.name = "undo",
            .group = Group::keep,
            .operation = op::undo,
            .positionals = {"id"},
            .render = render_undone,
            .examples = "undo"},
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
            .render = render_preview,
            .examples = "hook-preview which database do we use"},
};

}  // namespace aim::cli
