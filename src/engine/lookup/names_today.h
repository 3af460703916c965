// Names under which namespaces are known today (V7): a former name, of a rename or a merge, stands
// for the namespace that has taken its memories. A memory from before that (a former state, a
// deleted one, an export) belongs where a call with either name looks for it.
// Knows: names that stand for others. Must not know: projects, doors.
#pragma once
#include <unordered_map>

#include "base/result.h"
#include "store/records.h"
#include "store/store.h"

namespace aim::engine {

class NamesToday {
 public:
  NamesToday() = default;
  explicit NamesToday(const std::vector<store::NameKey>& rows);
  static Result<NamesToday> read(store::Reader& reader);

  bool empty() const { return today_.empty(); }
  // The name itself where it stands for no other.
  const std::string& of(const std::string& name) const;
  // Names that stand for this one.
  std::vector<std::string> former(std::string_view name) const;

 private:
  std::unordered_map<std::string, std::string> today_;
};

// The title of a memory that came from another namespace, where `number` others have the one
// before.
std::string title_of_moved(std::string_view title, std::string_view from, int number);

}  // namespace aim::engine
