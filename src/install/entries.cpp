#include "install/entries.h"

#include "base/quoting.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

constexpr std::array<std::string_view, 2> server_containers = {"mcpServers", "servers"};
constexpr std::string_view hooks_key = "hooks", own_key = "ai-memory";
// Among what was made: a version that was put into a text of others.
constexpr std::string_view added_version = "version+";

// What a hook runs, in any of the shapes.
std::string_view command_of(const JsonNode& hook) {
  for (const std::string_view key : {"command", "bash"})
    if (const auto text = hook.text_at(key); !text.empty())
      return text;
  return {};
}

bool is_our_hook(const JsonNode& hook, const Ours& ours) {
  return hook.kind == JsonNode::Kind::object && ours.is_hook(command_of(hook));
}

bool is_our_server(const JsonNode& entry, const Ours& ours) {
  const JsonNode* args = entry.find("args");
  return ours.is_server(entry.text_at("command"), args && !args->elements.empty()
                                                      ? std::string_view(args->elements[0].text)
                                                      : std::string_view());
}

bool has_args(const JsonNode& entry, const Server& server) {
  const JsonNode* args = entry.find("args");
  return args && std::ranges::equal(args->elements, server.args, {}, &JsonNode::text);
}

// The member of ours that the entry has not, or has otherwise; what else the user gave it is not
// looked at.
std::optional<std::pair<std::string_view, std::string>> member_to_change(const JsonNode& entry,
                                                                         const Server& server) {
  if (!server.type.empty() && entry.text_at("type") != server.type)
    return std::pair("type", in_quotes(server.type));
  if (entry.text_at("command") != server.command)
    return std::pair("command", in_quotes(server.command));
  if (!has_args(entry, server))
    return std::pair("args", list_text(server.args));
  if (server.tools && !entry.find("tools"))
    return std::pair("tools", std::string("[\"*\"]"));
  return std::nullopt;
}

// Member by member, and what differs alone: an environment, a time limit or a switch of the user's
// stays.
Result<std::string> with_members(std::string text, std::string_view container,
                                 const Server& server) {
  constexpr int members = 4;
  for (int changed = 0; changed <= members; ++changed) {
    const JsonNode root = TRY(parse_json_text(text));
    const JsonNode& entry = *root.find(container)->find(server.name);
    const auto change = member_to_change(entry, server);
    if (!change)
      break;
    const JsonNode* old = entry.find(change->first);
    text = old ? with_value(text, *old, change->second)
               : with_member(text, root, entry, change->first, change->second);
  }
  return text;
}

// ---- hooks ----

// One hook, as the innermost object has it.
std::string hook_text(const Hooks& hooks, const HookLine& line) {
  const std::string command = in_quotes(hook_command(hooks, line));
  const std::string timeout = std::to_string(line.timeout);
  switch (hooks.shape) {
    case HookShape::flat:
      return "{\"command\":" + command + "}";
    case HookShape::two_shells:
      return "{\"type\":\"command\",\"bash\":" + command + ",\"powershell\":" + command +
             ",\"timeoutSec\":" + timeout + "}";
    case HookShape::groups_with_name:
      return "{\"name\":\"ai-memory\",\"type\":\"command\",\"command\":" + command +
             ",\"timeout\":" + timeout + "}";
    case HookShape::groups:
    case HookShape::of_one_key:
      break;
  }
  return "{\"type\":\"command\",\"command\":" + command + ",\"timeout\":" + timeout + "}";
}

bool has_groups(const Hooks& hooks, const HookLine& line) {
  return hooks.shape == HookShape::groups || hooks.shape == HookShape::groups_with_name ||
         (hooks.shape == HookShape::of_one_key && !line.matcher.empty());
}

// What is an element of the event's list.
std::string element_text(const Hooks& hooks, const HookLine& line) {
  if (!has_groups(hooks, line))
    return hook_text(hooks, line);
  std::string out = "{";
  if (!line.matcher.empty())
    out.append("\"matcher\":").append(in_quotes(line.matcher)).append(",");
  return out.append("\"hooks\":[").append(hook_text(hooks, line)).append("]}");
}

std::string all_events(const Hooks& hooks) {
  std::string out = "{";
  for (std::size_t i = 0; i < hooks.lines.size(); ++i)
    out.append(i ? "," : "")
        .append(in_quotes(hooks.lines[i].event))
        .append(":[")
        .append(element_text(hooks, hooks.lines[i]))
        .append("]");
  return out + "}";
}

// Every hook of a list: elements, and those in groups.
void each_hook(const JsonNode& list, const std::function<void(const JsonNode&)>& use) {
  for (const JsonNode& element : list.elements) {
    use(element);
    if (const JsonNode* inner = element.find(hooks_key))
      for (const JsonNode& hook : inner->elements) use(hook);
  }
}

// The hook of ours for that kind in the event's list; null: there is none.
const JsonNode* our_hook(const JsonNode& list, std::string_view kind, const Ours& ours) {
  const JsonNode* found = nullptr;
  each_hook(list, [&](const JsonNode& hook) {
    if (hook.kind == JsonNode::Kind::object && ours.is_hook(command_of(hook), kind))
      found = &hook;
  });
  return found;
}

// The same hook with another path, in place; all its other members stay.
std::string with_command(std::string text, const Hooks& hooks, const HookLine& line,
                         const Ours& ours) {
  const std::string command = hook_command(hooks, line);
  for (const std::string_view key : {"command", "bash", "powershell"}) {
    const auto root = parse_json_text(text);
    const JsonNode* all = root ? root->find(hooks_key) : nullptr;
    const JsonNode* list = all ? all->find(line.event) : nullptr;
    const JsonNode* hook = list ? our_hook(*list, line.kind, ours) : nullptr;
    const JsonNode* said = hook ? hook->find(key) : nullptr;
    if (said && said->kind == JsonNode::Kind::text && said->text != command)
      text = with_value(text, *said, in_quotes(command));
  }
  return text;
}

Result<const JsonNode*> object_named(const JsonNode& parent, std::string_view key) {
  const JsonNode* found = parent.find(key);
  if (found && found->kind != JsonNode::Kind::object)
    return Failure(invalid(in_quotes(key) + " is not an object"));
  return found;
}

Result<Edited> with_own_key(std::string_view text, const Hooks& hooks) {
  const JsonNode root = TRY(parse_json_text(text));
  const std::string value = all_events(hooks);
  if (const JsonNode* ours = root.find(own_key)) {
    const std::string now(text.substr(ours->begin, ours->end - ours->begin));
    for (const HookLine& line : hooks.lines)
      if (now.find(in_quotes(hook_command(hooks, line))) == now.npos)
        return Edited{with_value(text, *ours, value)};
    return Edited{std::string(text)};
  }
  Edited edited{with_member(text, root, root, own_key, value)};
  if (root.begin == root.end)
    edited.made.emplace_back();
  return edited;
}

Result<void> add_hook(Edited& edited, const Hooks& hooks, const HookLine& line, const Ours& ours) {
  const JsonNode root = TRY(parse_json_text(edited.text));
  const JsonNode* all = TRY(object_named(root, hooks_key));
  if (!all)
    return Failure(invalid("\"hooks\" is missing"));
  const JsonNode* list = all->find(line.event);
  if (!list) {
    edited.text =
        with_member(edited.text, root, *all, line.event, "[" + element_text(hooks, line) + "]");
    edited.made.push_back("hooks/" + line.event);
    return {};
  }
  if (list->kind != JsonNode::Kind::array)
    return Failure(invalid("\"hooks\" → " + in_quotes(line.event) + " is not a list"));
  if (our_hook(*list, line.kind, ours))
    edited.text = with_command(edited.text, hooks, line, ours);
  else
    edited.text = with_element(edited.text, root, *list, element_text(hooks, line));
  return {};
}

// ---- taking out ----

// The text without the first entry of ours that is found; unchanged when there is none.
std::string without_one_server(std::string_view text, const JsonNode& root, const Ours& ours) {
  for (const std::string_view container : server_containers) {
    const JsonNode* servers = root.find(container);
    if (!servers || servers->kind != JsonNode::Kind::object)
      continue;
    for (std::size_t i = 0; i < servers->members.size(); ++i)
      if (is_our_server(*servers->members[i].value, ours))
        return without_part(text, *servers, i);
  }
  return std::string(text);
}

std::string without_one_hook(std::string_view text, const JsonNode& root, const Ours& ours) {
  for (std::size_t i = 0; i < root.members.size(); ++i)
    if (root.members[i].key == own_key && !our_commands(text, ours).empty())
      return without_part(text, root, i);
  const JsonNode* all = root.find(hooks_key);
  if (!all)
    return std::string(text);
  for (const JsonNode::Member& event : all->members) {
    const JsonNode& list = *event.value;
    for (std::size_t i = 0; i < list.elements.size(); ++i) {
      if (is_our_hook(list.elements[i], ours))
        return without_part(text, list, i);
      const JsonNode* inner = list.elements[i].find(hooks_key);
      for (std::size_t j = 0; inner && j < inner->elements.size(); ++j)
        if (is_our_hook(inner->elements[j], ours))
          return inner->elements.size() == 1 ? without_part(text, list, i)
                                             : without_part(text, *inner, j);
    }
  }
  return std::string(text);
}

bool is_empty(const JsonNode& node) {
  return node.members.empty() && node.elements.empty() && node.kind != JsonNode::Kind::text &&
         node.kind != JsonNode::Kind::other;
}

std::string without_empty(std::string_view text, const std::string& path) {
  const auto root = parse_json_text(text);
  if (!root)
    return std::string(text);
  if (path.empty()) {
    if (!is_empty(*root) || root->begin == root->end)
      return std::string(text);
    std::size_t end = root->end;
    if (text.substr(end).starts_with("\r\n"))
      end += 2;
    else if (text.substr(end).starts_with("\n"))
      ++end;
    return std::string(text.substr(0, root->begin)).append(text.substr(end));
  }
  const std::size_t slash = path.find('/');
  const JsonNode* parent = slash == path.npos ? &*root : root->find(path.substr(0, slash));
  const std::string key = slash == path.npos ? path : path.substr(slash + 1);
  for (std::size_t i = 0; parent && i < parent->members.size(); ++i)
    if (parent->members[i].key == key && is_empty(*parent->members[i].value))
      return without_part(text, *parent, i);
  return std::string(text);
}

}  // namespace

std::string server_object(const Server& server) {
  std::string out = "{";
  if (!server.type.empty())
    out.append("\"type\":").append(in_quotes(server.type)).append(",");
  out.append("\"command\":").append(in_quotes(server.command)).append(",\"args\":");
  out.append(list_text(server.args));
  if (server.tools)
    out.append(",\"tools\":[\"*\"]");
  return out + "}";
}

std::string hook_command(const Hooks& hooks, const HookLine& line) {
  return shell_word(hooks.program) + " hook " + line.kind +
         (hooks.profile.empty() ? "" : " --profile " + hooks.profile);
}

Result<Edited> with_server(std::string_view text, std::string_view container, const Server& server,
                           const Ours& ours) {
  const JsonNode root = TRY(parse_json_text(text));
  if (root.kind != JsonNode::Kind::object)
    return Failure(invalid("it is not an object"));
  const JsonNode* servers = TRY(object_named(root, container));
  Edited edited;
  if (!servers) {
    edited.text = with_member(text, root, root, container,
                              "{" + in_quotes(server.name) + ":" + server_object(server) + "}");
    edited.made.emplace_back(container);
    if (root.begin == root.end)
      edited.made.emplace_back();
    return edited;
  }
  const JsonNode* entry = servers->find(server.name);
  if (!entry) {
    edited.text = with_member(text, root, *servers, server.name, server_object(server));
    return edited;
  }
  if (!is_our_server(*entry, ours.with(server.command)))
    return Failure(
        helped_by(invalid("the name " + in_quotes(server.name) + " belongs to another server"),
                  {"choose one", Means::option, "name"}));
  edited.text = TRY(with_members(std::string(text), container, server));
  return edited;
}

namespace {

// To a text of others, which has none: perhaps another client's form of the same file.
Result<void> add_version(Edited& edited) {
  const JsonNode root = TRY(parse_json_text(edited.text));
  if (root.find("version"))
    return {};
  edited.text = with_member(edited.text, root, root, "version", "1");
  edited.made.emplace_back(added_version);
  return {};
}

}  // namespace

Result<Edited> with_hooks(std::string_view text, const Hooks& hooks, const Ours& ours) {
  if (hooks.shape == HookShape::of_one_key)
    return with_own_key(text, hooks);
  const JsonNode root = TRY(parse_json_text(text));
  if (root.kind != JsonNode::Kind::object)
    return Failure(invalid("it is not an object"));
  const bool versioned = hooks.shape == HookShape::flat || hooks.shape == HookShape::two_shells;
  if (!TRY(object_named(root, hooks_key))) {
    const bool whole = root.begin == root.end;
    Edited edited{whole && versioned
                      ? std::string(text) +
                            pretty_json("{\"version\":1,\"hooks\":" + all_events(hooks) + "}")
                      : with_member(text, root, root, hooks_key, all_events(hooks))};
    for (const HookLine& line : hooks.lines) edited.made.push_back("hooks/" + line.event);
    edited.made.emplace_back(hooks_key);
    if (whole)
      edited.made.emplace_back();
    if (whole && versioned)
      edited.made.emplace_back("version");
    else if (versioned)
      TRY_VOID(add_version(edited));
    return edited;
  }
  Edited edited{std::string(text)};
  if (versioned)
    TRY_VOID(add_version(edited));
  // Its own path too: an entry is still ours when its first command has been changed.
  const Ours known = ours.with(hooks.program);
  for (const HookLine& line : hooks.lines) TRY_VOID(add_hook(edited, hooks, line, known));
  return edited;
}

Result<std::string> without_ours(std::string_view given, const std::vector<std::string>& made,
                                 const Ours& ours) {
  std::string text(given);
  for (;;) {
    const JsonNode root = TRY(parse_json_text(text));
    std::string less = without_one_server(text, root, ours);
    if (less == text)
      less = without_one_hook(text, root, ours);
    if (less == text)
      break;
    text = std::move(less);
  }
  // The inner ones first.
  for (const bool inner : {true, false})
    for (const std::string& path : made)
      if (!path.empty() && path != "version" && path != added_version &&
          (path.find('/') != path.npos) == inner)
        text = without_empty(text, path);
  const JsonNode root = TRY(parse_json_text(text));
  const auto is_made = [&](std::string_view mark) {
    return std::ranges::find(made, mark) != made.end();
  };
  const auto version = std::ranges::find(root.members, "version", &JsonNode::Member::key);
  // Where the whole text was ours, until others put something into it; or added beside theirs.
  if (version != root.members.end() &&
      ((is_made("version") && root.members.size() == 1) || is_made(added_version)))
    text = without_part(text, root, static_cast<std::size_t>(version - root.members.begin()));
  if (std::ranges::find(made, std::string()) != made.end())
    text = without_empty(text, "");
  return text;
}

std::vector<std::string> our_commands(std::string_view text, const Ours& ours) {
  std::vector<std::string> commands;
  const auto root = parse_json_text(text);
  if (!root)
    return commands;
  for (const std::string_view key : {hooks_key, own_key})
    if (const JsonNode* all = root->find(key))
      for (const JsonNode::Member& event : all->members)
        each_hook(*event.value, [&](const JsonNode& hook) {
          if (is_our_hook(hook, ours))
            commands.emplace_back(command_of(hook));
        });
  return commands;
}

std::string our_server(std::string_view text, const Ours& ours) {
  const auto root = parse_json_text(text);
  for (const std::string_view container : server_containers)
    if (const JsonNode* servers = root ? root->find(container) : nullptr)
      for (const JsonNode::Member& each : servers->members)
        if (is_our_server(*each.value, ours))
          return std::string(each.value->text_at("command"));
  return {};
}

}  // namespace aim::install
