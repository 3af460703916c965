// Namespaces by number, with the counts that ranking and stats need.
// Knows: rows. Must not know: which database.
#pragma once
#include "memory/filter.h"
#include "memory/memory.h"
#include "store/sql/connection.h"
#include "store/types.h"

namespace aim::store::sql {

// The number of a name, which keeps it for ever; made when there is none yet. Errors:
// validation_failed when there are too many.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);
// Of those of the names that have one, in one question.
Result<std::map<std::string, std::int64_t, std::less<>>> name_space_numbers(
    Connection& connection, std::span<const std::string> names);

// A memory with the number of its namespace.
struct Numbered {
  std::int64_t name_space = 0;
  const Memory* memory = nullptr;
};

// What memories that come or go change of the counts of their namespace.
struct TextCounts {
  std::int64_t memories = 0, bytes = 0;
};
Result<void> count_texts(Connection& connection,
                         const std::map<std::int64_t, TextCounts>& by_number);

// A namespace, its subtree ("team/*"), or all where it is empty.
struct NameSpacePart {
  explicit NameSpacePart(std::string_view name_space)
      : subtree(name_space.ends_with("/*")),
        root(subtree ? name_space.substr(0, name_space.size() - 2) : name_space) {}

  // Ends with AND where it is one. `mark` stands for `root`.
  std::string condition(const std::string& column, const std::string& mark) const;

  bool subtree;
  std::string root;
};

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter);
// The namespaces that a filter names.
Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter);
// The namespaces of these memories, in their order; an empty name for a memory that is gone.
Result<std::vector<std::string>> name_spaces_of(Connection& connection, std::span<const Key> keys);

}  // namespace aim::store::sql
