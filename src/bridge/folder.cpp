#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "base/timestamp.h"
#include "bridge/report.h"
#include "bridge/steps.h"
#include "bridge/topic_file.h"
#include "engine/history/versions.h"
#include "install/files.h"
#include "mine/fit.h"
#include "mine/markdown_lines.h"
#include "mine/places.h"

namespace aim::bridge {
namespace {

constexpr std::size_t most_files = 180;  // more would not stand in the index
constexpr std::string_view summaries = "rollout_summaries/";
constexpr std::int64_t looked_at_states = 200;

struct TopicFile {
  std::string text;
  Time changed_at{};
};
using TopicFiles = std::map<std::string, TopicFile, std::less<>>;  // by name in the folder

// Topic files and the index; those that cannot be read have no text, and are a problem.
Result<void> read_files(const fs::path& folder, std::string_view below, TopicFiles& files,
                        BridgeReport& report) {
  std::error_code error;
  fs::directory_iterator at(folder / below, error);
  if (error && error != std::errc::no_such_file_or_directory)
    return Failure(unavailable("cannot read " + folder.string() + ": " + error.message(),
                               "check permissions"));
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string file = at->path().filename().string();
    const auto looked = mine::look_at_file(at->path());
    if (file.starts_with('.') || !file.ends_with(".md") || !looked)
      continue;
    const std::string name = std::string(below) + file;
    auto text = read_regular_file(at->path(), max_file_bytes);
    if (!text)
      op::add_problem(report.problems, name, text.error().message);
    files[name] = {text ? std::move(*text) : std::string(),
                   time_from_nanoseconds(looked->changed_at)};
  }
  return {};
}

// Files of the user's, and not of a repository.
bool is_private(const Bridge& bridge) {
  const auto inside = std::filesystem::path(bridge.path).lexically_relative(bridge.project);
  return inside.empty() || inside == "." || *inside.begin() == "..";
}

bool is_file(std::string_view name) {
  return name.find('#') == name.npos;
}

class FolderSync {
 public:
  FolderSync(Engine& engine, Bridge& bridge, bool read_only, BridgeReport& report)
      : engine_(engine),
        bridge_(bridge),
        folder_(bridge.path),
        read_only_(read_only),
        report_(report),
        rows_(bridge.rows),
        private_(is_private(bridge)),
        memories_(engine, bridge.name_space) {}

  Result<void> run(bool dry_run) {
    TRY_VOID(read());
    facts_ = TRY(facts_of(engine_, bridge_.name_space, Order::by_use));
    std::vector<LastEqual> rows = rows_;
    // A folder or an index that is gone as a whole was lost, or moved: nobody has removed fact by
    // fact.
    std::erase_if(rows, [&](const LastEqual& row) {
      return files_.empty() || (!is_file(row.name) && !files_.contains(index_file));
    });
    follow_renamed(rows);
    const auto steps = plan(rows, items_, facts_, Gone::removed, read_only_ ? 0 : most_files);
    if (dry_run) {
      for (const Step& step : steps) count(step.act, report_);
      return {};
    }
    if (!read_only_)
      install::remove_leftovers(folder_, "");
    rows_ = std::move(rows);
    for (const Step& step : steps) {
      TRY_VOID(engine_.database.go_on());
      TRY_VOID(tolerate(take(step), step.name, report_));
    }
    return read_only_ ? Result<void>() : write_index();
  }

 private:
  Result<void> read() {
    TRY_VOID(read_files(folder_, "", files_, report_));
    if (read_only_)
      TRY_VOID(read_files(folder_, summaries, files_, report_));
    for (const auto& [name, file] : files_) {
      if (name == index_file) {
        for (auto& [part, item] : facts_of_index(file.text)) take_item(part, item, file);
      } else if (!read_only_ || name.starts_with(summaries)) {
        FileFact item = read_topic(name, file.text);
        item.sign = sha256_hex(file.text);
        item.read_only = read_only_;
        take_item(name, item, file);
      }
    }
    return {};
  }

  // A file under another name is the same fact: by what it says, else by its title.
  void follow_renamed(std::vector<LastEqual>& rows) {
    for (LastEqual& row : rows) {
      if (items_.contains(row.name))
        continue;
      const auto fact =
          std::ranges::find_if(facts_, [&](const Fact& each) { return each.id == row.id; });
      for (const auto& [name, item] : items_)
        if (!find_row(rows, name) &&
            (item.sign == row.item_sign || (fact != facts_.end() && item.title == fact->title))) {
          gone_.push_back(std::exchange(row.name, name));
          break;
        }
    }
  }

  void take_item(const std::string& name, FileFact& item, const TopicFile& file) {
    item.changed_at = file.changed_at;
    refuse_unfit(engine_, name, item, report_);
    items_.emplace(name, std::move(item));
  }

  Result<void> take(const Step& step) {
    const auto found = items_.find(step.name);
    const FileFact* const item = found == items_.end() ? nullptr : &found->second;
    const auto known =
        std::ranges::find_if(facts_, [&](const Fact& each) { return each.id == step.id; });
    Fact* const fact = known == facts_.end() ? nullptr : &*known;
    switch (step.act) {
      case Act::settle:
        note_taken(rows_, step.name, *item, *fact);
        return {};
      case Act::take_new:
        note_taken(rows_, step.name, *item, TRY(memories_.add(*item)));
        break;
      case Act::take_change:
        note_taken(rows_, step.name, *item, TRY(memories_.change(*fact, *item)));
        break;
      case Act::both_changed:
        if (TRY(settle_conflict(memories_, *item, *fact)) || item->read_only)
          note_taken(rows_, step.name, *item, *fact);
        else
          TRY_VOID(write_change(step.name, *fact));
        break;
      case Act::give_new:
        return write_new(step.name, *fact);
      case Act::give_change:
        return write_change(step.name, *fact);
      case Act::remove_memory:
        TRY_VOID(memories_.remove(*fact));
        drop(step.name);
        break;
      case Act::remove_item:
        if (!TRY(install::exchange_text(folder_ / step.name, files_.at(step.name).text, {},
                                        private_)))
          return {};
        drop(step.name);
        break;
      case Act::forget:
      case Act::leave_out:
        drop(step.name);
        return {};
    }
    count(step.act, report_);
    return {};
  }

  void drop(const std::string& name) {
    erase_row(rows_, name);
    gone_.push_back(name);
  }

  std::string free_name(const Fact& fact) const {
    std::string name = file_name_for(fact.title, fact.id);
    const std::string stem = name.substr(0, name.size() - 3);
    for (int number = 2; files_.contains(name); ++number)
      name = stem + "-" + std::to_string(number) + ".md";
    return name;
  }

  Result<void> write_new(const std::string& given, const Fact& fact) {
    if (!may_go_out(engine_, fact, report_))
      return {};
    const std::string name = given.empty() ? free_name(fact) : given;
    const std::string text = new_topic(fact);
    if (!TRY(install::exchange_text(folder_ / name, {}, text, private_)))
      return {};
    files_[name] = {text, fact.changed_at};
    note_given(rows_, name, sha256_hex(text), fact);
    count(Act::give_new, report_);
    return {};
  }

  Result<void> write_change(const std::string& name, const Fact& fact) {
    if (!may_go_out(engine_, fact, report_))
      return {};
    TopicFile& file = files_.at(name);
    const LastEqual* const row = find_row(rows_, name);
    const bool ours = row && row->first_sign.empty();
    std::string text = changed_topic(file.text, fact, ours || fact.described);
    if (text != file.text &&
        !TRY(install::exchange_text(folder_ / name, file.text, text, private_)))
      return {};
    if (!row)
      note_taken(rows_, name, items_.at(name), fact);
    file.text = std::move(text);
    note_given(rows_, name, sha256_hex(file.text), fact);
    count(Act::give_change, report_);
    return {};
  }

  Result<void> write_index() {
    std::vector<IndexEntry> entries;
    std::vector<Fact> facts = TRY(facts_of(engine_, bridge_.name_space, Order::by_use));
    for (const Fact& fact : facts)
      for (const LastEqual& row : rows_)
        if (row.id == fact.id && is_file(row.name) && files_.contains(row.name)) {
          const FileFact item = read_topic(row.name, files_.at(row.name).text);
          entries.push_back({row.name, item.title, item.description});
        }
    const auto found = files_.find(index_file);
    const std::string before = found == files_.end() ? std::string() : found->second.text;
    if (entries.empty() && gone_.empty())
      return {};
    const std::string after = indexed(before, entries, gone_, bridge_.dropped);
    if (after == before)
      return {};
    const auto old = found == files_.end() ? std::nullopt : std::optional(before);
    if (TRY(install::exchange_text(folder_ / index_file, old, after, private_)) &&
        !std::exchange(bridge_.wrote, true) && old)
      bridge_.first_sign = sha256_hex(before);
    return {};
  }

  Engine& engine_;
  Bridge& bridge_;
  const fs::path folder_;
  const bool read_only_;
  BridgeReport& report_;
  std::vector<LastEqual>& rows_;
  const bool private_;
  Facts memories_;
  TopicFiles files_;
  FileFacts items_;
  std::vector<Fact> facts_;
  std::vector<std::string> gone_;
};

// The text that stood in the file before we wrote it, by what the memory said at some time. Its
// hash tells; nothing: no version says it.
Result<std::optional<std::string>> first_text(Engine& engine, const LastEqual& row,
                                              const std::string& text) {
  const auto states = engine::history(engine, row.id, looked_at_states);
  if (states)
    for (const engine::MemoryState& state : *states)
      for (const bool with_description : {false, true})
        if (std::string was = changed_topic(text, fact_of(state.memory), with_description);
            sha256_hex(was) == row.first_sign)
          return std::optional(std::move(was));
  return std::optional<std::string>();
}

// The index without the lines of files that are gone, and with those that were left out of it.
// `made`: also without lines as we write them.
std::string index_without(const std::string& text, const Bridge& bridge, const TopicFiles& files,
                          const std::vector<std::string>& gone, bool made) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end == rest.npos ? end : end + 1);
    rest.remove_prefix(line.size());
    const std::string file = mine::indexed_file(line);
    const auto found = files.find(file);
    const bool is_made =
        found != files.end() && mine::trimmed(line) == line_of_topic(file, found->second.text);
    if (file.empty() || (std::ranges::find(gone, file) == gone.end() && !(made && is_made)))
      out.append(line);
  }
  for (const auto& [file, line] : bridge.dropped)
    if (std::ranges::find(gone, file) == gone.end())
      out.append(line).append("\n");
  return out;
}

// As it was before we wrote it, where its hash tells; else without what is not true any more.
std::string index_before(const std::string& text, const Bridge& bridge, const TopicFiles& files,
                         const std::vector<std::string>& gone) {
  for (const bool made : {false, true}) {
    std::string out = index_without(text, bridge, files, gone, made);
    for (int ends = 0; ends < 3; ++ends) {  // blank lines came with ours
      if (sha256_hex(out) == bridge.first_sign)
        return out;
      if (!out.ends_with('\n'))
        break;
      out.pop_back();
    }
  }
  return index_without(text, bridge, files, gone, false);
}

}  // namespace

Result<void> sync_folder(Engine& engine, Bridge& bridge, bool read_only, bool dry_run,
                         BridgeReport& report) {
  return FolderSync(engine, bridge, read_only, report).run(dry_run);
}

Result<void> leave_folder(Engine& engine, const Bridge& bridge, BridgeReport& report) {
  const fs::path folder = bridge.path;
  TopicFiles files;
  TRY_VOID(read_files(folder, "", files, report));
  std::vector<std::string> gone;
  for (const LastEqual& row : bridge.rows) {
    const auto file = files.find(row.name);
    if (file == files.end() || sha256_hex(file->second.text) != row.item_sign ||
        row.first_sign == row.item_sign)
      continue;
    if (row.first_sign.empty()) {
      if (TRY(install::exchange_text(folder / row.name, file->second.text, {},
                                     is_private(bridge)))) {
        gone.push_back(row.name);
        ++report.removed;
      }
    } else if (const auto was = TRY(first_text(engine, row, file->second.text))) {
      report.written +=
          TRY(install::exchange_text(folder / row.name, file->second.text, was, is_private(bridge)))
              ? 1
              : 0;
    }
  }
  const auto index = files.find(index_file);
  if (!bridge.wrote || index == files.end())
    return {};
  const std::string before = index_before(index->second.text, bridge, files, gone);
  const bool was_none = bridge.first_sign.empty() && mine::trimmed(before).empty();
  if (before != index->second.text)
    TRY(install::exchange_text(folder / index_file, index->second.text,
                               was_none ? std::nullopt : std::optional(before),
                               is_private(bridge)));
  std::error_code ignored;
  if (was_none)
    fs::remove(folder, ignored);  // an empty one only
  return {};
}

}  // namespace aim::bridge
