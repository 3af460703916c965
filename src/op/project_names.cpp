#include "op/project_names.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "base/utf8.h"
#include "engine/projects.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/project.h"

namespace aim::op {
namespace {

constexpr std::size_t max_shown_name = 128;

bool names_one(const Param& param) {
  return param.kind == Kind::text && (param.rule.meaning == Meaning::name_space ||
                                      param.rule.meaning == Meaning::name_space_filter);
}

// The namespace that one name stands for; the name itself where it is a pattern.
std::string meant_name(Engine& engine, const std::string& name, const Caller& caller,
                       const ProjectIdentity* asking) {
  if (name == caller.name_space || name == "*" || name.ends_with("/*") ||
      !check(rule::name_space, "namespace", name))
    return name;
  return engine::meant_name_space(engine, name, asking).value_or(name);
}

// A filter may name several.
std::string meant_names(Engine& engine, const std::string& names, const Caller& caller,
                        const ProjectIdentity* asking) {
  std::string meant;
  for (std::string_view rest = names;;) {  // blanks stay as they are: several are refused
    const std::size_t end = rest.find(' ');
    meant += meant_name(engine, std::string(rest.substr(0, end)), caller, asking);
    if (end == rest.npos)
      return meant;
    meant += ' ';
    rest.remove_prefix(end + 1);
  }
}

std::string of_left_behind(const engine::LeftBehind& left, const Caller& caller) {
  const std::string from = utf8::excerpt(left.name_space, max_shown_name);
  const bool one = left.memories == 1;
  return counted(left.memories, "memory", "memories") + " in the namespace \"" + from + "\" seem" +
         (one ? "s" : "") + " to be this project's, under an older name; a person can move " +
         (one ? "it" : "them") + " with: " +
         said_to_person(
             caller, left.into_memories
                         ? NextStep{namespace_merge, {{"from", from}, {"into", caller.name_space}}}
                         : NextStep{namespace_rename, {{"from", from}, {"to", caller.name_space}}});
}

std::string of_refused(const std::string& asked, const Caller& caller) {
  const std::string name = utf8::excerpt(asked, max_shown_name);
  return std::string(project_file) + " of this project names the namespace \"" + name +
         "\", which is another's, and is not followed; if that is right, a person allows it "
         "with: " +
         said_to_person(caller, {namespace_alias, {{"namespace", name}}});
}

}  // namespace

std::string current_name_space(Engine& engine) {
  return engine::name_space_of(engine, current_project(), false).value_or(std::string());
}

void settle_project(Engine& engine, Caller& caller) {
  if (!caller.project)
    return;
  if (auto found = engine::find_name_space(engine, *caller.project)) {
    caller.name_space = std::move(found->name);
    caller.unclaimed = found->unclaimed;
  } else if (*caller.project) {
    caller.name_space = caller.project->names.front();
  }
}

void claim_name_space(const Operation& operation, Engine& engine, const Caller& caller) {
  if (caller.unclaimed && operation.effect == Effect::adds)
    (void)engine::claim_name_space(engine, *caller.project,
                                   caller.name_space);  // else the next does
}

std::optional<json::object> with_meant_name_spaces(const Operation& operation, Engine& engine,
                                                   const json::object& arguments,
                                                   const Caller& caller) {
  std::optional<json::object> changed;
  if (operation.traits.about_names)
    return changed;
  // A person at the command line says what is meant; an assistant says what it read somewhere.
  const ProjectIdentity* asking = caller.door == Door::mcp ? caller.project : nullptr;
  for (const Param& param : operation.params) {
    const json::value* given = names_one(param) ? arguments.if_contains(param.name) : nullptr;
    if (!given || !given->is_string())
      continue;
    const std::string name(given->get_string());
    const bool several =
        param.rule.meaning == Meaning::name_space_filter && name.find(' ') != name.npos;
    std::string meant = several ? meant_names(engine, name, caller, asking)
                                : meant_name(engine, name, caller, asking);
    if (meant == name)
      continue;
    if (!changed)
      changed = arguments;
    (*changed)[param.name] = std::move(meant);
  }
  return changed;
}

Result<std::string> name_space_of_session(Engine& engine, const std::string& folder, bool keeps) {
  // Some programs keep the project's name alone.
  if (!folder.empty() && folder.find_first_of("/\\") == folder.npos)
    return as_name_space(folder);
  return engine::name_space_of(engine, project_of(folder), keeps);
}

std::string project_notice(Engine& engine, const Caller& caller) {
  if (!caller.project)
    return {};
  if (!caller.project->asked_problem.empty())
    return caller.project->asked_problem;
  if (const auto left = engine::left_behind(engine, *caller.project, caller.name_space);
      left && *left)
    return of_left_behind(**left, caller);
  const auto refused = engine::refused_name_space(engine, *caller.project);
  return refused && !refused->empty() ? of_refused(*refused, caller) : std::string();
}

}  // namespace aim::op
