
#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/timestamp.h"
#include "bridge/report.h"
#include "bridge/section.h"
#include "bridge/steps.h"
#include "install/files.h"
#include "mine/fit.h"
#include "mine/places.h"

namespace aim::bridge {
namespace {

// Such a fact does not go to a file that others read.
constexpr std::string_view about_a_person = "user";

Result<std::optional<std::string>> read_text(const fs::path& file) {
  if (!path_exists(file))
    return std::optional<std::string>();
  return std::optional(TRY(read_regular_file(file, max_file_bytes)));
}

class SectionSync {
 public:
  SectionSync(Engine& engine, Bridge& bridge, BridgeReport& report)
      : engine_(engine),
        bridge_(bridge),
        report_(report),
        rows_(bridge.rows),
        memories_(engine, bridge.name_space) {}

  Result<void> run(bool dry_run) {
    const fs::path path = bridge_.path;
    if (!dry_run)
      install::remove_leftovers(path.parent_path(), path.filename().string());
    text_ = TRY(read_text(path));
    file_ = TRY(read_section(text_.value_or(std::string())));
    TRY_VOID(read_facts());
    look_at_items();
    // Without a section, as on another branch, nobody has left anything out.
    const auto steps =
        file_.there ? plan(rows_, file_.items, facts_, Gone::left_out, 0) : std::vector<Step>();
    for (const Step& step : steps) {
      if (dry_run) {
        count_taken(step.act);
        continue;
      }
      TRY_VOID(engine_.database.go_on());
      const auto done = take(step);
      if (!done)
        kept_.insert(step.name);
      TRY_VOID(tolerate(done, step.name, report_));
    }
    if (!dry_run)
      TRY_VOID(take_loose());
    TRY_VOID(read_facts());
    return write(dry_run);
  }

 private:
  Result<void> read_facts() {
    facts_ = TRY(facts_of(engine_, bridge_.name_space, Order::by_importance));
    std::set<std::string> seen;
    std::erase_if(facts_, [&](const Fact& fact) { return !seen.insert(fact.id).second; });
    return {};
  }

  void look_at_items() {
    const auto looked = mine::look_at_file(bridge_.path);
    for (auto& [name, item] : file_.items) {
      item.changed_at = looked ? time_from_nanoseconds(looked->changed_at) : Time();
      refuse_unfit(engine_, name, item, report_);
      // One without its heading keeps its title; one that nobody knows by its name, as the book is
      // lost, is known by its memory.
      for (const Fact& fact : facts_) {
        if (name_in_section(fact.id) != name)
          continue;
        if (item.title.empty())
          item.title = fact.title;
        if (!find_row(rows_, name))
          rows_.push_back({name, fact.id, {}, {}});
      }
      if (item.title.empty())
        item.title = mine::title_for("", item.content, "section");
    }
  }

  // The section is written as a whole, whatever a step would give.
  void count_taken(Act act) {
    if (act == Act::take_new || act == Act::take_change || act == Act::both_changed)
      count(act, report_);
  }

  Result<void> take(const Step& step) {
    const auto found = file_.items.find(step.name);
    const FileFact* const item = found == file_.items.end() ? nullptr : &found->second;
    const auto known =
        std::ranges::find_if(facts_, [&](const Fact& each) { return each.id == step.id; });
    Fact* const fact = known == facts_.end() ? nullptr : &*known;
    if (step.act == Act::take_new)
      note_taken(rows_, step.name, *item, TRY(memories_.add(*item)));
    else if (step.act == Act::take_change)
      TRY(memories_.change(*fact, *item));
    else if (step.act == Act::both_changed)
      TRY(settle_conflict(memories_, *item, *fact));
    else if (step.act == Act::leave_out)
      find_row(rows_, step.name)->left_out = true;
    else if (step.act == Act::settle)
      note_taken(rows_, step.name, *item, *fact);
    count_taken(step.act);
    return {};
  }

  // Text above the first fact is a new one.
  Result<void> take_loose() {
    if (file_.loose.empty())
      return {};
    FileFact item;
    item.content = file_.loose;
    item.title = mine::title_for("", item.content, "section");
    refuse_unfit(engine_, "the beginning of the section", item, report_);
    if (item.refused)
      return {};
    const bool is_there =
        std::ranges::any_of(facts_, [&](const Fact& fact) { return fact.content == item.content; });
    if (!is_there) {
      TRY(memories_.add(item));
      count(Act::take_new, report_);
    }
    file_.loose.clear();
    return {};
  }

  const LastEqual* row_of(const Fact& fact) const {
    const auto row =
        std::ranges::find_if(rows_, [&](const LastEqual& each) { return each.id == fact.id; });
    return row == rows_.end() ? nullptr : &*row;
  }

  // Whether a fact stands in the section, as far as there is room.
  bool is_shown(const Fact& fact) {
    const LastEqual* const row = row_of(fact);
    if (fact.is_former || (row && row->left_out) || !fits_section(fact))
      return false;
    const bool stays = row && file_.items.contains(row->name);
    return (stays || (fact.goes_out && fact.type != about_a_person)) &&
           may_go_out(engine_, fact, report_);
  }

  // A fact keeps the name that it has in the file: another database may have given it.
  std::string name_of_fact(const Fact& fact) const {
    const LastEqual* const row = row_of(fact);
    return row && file_.items.contains(row->name) ? row->name : name_in_section(fact.id);
  }

  // By importance, as much as there is room for.
  void choose() {
    std::size_t bytes = file_.loose.size();
    for (const auto& [name, item] : file_.items)
      if (item.refused || kept_.contains(name)) {
        kept_.insert(name);
        bytes +=
            parts_.emplace(name, section_part(name, item.title, item.content)).first->second.size();
      }
    for (const Fact& fact : facts_) {
      const std::string name = name_of_fact(fact);
      std::string part = section_part(name, fact.title, fact.content);
      if (parts_.contains(name) || bytes + part.size() > max_section_bytes || !is_shown(fact))
        continue;
      bytes += part.size() + 1;
      const auto item = file_.items.find(name);
      if (item == file_.items.end() || !say_the_same(item->second, fact))
        ++report_.written;
      if (item == file_.items.end())
        file_.order.push_back(name);
      parts_.emplace(name, std::move(part));
      shown_.emplace_back(name, &fact);
    }
  }

  // Present facts stay in their order, so that the file differs little.
  Result<void> write(bool dry_run) {
    choose();
    std::vector<std::string> parts;
    if (!file_.loose.empty())
      parts.push_back(file_.loose + "\n");
    for (const std::string& name : file_.order) {
      if (const auto part = parts_.find(name); part != parts_.end())
        parts.push_back(part->second);
      else
        ++report_.removed;
    }
    const std::string after = with_section(file_, parts);
    if (dry_run)
      return {};
    if (after != text_.value_or(std::string())) {
      if (!TRY(install::exchange_text(bridge_.path, text_, after, false)))
        return {};
      if (!std::exchange(bridge_.wrote, true) && text_)
        bridge_.first_sign = sha256_hex(*text_);
    }
    return note(after);
  }

  Result<void> note(const std::string& text) {
    const Sectioned now = TRY(read_section(text));
    std::vector<LastEqual> rows;
    for (const LastEqual& row : rows_)
      if (kept_.contains(row.name) ||
          (row.left_out &&
           std::ranges::any_of(facts_, [&](const Fact& fact) { return fact.id == row.id; })))
        rows.push_back(row);
    for (const auto& [name, fact] : shown_)
      if (const auto item = now.items.find(name); item != now.items.end())
        rows.push_back({name, fact->id, item->second.sign, fact->sign});
    rows_ = std::move(rows);
    return {};
  }

  Engine& engine_;
  Bridge& bridge_;
  BridgeReport& report_;
  std::vector<LastEqual>& rows_;
  Facts memories_;
  std::optional<std::string> text_;  // the file as it was read
  Sectioned file_;
  std::vector<Fact> facts_;
  std::set<std::string> kept_;  // items that stay word for word
  std::map<std::string, std::string> parts_;
  std::vector<std::pair<std::string, const Fact*>> shown_;
};

}  // namespace

Result<void> sync_section(Engine& engine, Bridge& bridge, bool dry_run, BridgeReport& report) {
  return SectionSync(engine, bridge, report).run(dry_run);
}

Result<void> leave_section(const Bridge& bridge, BridgeReport& report) {
  const auto text = TRY(read_text(bridge.path));
  if (!text || !bridge.wrote)
    return {};
  const Sectioned file = TRY(read_section(*text));
  if (!file.there)
    return {};
  std::string before = file.before + file.after;
  for (int ends = 0; ends < 2 && sha256_hex(before) != bridge.first_sign; ++ends)
    if (before.ends_with('\n'))
      before.pop_back();
  if (sha256_hex(before) != bridge.first_sign)
    before = without_section(file);
  const bool was_none = bridge.first_sign.empty() && ascii::trimmed(before).empty();
  if (TRY(install::exchange_text(bridge.path, text, was_none ? std::nullopt : std::optional(before),
                                 false)))
    report.removed += static_cast<std::int64_t>(file.items.size());
  if (std::error_code ignored; was_none)
    fs::remove(fs::path(bridge.path).parent_path(), ignored);  // an empty one only
  return {};
}

}  // namespace aim::bridge
