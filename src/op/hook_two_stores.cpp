#include "op/hook_two_stores.h"

#include <cmath>
#include <filesystem>
#include <sstream>

#include "base/file.h"
#include "base/hash.h"
#include "base/numbers.h"
#include "base/quoting.h"
#include "capture/usefulness.h"
#include "engine/history/transcripts.h"
#include "engine/search/asked_once.h"
#include "engine/two_stores/context.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"

namespace aim::op {
namespace {

// The relevance threshold of hooks, a small file per project, which adapts to the use of
// memories (capture/usefulness.h). A damaged or lost file is recreated; exports do not contain
// it.

class Thresholds {
 public:
  // An empty folder: nothing is learned, and the threshold stays as configured.
  explicit Thresholds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  Usefulness read(std::string_view project) const;
  void note(std::string_view project, const std::vector<bool>& useful) const;

 private:
  std::filesystem::path file_of(std::string_view project) const;
  std::filesystem::path folder_;
};

constexpr std::size_t max_file_bytes = 256, max_last = 20, name_digits = 32;

std::filesystem::path Thresholds::file_of(std::string_view project) const {
  return folder_ / sha256_hex(project).substr(0, name_digits);
}

Usefulness Thresholds::read(std::string_view project) const {
  Usefulness known;
  if (folder_.empty())
    return known;
  const auto text = read_regular_file(file_of(project), max_file_bytes);
  if (!text)
    return known;
  std::istringstream in(*text);
  in.imbue(std::locale::classic());
  in >> known.judged >> known.moved >> known.last;
  const bool sound = in && known.judged >= 0 && std::isfinite(known.moved) &&
                     known.last.size() <= max_last &&
                     known.last.find_first_not_of("01") == std::string::npos;
  return sound ? known : Usefulness();
}

void Thresholds::note(std::string_view project, const std::vector<bool>& useful) const {
  if (folder_.empty() || useful.empty() || !make_private_folder(folder_))
    return;
  Usefulness known = read(project);
  for (const bool each : useful) judge(known, each);
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << known.judged << " " << known.moved << " " << known.last << "\n";
  // A failed write only delays learning.
  (void)replace_file(file_of(project), out.str(), Durable::no);
}

using engine::two_stores::Stores;

// A stranger's memories are never brought by themselves.
Stores trusted(Stores stores) {
  if (stores.untrusted)
    stores.project = nullptr;
  return stores;
}

std::string said_by(const HookStores& both_stores, const NextStep& step) {
  Caller caller;
  caller.commands = both_stores.commands;
  return said_to_person(caller, step);
}

Result<std::string> about_stranger(const HookStores& both_stores) {
  const auto memories = TRY(engine::two_stores::memories_in(*both_stores.stores.project));
  if (memories == 0)
    return std::string();
  const std::filesystem::path store = both_stores.stores.project->database.name();
  return "This folder's " + store.lexically_relative(both_stores.project).generic_string() +
         " was not made here: " + counted(memories, "memory is", "memories are") +
         " not shown on their own. To trust it: " +
         said_by(both_stores, {.program = trust_project});
}

// Commands look into the core's database, unless they are told of another.
std::string about_lost_turns(const HookStores& both_stores, const Stores& stores) {
  const engine::two_stores::StoreKind place = stores.project
                                                  ? engine::two_stores::StoreKind::project
                                                  : engine::two_stores::StoreKind::global;
  Engine& engine = *engine::two_stores::engine_at(stores, place);
  if (!engine.database.exists())
    return {};
  const auto lost =
      engine::find_unremembered(engine, engine::two_stores::name_space_at(stores, place), "");
  if (!lost || !*lost)
    return {};
  return counted((*lost)->turns, "turn", "turns") + " of an earlier session " +
         ((*lost)->turns == 1 ? "is" : "are") + " in no memory; " +
         said_by(both_stores, {transcript_show, {{"id", (*lost)->transcript_id}}}) + " --db " +
         as_shell_word(engine.database.name()) + " has them";
}

}  // namespace

Result<two_stores_text::Said> text_of_start(const HookStores& both_stores,
                                            const std::vector<std::string>& except, bool begun) {
  engine::two_stores::ContextReply context;
  const Stores stores = trusted(both_stores.stores);
  if (both_stores.start_limit > 0)
    context = TRY(engine::two_stores::session_context(
        stores, {both_stores.start_limit, except, both_stores.half_life_days}));
  std::vector<std::string> notices;
  if (!begun && both_stores.stores.untrusted && both_stores.stores.project)
    notices.push_back(TRY(about_stranger(both_stores)));
  if (!begun && both_stores.notes_wait)
    notices.push_back(two_stores_text::notes_to_import(both_stores.project, both_stores.names));
  if (!begun)
    notices.push_back(about_lost_turns(both_stores, stores));
  notices.insert(notices.end(), context.warnings.begin(), context.warnings.end());
  std::erase(notices, std::string());
  return two_stores_text::of_session(context, notices, both_stores.names,
                                     {both_stores.budget_tokens});
}

double wanted_chance(const HookStores& both_stores, const std::string& project) {
  constexpr double least = 0.05, most = 1;
  const double threshold =
      moved_threshold(Thresholds(both_stores.thresholds).read(project), both_stores.threshold);
  // From never to always, by way of what was measured.
  const double need = both_stores.trigger_threshold;
  const double wanted =
      need < measured_trigger
          ? least_chance * need / measured_trigger
          : least_chance + (1 - least_chance) * (need - measured_trigger) / (1 - measured_trigger);
  return std::clamp(wanted + threshold - measured_threshold, least, most);
}

void judge_injected(const HookStores& both_stores, const std::string& project,
                    const std::vector<Injected>& injected) {
  if (both_stores.thresholds.empty())
    return;
  std::vector<bool> useful;
  for (const Injected& each : injected) {
    const Time then{std::chrono::milliseconds(each.at)};
    const auto found = each.useful
                           ? Failure(Error())
                           : engine::two_stores::locate(both_stores.stores, each.id, std::nullopt);
    const bool used =
        found && (found->memory.updated_at.time > then ||
                  (found->memory.last_accessed_at && found->memory.last_accessed_at->time > then));
    // A host that never tells what the assistant says has nothing to say of use.
    if (each.answered || used)
      useful.push_back(each.useful || used);
  }
  Thresholds(both_stores.thresholds).note(project, useful);
}

Result<std::vector<PlacedHit>> helpful_in_both(const Stores& given,
                                               const PromptQuestion& question) {
  const Stores stores = trusted(given);
  std::vector<PlacedHit> all;
  engine::AskedOnce once;
  for (const auto& [place, engine] : engine::two_stores::existing_stores(stores)) {
    PromptQuestion own = question;
    own.name_space = engine::two_stores::scope_at(place);
    own.beside.clear();
    own.once = &once;
    auto helpful = TRY(helpful_memories(engine, own));
    for (engine::Hit& hit : helpful) {
      if (place == engine::two_stores::StoreKind::global)
        if (const auto other = engine::two_stores::overriding(stores, hit.memory); other && *other)
          continue;
      all.push_back({{std::move(hit.memory), place}, hit.score.total});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &PlacedHit::score);
  all.resize(
      std::min(all.size(), static_cast<std::size_t>(std::max<std::int64_t>(question.limit, 0))));
  return all;
}

Result<std::vector<PlacedHit>> known_in_both(const Stores& given, FileQuestion question) {
  const Stores stores = trusted(given);
  std::vector<PlacedHit> known;
  for (const auto& [place, engine] : engine::two_stores::existing_stores(stores)) {
    question.filter.name_space = engine::two_stores::scope_at(place);
    question.filter.beside.clear();
    for (Memory& memory : TRY(memories_on_file(engine, question)))
      known.push_back({{std::move(memory), place}, 1.0});
  }
  return known;
}

Result<std::optional<engine::two_stores::PlacedMemory>> on_error_in_either(const Stores& given,
                                                                           ErrorQuestion question) {
  const Stores stores = trusted(given);
  for (const auto& [place, engine] : engine::two_stores::existing_stores(stores)) {
    question.kept_in = {engine::two_stores::name_space_at(stores, place)};
    question.filter.name_space = engine::two_stores::scope_at(place);
    question.filter.beside.clear();
    if (auto found = TRY(memory_on_error(engine, question)))
      return std::optional(engine::two_stores::PlacedMemory{std::move(*found), place});
  }
  return std::optional<engine::two_stores::PlacedMemory>();
}

bool lacks_notes(Engine& engine) {
  const auto found = engine::two_stores::has_source(engine, "import");
  return found && !*found;
}

}  // namespace aim::op
