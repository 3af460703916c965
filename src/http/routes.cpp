#include "http/routes.h"

#include "op/kit/catalog_functions.h"

namespace aim::http {

namespace {

// Statuses of errors in addition to those of every row (openapi.cpp).
constexpr std::array not_found{404};
constexpr std::array conflict{404, 409};

constexpr auto get = "GET", post = "POST", put = "PUT", erase = "DELETE";

constexpr Row plain(std::string_view method, std::string_view path, std::string_view group,
                    const op::Operation& (*operation)(), std::span<const int> errors = {}) {
  return {.method = method, .path = path, .group = group, .operation = operation, .errors = errors};
}

constexpr Row with_body(std::string_view method, std::string_view path, std::string_view group,
                        const op::Operation& (*operation)(), std::span<const int> errors = {},
                        int status = 200) {
  Row row = plain(method, path, group, operation, errors);
  row.status = status;
  row.from = From::body;
  return row;
}

// For reads that take long.
constexpr Row long_read(std::string_view path, std::string_view group,
                        const op::Operation& (*operation)()) {
  Row row = plain(get, path, group, operation);
  row.slow = true;
  return row;
}

constexpr Row own_page(std::string_view path, const op::Operation& (*operation)()) {
  Row row = with_body(post, path, "Database", operation);
  row.own_page = true;
  return row;
}

// In the order of the documents.
constexpr std::array table{
    // ---- memories ----
    plain(get, "/api/v1/memories", "Memories", op::list),
    Row{.method = post,
        .path = "/api/v1/memories",
        .group = "Memories",
        .operation = op::store,
        .status = 201,
        .from = From::body,
        .projection = &stored,
        .errors = not_found},
    Row{.method = post,
        .path = "/api/v1/memories/bulk",
        .group = "Memories",
        .operation = op::bulk,
        .from = From::stream},
    plain(get, "/api/v1/memories/{id}", "Memories", op::get, not_found),
    Row{.method = put,
        .path = "/api/v1/memories/{id}",
        .group = "Memories",
        .operation = op::update,
        .from = From::body,
        .projection = &updated,
        .errors = conflict},
    with_body(put, "/api/v1/memories", "Memories", op::update_all, conflict),
    Row{.method = erase,
        .path = "/api/v1/memories/{id}",
        .group = "Memories",
        .operation = op::remove,
        .projection = &removed,
        .errors = not_found},
    plain(get, "/api/v1/memories/{id}/history", "Memories", op::history, not_found),
    with_body(post, "/api/v1/memories/{id}/restore", "Memories", op::restore_version, conflict),
    plain(post, "/api/v1/memories/{id}/promote", "Memories", op::promote, not_found),
    Row{.method = post,
        .path = "/api/v1/memories/{id}/auto-tag",
        .group = "Memories",
        .operation = op::auto_tag,
        .errors = not_found,
        .tier = FeatureTier::smart},
    with_body(post, "/api/v1/consolidate", "Memories", op::consolidate, conflict, 201),
    with_body(post, "/api/v1/deduplicate", "Memories", op::deduplicate),
    with_body(post, "/api/v1/reflect", "Memories", op::reflect, conflict, 201),
    Row{.method = post,
        .path = "/api/v1/forget",
        .group = "Memories",
        .operation = op::forget,
        .from = From::body,
        .projection = &forgotten,
        .errors = not_found},
    // ---- finding ----
    Row{.method = get,
        .path = "/api/v1/recall",
        .group = "Finding",
        .operation = op::recall,
        .not_blank = "context",
        .projection = &recalled},
    Row{.method = post,
        .path = "/api/v1/recall",
        .group = "Finding",
        .operation = op::recall,
        .from = From::body,
        .not_blank = "context",
        .projection = &recalled,
        .id = "recall_by_body",
        .title = "Recall memories, arguments in a body"},
    Row{.method = get,
        .path = "/api/v1/search",
        .group = "Finding",
        .operation = op::search,
        .rename = {"q", "query"},
        .not_blank = "q"},
    plain(get, "/api/v1/diff", "Finding", op::diff),
    plain(get, "/api/v1/session-start", "Finding", op::session_start),
    with_body(post, "/api/v1/hook-preview", "Finding", op::hook_preview),
    Row{.method = post,
        .path = "/api/v1/why",
        .group = "Finding",
        .operation = op::why,
        .from = From::body,
        .rename = {"query", "context"},
        .errors = not_found},
    plain(get, "/api/v1/facets", "Finding", op::facets),
    Row{.method = post,
        .path = "/api/v1/expand-query",
        .group = "Finding",
        .operation = op::expand_query,
        .from = From::body,
        .tier = FeatureTier::smart},
    // ---- relations ----
    Row{.method = post,
        .path = "/api/v1/links",
        .group = "Relations",
        .operation = op::link,
        .status = 201,
        .from = From::body,
        .projection = &linked,
        .errors = conflict},
    Row{.method = erase,
        .path = "/api/v1/links",
        .group = "Relations",
        .operation = op::link,
        .from = From::maybe_body,
        .fixed = {"remove", true},
        .projection = &linked,
        .errors = not_found,
        .id = "unlink",
        .title = "Remove a link",
        .summary = "Remove a link between two memories."},
    Row{.method = get,
        .path = "/api/v1/links/{id}",
        .group = "Relations",
        .operation = op::get_links,
        .projection = &links},
    with_body(post, "/api/v1/resolve", "Relations", op::resolve, not_found),
    Row{.method = post,
        .path = "/api/v1/detect-contradiction",
        .group = "Relations",
        .operation = op::detect_contradiction,
        .from = From::body,
        .errors = not_found,
        .tier = FeatureTier::smart},
    // ---- transcripts ----
    plain(get, "/api/v1/memories/{memory_id}/replay", "Transcripts", op::replay, not_found),
    plain(get, "/api/v1/transcripts", "Transcripts", op::transcript_list),
    with_body(post, "/api/v1/transcripts/turns", "Transcripts", op::capture_turn, conflict, 201),
    with_body(post, "/api/v1/transcripts/links", "Transcripts", op::transcript_link, not_found,
              201),
    with_body(post, "/api/v1/transcripts/prune", "Transcripts", op::transcript_prune),
    plain(get, "/api/v1/transcripts/search", "Transcripts", op::transcript_search),
    plain(get, "/api/v1/transcripts/touched", "Transcripts", op::transcript_touched),
    plain(get, "/api/v1/transcripts/{id}/files", "Transcripts", op::transcript_files, not_found),
    plain(get, "/api/v1/transcripts/{id}/digest", "Transcripts", op::session_digest, not_found),
    plain(get, "/api/v1/transcripts/{id}", "Transcripts", op::transcript_show, not_found),
    // ---- namespaces ----
    plain(get, "/api/v1/namespaces", "Namespaces", op::name_spaces),
    plain(get, "/api/v1/standards/{namespace}", "Namespaces", op::standard_get),
    with_body(put, "/api/v1/standards/{namespace}", "Namespaces", op::standard_set, not_found),
    plain(erase, "/api/v1/standards/{namespace}", "Namespaces", op::standard_clear),
    // ---- archive ----
    plain(get, "/api/v1/archive", "Archive", op::archive_list),
    plain(erase, "/api/v1/archive", "Archive", op::archive_purge, conflict),
    plain(post, "/api/v1/archive/{id}/restore", "Archive", op::archive_restore, conflict),
    Row{.method = erase,
        .path = "/api/v1/archive/{id}",
        .group = "Archive",
        .operation = op::archive_purge,
        .errors = conflict,
        .id = "archive_purge_one",
        .title = "Purge one archived memory",
        .summary = "Delete one archived or deleted memory permanently, with its history."},
    long_read("/api/v1/archive/stats", "Archive", op::archive_stats),
    Row{.method = post,
        .path = "/api/v1/undo",
        .group = "Memories",
        .operation = op::undo,
        .from = From::maybe_body,
        .errors = conflict},
    plain(get, "/api/v1/review", "Review", op::review),
    with_body(post, "/api/v1/review/settle", "Review", op::review_settle, conflict),
    // ---- what is going on ----
    Row{.method = get,
        .path = "/api/v1/access-log",
        .group = "Activity",
        .operation = op::access_log,
        .rename = {"memory_id", "memory"},
        .errors = not_found},
    plain(get, "/api/v1/memories/{id}/neighbourhood", "Relations", op::neighbourhood, not_found),
    long_read("/api/v1/series", "Activity", op::series),
    plain(get, "/api/v1/recent", "Activity", op::recent),
    long_read("/api/v1/clients", "Activity", op::clients),
    with_body(post, "/api/v1/clients", "Activity", op::clients_try),
    own_page("/api/v1/clients/{client}", op::connect),
    own_page("/api/v1/settings", op::settings),
    own_page("/api/v1/adopt", op::adopt_files),
    Row{.method = post,
        .path = "/api/v1/mine",
        .group = "Database",
        .operation = op::mine_export,
        .from = From::file,
        .fixed = {"path"},
        .summary = "Store the conversations of an export, which is the body: a zip or a file of "
                   "Claude, ChatGPT, Slack and others. name=conversations.json is its name."},
    Row{.method = post,
        .path = "/api/v1/import-from",
        .group = "Database",
        .operation = op::import_from,
        .from = From::file,
        .fixed = {"file"},
        .summary = "Store the memories of another memory store, whose file is the body. "
                   "name=memory.jsonl is its name, from=mcp-memory the store."},
    own_page("/api/v1/backup", op::backup),
    own_page("/api/v1/restore", op::restore_copy),
    own_page("/api/v1/sync-folder", op::sync_folder_status),
    own_page("/api/v1/sync-folder/init", op::sync_folder_init),
    own_page("/api/v1/sync-folder/join", op::sync_folder_join),
    own_page("/api/v1/sync-folder/now", op::sync_folder_now),
    own_page("/api/v1/sync-folder/code", op::sync_folder_code),
    own_page("/api/v1/sync-folder/leave", op::sync_folder_leave),
    // ---- the database ----
    long_read("/api/v1/export", "Database", op::export_all),
    Row{.method = post,
        .path = "/api/v1/import",
        .group = "Database",
        .operation = op::import_all,
        .from = From::stream},
    with_body(post, "/api/v1/import-markdown", "Database", op::import_markdown, conflict),
    long_read("/api/v1/stats", "Database", op::stats),
    Row{.method = post,
        .path = "/api/v1/gc",
        .group = "Database",
        .operation = op::gc,
        .from = From::maybe_body,
        .projection = &op::collected},
    Row{.method = post,
        .path = "/api/v1/backfill",
        .group = "Database",
        .operation = op::backfill,
        .from = From::maybe_body,
        .slow = true},
    plain(get, "/api/v1/capabilities", "Database", op::capabilities),
    plain(get, "/api/v1/bench/questions", "Quality", op::bench_list),
    plain(post, "/api/v1/bench/questions", "Quality", op::bench_add, not_found),
    plain(erase, "/api/v1/bench/questions", "Quality", op::bench_remove, not_found),
    Row{.method = post,
        .path = "/api/v1/bench/quality",
        .group = "Quality",
        .operation = op::bench_quality,
        .from = From::maybe_body,
        .slow = true},
    Row{.method = get,
        .path = "/api/v1/audit",
        .group = "Signed events",
        .operation = op::audit_verify,
        .errors = not_found,
        .slow = true},
    plain(get, "/api/v1/audit/events", "Signed events", op::audit_show, not_found),
    plain(get, "/api/v1/audit/head", "Signed events", op::audit_head),
    long_read("/api/v1/audit/export", "Signed events", op::audit_export),
    Row{.method = get,
        .path = "/api/v1/health",
        .group = "Server",
        .page = Page::health,
        .id = "health",
        .title = "Health",
        .summary = "Check the database with a read and a query of the text index."},
    Row{.method = get,
        .path = "/metrics",
        .group = "Server",
        .page = Page::metrics,
        .slow = true,
        .id = "metrics",
        .title = "Metrics",
        .summary = "Counters, gauges and histograms in Prometheus' text format."},
    Row{.method = get,
        .path = "/api/v1/metrics",
        .group = "Server",
        .page = Page::metrics,
        .slow = true,
        .id = "metrics_v1",
        .title = "Metrics, second name",
        .summary = "Same as /metrics."},
    Row{.method = get,
        .path = "/api/v1/openapi.json",
        .group = "Server",
        .page = Page::openapi,
        .id = "openapi",
        .title = "This description",
        .summary = "The OpenAPI 3.1 description of this server."},
    Row{.method = get,
        .path = "/docs",
        .group = "Server",
        .page = Page::docs,
        .id = "docs",
        .title = "Documentation",
        .summary = "This description as a page to read.",
        .content_security = "default-src 'none'; style-src 'unsafe-inline'; "
                            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
};

}  // namespace

std::span<const Row> rows() {
  return table;
}

Result<Match> match(std::string_view method, std::string_view path) {
  return match(table, method, path);
}

namespace {

using std::string_view;

constexpr string_view of_stored[] = {
    "id",       "tier",     "namespace", "title",      "potential_contradictions",
    "replaced", "proposal", "similar",   "expires_at", "supersedes"};
constexpr string_view of_updated[] = {"updated"};
constexpr string_view of_recalled[] = {"mode"};
constexpr string_view of_removed[] = {"id"};
constexpr string_view of_forgotten[] = {"archived"};
constexpr string_view of_linked[] = {"linked", "unlinked"};
constexpr string_view of_links[] = {"links"};

}  // namespace

const Projection stored{.flatten = "memory", .keep = of_stored};
const Projection updated{.flatten = "memory", .drop = of_updated};
const Projection recalled{.drop = of_recalled};
const Projection removed{.drop = of_removed};
const Projection forgotten{.drop = of_forgotten};
const Projection linked{.keep = of_linked};
const Projection links{.keep = of_links};

}  // namespace aim::http
