#include <unistd.h>

#include <chrono>
#include <system_error>

#include "app/background.h"
#include "app/commands.h"
#include "base/ascii.h"
#include "base/child_process.h"
#include "base/clock.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/platform/system.h"
#include "base/quoting.h"
#include "base/utf8.h"
#include "cli/run.h"
#include "config/config.h"
#include "install/entries.h"
#include "install/files.h"
#include "install/json_edit.h"
#include "install/look.h"
#include "install/plan.h"
#include "install/receipts.h"
#include "profile/profile.h"

namespace aim::app {
namespace {

using install::Client;
using install::FilePlan;

// The first file of this name in the folders of PATH that `fits`; empty: there is none.
template <class Fits>
fs::path on_path(std::string_view name, Fits fits) {
  for (std::string_view rest = environment("PATH"); !rest.empty();) {
    fs::path candidate = fs::path(ascii::take_part(rest, between_folders)) / name;
    candidate += program_suffix;
    if (candidate.is_absolute() && fits(candidate))
      return candidate;
  }
  return {};
}

// A link to the program on PATH stays right after an update; the file it points at may not.
fs::path stable_program() {
  fs::path program = running_program();
  fs::path link = on_path("ai-memory", [&](const fs::path& candidate) {
    std::error_code error;
    return fs::equivalent(candidate, program, error) && !error;
  });
  return link.empty() ? program : link;
}

bool can_run(const fs::path& program) {
  return ::access(program.c_str(), X_OK) == 0;
}

std::string_view action_of(const FilePlan& plan) {
  if (plan.error)
    return "refused";
  if (!plan.changes())
    return "none";
  return !plan.before ? "create" : !plan.after ? "remove" : "change";
}

struct Told {
  std::string text, json;
  bool refused = false;
  std::vector<Error> errors = {};
};

class Installation {
 public:
  explicit Installation(const cli::Invocation& invocation)
      : invocation_(invocation), receipts_(install::receipts_file()) {
    places_ = install::places_of_environment();
    const auto is_set = [&](std::string_view flag) { return invocation.flag(flag); };
    wish_.remove = invocation.command->name == "uninstall";
    wish_.servers = !is_set("no_mcp");
    wish_.hooks = !is_set("no_hooks");
    places_.shared = is_set("shared");
    dry_ = is_set("dry_run");
    if (const std::string* name = invocation.text("name"))
      wish_.name = *name;
    const std::string* binary = invocation.text("binary");
    wish_.program = binary ? *binary : stable_program().string();
    wish_.ours = install::ours_by(receipts_).with(wish_.program);
  }

  Result<Told> run() {
    if (const std::string* folder = invocation_.text("project")) {
      std::error_code error;
      places_.project = fs::canonical(*folder, error);
      if (error)
        return Failure(refuse("--project", "must be a folder: " + error.message()));
    }
    if (!fs::path(wish_.program).is_absolute())
      return Failure(refuse("--binary", "must be an absolute path"));
    TRY_VOID(choose_profile());
    std::vector<std::pair<const Client*, std::vector<FilePlan>>> all;
    const auto clients = TRY(wanted());
    for (const Client* client : clients) wish_.leaving.emplace_back(client->name);
    for (const Client* client : clients)
      all.emplace_back(client, install::plan_of(*client, places_, wish_, receipts_));
    // Nothing at all is written where one file cannot be.
    for (const auto& [client, plans] : all)
      blocked_ = blocked_ || std::ranges::any_of(plans, [](const FilePlan& plan) {
                   return plan.error.has_value();
                 });
    for (auto& [client, plans] : all) one(*client, plans);
    if (!dry_)
      TRY_VOID(keep_receipts());
    if (connected_)
      told_.text.append(
          "To try it: tell the assistant \"Remember that we deploy on Tuesdays\", and in a new "
          "session ask it when you deploy. ai-memory doctor tries each hook\n" +
          told_of_adoption());
    told_.json = "{\"clients\":[" + told_.json + "]}";
    return std::move(told_);
  }

 private:
  // A program of another name is known by its path later on.
  Result<void> keep_receipts() {
    if (!wish_.remove && !blocked_ && !install::is_our_program(wish_.program))
      receipts_.add_program(wish_.program);
    if (wish_.remove && receipts_.is_empty())
      receipts_.forget_programs();
    if (wish_.remove)
      receipts_.leave_folders();
    return receipts_.save();
  }

  // What the configuration has chosen anyway is not written into files, where it would outlive the
  // choice.
  Result<void> choose_profile() {
    const Config config = load_config().value_or(Config());
    const std::string* named = invocation_.text("profile");
    const std::string profile = named ? *named : config.profile_name;
    if (invocation_.flag("rules"))
      for (const profile::Profile& each : profile::profiles())
        if (each.name == profile || (profile.empty() && each.name == "core"))
          wish_.rules = install::rules_text(each.search_tool, each.store_tool);
    if (profile.empty() || profile == "core")
      return {};
    wish_.args = {"mcp", "--profile", profile};
    if (!invocation_.text("name"))
      wish_.name = profile == "vector-memory" ? "memory" : profile;
    if (profile != config.profile_name)
      wish_.profile = profile;
    return {};
  }

  Result<std::vector<const Client*>> wanted() const {
    std::vector<const Client*> found;
    for (const std::string& name : invocation_.texts("client")) {
      const Client* client = install::find_client(name);
      if (name == "all") {
        for (const Client& each : install::clients())
          if (path_exists(each.folder(places_)))
            found.push_back(&each);
      } else if (client) {
        found.push_back(client);
      } else {
        std::string known;
        for (const Client& each : install::clients()) known.append(each.name).append(", ");
        return Failure(refuse(
            "CLIENT", "must be one of " + known + "all; got \"" + utf8::excerpt(name, 40) + "\""));
      }
    }
    return found;
  }

  // Other clients may have the files in common.
  void leave(const Client& client) {
    for (const auto& place : {client.servers, client.hooks, client.rules})
      if (place)
        receipts_.leave(place(places_), client.name);
  }

  void one(const Client& client, std::vector<FilePlan>& plans) {
    bool refused = false, changed = false;
    const bool was_there = !places_.project.empty() || path_exists(client.folder(places_));
    for (const FilePlan& plan : plans) changed = changed || plan.changes();
    std::string files;
    for (FilePlan& plan : plans) {
      if (wish_.remove && !plan.error && !plan.changes()) {
        // Somebody else has taken out what was ours, or the whole file.
        if (!blocked_ && !dry_)
          receipts_.forget(plan.path);
        continue;
      }
      if (!wish_.remove && !dry_ && !plan.error && !plan.changes())
        receipts_.share(plan.path, client.name);
      std::optional<fs::path> backup;
      if (!blocked_ && !refused && !dry_ && plan.changes())
        backup = write(client, plan);
      refused = refused || plan.error;
      add_file(client, plan, backup, files);
    }
    told_.refused = told_.refused || refused;
    if (!told_.json.empty())
      told_.json += ",";
    told_.json.append("{\"client\":").append(in_quotes(client.name)).append(",\"files\":[");
    told_.json.append(files).append("]}");
    if (!refused && !changed)
      told_.text.append(client.name).append(": nothing to change\n");
    else if (blocked_ && !dry_)
      told_.text.append(client.name)
          .append(": nothing was written; where one file is refused, all are left alone\n");
    else if (!refused && !dry_ && !wish_.remove)
      told_.text.append(client.name)
          .append(": connected")
          .append(connected_parts(client))
          .append("; ")
          .append(client.afterwards)
          .append("\n");
    else if (!refused && !dry_)
      told_.text.append(client.name).append(": done\n");
    if (wish_.remove && !dry_ && !blocked_ && !refused)
      leave(client);
    if (!was_there && !wish_.remove && changed)
      told_.text.append(client.name)
          .append(": note: ")
          .append(utf8::visible(client.folder(places_).string()))
          .append(dry_ ? " is not there" : " was not there")
          .append("; is ")
          .append(client.title)
          .append(" installed?\n");
    if (!client.remark.empty() && !wish_.remove)
      told_.text.append(client.name).append(": note: ").append(client.remark).append("\n");
    if (!client.trust.empty() && wish_.hooks && !wish_.remove)
      told_.text.append(client.name).append(": note: ").append(client.trust).append("\n");
    connected_ = connected_ || (changed && !refused && !blocked_ && !dry_ && !wish_.remove);
  }

  // ": the server ai-memory, 7 hooks"
  std::string connected_parts(const Client& client) const {
    std::string parts;
    if (wish_.servers && !client.servers(places_).empty())
      parts.append(": the server ").append(wish_.name);
    if (wish_.hooks && !client.hooks(places_).empty())
      parts.append(parts.empty() ? ": " : ", ")
          .append(std::to_string(client.lines.size()))
          .append(" hooks");
    return parts;
  }

  // Claude Code rewrites that file all the time; where its program is there, it is asked to do it
  // itself.
  bool written_by_claude(const Client& client, const FilePlan& plan) const {
    if (client.name != "claude-code" || wish_.remove || !places_.project.empty() ||
        plan.path != client.servers(places_) || !wish_.servers)
      return false;
    const fs::path claude = on_path("claude", can_run);
    if (claude.empty())
      return false;
    const install::Server server{wish_.name, wish_.program, wish_.args, std::string(client.type),
                                 client.tools};
    if (!run_program({.file = claude.string(),
                      .words = {claude.string(), "mcp", "add-json", "--scope", "user", wish_.name,
                                install::server_object(server)}},
                     std::chrono::seconds(30)))
      return false;
    const auto text = read_regular_file(plan.path, install::max_client_file_bytes);
    const auto again = text ? plan.edit(*text) : Result<install::Edited>(Failure(text.error()));
    return again && again->text == *text;
  }

  std::optional<fs::path> write(const Client& client, FilePlan& plan) {
    const SystemClock clock;
    const bool created = !plan.before;
    // Another client's plan may have had the same file.
    if (const install::Receipt* receipt = receipts_.find(plan.path); receipt && receipt->created)
      plan.hash_as_made = receipt->hash;
    if (written_by_claude(client, plan)) {
      receipts_.add({plan.path.string(), created, plan.made, {}, {std::string(client.name)}});
      return std::nullopt;
    }
    auto written = install::write_plan(plan, places_.project.empty(), clock.now());
    if (!written) {
      plan.error = std::move(written).error();
      return std::nullopt;
    }
    receipts_.add_folders(written->folders);
    if (wish_.remove)
      receipts_.forget(plan.path);
    else
      receipts_.add({plan.path.string(),
                     created,
                     plan.made,
                     written->all_ours && plan.after ? sha256_hex(*plan.after) : std::string(),
                     {std::string(client.name)}});
    return written->backup;
  }

  void add_file(const Client& client, const FilePlan& plan, const std::optional<fs::path>& backup,
                std::string& files) {
    const std::string name = utf8::visible(plan.path.string());
    const std::string_view action = blocked_ && !dry_ && !plan.error ? "none" : action_of(plan);
    const std::string diff = plan.changes()
                                 ? install::unified_diff(name, plan.before.value_or(std::string()),
                                                         plan.after.value_or(std::string()))
                                 : std::string();
    if (plan.error) {
      told_.errors.push_back(*plan.error);
      told_.text.append(client.name).append(": ").append(cli::sentence(*plan.error)).append("\n");
    } else if (dry_ && plan.changes())
      told_.text.append(diff).append("would write ").append(name).append("\n");
    else if (plan.changes() && !blocked_)
      told_.text.append(plan.after ? "wrote " : "removed ")
          .append(name)
          .append(backup ? "; as it was before: " + utf8::visible(backup->string()) : "")
          .append("\n");
    files.append(files.empty() ? "" : ",");
    files.append("{\"path\":").append(in_quotes(plan.path.string()));
    files.append(",\"action\":").append(in_quotes(action));
    if (backup)
      files.append(",\"backup\":").append(in_quotes(backup->string()));
    if (dry_ && !diff.empty())
      files.append(",\"diff\":").append(in_quotes(diff));
    if (plan.error)
      files.append(",\"error\":").append(in_quotes(cli::sentence(*plan.error)));
    files += "}";
  }

  const cli::Invocation& invocation_;
  install::Places places_;
  install::InstallRequest wish_;
  install::Receipts receipts_;
  bool dry_ = false;
  bool blocked_ = false;  // a file of some client is refused
  bool connected_ = false;
  Told told_;
};

std::string list_of_clients(bool as_json) {
  const install::Places places = install::places_of_environment();
  const install::Ours ours = install::ours_by(install::Receipts(install::receipts_file()));
  std::string text, json;
  for (const Client& client : install::clients()) {
    const install::ClientConnection found = install::look(client, places, ours);
    const bool connected = !found.server.empty(), hooked = !found.hooks.empty();
    std::string name(client.name);
    name.resize(std::max<std::size_t>(name.size(), 16), ' ');
    text.append(name)
        .append(connected     ? "connected"
                : found.there ? "found, not connected"
                              : "not found")
        .append(hooked ? ", with hooks" : "")
        .append(client.remark.empty() ? "" : " (" + std::string(client.remark) + ")")
        .append("\n");
    json.append(json.empty() ? "" : ",")
        .append("{\"client\":" + in_quotes(client.name))
        .append(",\"there\":" + std::string(found.there ? "true" : "false"))
        .append(",\"connected\":" + std::string(connected ? "true" : "false"))
        .append(",\"hooks\":" + std::to_string(found.hooks.size()) + "}");
  }
  return as_json ? "{\"clients\":[" + json + "]}\n" : text;
}

}  // namespace

Result<int> install_clients(const Start& start) {
  const cli::Invocation& invocation = start.invocation;
  if (!invocation.text("client") || invocation.flag("list"))
    return start.print(list_of_clients(invocation.json));
  const Told told = TRY(Installation(invocation).run());
  start.print(invocation.json ? told.json + "\n" : told.text);
  for (const Error& error : told.errors) cli::report(error);
  return told.refused ? cli::exit_failed : cli::exit_done;
}

void check_clients(cli::Checkup& report) {
  const install::Places places = install::places_of_environment();
  const install::Ours ours = install::ours_by(install::Receipts(install::receipts_file()));
  install::HookTrial trial;
  for (const Client& client : install::clients()) {
    const install::ClientConnection found = install::look(client, places, ours);
    if (!found.is_connected())
      continue;
    const std::string name(client.name);
    if (const install::Wrong wrong = install::wrong_with(found, &trial); !wrong.text.empty())
      report.warn(name,
                  wrong.text + (wrong.is_broken ? "; put it right with: ai-memory install " + name
                                                : std::string()));
    else
      report.good(name, found.hooks.empty() ? "connected"
                                            : "connected; " + std::to_string(found.hooks.size()) +
                                                  " hooks, all of them answer");
  }
}

}  // namespace aim::app
