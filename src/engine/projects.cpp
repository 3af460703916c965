#include "engine/projects.h"

#include <filesystem>

#include "base/ascii.h"
#include "engine/lookup/names_today.h"
#include "engine/remember.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/rows.h"
#include "store/search.h"

namespace aim::engine {
namespace {

using store::NameKey;
using Keys = std::vector<NameKey>;

constexpr std::string_view of_git = "git:", of_path = "path:";
// An answer does not wait for a claim longer than this.
constexpr std::chrono::milliseconds claim_timeout{250};

bool is_alias(const NameKey& row) {
  return row.key.starts_with(store::alias_prefix);
}

const NameKey* find(const Keys& keys, std::string_view key) {
  const auto found = std::ranges::find(keys, key, &NameKey::key);
  return found == keys.end() ? nullptr : &*found;
}

std::string alias_key(std::string_view name) {
  return std::string(store::alias_prefix).append(name);
}

bool folder_is_there(const std::string& folder) {
  std::error_code error;
  return std::filesystem::is_directory(folder, error);
}

// Whether a key is likely an older one of this project: of the same folder, or of a folder that is
// gone and was the same one, or bore the same name.
bool was_this(const NameKey& row, const ProjectIdentity& project) {
  if (is_alias(row) || row.key == project.key)
    return false;
  if (!row.folder.empty() && row.folder == project.folder)
    return true;
  const std::string folder = !row.folder.empty()            ? row.folder
                             : row.key.starts_with(of_path) ? row.key.substr(of_path.size())
                                                            : std::string();
  if (folder.empty() || folder_is_there(folder))
    return false;
  const bool same_folder = row.inode != 0 && row.inode == project.inode;
  return same_folder || (row.key.starts_with(of_path) && is_name_of(project.short_name, row.key));
}

// Whether a person has moved this key's memories to a name that the project takes: they were the
// project's under an older name, or the name is exactly its owner and name.
bool was_moved_to(const NameKey& row, const ProjectIdentity& project) {
  const bool by_name = project.key.starts_with(of_git) &&
                       row.name_space.find('/') != std::string::npos &&
                       std::ranges::find(project.names, row.name_space) != project.names.end();
  return row.moved && (by_name || was_this(row, project));
}

// No other project has it, and it stands for no other namespace.
bool is_free(const Keys& keys, std::string_view name_space, const ProjectIdentity& project) {
  return name_space != "global" && !find(keys, alias_key(name_space)) &&
         std::ranges::none_of(keys, [&](const NameKey& row) {
           return !is_alias(row) && row.name_space == name_space && !was_moved_to(row, project);
         });
}

Result<std::int64_t> memories_in(const store::Reader& reader, const std::string& name_space) {
  std::int64_t memories = 0;
  for (const auto& row : TRY(reader.search.name_spaces(name_space)))
    memories += row.name == name_space ? row.memories : 0;
  return memories;
}

// Also one that holds nothing any more.
Result<bool> exists(const store::Reader& reader, const std::string& name_space) {
  const auto rows = TRY(reader.search.name_spaces(name_space));
  return std::ranges::find(rows, name_space, &store::NamespaceRow::name) != rows.end();
}

// A hierarchy where the options want flat names is written with '-'.
std::vector<std::string> names_of(const ProjectIdentity& project, const EngineOptions& options) {
  std::vector<std::string> names = project.names;
  if (options.flat_namespaces)
    for (std::string& name : names) std::ranges::replace(name, '/', '-');
  return names;
}

struct Chosen {
  std::string name_space;
  bool is_new = false;  // it is not among the keys
  bool exists = false;
};

// The namespace by the user's configuration; empty: it names none.
std::string configured(const EngineOptions& options, const ProjectIdentity& project) {
  for (const auto& [name, name_space] : options.projects)
    if (name == project.folder || std::string(of_git).append(name) == project.key ||
        (name.find('/') != name.npos && is_name_of(name, project.key)))
      return name_space;
  return {};
}

// The file of a project may name a namespace that is nobody's, but none of another's.
Result<bool> may_have(const store::Reader& reader, const Keys& keys, const std::string& asked) {
  return !asked.empty() && is_free(keys, asked, {}) && !TRY(exists(reader, asked));
}

Result<Chosen> choose(const store::Reader& reader, const EngineOptions& options,
                      const ProjectIdentity& project) {
  const Keys keys = TRY(reader.records.name_keys());
  const NameKey* row = find(keys, project.key);
  if (const std::string name = configured(options, project); !name.empty())
    return Chosen{name, !row || row->name_space != name, true};
  if (row) {
    if (row->name_space != project.asked && TRY(may_have(reader, keys, project.asked)))
      return Chosen{project.asked, true};
    return Chosen{row->name_space, false, true};
  }
  if (TRY(may_have(reader, keys, project.asked)))
    return Chosen{project.asked, true};
  const std::vector<std::string> names = names_of(project, options);
  // The most specific name first: "host/owner/name", "owner/name", "name". A path gives only its
  // last part: "work/shop" is rather the remote of somebody called work.
  std::vector<std::string> before(names.rbegin(), names.rend());
  if (project.key.starts_with(of_path))
    before = {names.back(), names.front()};
  before.push_back(project.short_name);
  for (const std::string& name : before)
    if (!name.empty() && is_free(keys, name, project) && TRY(exists(reader, name)))
      return Chosen{name, true, true};
  for (const std::string& name : names)
    if (is_free(keys, name, project))
      return Chosen{name, true};
  return Chosen{names.back(), true};
}

NameKey row_of(const ProjectIdentity& project, std::string name_space) {
  return {project.key, std::move(name_space), project.folder, project.inode};
}

Result<std::string> claim(store::Writer& writer, const EngineOptions& options,
                          const ProjectIdentity& project) {
  Chosen choice = TRY(choose(writer, options, project));
  if (choice.is_new)
    TRY_VOID(writer.records.put_name_key(row_of(project, choice.name_space)));
  return std::move(choice.name_space);
}

// The namespaces of projects that have this name, in the case in which they write it, or in any.
std::set<std::string> of_projects_named(const Keys& keys, std::string_view name, bool any_case) {
  std::set<std::string> found;
  for (const NameKey& row : keys) {
    const std::string_view whole = row.name_space;
    const bool same = whole.substr(whole.rfind('/') + 1) == name;
    if (!is_alias(row) && (any_case ? is_name_of(name, row.key) : same))
      found.insert(row.name_space);
  }
  return found;
}

// The namespace of the only project of this name; nothing when two have it.
std::optional<std::string> of_only_project(const Keys& keys, std::string_view name) {
  for (const bool any_case : {false, true})
    if (const auto found = of_projects_named(keys, name, any_case); !found.empty())
      return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
  return std::nullopt;
}

bool is_own_name(const ProjectIdentity& project, const std::string& name) {
  return name == project.short_name ||
         std::ranges::find(project.names, name) != project.names.end();
}

// Namespaces of the project's former keys, and those of its own name that it does not use because
// its file or the configuration names another.
std::vector<std::string> older_names(const Keys& keys, const ProjectIdentity& project) {
  std::vector<std::string> names;
  for (const NameKey& row : keys)
    if (was_this(row, project))
      names.push_back(row.name_space);
  for (const std::string& name : project.names)
    if (is_free(keys, name, project))
      names.push_back(name);
  return names;
}

// Where there is no database that could say otherwise.
std::string name_in_none(const EngineOptions& options, const ProjectIdentity& project) {
  if (std::string name = configured(options, project); !name.empty())
    return name;
  return project.asked.empty() || project.asked == "global" ? names_of(project, options).front()
                                                            : project.asked;
}

}  // namespace

Result<ProjectNameSpace> find_name_space(Engine& engine, const ProjectIdentity& project) {
  if (!project)
    return ProjectNameSpace{"global"};
  const EngineOptions& options = engine.options;
  if (!engine.database.exists())
    return ProjectNameSpace{name_in_none(options, project), true};
  Chosen choice = TRY(engine.database.read(
      [&](store::Reader& reader) { return choose(reader, options, project); }));
  if (!choice.is_new || !choice.exists)
    return ProjectNameSpace{std::move(choice.name_space), choice.is_new};
  const auto claimed =
      engine.database.write_soon(claim_timeout, [&](store::Writer& writer) -> Result<void> {
        choice.name_space = TRY(claim(writer, options, project));
        return {};
      });
  return ProjectNameSpace{std::move(choice.name_space), !claimed};
}

Result<void> claim_name_space(Engine& engine, const ProjectIdentity& project,
                              const std::string& name) {
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    const Keys keys = TRY(writer.records.name_keys());
    const NameKey* row = find(keys, project.key);
    if (row && row->name_space == name)
      return {};
    if (!is_free(keys, name, project) && name != configured(engine.options, project))
      return {};
    return writer.records.put_name_key(row_of(project, name));
  });
}

Result<std::string> name_space_of(Engine& engine, const ProjectIdentity& project, bool keeps) {
  ProjectNameSpace found = TRY(find_name_space(engine, project));
  if (found.unclaimed && keeps)
    return engine.database.write(
        [&](store::Writer& writer) { return claim(writer, engine.options, project); });
  return std::move(found.name);
}

Result<std::string> meant_name_space(Engine& engine, const std::string& name,
                                     const ProjectIdentity* asking) {
  if (name == "global" || !engine.database.exists())
    return name;
  return engine.database.read([&](store::Reader& reader) -> Result<std::string> {
    const Keys keys = TRY(reader.records.name_keys());
    const bool is_own = asking && *asking && is_own_name(*asking, name);
    if (is_own && !(TRY(exists(reader, name)) && is_free(keys, name, {})))
      return TRY(choose(reader, engine.options, *asking)).name_space;
    if (const NameKey* alias = find(keys, alias_key(name)))
      return alias->name_space;
    if (keys.empty() || TRY(exists(reader, name)))
      return name;
    return of_only_project(keys, name).value_or(name);
  });
}

namespace {

// Lets a name or a project lead to another namespace (no row: to none), as a step that can be
// undone. Returns whether it had a row.
Result<bool> lead(store::Writer& writer, Engine& engine, const std::string& key,
                  const std::optional<NameKey>& row) {
  const Keys keys = TRY(writer.records.name_keys());
  const NameKey* const found = find(keys, key);
  const NameKey before = found ? *found : NameKey{key, {}};
  TRY_VOID(writer.memories.begin_step());
  if (row)
    TRY_VOID(writer.records.put_name_key(*row));
  else
    TRY(writer.records.remove_name_key(key));
  const std::string step =
      store::tags_to_json({key, before.name_space, before.folder, std::to_string(before.inode),
                           before.moved ? "moved" : ""});
  TRY_VOID(writer.memories.end_step(store::alias_step, engine.clock.now(), {&step, 1}));
  return found != nullptr;
}

}  // namespace

Result<std::string> lead_as_before(store::Writer& writer, std::string_view step) {
  auto items = store::tags_from_json(step);
  const std::string key = items.at(0);
  if (items.at(1).empty())
    TRY(writer.records.remove_name_key(key));
  else
    TRY_VOID(writer.records.put_name_key({key, std::move(items[1]), std::move(items.at(2)),
                                          ascii::number<std::int64_t>(items.at(3)).value_or(0),
                                          !items.at(4).empty()}));
  return is_alias({key, {}}) ? key.substr(store::alias_prefix.size()) : key;
}

Result<void> use_name_space(Engine& engine, const ProjectIdentity& project,
                            const std::string& name_space) {
  if (!project)
    return Failure(refuse("folder", "must be that of a project, not your home or /"));
  TRY_VOID(check_name_space(engine, name_space));
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    TRY(lead(writer, engine, project.key, row_of(project, name_space)));
    return {};
  });
}

Result<void> add_alias(Engine& engine, const std::string& name_space, const std::string& alias) {
  if (alias == name_space || alias == "global")
    return Failure(refuse("name", "must be another than the namespace's, and not \"global\""));
  TRY_VOID(check_name_space(engine, alias));
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (!TRY(exists(writer, name_space)))
      return Failure(missing("there is no namespace \"" + name_space + "\""));
    if (TRY(memories_in(writer, alias)) > 0) {
      Error error = conflict("the namespace \"" + alias + "\" holds memories");
      error.hint = "merge it into the other, or choose another name";
      return Failure(std::move(error));
    }
    TRY(lead(writer, engine, alias_key(alias), NameKey{alias_key(alias), name_space}));
    return {};
  });
}

Result<void> remove_alias(Engine& engine, const std::string& alias) {
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (!TRY(lead(writer, engine, alias_key(alias), {})))
      return Failure(missing("\"" + alias + "\" stands for no namespace"));
    return {};
  });
}

Result<std::optional<LeftBehind>> left_behind(Engine& engine, const ProjectIdentity& project,
                                              const std::string& name_space) {
  if (!project || !engine.database.exists())
    return std::optional<LeftBehind>();
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<LeftBehind>> {
    const Keys keys = TRY(reader.records.name_keys());
    auto names = older_names(keys, project);
    // Another device may have stored more under a former name.
    std::ranges::move(NamesToday(keys).former(name_space), std::back_inserter(names));
    for (const std::string& name : names)
      if (name != name_space)
        if (const std::int64_t memories = TRY(memories_in(reader, name)); memories > 0)
          return LeftBehind{name, memories, TRY(memories_in(reader, name_space)) > 0};
    return std::optional<LeftBehind>();
  });
}

Result<std::string> refused_name_space(Engine& engine, const ProjectIdentity& project) {
  if (!project || project.asked.empty())
    return std::string();
  return engine.database.exists() && TRY(name_space_of(engine, project, false)) != project.asked
             ? project.asked
             : std::string();
}

Result<std::string> heir_of_short_name(Engine& engine, const ProjectIdentity& project) {
  if (!project || project.short_name.empty() || !engine.database.exists())
    return std::string();
  const Keys keys =
      TRY(engine.database.read([](store::Reader& reader) { return reader.records.name_keys(); }));
  for (const NameKey& row : keys)
    if (!is_alias(row) && row.key != project.key && row.name_space == project.short_name)
      return row.key.substr(row.key.find(':') + 1);
  return std::string();
}

Result<std::vector<SharedNameSpace>> shared_name_spaces(Engine& engine) {
  if (!engine.database.exists())
    return std::vector<SharedNameSpace>();
  const Keys keys =
      TRY(engine.database.read([](store::Reader& reader) { return reader.records.name_keys(); }));
  std::map<std::string, std::vector<std::string>> remotes;
  for (const NameKey& row : keys)
    if (row.key.starts_with(of_git))
      remotes[row.name_space].push_back(row.key.substr(of_git.size()));
  std::vector<SharedNameSpace> shared;
  for (auto& [name, all] : remotes)
    if (all.size() > 1)
      shared.push_back({name, std::move(all)});
  return shared;
}

}  // namespace aim::engine
