// Standards: the memory that is put first in a namespace, inherited from "*", then parents, then
// the namespace (C3, wire.md 2.6).
#pragma once
#include "engine/engine.h"

namespace aim::engine {

// Names whose standards apply to a namespace, outermost first: "*", parents (named, by hierarchy,
// or of "a-b" an "a" with a standard), itself.
// Without a namespace only "*". A "name/*" counts as its name.
Result<std::vector<std::string>> chain_of(store::Reader& reader, const std::string& name_space);

// The standards that apply, outermost first; expired ones do not, nor those that the owner has not
// confirmed (S61).
Result<std::vector<Memory>> standards_for(store::Reader& reader, const std::string& name_space,
                                          Time now);

struct Standard {
  std::string name_space;  // where it is set
  std::optional<Memory> memory;
  bool confirmed = true;
};
// By the owner (Engine::by_owner) it is confirmed by that. By anybody else it is a proposal: the
// standard that the owner confirmed holds until the owner confirms the other.
// Errors: not_found when the memory is; validation_failed, of the parent, where a proposal would
// change the one of a confirmed standard.
Result<Standard> set_standard(Engine& engine, const std::string& name_space, const std::string& id,
                              const std::optional<std::string>& parent);
// Undoes a proposal, as long as it waits. `step`: what its step holds.
Result<Standard> withdraw_proposal(store::Writer& writer, Engine& engine, std::string_view step);
// The owner's word on a memory that was proposed: it is the standard of these namespaces from now
// on. Errors: not_found when it is proposed nowhere; validation_failed when it is not the owner who
// says so.
struct Confirmed {
  Memory memory;
  std::vector<std::string> name_spaces;
};
Result<Confirmed> confirm_standard(Engine& engine, const std::string& id);
// Namespaces for which each of these memories is proposed, by its number.
Result<std::map<Key, std::vector<std::string>>> proposed_standards(store::Reader& reader);
// Those of a namespace's chain that wait to be confirmed.
Result<std::vector<Standard>> unconfirmed_standards(Engine& engine, const std::string& name_space);
Result<Standard> get_standard(Engine& engine, const std::string& name_space);
// Every level of the chain, set or not.
Result<std::vector<Standard>> get_standard_chain(Engine& engine, const std::string& name_space);
// False: there was none.
Result<bool> clear_standard(Engine& engine, const std::string& name_space);

}  // namespace aim::engine
