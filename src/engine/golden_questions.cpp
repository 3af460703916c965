#include "engine/golden_questions.h"

#include "base/numbers.h"
#include "engine/lookup/by_id.h"
#include "engine/search/recall.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

bool is_found(const std::optional<std::int64_t>& rank) {
  return rank && *rank <= golden_found;
}

Result<Found> ask(Engine& engine, const std::string& question, const std::string& name_space,
                  const GoldenSetup& setup) {
  Query query;
  query.text = question;
  query.filter.name_space = name_space;
  query.limit = golden_depth;
  query.by_meaning = setup.by_meaning;
  query.noted = false;
  return recall(engine, query);
}

store::GoldenRun outcome(const Found& found, std::string_view memory, const GoldenSetup& setup,
                         Time now) {
  store::GoldenRun run{now, {}, {}, setup.name};
  for (std::size_t i = 0; i < found.hits.size(); ++i)
    if (found.hits[i].memory.id == memory) {
      run.rank = static_cast<std::int64_t>(i) + 1;
      run.score = found.hits[i].score.total;
    }
  return run;
}

Result<store::GoldenQuestion> keep(Engine& engine, store::GoldenQuestion question,
                                   const store::GoldenRun& run) {
  return engine.database.write([&](store::Writer& writer) -> Result<store::GoldenQuestion> {
    question.number = TRY(writer.records.put_golden_question(question));
    TRY_VOID(writer.records.record_golden_run(question.number, run));
    question.last = run;
    return question;
  });
}

}  // namespace

RankChange change_between(const std::optional<store::GoldenRun>& before,
                          const store::GoldenRun& now) {
  if (!before)
    return RankChange::first;
  const bool was = is_found(before->rank), is = is_found(now.rank);
  if (was != is)
    return was ? RankChange::lost : RankChange::back;
  if (!is)
    return RankChange::missing;
  return *now.rank == *before->rank  ? RankChange::same
         : *now.rank < *before->rank ? RankChange::better
                                     : RankChange::worse;
}

Result<store::GoldenQuestion> add_golden(Engine& engine, std::string_view question,
                                         const std::string& name_space, std::string_view memory,
                                         const GoldenSetup& setup) {
  const auto answer =
      TRY(engine.database.read([&](store::Reader& reader) { return find_memory(reader, memory); }));
  const Time now = engine.clock.now();
  store::GoldenQuestion added{0, std::string(question), name_space, answer.id, now, {}};
  const auto found = TRY(ask(engine, added.question, name_space, setup));
  return keep(engine, added, outcome(found, answer.id, setup, now));
}

Result<store::GoldenQuestion> add_golden_at(Engine& engine, std::string_view question,
                                            const std::string& name_space, std::int64_t rank,
                                            const GoldenSetup& setup) {
  const Time now = engine.clock.now();
  store::GoldenQuestion added{0, std::string(question), name_space, {}, now, {}};
  const auto found = TRY(ask(engine, added.question, name_space, setup));
  if (rank > static_cast<std::int64_t>(found.hits.size()))
    return Failure(missing("a recall of this question finds " +
                           counted(found.hits.size(), "memory", "memories")));
  added.memory = found.hits[static_cast<std::size_t>(rank - 1)].memory.id;
  return keep(engine, added, outcome(found, added.memory, setup, now));
}

Result<std::vector<GoldenOutcome>> run_golden(
    Engine& engine, const GoldenSetup& setup, bool keep,
    const std::function<void(std::size_t, std::size_t)>& notify) {
  const auto questions = TRY(golden_questions(engine));
  std::vector<GoldenOutcome> outcomes;
  for (const auto& question : questions) {
    const auto found = TRY(ask(engine, question.question, question.name_space, setup));
    auto run = outcome(found, question.memory, setup, engine.clock.now());
    const auto answer = engine.database.read(
        [&](store::Reader& reader) { return reader.memories.find_by_id(question.memory); });
    const auto change = change_between(question.last, run);
    outcomes.push_back({question, std::move(run), change, !TRY(answer).has_value()});
    if (notify)
      notify(outcomes.size(), questions.size());
  }
  if (keep)
    TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
      for (const auto& each : outcomes)
        if (each.change != RankChange::lost)
          TRY_VOID(writer.records.record_golden_run(each.question.number, each.run));
      return {};
    }));
  return outcomes;
}

Result<std::vector<store::GoldenQuestion>> golden_questions(Engine& engine) {
  return engine.database.read(
      [](store::Reader& reader) { return reader.records.golden_questions(); });
}

Result<void> remove_golden(Engine& engine, std::int64_t number) {
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (!TRY(writer.records.remove_golden_question(number)))
      return Failure(missing("there is no question " + std::to_string(number)));
    return {};
  });
}

}  // namespace aim::engine
