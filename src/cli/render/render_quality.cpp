// The renderers of kept questions and of what became of them.
#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

constexpr std::size_t shown_question_bytes = 100;

std::string place(const json::object& reply, std::string_view key) {
  const std::int64_t rank = integer_at(reply, key);
  return rank == 0 ? "not found" : "#" + std::to_string(rank);
}

void line_of(const json::object& question, Printout& page) {
  page.print(
      integer_at(question, "number"), "  ", place(question, "rank"), "  ",
      page.ink(Paint::bold, utf8::excerpt(shown_at(question, "question"), shown_question_bytes)),
      "  ", shown_at(question, "memory_id"), "\n");
}

void line_of_change(const json::object& result, Printout& page) {
  const std::string change(text_at(result, "change"));
  page.print(page.ink(Paint::bold, change), "  ", place(result, "last_rank"), " → ",
             place(result, "rank"), "  ",
             utf8::excerpt(shown_at(result, "question"), shown_question_bytes), "  ",
             shown_at(result, "memory_id"),
             flag_at(result, "memory_is_gone") ? "  (the memory was deleted or archived)\n" : "\n");
}

}  // namespace

bool has_lost_answers(const json::object& reply) {
  return integer_at(reply, "lost") > 0;
}

void render_golden_added(const json::object& reply, Printout& page) {
  page.print("stored as ");
  line_of(reply, page);
  if (integer_at(reply, "rank") == 0)
    page.note("note: recall does not find this memory with this question\n");
}

void render_golden_removed(const json::object& reply, Printout& page) {
  page.print("removed ", integer_at(reply, "removed"), "\n");
}

void render_golden(const json::object& reply, Printout& page) {
  for (const json::object& value : rows_at(reply, "questions")) line_of(value, page);
  if (integer_at(reply, "count") == 0)
    page.note("no questions are stored; add one with: ai-memory bench add QUESTION ID\n");
}

void render_quality(const json::object& reply, Printout& page) {
  const std::int64_t asked = integer_at(reply, "questions");
  if (asked == 0) {
    page.note("no questions are stored; add one with: ai-memory bench add QUESTION ID\n");
    return;
  }
  for (const json::object& value : rows_at(reply, "results"))
    if (const auto change = text_at(value, "change"); change != "same" && change != "first")
      line_of_change(value, page);
  page.print(counted(asked, "question", "questions"), ": first result correct ",
             integer_at(reply, "found_1"), ", within five ", integer_at(reply, "found_5"),
             ", within ten ", integer_at(reply, "found_10"), "; lost ", integer_at(reply, "lost"),
             ", worse ", integer_at(reply, "worse"), ", better ", integer_at(reply, "better"),
             "\n");
  if (!text_at(reply, "last_setup").empty())
    page.print("configuration: ", shown_at(reply, "setup"),
               "; last run: ", shown_at(reply, "last_setup"), "\n");
}

}  // namespace aim::cli
