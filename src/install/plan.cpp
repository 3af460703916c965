#include "install/plan.h"

#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "install/entries.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

using Step = std::function<Result<Edited>(const std::string&)>;

Step then(Step first, Step second) {
  if (!first)
    return second;
  return [first = std::move(first),
          second = std::move(second)](const std::string& text) -> Result<Edited> {
    Edited one = TRY(first(text));
    Edited two = TRY(second(one.text));
    one.made.insert(one.made.end(), two.made.begin(), two.made.end());
    one.text = std::move(two.text);
    return one;
  };
}

// In a project Claude Code and Copilot CLI read the same file: each is given what both take.
std::string type_for(const Client& client, const fs::path& file) {
  return file.filename() == ".mcp.json" ? "stdio" : std::string(client.type);
}

Step server_step(const Client& client, const InstallRequest& request, const fs::path& file) {
  Server server{request.name, request.program, request.args, type_for(client, file), client.tools};
  if (client.toml)
    return [server, ours = request.ours](const std::string& text) {
      return with_toml_server(text, server, ours);
    };
  return [server, container = std::string(client.container), ours = request.ours](
             const std::string& text) { return with_server(text, container, server, ours); };
}

Step hook_step(const Client& client, const InstallRequest& request, bool toml) {
  Hooks hooks{client.shape, request.program, client.lines, request.profile};
  return [hooks, toml, ours = request.ours](const std::string& text) {
    return toml ? with_toml_hooks(text, hooks, ours) : with_hooks(text, hooks, ours);
  };
}

// What was made for ours; guessed where there is no receipt.
struct Made {
  std::vector<std::string> containers;
  bool is_guess = false;
};

Step removal(bool toml, Made made, const Ours& ours) {
  return [toml, made = std::move(made), ours](const std::string& text) -> Result<Edited> {
    // An empty container may be somebody's own: where nothing of ours is, nothing is guessed.
    if (!toml && made.is_guess && TRY(without_ours(text, {}, ours)) == text)
      return Edited{text};
    if (!toml)
      return Edited{TRY(without_ours(text, made.containers, ours))};
    // Servers were put in first.
    const std::string less = TRY(without_toml_hooks(text, ours));
    return Edited{TRY(without_toml_server(less, ours))};
  };
}

// A client that stays has this file in common with one that leaves: its entry is the stayer's too.
bool is_needed(const Receipt* receipt, const std::vector<std::string>& leaving) {
  return receipt && std::ranges::any_of(receipt->clients, [&](const std::string& each) {
           return std::ranges::find(leaving, each) == leaving.end();
         });
}

// By its name: nobody else's entries are expected in it.
bool is_named_for_us(const fs::path& file) {
  return file.filename() == "ai-memory.json";
}

// Where a file in TOML has hooks already, ours stand there: the client warns of two places.
bool has_hooks_in_toml(const Client& client, const fs::path& servers) {
  if (!client.toml || !path_exists(servers))
    return false;
  const auto text = read_regular_file(servers, max_client_file_bytes);
  return text && has_toml_hooks(*text);
}

Error with_path(Error error, const fs::path& path) {
  error.message = path.string() + ": " + error.message;
  return error;
}

// By a link in it, a project could have any file of the user's written.
bool leads_out(const fs::path& file, const fs::path& project) {
  if (project.empty())
    return false;
  std::error_code error;
  const auto real = fs::weakly_canonical(file, error).lexically_relative(project);
  return error || real.empty() || *real.begin() == "..";
}

void make(FilePlan& plan, bool remove, const Receipt* receipt) {
  if (path_exists(plan.path)) {
    auto text = read_regular_file(plan.path, max_client_file_bytes);
    if (!text) {
      plan.error = std::move(text).error();
      return;
    }
    plan.before = std::move(*text);
  } else if (remove) {
    return;
  }
  auto edited = plan.edit(plan.before.value_or(std::string()));
  if (!edited) {
    plan.error = with_path(std::move(edited).error(), plan.path);
    return;
  }
  plan.after = std::move(edited->text);
  plan.made = std::move(edited->made);
  if (receipt && receipt->created)
    plan.hash_as_made = receipt->hash;
  // A file that we made is gone with what was ours in it. Without a receipt that is known of those
  // that hold nothing else.
  const bool created = receipt ? receipt->created : plan.all_ours && plan.after != plan.before;
  if (remove && created && ascii::is_blank(*plan.after))
    plan.after.reset();
}

void add(std::vector<FilePlan>& plans, const fs::path& path, Step step, bool all_ours = false) {
  if (path.empty() || !step)
    return;
  for (FilePlan& plan : plans)
    if (plan.path == path) {
      plan.edit = then(std::move(plan.edit), std::move(step));
      return;
    }
  FilePlan& plan = plans.emplace_back();
  plan.path = path;
  plan.edit = std::move(step);
  plan.all_ours = all_ours;
}

}  // namespace

std::vector<FilePlan> plan_of(const Client& client, const Places& places,
                              const InstallRequest& request, const Receipts& receipts) {
  std::vector<FilePlan> plans;
  const fs::path servers = client.servers(places), hooks = client.hooks(places);
  const auto made = [&](const fs::path& path) -> Made {
    const Receipt* receipt = receipts.find(path);
    if (receipt)
      return Made{receipt->made};
    std::vector<std::string> likely{"mcpServers", "servers", "hooks"};
    for (const HookLine& line : client.lines) likely.push_back("hooks/" + line.event);
    if (is_named_for_us(path))
      likely.insert(likely.end(), {"version", ""});  // the whole text
    return {likely, true};
  };
  if (request.remove) {
    add(plans, servers, removal(client.toml, made(servers), request.ours));
    if (hooks != servers)
      add(plans, hooks, removal(false, made(hooks), request.ours), is_named_for_us(hooks));
    if (client.rules)
      add(
          plans, client.rules(places),
          [](const std::string& text) -> Result<Edited> { return without_rules(text); }, true);
    // What an early description of Claude Code called its configuration.
    if (client.name == "claude-code" && places.project.empty())
      add(plans, places.claude / "config.json", removal(false, {}, request.ours));
  } else {
    if (request.servers)
      add(plans, servers, server_step(client, request, servers));
    if (request.hooks && has_hooks_in_toml(client, servers)) {
      add(plans, servers, hook_step(client, request, true));
      if (path_exists(hooks))
        add(plans, hooks, removal(false, made(hooks), request.ours));
    } else if (request.hooks) {
      add(plans, hooks, hook_step(client, request, false));
    }
    if (client.rules && !request.rules.empty())
      add(plans, client.rules(places),
          [rules = request.rules](const std::string& text) { return with_rules(text, rules); });
  }
  if (request.remove)
    std::erase_if(plans, [&](const FilePlan& plan) {
      return is_needed(receipts.find(plan.path), request.leaving);
    });
  for (FilePlan& plan : plans) {
    make(plan, request.remove, receipts.find(plan.path));
    if (!plan.error && leads_out(plan.path, places.project))
      plan.error = refuse(plan.path.string(),
                          "leads out of the project through a link; replace the link by a folder "
                          "or file of the project");
  }
  return plans;
}

}  // namespace aim::install
