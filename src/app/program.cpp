#include "app/program.h"

#include <ostream>

#include "app/wire.h"
#include "base/append.h"
#include "base/clock.h"
#include "cli/manual.h"
#include "cli/run.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "model/catalog.h"
#include "model/library.h"
#include "op/listings.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

constexpr std::size_t max_candidates = 60;
// A shell waits for the answer with everything else standing still.
constexpr std::chrono::milliseconds timeout{100};

// The kind of values that the database completes; nothing: it knows none of that meaning.
std::optional<op::Completes> in_database(Meaning meaning) {
  switch (meaning) {
    case Meaning::name_space:
    case Meaning::name_space_filter:
      return op::Completes::name_space;
    case Meaning::tag:
      return op::Completes::tag;
    case Meaning::memory_id:
    case Meaning::known_id:
      return op::Completes::id;
    case Meaning::archived_id:
      return op::Completes::archived_id;
    case Meaning::transcript_id:
      return op::Completes::transcript_id;
    default:
      return std::nullopt;
  }
}

std::vector<cli::CompletionItem> from_database(Engine& engine, op::Completes what,
                                               std::string_view beginning) {
  std::vector<cli::CompletionItem> candidates;
  const auto found = op::complete(engine, what, beginning, max_candidates);
  if (!found)
    return candidates;
  for (const std::string& value : found->values) candidates.push_back({value, {}});
  if (what != op::Completes::id)
    return candidates;
  if (const auto titles = op::titles_of(engine, found->values))
    for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].about = (*titles)[i];
  return candidates;
}

void add_models(const Config& config, std::vector<cli::CompletionItem>& out) {
  for (const model::Installed& model : model::Library(models_folder_of(config)).list())
    out.push_back({model.name, "here"});
  for (const model::KnownModel& known : model::known_models()) {
    const auto same = [&](const cli::CompletionItem& each) { return each.value == known.name; };
    if (std::none_of(out.begin(), out.end(), same))
      out.push_back({std::string(known.name), "available"});
  }
}

void add_values(std::string_view key, std::vector<cli::CompletionItem>& out) {
  for (const ConfigKey& each : config_keys()) {
    if (each.path != key)
      continue;
    for (const std::string_view value : choices_of(each.type))
      out.push_back({std::string(value), {}});
  }
}

// As `complete` needs it: null when there is no database, or one that would have to be changed
// first.
std::unique_ptr<store::Store> existing_database(std::span<const std::string> words,
                                                const Config& config, const Clock& clock) {
  cli::Invocation invocation;
  if (std::string named = cli::database_in(words); !named.empty())
    invocation.database = std::move(named);
  const auto address = database_of(invocation, config);
  if (!address)
    return nullptr;
  auto store = make_store(*address, config, clock, timeout);
  return store->maintenance().is_current() ? std::move(store) : nullptr;
}

}  // namespace

std::vector<cli::CompletionItem> look_up(Engine* engine, const Config& config, Meaning wanted,
                                         std::string_view beginning, std::string_view before) {
  std::vector<cli::CompletionItem> all;
  if (const auto what = in_database(wanted))
    return engine ? from_database(*engine, *what, beginning) : all;
  if (wanted == Meaning::model)
    add_models(config, all);
  if (wanted == Meaning::setting)
    for (const ConfigKey& key : config_keys())
      all.push_back({std::string(key.path), std::string(key.doc)});
  if (wanted == Meaning::setting_value)
    add_values(before, all);
  std::erase_if(
      all, [&](const cli::CompletionItem& each) { return !each.value.starts_with(beginning); });
  return all;
}

int complete(std::span<const std::string> words, cli::Output& out) {
  const SystemClock clock;
  const Config config = load_config().value_or(Config{});
  std::unique_ptr<store::Store> database;
  engine::TouchQueue touches;
  engine::Embeddings embeddings(nullptr, {});
  const auto find = [&](Meaning wanted, std::string_view beginning, std::string_view before) {
    if (in_database(wanted))
      database = existing_database(words, config, clock);
    if (!database)
      return look_up(nullptr, config, wanted, beginning, before);
    Engine engine{store::Access(*database), clock, {}, touches, embeddings};
    return look_up(&engine, config, wanted, beginning, before);
  };
  std::ostream(&out) << cli::lines_of(cli::complete_line(words, find)) << std::flush;
  return cli::exit_done;
}

Result<int> completions(const Start& start) {
  const std::string& shell = *start.invocation.text("shell");
  const auto& scripts = cli::shell_scripts();
  for (const cli::ShellScript& script : scripts)
    if (script.shell == shell)
      return start.print(script.text);
  return Failure(refuse("SHELL", "must be one of " +
                                     join_texts(scripts, ", ", &cli::ShellScript::shell) +
                                     "; got \"" + shell + "\""));
}

Result<int> manual(const Start& start) {
  std::vector<cli::SettingLine> settings;
  for (const ConfigKey& key : config_keys())
    settings.push_back({key.path, key.type, config_value(Config(), key.path), key.doc});
  return start.print(start.invocation.flag("markdown") ? cli::manual_as_markdown(settings)
                                                       : cli::manual_as_roff(settings));
}

}  // namespace aim::app
