// Use cases "bench_add", "bench_list", "bench_remove", "bench_quality": questions kept with the
// memory that answers them, asked again after a change of version, model or ranking (N5).
#include <cmath>

#include "base/timestamp.h"
#include "base/version.h"
#include "engine/golden_questions.h"
#include "engine/vectors/embeddings.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

// The configuration of a recall; a run is compared with another one when it changes.
engine::GoldenSetup setup_of(Engine& engine, const Caller& caller) {
  engine::GoldenSetup setup;
  setup.by_meaning = caller.tier != FeatureTier::keyword;
  setup.name = "ai-memory " + std::string(version) + ", " +
               std::string(name_of(engine.options.ranking)) + ", ";
  if (!setup.by_meaning) {
    setup.name += "words";
    return setup;
  }
  const auto* model = engine.embeddings.model();
  const auto* table = engine.embeddings.built_in();
  const auto* by = model ? model : table;
  setup.name += by ? by->identity().model : "words";
  return setup;
}

std::optional<double> rounded(std::optional<double> score) {
  if (score)
    score = std::round(*score * 1000) / 1000;
  return score;
}

// ---- a kept question ----

struct GoldenView {
  std::int64_t number = 0;
  std::string question;
  std::optional<std::string> name_space;
  std::string memory_id, added_at;
  std::optional<std::int64_t> rank;
  std::optional<double> score;
  std::optional<std::string> run_at, setup;
  using R = GoldenView;
  static constexpr std::tuple fields{
      gives("number", &R::number, "Number of the question, for bench_remove"),
      gives("question", &R::question, "The question"),
      gives("namespace", &R::name_space, "Namespace; absent: all"),
      gives("memory_id", &R::memory_id, "Memory that answers it"),
      gives("added_at", &R::added_at, "When it was added"),
      gives("rank", &R::rank, "Rank in the last run that found it, from 1; absent: not found yet"),
      gives("score", &R::score, "Score in that run"),
      gives("run_at", &R::run_at, "Time of that run"),
      gives("setup", &R::setup, "Version, ranking and model of that run")};
};

GoldenView view_of(const store::GoldenQuestion& question) {
  GoldenView view;
  view.number = question.number;
  view.question = question.question;
  if (!question.name_space.empty())
    view.name_space = question.name_space;
  view.memory_id = question.memory;
  view.added_at = format_rfc3339(question.added_at);
  if (question.last) {
    view.rank = question.last->rank;
    view.score = rounded(question.last->score);
    view.run_at = format_rfc3339(question.last->at);
    view.setup = question.last->setup;
  }
  return view;
}

// ---- add ----

constexpr Rule rank_rule{.minimum = 1, .maximum = engine::golden_depth};

struct AddRequest {
  std::string question;
  std::optional<std::string> id;
  std::optional<std::int64_t> rank;
  std::string name_space;
  using R = AddRequest;
  static constexpr std::tuple fields{
      needs("question", &R::question, rule::title, "Question with a known answer"),
      takes("id", &R::id, rule::id, "Memory that answers it"),
      takes("rank", &R::rank, rank_rule,
            "Instead of id: the memory that a recall finds at this rank"),
      takes("namespace", &R::name_space, rule::name_space_filter,
            "Namespace to search; default: all", 'n')};
};

Result<GoldenView> add(Engine& engine, const AddRequest& request, const Caller& caller) {
  if (request.id.has_value() == request.rank.has_value())
    return Failure(refuse("id", "or rank is required, not both"));
  const auto setup = setup_of(engine, caller);
  return view_of(request.id ? TRY(engine::add_golden(engine, request.question, request.name_space,
                                                     *request.id, setup))
                            : TRY(engine::add_golden_at(engine, request.question,
                                                        request.name_space, *request.rank, setup)));
}

// ---- list and remove ----

struct ListReply {
  std::int64_t count = 0;
  std::vector<GoldenView> questions;
  using R = ListReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Total number"),
                                     gives("questions", &R::questions, "Oldest first")};
};

Result<ListReply> list_all(Engine& engine, const NoRequest&, const Caller&) {
  ListReply reply;
  for (const auto& each : TRY(engine::golden_questions(engine)))
    reply.questions.push_back(view_of(each));
  reply.count = static_cast<std::int64_t>(reply.questions.size());
  return reply;
}

struct RemoveRequest {
  std::int64_t number = 0;
  static constexpr std::tuple fields{
      needs("number", &RemoveRequest::number, rule::count, "Number of the question")};
};
struct RemoveReply {
  std::int64_t removed = 0;
  static constexpr std::tuple fields{gives("removed", &RemoveReply::removed, "Number")};
};

Result<RemoveReply> remove_one(Engine& engine, const RemoveRequest& request, const Caller&) {
  TRY_VOID(engine::remove_golden(engine, request.number));
  return RemoveReply{request.number};
}

// ---- run ----

struct RunRequest {
  bool dry_run = false;
  static constexpr std::tuple fields{takes("dry_run", &RunRequest::dry_run, rule::any,
                                           "Compare with the last run without replacing it")};
};
struct OutcomeView {
  std::int64_t number = 0;
  std::string question, memory_id;
  std::optional<std::int64_t> rank, last_rank;
  std::optional<double> score, last_score;
  std::string change;
  std::optional<bool> memory_is_gone;
  using R = OutcomeView;
  static constexpr std::tuple fields{
      gives("number", &R::number, "Number of the question"),
      gives("question", &R::question, "The question"),
      gives("memory_id", &R::memory_id, "Memory that answers it"),
      gives("rank", &R::rank, "Rank now, from 1; absent: not among the first 50"),
      gives("score", &R::score, "Score now"),
      gives("last_rank", &R::last_rank, "Rank in the last run that found it"),
      gives("last_score", &R::last_score, "Score in that run"),
      gives("change", &R::change,
            "first, same, better, worse, lost (no longer among the first 10), back or missing"),
      gives("memory_is_gone", &R::memory_is_gone, "True if the memory was deleted or archived")};
};
struct RunReply {
  std::int64_t questions = 0, found_1 = 0, found_5 = 0, found_10 = 0;
  double mean_reciprocal_rank = 0;
  std::int64_t lost = 0, worse = 0, better = 0;
  std::string setup;
  std::optional<std::string> last_setup;
  std::vector<OutcomeView> results;
  using R = RunReply;
  static constexpr std::tuple fields{
      gives("questions", &R::questions, "Number of questions"),
      gives("found_1", &R::found_1, "Answered by the first memory"),
      gives("found_5", &R::found_5, "Answered within the first five"),
      gives("found_10", &R::found_10, "Answered within the first ten"),
      gives("mean_reciprocal_rank", &R::mean_reciprocal_rank, "Mean of 1/rank, 0 to 1"),
      gives("lost", &R::lost,
            "Answered before, but not now; counted until they are answered again"),
      gives("worse", &R::worse, "Ranked lower than in the last run"),
      gives("better", &R::better, "Ranked higher than in the last run, or found again"),
      gives("setup", &R::setup, "Version, ranking and model"),
      gives("last_setup", &R::last_setup, "Configuration of the last run, if it differs"),
      gives("results", &R::results, "All questions, lost ones first")};
};

OutcomeView view_of(const engine::GoldenOutcome& outcome) {
  OutcomeView view;
  view.number = outcome.question.number;
  view.question = outcome.question.question;
  view.memory_id = outcome.question.memory;
  view.rank = outcome.run.rank;
  view.score = rounded(outcome.run.score);
  if (outcome.question.last) {
    view.last_rank = outcome.question.last->rank;
    view.last_score = rounded(outcome.question.last->score);
  }
  view.change = name_of(outcome.change);
  if (outcome.memory_is_gone)
    view.memory_is_gone = true;
  return view;
}

void count(const engine::GoldenOutcome& outcome, RunReply& reply) {
  using engine::RankChange;
  ++reply.questions;
  if (const auto rank = outcome.run.rank) {
    reply.found_1 += *rank <= 1;
    reply.found_5 += *rank <= 5;
    reply.found_10 += *rank <= engine::golden_found;
    reply.mean_reciprocal_rank += 1 / static_cast<double>(*rank);
  }
  reply.lost += outcome.change == RankChange::lost;
  reply.worse += outcome.change == RankChange::worse;
  reply.better += outcome.change == RankChange::better || outcome.change == RankChange::back;
}

Result<RunReply> run_all(Engine& engine, const RunRequest& request, const Caller& caller) {
  RunReply reply;
  const auto setup = setup_of(engine, caller);
  reply.setup = setup.name;
  auto outcomes = TRY(
      engine::run_golden(engine, setup, !request.dry_run, [&](std::size_t done, std::size_t all) {
        notify(caller,
               {static_cast<std::int64_t>(done), static_cast<std::int64_t>(all), "questions"});
      }));
  for (const auto& outcome : outcomes) {
    count(outcome, reply);
    if (outcome.question.last && outcome.question.last->setup != setup.name)
      reply.last_setup = outcome.question.last->setup;
  }
  if (reply.questions > 0)
    reply.mean_reciprocal_rank =
        std::round(reply.mean_reciprocal_rank / static_cast<double>(reply.questions) * 1000) / 1000;
  std::ranges::stable_partition(
      outcomes, [](const auto& each) { return each.change == engine::RankChange::lost; });
  for (const auto& outcome : outcomes) reply.results.push_back(view_of(outcome));
  return reply;
}

}  // namespace

const Operation& bench_add() {
  return operation<add>("bench_add", "Store a question",
                        "Store a question with the memory that answers it.", Effect::adds,
                        {.makes_database = false});
}
const Operation& bench_list() {
  return operation<list_all>("bench_list", "List stored questions",
                             "List the questions stored to measure recall.", Effect::reads);
}
const Operation& bench_remove() {
  return operation<remove_one>("bench_remove", "Remove a stored question",
                               "Remove a stored question.", Effect::destroys);
}
const Operation& bench_quality() {
  return operation<run_all>("bench_quality", "Measure recall",
                            "Ask the stored questions again and compare with the last run.",
                            Effect::overwrites);
}

}  // namespace aim::op
