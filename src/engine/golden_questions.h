// Whether recall still finds what it found: questions kept with the memory that answers them are
// asked again, and each is held against its last run (N5). For people who change the model, the
// ranking or the version, and for those who only store.
// Knows: recall. Must not know: doors, what a version is (the setup is a text that the caller
// gives).
// Threads: as recall. Asking notes no use.
#pragma once
#include "engine/engine.h"
#include "store/records.h"

namespace aim::engine {

// A memory that is not among so many is not found.
inline constexpr std::int64_t golden_depth = 50;
// What a person sees of a recall: a memory beyond it is lost.
inline constexpr std::int64_t golden_found = 10;

struct GoldenSetup {
  bool by_meaning = false;
  std::string name;  // of the version and the models that find
};

// `memory`: an id or a prefix of one. The question is asked at once, and what comes out is its
// first run.
// Errors: not_found; as recall.
Result<store::GoldenQuestion> add_golden(Engine& engine, std::string_view question,
                                         const std::string& name_space, std::string_view memory,
                                         const GoldenSetup& setup);
// The same for what a recall finds at this place, from 1. Errors: not_found when there is nothing
// at it.
Result<store::GoldenQuestion> add_golden_at(Engine& engine, std::string_view question,
                                            const std::string& name_space, std::int64_t rank,
                                            const GoldenSetup& setup);

enum class RankChange {
  first,   // never run before
  same,    //
  better,  // a higher place
  worse,   // a lower one, still found
  lost,    // found before, and now not among the first ten; said again until it is found
  back,    // the reverse
  missing  // not found before either
};

struct GoldenOutcome {
  store::GoldenQuestion question;  // as it was before this run
  store::GoldenRun run;
  RankChange change = RankChange::first;
  bool memory_is_gone = false;
};
// Asks all again, in the order of their numbers, and records what came out, unless `keep` is false.
// A question that is lost keeps the run that found it: were the loss recorded, the next run would
// be content with it, and a script that runs twice would never learn of it.
// `notify` is told how many are done.
Result<std::vector<GoldenOutcome>> run_golden(
    Engine& engine, const GoldenSetup& setup, bool keep,
    const std::function<void(std::size_t, std::size_t)>& notify = {});

Result<std::vector<store::GoldenQuestion>> golden_questions(Engine& engine);
// Errors: not_found.
Result<void> remove_golden(Engine& engine, std::int64_t number);

// How a run stands beside the one before; pure.
RankChange change_between(const std::optional<store::GoldenRun>& before,
                          const store::GoldenRun& now);

}  // namespace aim::engine

template <>
struct aim::EnumNames<aim::engine::RankChange> {
  static constexpr auto names = aim::named<aim::engine::RankChange>(
      "first", "same", "better", "worse", "lost", "back", "missing");
};
