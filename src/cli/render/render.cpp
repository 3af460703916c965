#include "cli/render/render.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "cli/fields.h"
#include "text/json_text.h"
#include "text/stretch.h"

namespace aim::cli {
namespace {

constexpr std::size_t shown_content = 200, shown_excerpt = 900, shown_title = 160;

// The first characters on one line: blanks and line ends become one blank.
std::string on_one_line(std::string_view text, std::size_t characters) {
  std::string line;
  bool blank = false;
  // Nothing past what can be shown is looked at: contents may be long.
  for (std::size_t at = 0; at < text.size() && line.size() < characters * 5;) {
    const std::size_t begin = at;
    if (utf8::is_white_space(utf8::next(text, at))) {
      blank = !line.empty();
      continue;
    }
    line.append(blank ? " " : "").append(text.substr(begin, at - begin));
    blank = false;
  }
  return utf8::excerpt(line, characters);
}

std::string id_of(const json::object& memory) {
  return utf8::excerpt(text_at(memory, "id"), 128);
}

std::string title_of(const json::object& memory) {
  return on_one_line(text_at(memory, "title"), shown_title);
}

std::string name_space_of(const json::object& memory, const Ink& ink) {
  return ink(Paint::cyan, utf8::excerpt(text_at(memory, "namespace"), 128));
}

std::string age_of(const json::object& memory, const Printout& page) {
  const auto time = parse_rfc3339(text_at(memory, "updated_at"), "updated_at");
  return page.ink(Paint::dim, time ? text::human_age(time->time, page.now) : "?");
}

// How long it lives (V10).
std::string life_of(const json::object& memory) {
  const auto text = text_at(memory, "expires_at");
  if (text.empty())
    return "kept for good";
  const auto time = parse_rfc3339(text, "expires_at");
  return "kept until " + (time ? text::local_time(time->time) : utf8::excerpt(text, 40));
}

std::string mark_of(const json::object& memory, const Ink& ink) {
  return "[" + ink.tier(text_at(memory, "tier")) + "/" + brief(text_at(memory, "id")) + "]";
}

void add_content(const json::object& memory, Printout& page) {
  const std::string_view excerpt = text_at(memory, "excerpt");
  const std::string line = excerpt.empty() ? on_one_line(text_at(memory, "content"), shown_content)
                                           : on_one_line(excerpt, shown_excerpt);
  page.print("    ", page.ink(Paint::dim, line), "\n");
}

void add_factors(const json::object& memory, Printout& page) {
  if (!memory.contains("explain"))
    return;
  std::string line;
  for (const json::object& factor : rows_at(memory, "explain")) {
    append_all(line, line.empty() ? "" : ", ", text_at(factor, "name"), " ",
               fixed(number_at(factor, "value"), 3));
    if (number_at(factor, "weight") != 1)
      line.append(" × ").append(fixed(number_at(factor, "weight"), 2));
  }
  page.print("    ", page.ink(Paint::dim, line), "\n");
}

// Prints the query as it was expanded.
void add_query(const json::object& reply, Printout& page) {
  const json::object* query = object_at(reply, "explain");
  if (!query)
    return;
  std::string line = "search terms: " + joined(list_at(*query, "terms"), ", ");
  if (const std::string dropped = joined(list_at(*query, "dropped"), ", "); !dropped.empty())
    line.append("; ignored: ").append(dropped);
  line.append("; ranking: ").append(text_at(*query, "ranking"));
  if (const auto kind = text_at(*query, "kind"); !kind.empty())
    append_all(line, "; only: ", kind, "s");
  for (const auto& [key, name] : {std::pair{"table_coverage", "; known to the built-in table: "},
                                  std::pair{"model_coverage", "; known to the model: "}})
    if (query->contains(key))
      line.append(name).append(fixed(number_at(*query, key), 2));
  if (const auto encoder = text_at(*query, "encoder"); !encoder.empty())
    line.append("; encoder: ").append(encoder);
  page.print(page.ink(Paint::dim, on_one_line(line, 400)), "\n");
}

// Its kind, unless it is an observation, and what stands against it (V3).
std::string kind_of(const json::object& memory) {
  std::string said = utf8::excerpt(text_at(memory, "memory_kind"), 64);
  for (const auto& [key, words] : {std::pair{"superseded_by", "superseded by "},
                                   std::pair{"contradicted_by", "contradicted by "}})
    if (const auto id = text_at(memory, key); !id.empty())
      append_all(said, said.empty() ? "" : ", ", words, brief(id));
  if (const auto dates = text_at(memory, "former"); !dates.empty())
    append_all(said, said.empty() ? "" : ", ", dates.starts_with("not ") ? "" : "former: ", dates);
  return said.empty() ? said : said + ", ";
}

// The value of a full bar: relevance goes up to 1; other rankings have scales of their own, whose
// end is the best hit.
double full_score(const json::array& hits) {
  double best = 1;
  for (const json::value& each : hits) best = std::max(best, number_at(each.as_object(), "score"));
  return best;
}

void add_hit(const json::object& memory, double full, Printout& page) {
  page.print(mark_of(memory, page.ink), " ", page.ink(Paint::bold, title_of(memory)), " ");
  const double score = number_at(memory, "score");
  page.print(page.ink.bar(score / full), " ", fixed(score, 2), " (", kind_of(memory),
             name_space_of(memory, page.ink), ", ", integer_at(memory, "access_count"), "×, ",
             age_of(memory, page), ")\n");
  add_content(memory, page);
  add_factors(memory, page);
  page.print("\n");
}

void add_recent(const json::object& memory, Printout& page) {
  page.print(mark_of(memory, page.ink), " ", page.ink(Paint::bold, title_of(memory)), " (",
             kind_of(memory), name_space_of(memory, page.ink), ", ", age_of(memory, page), ")\n");
  add_content(memory, page);
  page.print("\n");
}

void add_standard(const json::object& memory, Printout& page) {
  page.print(mark_of(memory, page.ink), " ", page.ink(Paint::bold, title_of(memory)), " ",
             page.ink(Paint::green, "★ standard"), " (", name_space_of(memory, page.ink), ", ",
             age_of(memory, page), ")\n");
  add_content(memory, page);
  page.print("\n");
}

void add_row(const json::object& memory, Printout& page) {
  page.print(mark_of(memory, page.ink), " ", page.ink(Paint::bold, title_of(memory)), " (",
             kind_of(memory), "p", integer_at(memory, "priority"), ", ",
             name_space_of(memory, page.ink), ", ", age_of(memory, page), ")\n");
}

// A content as it is written, without what could drive the terminal.
std::string in_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = ascii::take_part(text, '\n');
    lines.append(utf8::excerpt(line, line.size())).append("\n");
  }
  return lines;
}

std::string link_line(const json::object& link) {
  return brief(text_at(link, "source_id"))
      .append(" ")
      .append(utf8::excerpt(text_at(link, "relation"), 64))
      .append(" ")
      .append(brief(text_at(link, "target_id")))
      .append("\n");
}

}  // namespace

void render_stored(const json::object& reply, Printout& page) {
  const json::object& memory = *object_at(reply, "memory");
  page.print(flag_at(reply, "updated") ? "updated " : "stored ", id_of(memory), " [",
             page.ink.tier(text_at(memory, "tier")), "] in ", name_space_of(memory, page.ink), ", ",
             life_of(memory), "\n");
  if (const auto replaced = text_at(reply, "replaced"); !replaced.empty())
    page.note("replaced: ", replaced, " (`ai-memory undo ", id_of(memory), "` brings it back)\n");
  if (const json::array* similar = list_at(reply, "potential_contradictions")) {
    const std::size_t count = similar->size();
    page.note(counted(static_cast<std::int64_t>(count), "memory", "memories"),
              count == 1 ? " has a similar title:" : " have similar titles:");
    for (const json::value& id : *similar) page.notes.append(" ").append(brief(id.as_string()));
    page.note("\n");
  }
  for (const json::object& each : rows_at(reply, "similar"))
    page.note("nearly the same: ", id_of(each), " ", title_of(each), "\n");
  if (const auto proposal = text_at(reply, "proposal"); !proposal.empty())
    page.note(proposal, "\n");
}

void render_updated(const json::object& reply, Printout& page) {
  const json::object& memory = *object_at(reply, "memory");
  page.print("updated ", id_of(memory), " [", page.ink(Paint::bold, title_of(memory)), "] in ",
             shown_at(memory, "namespace"), "\n");
  if (const auto notice = text_at(reply, "notice"); !notice.empty())
    page.note(notice, "\n");
}

void render_recalled(const json::object& reply, Printout& page) {
  if (const json::object* standard = object_at(reply, "standard"))
    add_standard(*standard, page);
  for (const json::object& each : rows_at(reply, "standards")) add_standard(each, page);
  const json::array& hits = *list_at(reply, "memories");
  // Memories at the start of a session have no search score.
  const bool ranked = text_at(reply, "mode") != "session_start";
  for (const json::value& each : hits)
    ranked ? add_hit(each.as_object(), full_score(hits), page) : add_recent(each.as_object(), page);
  if (const json::array* turns = list_at(reply, "turns"))
    add_turns_found(*turns, page);
  add_query(reply, page);
  if (const auto notice = text_at(reply, "notice"); !notice.empty())
    page.note(notice, "\n");
  if (const auto summary = text_at(reply, "summary"); !summary.empty())
    page.print(summary, "\n\n");
  const std::int64_t count = integer_at(reply, "count");
  if (count == 0 && page.out.empty()) {
    page.note("nothing found\n");
    return;
  }
  page.print(counted(count, "memory", "memories"), " [", text_at(reply, "mode"), "]\n");
}

void render_found(const json::object& reply, Printout& page) {
  const json::array* rows = list_at(reply, "results");
  if (!rows)
    rows = list_at(reply, "memories");
  for (const json::value& each : *rows) {
    add_row(each.as_object(), page);
    if (each.as_object().contains("excerpt"))
      add_content(each.as_object(), page);
    add_factors(each.as_object(), page);
  }
  if (const auto notice = text_at(reply, "notice"); !notice.empty())
    page.note(notice, "\n");
  if (rows->empty())
    page.note("nothing found\n");
  else
    page.print("\n");
  add_query(reply, page);
  if (!rows->empty())
    page.print(counted(integer_at(reply, "count"), "memory", "memories"), "\n");
}

// As people read it: the JSON of it is for --json (S52).
void render_memory(const json::object& reply, Printout& page) {
  const json::object& memory = *object_at(reply, "memory");
  page.print(page.ink(Paint::bold, title_of(memory)), "\n");
  const auto row = [&](std::string_view name, std::string_view text) {
    if (!text.empty())
      page.out.append(page.ink(Paint::dim, name))
          .append(11 - name.size(), ' ')
          .append(text)
          .append("\n");
  };
  const auto when = [&](std::string_view key) -> std::string {
    const std::string_view text = text_at(memory, key);
    const auto time = parse_rfc3339(text, key);
    if (!time)
      return {};
    const std::string age = time->time <= page.now ? text::human_age(time->time, page.now) : "";
    return text::local_time(time->time) + (age.empty() ? "" : " (" + age + ")");
  };
  row("id", id_of(memory));
  row("namespace", name_space_of(memory, page.ink));
  std::string tier = page.ink.tier(text_at(memory, "tier"));
  if (const std::string end = when("expires_at"); !end.empty())
    tier.append(", until ").append(end);
  row("tier", tier);
  row("kind", utf8::excerpt(text_at(memory, "memory_kind"), 64));
  if (const std::string by = utf8::excerpt(text_at(memory, "superseded_by"), 128); !by.empty())
    row("replaced", "by " + by);
  row("disputed", utf8::excerpt(text_at(memory, "contradicted_by"), 128));
  if (const std::string from = when("valid_from"), until = when("valid_until");
      !from.empty() || !until.empty())
    row("valid", (from.empty() ? from : "from " + from + (until.empty() ? "" : " ")) +
                     (until.empty() ? until : "until " + until));
  row("tags", utf8::excerpt(joined(list_at(memory, "tags"), ", "), 2'000));
  row("priority", std::to_string(integer_at(memory, "priority")) + " of 10, confidence " +
                      fixed(number_at(memory, "confidence"), 2));
  row("stored", when("created_at") + " by " + utf8::excerpt(text_at(memory, "source"), 64));
  if (text_at(memory, "updated_at") != text_at(memory, "created_at"))
    row("changed", when("updated_at"));
  if (const std::int64_t uses = integer_at(memory, "access_count"); uses > 0)
    row("used", counted(uses, "time", "times") + ", last " + when("last_accessed_at"));
  if (const json::object* metadata = object_at(memory, "metadata"); metadata && !metadata->empty())
    row("metadata", utf8::excerpt(text::compact(*metadata), 2'000));
  page.print("\n", in_lines(text_at(memory, "content")));
  const auto links = rows_at(reply, "links");
  if (!links.empty())
    page.print("\n");
  for (const json::object& link : links) page.out += link_line(link);
  for (const json::object& source : rows_at(reply, "lost_sources"))
    page.print("lost source: ", id_of(source), " ", title_of(source), "\n");
}

void render_links(const json::object& reply, Printout& page) {
  const auto links = rows_at(reply, "links");
  for (const json::object& link : links) page.out += link_line(link);
  if (links.empty())
    page.note("no links\n");
}

void render_archive(const json::object& reply, Printout& page) {
  const auto archived = rows_at(reply, "archived");
  for (const json::object& memory : archived) {
    page.print("[", brief(text_at(memory, "id")), "] ", page.ink(Paint::bold, title_of(memory)),
               " (", name_space_of(memory, page.ink), ", ",
               utf8::excerpt(text_at(memory, "archive_reason"), 64), ", ",
               page.ink(Paint::dim, moment_at(memory, "archived_at")), ")\n");
  }
  if (archived.empty()) {
    page.note("nothing in the archive\n");
    return;
  }
  page.print("\n", counted(integer_at(reply, "count"), "archived memory", "archived memories"),
             "\n");
}

void render_standard(const json::object& reply, Printout& page) {
  const auto add = [&](const json::object& standard, std::string_view id) {
    page.print("[", brief(text_at(standard, id)), "] ", page.ink(Paint::bold, title_of(standard)),
               " (", name_space_of(standard, page.ink), ", p", integer_at(standard, "priority"),
               ")\n");
    add_content(standard, page);
  };
  if (const json::array* standards = list_at(reply, "standards")) {
    for (const json::value& each : *standards) add(each.as_object(), "standard_id");
    page.print("namespaces: ", joined(list_at(reply, "chain"), ", "), "\n");
  } else if (!text_at(reply, "standard_id").empty()) {
    add(reply, "standard_id");
  } else {
    page.note(utf8::excerpt(text_at(reply, "namespace"), 128), " has no standard\n");
  }
}

}  // namespace aim::cli
