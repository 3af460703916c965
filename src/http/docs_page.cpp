#include <cmath>

#include "base/append.h"
#include "base/ascii.h"
#include "base/version.h"
#include "http/describe.h"
#include "http/errors.h"

namespace aim::http {
namespace {

constexpr std::string_view style = R"css(
:root{color-scheme:light dark;--ink:#1d2330;--soft:#5a6274;--paper:#fbfbfd;--card:#fff;--line:#dfe3ea;--code:#f1f3f7;
--get:#0b6bcb;--post:#1a7f4b;--put:#9a6700;--delete:#c0322b}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9f0;--soft:#a2abbd;--paper:#12151c;--card:#1a1f29;--line:#2f3644;
--code:#232936;--get:#6cb2ff;--post:#5fd39a;--put:#e3b341;--delete:#ff8f87}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
.page{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:78rem;margin:0 auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1.5rem 1rem;font-size:.875rem}
nav h2{font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.15rem .5rem;border-radius:.3rem;text-decoration:none}
nav a:hover{background:var(--code)}
main{padding:1.5rem 1.5rem 6rem;min-width:0}
a{color:inherit}a:focus-visible,summary:focus-visible{outline:3px solid var(--get);outline-offset:2px}
h1{font-size:2rem;line-height:1.2;margin:.5rem 0}h1 small{font-size:1rem;font-weight:400;color:var(--soft)}
main>section>h2{font-size:1.35rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.25rem;margin:0 0 1rem;
scroll-margin-top:1rem}
article:target{border-color:var(--get)}
article h3{font-size:1.05rem;margin:0 0 .25rem}article p{margin:.25rem 0 .75rem;color:var(--soft)}
.call{font:600 .95rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere;margin:0 0 .5rem}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
pre{background:var(--code);border-radius:.4rem;padding:.75rem 1rem;overflow:auto;margin:.75rem 0 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;font-weight:600;padding:.5rem 0 .25rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:500}
summary{cursor:pointer;margin-top:.5rem}
@media (max-width:52rem){.page{display:block}nav{position:static;max-height:none}main{padding:1rem}}
)css";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char each : text) {
    if (each == '&')
      out += "&amp;";
    else if (each == '<')
      out += "&lt;";
    else if (each == '>')
      out += "&gt;";
    else if (each == '"')
      out += "&quot;";
    else
      out += each;
  }
  return out;
}

std::string number(double value) {
  return value == std::floor(value) ? std::to_string(static_cast<std::int64_t>(value))
                                    : std::to_string(value);
}

std::string_view kind_of(const op::Param& param) {
  switch (param.kind) {
    case op::Kind::text:
      return "text";
    case op::Kind::integer:
      return "whole number";
    case op::Kind::number:
      return "number";
    case op::Kind::boolean:
      return "true or false";
    case op::Kind::text_list:
      return "list of texts";
    case op::Kind::object:
    case op::Kind::structure:
      return "object";
    case op::Kind::structure_list:
      return "list of objects";
  }
  return "";
}

// "1 to 10; default 5"
std::string limits_of(const op::Param& param) {
  std::string text;
  const auto add = [&](const std::string& what) {
    text.append(text.empty() ? "" : "; ").append(what);
  };
  if (!param.values.empty())
    add("one of " + join_texts(param.values, ", "));
  const Rule& rule = param.rule;
  if (std::isfinite(rule.minimum) && std::isfinite(rule.maximum))
    add(number(rule.minimum) + " to " + number(rule.maximum) +
        (rule.clamps ? ", larger values are reduced to it" : ""));
  if (rule.max_items != SIZE_MAX)
    add((rule.min_items ? std::to_string(rule.min_items) + " to " : "at most ") +
        std::to_string(rule.max_items) + " items");
  if (rule.max_bytes != SIZE_MAX)
    add("at most " + std::to_string(rule.max_bytes) + " bytes" +
        (rule.max_items != SIZE_MAX ? " each" : ""));
  if (rule.not_blank)
    add("not blank");
  if (param.initial)
    add("default " + *param.initial);
  if (param.nullable)
    add("null clears it");
  return text;
}

std::string_view name_of(ArgumentPlace place) {
  return place == ArgumentPlace::path ? "path" : place == ArgumentPlace::query ? "query" : "body";
}

void write_arguments(std::string& page, const std::vector<Argument>& arguments) {
  if (arguments.empty())
    return;
  page +=
      "<div class=\"scroll\"><table><caption>Arguments</caption><thead><tr><th "
      "scope=\"col\">Name</th>"
      "<th scope=\"col\">In</th><th scope=\"col\">Kind</th><th "
      "scope=\"col\">Meaning</th></tr></thead><tbody>";
  for (const Argument& argument : arguments) {
    const op::Param& param = argument.param;
    append_all(page, "<tr><th scope=\"row\"><code>", param.name, "</code>");
    if (param.required)
      page += " <strong>required</strong>";
    append_all(page, "</th><td>", name_of(argument.place), "</td><td>", kind_of(param), "</td><td>",
               escaped(param.doc));
    if (const std::string limits = limits_of(param); !limits.empty())
      append_all(page, " <small>(", escaped(limits), ")</small>");
    page += "</td></tr>";
  }
  page += "</tbody></table></div>";
}

void write_results(std::string& page, const Row& row, bool token) {
  append_all(page, "<details><summary>Answers</summary><div class=\"scroll\"><table><caption>",
             row.status, " ", reason_of(row.status), writes_list(row) ? ": a list of" : "",
             "</caption><tbody>");
  for (const op::Param& param : results_of(row)) {
    append_all(page, "<tr><th scope=\"row\"><code>", param.name, "</code></th><td>", kind_of(param),
               param.optional ? ", optional" : "", "</td><td>", escaped(param.doc), "</td></tr>");
  }
  page += "</tbody></table><table><caption>Errors</caption><tbody>";
  for (const int status : errors_of(row, token))
    append_all(page, "<tr><th scope=\"row\">", status, "</th><td>", reason_of(status),
               "</td></tr>");
  page += "</tbody></table></div></details>";
}

// A value that stands for what a caller would write.
std::string example_of(const op::Param& param) {
  if (param.kind == op::Kind::text_list)
    return param.rule.min_items > 1 ? R"(["<id>","<id>"])" : R"(["..."])";
  if (!param.values.empty())
    return '"' + std::string(param.values.front()) + '"';
  return param.kind == op::Kind::text ? R"("...")" : param.initial.value_or("1");
}

std::string body_of(const Row& row, const std::vector<Argument>& arguments) {
  std::string members;
  const auto add = [&](const op::Param& param) {
    if (param.required)
      append_all(members, members.empty() ? "" : ",", "\"", param.name,
                 "\":", param.kind == op::Kind::structure_list ? "[...]" : example_of(param));
  };
  if (row.from == From::stream)
    for (const op::Param& param : row.operation().input.members) add(param);
  for (const Argument& argument : arguments)
    if (argument.place == ArgumentPlace::body)
      add(argument.param);
  std::string body = "{" + members + "}";
  return row.from == From::stream && row.operation().input.list ? "[" + body + "]" : body;
}

std::string curl_line(const Row& row, const std::vector<Argument>& arguments, bool token) {
  std::string line = "curl";
  if (row.method != "GET")
    line.append(" -X ").append(row.method);
  if (token && row.page != Page::health)
    line += " -H 'Authorization: Bearer <token>'";
  std::string path(row.path), query;
  std::replace(path.begin(), path.end(), '{', '<');
  std::replace(path.begin(), path.end(), '}', '>');
  for (const Argument& argument : arguments)
    if (argument.place == ArgumentPlace::query && argument.param.required)
      append_all(query, query.empty() ? "?" : "&", argument.param.name, "=...");
  append_all(line, " 'http://127.0.0.1:9077", path, query, "'");
  if (row.from == From::file)
    line += " \\\n  -H 'Content-Type: application/octet-stream' --data-binary @FILE";
  if (row.from == From::body || row.from == From::stream)
    append_all(line, " \\\n  -H 'Content-Type: application/json' -d '", body_of(row, arguments),
               "'");
  return line;
}

void write_row(std::string& page, const Row& row, bool token) {
  const auto arguments = arguments_of(row);
  append_all(page, "<article id=\"", id_of(row), "\"><h3>", escaped(title_of(row)), "</h3>",
             "<div class=\"call\"><span class=\"", ascii::lower(row.method), "\">", row.method,
             "</span> ", escaped(row.path), "</div><p>", escaped(summary_of(row)));
  if (row.from == From::maybe_body)
    page += " The arguments may also come as a JSON body.";
  page += "</p>";
  write_arguments(page, arguments);
  append_all(page, "<pre><code>", escaped(curl_line(row, arguments, token)), "</code></pre>");
  write_results(page, row, token);
  page += "</article>";
}

// Calls `begin` at the first row of each group, `each` for each row.
template <class Begin, class Each>
void walk(FeatureTier tier, Begin begin, Each each) {
  std::string_view group;
  for (const Row& row : rows()) {
    if (!is_described(row, tier))
      continue;
    if (row.group != group)
      begin(row.group, group.empty());
    group = row.group;
    each(row);
  }
}

void write_contents(std::string& page, FeatureTier tier) {
  page += "<nav aria-label=\"Endpoints\">";
  walk(
      tier,
      [&](std::string_view group, bool first) {
        append_all(page, first ? "" : "</ul>", "<h2>", group, "</h2><ul>");
      },
      [&](const Row& row) {
        append_all(page, "<li><a href=\"#", id_of(row), "\">", escaped(title_of(row)), "</a></li>");
      });
  page += "</ul></nav>";
}

}  // namespace

std::string docs_page(const DescribedServer& server) {
  std::string page =
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
      "<title>ai-memory: HTTP interface</title><style>";
  page.append(style).append(
      "</style></head><body><a class=\"skip\" href=\"#main\">To the endpoints</a><div "
      "class=\"page\">");
  write_contents(page, server.tier);
  append_all(page, "<main id=\"main\"><h1>ai-memory <small>", version, "</small></h1>");
  page +=
      "<p>Persistent memory for AI assistants, over HTTP. Requests and answers are JSON. An error "
      "always is "
      "<code>{\"code\", \"error\", \"message\"}</code>: a code for programs, and one sentence for "
      "people under two names. "
      "HEAD works where GET does. Unknown arguments are ignored, and named in the answer's "
      "<code>warnings</code>. "
      "The same for programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>";
  if (server.token)
    page +=
        "<p>This server asks for a token: send <code>Authorization: Bearer &lt;token&gt;</code> "
        "with everything but "
        "health.</p>";
  walk(
      server.tier,
      [&](std::string_view group, bool first) {
        append_all(page, first ? "" : "</section>", "<section><h2>", group, "</h2>");
      },
      [&](const Row& row) { write_row(page, row, server.token); });
  page += "</section></main></div></body></html>\n";
  return page;
}

}  // namespace aim::http
