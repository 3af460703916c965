#include "http/routes.h"

#include <algorithm>
#include <utility>

#include "net/query.h"
#include "op/deduplicate.h"
#include "op/kit/catalog_functions.h"

namespace aim::http {
namespace {

// Statuses of errors beside those that every row may answer (openapi.cpp).
constexpr std::array not_found{404};
constexpr std::array conflict{404, 409};

constexpr auto get = "GET", post = "POST", put = "PUT", erase = "DELETE";

// In the order of the documents.
constexpr std::array table{
    // ---- memories ----
    Row{.method = get, .path = "/api/v1/memories", .group = "Memories", .operation = op::list},
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
    Row{.method = get,
        .path = "/api/v1/memories/{id}",
        .group = "Memories",
        .operation = op::get,
        .errors = not_found},
    Row{.method = put,
        .path = "/api/v1/memories/{id}",
        .group = "Memories",
        .operation = op::update,
        .from = From::body,
        .projection = &updated,
        .errors = conflict},
    Row{.method = erase,
        .path = "/api/v1/memories/{id}",
        .group = "Memories",
        .operation = op::remove,
        .projection = &removed,
        .errors = not_found},
    Row{.method = post,
        .path = "/api/v1/memories/{id}/promote",
        .group = "Memories",
        .operation = op::promote,
        .errors = not_found},
    Row{.method = post,
        .path = "/api/v1/memories/{id}/auto-tag",
        .group = "Memories",
        .operation = op::auto_tag,
        .errors = not_found,
        .tier = FeatureTier::smart},
    Row{.method = post,
        .path = "/api/v1/consolidate",
        .group = "Memories",
        .operation = op::consolidate,
        .status = 201,
        .from = From::body,
        .errors = conflict},
    Row{.method = post,
        .path = "/api/v1/deduplicate",
        .group = "Memories",
        .operation = op::deduplicate,
        .from = From::body},
    Row{.method = post,
        .path = "/api/v1/reflect",
        .group = "Memories",
        .operation = op::reflect,
        .status = 201,
        .from = From::body,
        .errors = conflict},
    Row{.method = post,
        .path = "/api/v1/forget",
        .group = "Memories",
        .operation = op::forget,
        .from = From::body,
        .projection = &forgotten},
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
    Row{.method = get,
        .path = "/api/v1/session-start",
        .group = "Finding",
        .operation = op::session_start},
    Row{.method = post,
        .path = "/api/v1/hook-preview",
        .group = "Finding",
        .operation = op::hook_preview,
        .from = From::body},
    Row{.method = post,
        .path = "/api/v1/why",
        .group = "Finding",
        .operation = op::why,
        .from = From::body,
        .rename = {"query", "context"},
        .errors = not_found},
    Row{.method = get, .path = "/api/v1/facets", .group = "Finding", .operation = op::facets},
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
        .summary = "Take away what one memory is to another."},
    Row{.method = get,
        .path = "/api/v1/links/{id}",
        .group = "Relations",
        .operation = op::get_links,
        .projection = &links},
    Row{.method = post,
        .path = "/api/v1/resolve",
        .group = "Relations",
        .operation = op::resolve,
        .from = From::body,
        .errors = not_found},
    Row{.method = post,
        .path = "/api/v1/detect-contradiction",
        .group = "Relations",
        .operation = op::detect_contradiction,
        .from = From::body,
        .errors = not_found,
        .tier = FeatureTier::smart},
    // ---- transcripts ----
    Row{.method = get,
        .path = "/api/v1/memories/{memory_id}/replay",
        .group = "Transcripts",
        .operation = op::replay,
        .errors = not_found},
    Row{.method = get,
        .path = "/api/v1/transcripts",
        .group = "Transcripts",
        .operation = op::transcript_list},
    Row{.method = post,
        .path = "/api/v1/transcripts/turns",
        .group = "Transcripts",
        .operation = op::capture_turn,
        .status = 201,
        .from = From::body,
        .errors = conflict},
    Row{.method = post,
        .path = "/api/v1/transcripts/links",
        .group = "Transcripts",
        .operation = op::transcript_link,
        .status = 201,
        .from = From::body,
        .errors = not_found},
    Row{.method = post,
        .path = "/api/v1/transcripts/prune",
        .group = "Transcripts",
        .operation = op::transcript_prune,
        .from = From::body},
    Row{.method = get,
        .path = "/api/v1/transcripts/{id}",
        .group = "Transcripts",
        .operation = op::transcript_show,
        .errors = not_found},
    // ---- namespaces ----
    Row{.method = get,
        .path = "/api/v1/namespaces",
        .group = "Namespaces",
        .operation = op::name_spaces},
    Row{.method = get,
        .path = "/api/v1/standards/{namespace}",
        .group = "Namespaces",
        .operation = op::standard_get},
    Row{.method = put,
        .path = "/api/v1/standards/{namespace}",
        .group = "Namespaces",
        .operation = op::standard_set,
        .from = From::body,
        .errors = not_found},
    Row{.method = erase,
        .path = "/api/v1/standards/{namespace}",
        .group = "Namespaces",
        .operation = op::standard_clear},
    // ---- archive ----
    Row{.method = get,
        .path = "/api/v1/archive",
        .group = "Archive",
        .operation = op::archive_list},
    Row{.method = erase,
        .path = "/api/v1/archive",
        .group = "Archive",
        .operation = op::archive_purge},
    Row{.method = post,
        .path = "/api/v1/archive/{id}/restore",
        .group = "Archive",
        .operation = op::archive_restore,
        .errors = conflict},
    Row{.method = get,
        .path = "/api/v1/archive/stats",
        .group = "Archive",
        .operation = op::archive_stats,
        .slow = true},
    Row{.method = post,
        .path = "/api/v1/undo",
        .group = "Memories",
        .operation = op::undo,
        .from = From::maybe_body,
        .errors = conflict},
    Row{.method = get, .path = "/api/v1/review", .group = "Review", .operation = op::review},
    Row{.method = post,
        .path = "/api/v1/review/settle",
        .group = "Review",
        .operation = op::review_settle,
        .from = From::body,
        .errors = conflict},
    // ---- what is going on ----
    Row{.method = get,
        .path = "/api/v1/access-log",
        .group = "Activity",
        .operation = op::access_log,
        .rename = {"memory_id", "memory"},
        .errors = not_found},
    Row{.method = get,
        .path = "/api/v1/memories/{id}/neighbourhood",
        .group = "Relations",
        .operation = op::neighbourhood,
        .errors = not_found},
    Row{.method = get,
        .path = "/api/v1/series",
        .group = "Activity",
        .operation = op::series,
        .slow = true},
    Row{.method = get, .path = "/api/v1/recent", .group = "Activity", .operation = op::recent},
    // ---- the database ----
    Row{.method = get,
        .path = "/api/v1/export",
        .group = "Database",
        .operation = op::export_all,
        .slow = true},
    Row{.method = post,
        .path = "/api/v1/import",
        .group = "Database",
        .operation = op::import_all,
        .from = From::stream},
    Row{.method = get,
        .path = "/api/v1/stats",
        .group = "Database",
        .operation = op::stats,
        .slow = true},
    Row{.method = post,
        .path = "/api/v1/gc",
        .group = "Database",
        .operation = op::gc,
        .from = From::maybe_body,
        .projection = &collected},
    Row{.method = post,
        .path = "/api/v1/backfill",
        .group = "Database",
        .operation = op::backfill,
        .from = From::maybe_body,
        .slow = true},
    Row{.method = get,
        .path = "/api/v1/capabilities",
        .group = "Database",
        .operation = op::capabilities},
    Row{.method = get,
        .path = "/api/v1/bench/questions",
        .group = "Quality",
        .operation = op::bench_list},
    Row{.method = post,
        .path = "/api/v1/bench/questions",
        .group = "Quality",
        .operation = op::bench_add,
        .errors = not_found},
    Row{.method = erase,
        .path = "/api/v1/bench/questions",
        .group = "Quality",
        .operation = op::bench_remove,
        .errors = not_found},
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
    Row{.method = get,
        .path = "/api/v1/audit/events",
        .group = "Signed events",
        .operation = op::audit_show,
        .errors = not_found},
    Row{.method = get,
        .path = "/api/v1/audit/head",
        .group = "Signed events",
        .operation = op::audit_head},
    Row{.method = get,
        .path = "/api/v1/audit/export",
        .group = "Signed events",
        .operation = op::audit_export,
        .slow = true},
    Row{.method = get,
        .path = "/api/v1/health",
        .group = "Server",
        .page = Page::health,
        .id = "health",
        .title = "Health",
        .summary = "Say whether the database is sound: a read, and a question to the text index."},
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
        .title = "Metrics, by their second name",
        .summary = "The same as /metrics."},
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

std::string_view cut_segment(std::string_view& path) {
  const std::string_view segment = path.substr(0, path.find('/'));
  path.remove_prefix(std::min(segment.size() + 1, path.size()));
  return segment;
}

bool is_name(std::string_view segment) {
  return segment.starts_with('{') && segment.ends_with('}');
}
bool is_wildcard(std::string_view segment) {
  return is_name(segment) && segment.ends_with("...}");
}
std::string_view name_in(std::string_view segment) {
  return segment.substr(1, segment.size() - (is_wildcard(segment) ? 5 : 2));
}

enum class Fit { none, by_wildcard, by_names, literal };

// `names` stand for any segment that is not empty, and get it as it was sent.
Fit fit(std::string_view pattern, std::string_view path) {
  if (!pattern.ends_with("...}") &&
      std::count(pattern.begin(), pattern.end(), '/') != std::count(path.begin(), path.end(), '/'))
    return Fit::none;
  Fit found = Fit::literal;
  while (!pattern.empty()) {
    const std::string_view wanted = cut_segment(pattern);
    if (is_wildcard(wanted))
      return path.empty() ? Fit::none : Fit::by_wildcard;
    const std::string_view given = cut_segment(path);
    if (is_name(wanted) && !given.empty())
      found = Fit::by_names;
    else if (wanted != given)
      return Fit::none;
  }
  return path.empty() ? found : Fit::none;
}

// Of what stands for a wildcard: a part that is empty, ".", "..", or no name of a file.
bool leads_out(std::string_view path) {
  if (path.find_first_of(std::string_view("\\\0", 2)) != path.npos || path.ends_with('/'))
    return true;
  while (!path.empty()) {
    const std::string_view segment = cut_segment(path);
    if (segment.empty() || segment == "." || segment == "..")
      return true;
  }
  return false;
}

std::string allowed(const std::vector<const Row*>& found) {
  std::string methods;
  for (const Row* row : found) {
    methods.append(row->method).append(", ");
    if (row->method == get)
      methods += "HEAD, ";
  }
  return methods += "OPTIONS";
}

}  // namespace

std::span<const Row> rows() {
  return table;
}

std::vector<std::string_view> path_names(std::string_view pattern) {
  std::vector<std::string_view> names;
  while (!pattern.empty())
    if (const std::string_view segment = cut_segment(pattern); is_name(segment))
      names.push_back(name_in(segment));
  return names;
}

Result<Match> match(std::string_view method, std::string_view path) {
  return match(table, method, path);
}

Result<Match> match(std::span<const Row> rows, std::string_view method, std::string_view path) {
  std::vector<const Row*> found;
  // "/memories/bulk" is no id: rows without names in their path go before those with.
  for (const Fit wanted : {Fit::literal, Fit::by_names, Fit::by_wildcard}) {
    if (!found.empty())
      break;
    for (const Row& row : rows)
      if (fit(row.path, path) == wanted)
        found.push_back(&row);
  }
  Match match;
  if (found.empty())
    return match;
  match.allow = allowed(found);
  const std::string_view wanted = method == "HEAD" ? get : method;
  const auto row = std::find_if(found.begin(), found.end(),
                                [&](const Row* each) { return each->method == wanted; });
  if (row == found.end())
    return match;
  match.row = *row;
  std::string_view pattern = match.row->path;
  while (!pattern.empty()) {
    const std::string_view name = cut_segment(pattern);
    const std::string_view given = is_wildcard(name) ? std::exchange(path, {}) : cut_segment(path);
    if (!is_name(name))
      continue;
    std::string value = TRY(net::decoded(given, false));
    if (is_wildcard(name) && leads_out(value))
      return Match();
    match.arguments.emplace_back(name_in(name), std::move(value));
  }
  return match;
}

}  // namespace aim::http
