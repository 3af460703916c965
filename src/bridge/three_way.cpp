#include "bridge/three_way.h"

namespace aim::bridge {
namespace {

class Planner {
 public:
  Planner(const FileFacts& items, const std::vector<Fact>& facts, Gone gone)
      : items_(items), gone_(gone) {
    for (const Fact& fact : facts) facts_.emplace(fact.id, &fact);
  }

  std::vector<Step> run(const std::vector<LastEqual>& rows, const std::vector<Fact>& facts,
                        std::size_t most) {
    for (const LastEqual& row : rows) {
      known_items_.insert(row.name);
      known_facts_.insert(row.id);
    }
    for (const LastEqual& row : rows) take_row(row);
    for (const auto& [name, item] : items_)
      if (!known_items_.contains(name) && !item.refused)
        take_item(name, item, facts);
    for (const Fact& fact : facts)
      if (!known_facts_.contains(fact.id) && fact.goes_out && items_.size() + given_ < most) {
        add(Act::give_new, "", fact.id);
        ++given_;
      }
    return std::move(steps_);
  }

 private:
  void add(Act act, std::string_view name, std::string_view id) {
    steps_.push_back({act, std::string(name), std::string(id)});
  }

  void take_row(const LastEqual& row) {
    const auto item = items_.find(row.name);
    const auto found = facts_.find(row.id);
    const Fact* fact = found == facts_.end() ? nullptr : found->second;
    if (item == items_.end()) {
      without_item(row, fact);
    } else if (!item->second.refused) {
      if (!fact || fact->is_former)
        without_fact(row, item->second);
      else
        with_both(row, item->second, *fact);
    }
  }

  void without_item(const LastEqual& row, const Fact* fact) {
    if (!fact)
      add(Act::forget, row.name, row.id);
    else if (row.left_out)
      return;
    else if (gone_ == Gone::left_out)
      add(Act::leave_out, row.name, row.id);
    else if (fact->sign != row.fact_sign)
      add(Act::give_new, row.name, row.id);  // a change outlives a removal
    else
      add(Act::remove_memory, row.name, row.id);
  }

  void without_fact(const LastEqual& row, const FileFact& item) {
    if (item.sign != row.item_sign)
      add(Act::take_new, row.name, "");
    else if (!item.read_only)
      add(Act::remove_item, row.name, row.id);
  }

  void with_both(const LastEqual& row, const FileFact& item, const Fact& fact) {
    const bool item_changed = item.sign != row.item_sign;
    const bool fact_changed = fact.sign != row.fact_sign && !item.read_only;
    if (!item_changed && !fact_changed && !row.left_out)
      return;
    if (say_the_same(item, fact) || (!item_changed && !fact_changed))
      add(Act::settle, row.name, row.id);
    else
      add(item_changed && fact_changed ? Act::both_changed
          : item_changed               ? Act::take_change
                                       : Act::give_change,
          row.name, row.id);
  }

  // The title tells which memory a fact is that was never seen equal.
  void take_item(std::string_view name, const FileFact& item, const std::vector<Fact>& facts) {
    const auto same = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) {
      return fact.title == item.title && !fact.is_former && !known_facts_.contains(fact.id);
    });
    if (same == facts.end()) {
      add(Act::take_new, name, "");
      return;
    }
    known_facts_.insert(same->id);
    add(say_the_same(item, *same) ? Act::settle : Act::both_changed, name, same->id);
  }

  const FileFacts& items_;
  const Gone gone_;
  std::map<std::string_view, const Fact*> facts_;
  std::set<std::string, std::less<>> known_items_, known_facts_;
  std::size_t given_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

bool say_the_same(const FileFact& item, const Fact& fact) {
  return item.content == fact.content && item.title == fact.title;
}

std::vector<Step> plan(const std::vector<LastEqual>& rows, const FileFacts& items,
                       const std::vector<Fact>& facts, Gone gone, std::size_t most) {
  return Planner(items, facts, gone).run(rows, facts, most);
}

}  // namespace aim::bridge
