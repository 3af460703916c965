// Standards: the memory that is put first in a namespace, inherited from "*", then parents, then
// the namespace (C3, wire.md 2.6).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

// Names whose standards apply to a namespace, outermost first: "*", parents (named, by hierarchy,
// or of "a-b" an "a" with a standard), itself.
// Without a namespace only "*". A "name/*" counts as its name.
Result<std::vector<std::string>> chain_of(store::Reader& reader, const std::string& name_space);

// The standards that apply, outermost first; expired ones do not, nor those that came by import or
// sync and that no person has confirmed.
Result<std::vector<Memory>> standards_for(store::Reader& reader, const std::string& name_space,
                                          Time now);

struct Standard {
  std::string name_space;  // where it is set
  std::optional<Memory> memory;
  bool confirmed = true;
};
// Setting one that came from elsewhere confirms it, which is for a person to do.
// Errors: not_found when the memory is; validation_failed, of the id, when it would be confirmed by
// somebody else.
enum class SetBy { person, assistant };
Result<Memory> set_standard(Engine& engine, const std::string& name_space, const std::string& id,
                            const std::optional<std::string>& parent, SetBy by = SetBy::person);
// Those of a namespace's chain that wait to be confirmed.
Result<std::vector<Standard>> unconfirmed_standards(Engine& engine, const std::string& name_space);
Result<Standard> get_standard(Engine& engine, const std::string& name_space);
// Every level of the chain, set or not.
Result<std::vector<Standard>> get_standard_chain(Engine& engine, const std::string& name_space);
// False: there was none.
Result<bool> clear_standard(Engine& engine, const std::string& name_space);

}  // namespace aim::engine
