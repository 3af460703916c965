#include <array>
#include <vector>

#include "cli/completions.h"
#include "cli/flags.h"
#include "memory/tier.h"

namespace aim::cli {
namespace {

using op::Kind;
using Params = std::vector<op::Param>;

op::Param features() {
  op::Param param;
  param.name = "features";
  param.doc =
      "Features offered: each level has those of the one before; overrides the configuration's";
  param.rule.meaning = Meaning::feature_tier;
  param.values.assign(op::choices<FeatureTier>.begin(), op::choices<FeatureTier>.end());
  return param;
}

op::Param profile() {
  op::Param param = profile_param();
  param.doc = "Tools and hooks of this profile (default: the configured one, else core)";
  return param;
}

}  // namespace

std::span<const op::Param> features_flag() {
  static const std::array params{features()};
  return params;
}
std::span<const op::Param> doctor_flags() {
  static const std::array params = [] {
    std::array<op::Param, 2> made;
    made[0].name = "fix";
    made[0].doc =
        "Repair permissions and a damaged database: readable data is copied into a new file, which "
        "is verified and replaces the old one; the damaged file is kept";
    made[0].kind = op::Kind::boolean;
    made[1].name = "secrets";
    made[1].doc =
        "Look for secrets and <private> passages in what is stored, too; ids and kinds are shown, "
        "and "
        "--fix takes them out";
    made[1].kind = op::Kind::boolean;
    return made;
  }();
  return params;
}

std::span<const op::Param> completions_flags() {
  static const Params params = [] {
    Params made{needed("shell", "Shell")};
    for (const ShellScript& script : shell_scripts()) made[0].values.push_back(script.shell);
    return made;
  }();
  return params;
}

std::span<const op::Param> new_key_flags() {
  static const Params params{
      flag("key_file", Kind::text,
           "File with the key, created if it does not exist; default: a passphrase is asked for",
           Meaning::path),
      flag("for", Kind::text, "How long the database stays unlocked: 30m, 12h, 7d")};
  return params;
}

std::span<const op::Param> unlock_flags() {
  static const Params params{
      flag("for", Kind::text,
           "How long it stays unlocked: 30m, 12h, 7d (default: until the machine restarts)"),
      flag("recovery", Kind::boolean, "Ask for the recovery key instead of the passphrase")};
  return params;
}

std::span<const op::Param> man_flags() {
  static const Params params{flag("markdown", Kind::boolean, "Print Markdown")};
  return params;
}

std::span<const op::Param> migrate_flags() {
  static const Params params{
      needed("from", "Database to copy: a file, or postgres://…; it must not be in use"),
      needed("to",
             "Target: a database that is empty, does not exist yet, or holds a part of this copy")};
  return params;
}

std::span<const op::Param> index_flags() {
  static const Params params{
      flag("folder", Kind::text,
           "Folder to index (default: the workspace of the profile mudpuppy)"),
      flag("namespace", Kind::text, "Namespace of the entries (default: the profile's)",
           Meaning::name_space),
      flag("watch", Kind::boolean, "Watch for changes until interrupted"),
      flag("dry_run", Kind::boolean, "Only report")};
  return params;
}

std::span<const op::Param> adopt_flags() {
  static const Params params{
      flag("only", Kind::text, "Only these programs: claude-code,codex,…"),
      flag("yes", Kind::boolean, "Do not ask"),
      flag("dry_run", Kind::boolean, "Read everything, and store nothing"),
      flag("status", Kind::boolean, "Show the programs whose new sessions are taken in"),
      flag("stop", Kind::boolean, "Follow no program any longer, or none of --only"),
      flag("background", Kind::boolean,
           "Take in what is new of followed programs, with low priority, for at most a minute")};
  return params;
}

std::span<const op::Param> install_flags() {
  static const Params params{
      flag("client", Kind::text_list,
           "claude-code, codex, gemini, cursor, vscode, copilot-cli, "
           "antigravity, claude-desktop or all"),
      flag("project", Kind::text, "Install for the project in this folder, not for the user"),
      flag("shared", Kind::boolean, "With --project: install for all users of the project"),
      flag("no_hooks", Kind::boolean, "Only the MCP server"),
      flag("no_mcp", Kind::boolean, "Only the hooks"),
      flag("rules", Kind::boolean,
           "Add a rule file that tells the assistant to search first, for clients that cannot "
           "inject text into a prompt: vscode, copilot-cli"),
      flag("name", Kind::text,
           "Name of the server (default: ai-memory; memory for vector-memory; mudpuppy for "
           "mudpuppy)"),
      profile(),
      flag("binary", Kind::text, "Path of the program (default: this one)"),
      flag("dry_run", Kind::boolean, "Show the changes without making them"),
      flag("list", Kind::boolean, "List the clients and their state")};
  return params;
}

std::span<const op::Param> uninstall_flags() {
  static const Params params{
      flag("client", Kind::text_list, "Clients, as in install"),
      flag("project", Kind::text, "In this project's folder"),
      flag("shared", Kind::boolean, "With --project: remove the entries of all its users"),
      flag("dry_run", Kind::boolean, "Show the changes without making them")};
  return params;
}

std::span<const op::Param> config_set_flags() {
  static const Params params{
      needed("key", "Key, such as gc.interval_secs", Meaning::setting),
      needed("value", "New value; text needs no quotes", Meaning::setting_value)};
  return params;
}

}  // namespace aim::cli
