#include "bridge/steps.h"

#include "base/utf8.h"
#include "memory/rules.h"

namespace aim::bridge {

void refuse_unfit(const Engine& engine, std::string_view name, FileFact& item,
                  BridgeReport& report) {
  std::string reason;
  if (!utf8::is_valid(item.content) || !utf8::is_valid(item.title))
    reason = "it is not UTF-8";
  else if (const auto good = check(rule::content, "its text", item.content); !good)
    reason = good.error().message;
  else if (std::string kinds = secrets_in(engine, item.title, item.content); !kinds.empty())
    reason = "it holds what looks like " + kinds + ": take it out of the file";
  item.refused = !reason.empty();
  if (item.refused)
    op::add_problem(report.problems, name, reason);
}

bool may_go_out(const Engine& engine, const Fact& fact, BridgeReport& report) {
  const std::string kinds = secrets_in(engine, fact.title, fact.content);
  if (!kinds.empty())
    op::add_problem(report.problems, "memory " + fact.id,
                    "it holds what looks like " + kinds + ", and is not written to files");
  return kinds.empty();
}

void count(Act act, BridgeReport& report) {
  switch (act) {
    case Act::take_new:
      ++report.memories_added;
      break;
    case Act::take_change:
      ++report.memories_changed;
      break;
    case Act::both_changed:
      ++report.conflicts;
      break;
    case Act::give_new:
    case Act::give_change:
      ++report.written;
      break;
    case Act::remove_memory:
      ++report.memories_removed;
      break;
    case Act::remove_item:
      ++report.removed;
      break;
    case Act::settle:
    case Act::leave_out:
    case Act::forget:
      break;
  }
}

Result<void> tolerate(const Result<void>& done, std::string_view name, BridgeReport& report) {
  if (done)
    return {};
  if (done.error().code == Code::unavailable)
    return done;
  op::add_problem(report.problems, name, done.error().message);
  return {};
}

LastEqual* find_row(std::vector<LastEqual>& rows, std::string_view name) {
  const auto row =
      std::ranges::find_if(rows, [&](const LastEqual& each) { return each.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

void erase_row(std::vector<LastEqual>& rows, std::string_view name) {
  std::erase_if(rows, [&](const LastEqual& each) { return each.name == name; });
}

void note_given(std::vector<LastEqual>& rows, std::string_view name, std::string item_sign,
                const Fact& fact) {
  LastEqual* row = find_row(rows, name);
  if (!row)
    row = &rows.emplace_back(LastEqual{std::string(name), {}, {}, {}});
  row->id = fact.id;
  row->item_sign = std::move(item_sign);
  row->fact_sign = fact.sign;
  row->left_out = false;
}

void note_taken(std::vector<LastEqual>& rows, std::string_view name, const FileFact& item,
                const Fact& fact) {
  const LastEqual* const before = find_row(rows, name);
  const bool is_theirs = !before || before->item_sign != item.sign;
  note_given(rows, name, item.sign, fact);
  if (is_theirs)
    find_row(rows, name)->first_sign = item.sign;
}

Result<bool> settle_conflict(Facts& facts, const FileFact& item, Fact& fact) {
  const bool item_is_later = item.changed_at >= fact.changed_at;
  FileFact earlier = item;
  if (item_is_later) {
    earlier.content = fact.content;
    earlier.description = fact.description;
  }
  if (item.content != fact.content)
    TRY(facts.keep_beside(fact, earlier));
  if (item_is_later)
    fact = TRY(facts.change(fact, item));
  return item_is_later;
}

}  // namespace aim::bridge
