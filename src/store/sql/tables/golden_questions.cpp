#include "store/sql/tables/golden_questions.h"

#include "store/sql/rows.h"

namespace aim::store::sql {
namespace {

GoldenQuestion question_of(const Row& row) {
  GoldenQuestion question;
  question.number = row.integer(0);
  question.question = row.string(1);
  question.name_space = row.string(2);
  question.memory = row.string(3);
  question.added_at = time_in(row, 4);
  if (row.is_null(5))
    return question;
  GoldenRun& run = question.last.emplace();
  run.at = time_in(row, 5);
  run.rank = row.maybe_integer(6);
  if (!row.is_null(7))
    run.score = row.real(7);
  run.setup = row.string(8);
  return question;
}

}  // namespace

Result<std::vector<GoldenQuestion>> SqlGoldenQuestions::all() const {
  const auto statement =
      TRY(connection_.statement("SELECT number, question, namespace, memory, added_at, run_at, "
                                "run_rank, run_score, run_setup "
                                "FROM golden_questions ORDER BY number"));
  std::vector<GoldenQuestion> questions;
  while (TRY(statement->step())) questions.push_back(question_of(*statement));
  return questions;
}

Result<std::int64_t> SqlGoldenQuestions::put(const GoldenQuestion& question) {
  // What the last run found was another memory's rank.
  const auto number = TRY(connection_.number(
      "INSERT INTO golden_questions(question, namespace, memory, added_at) VALUES (?1, ?2, ?3, ?4) "
      "ON CONFLICT(question, namespace) DO UPDATE SET memory = ?3, added_at = ?4, run_at = NULL, "
      "run_rank = NULL, run_score = NULL, run_setup = NULL RETURNING number",
      question.question, question.name_space, question.memory, nanoseconds(question.added_at)));
  return number.value_or(0);
}

Result<bool> SqlGoldenQuestions::remove(std::int64_t number) {
  TRY_VOID(connection_.run("DELETE FROM golden_questions WHERE number = ?1", number));
  return connection_.changes() > 0;
}

Result<void> SqlGoldenQuestions::record(std::int64_t number, const GoldenRun& run) {
  return connection_.run(
      "UPDATE golden_questions SET run_at = ?2, run_rank = ?3, run_score = ?4, run_setup = ?5 "
      "WHERE number = ?1",
      number, nanoseconds(run.at), run.rank, run.score, run.setup);
}

}  // namespace aim::store::sql
