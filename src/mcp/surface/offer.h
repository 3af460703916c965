// The part of a surface that one server offers: decided when it starts, the same for all clients
// and for as long as it runs. Knows: names of tools, tiers, a surface by its address. Must not
// know: the configuration or the command line it was read from.
#pragma once
#include "base/result.h"
#include "memory/project_identity.h"
#include "memory/tier.h"

namespace aim::op {
class Words;
}

namespace aim::mcp {

struct Surface;

// The surface of the program under its own name. Made once, when it is first asked for.
const Surface& core_surface();

struct Offer {
  FeatureTier tier = FeatureTier::semantic;
  std::vector<std::string> tools = {};  // names; empty: all of the tier (S48)
  bool output_schemas = true;           // listed with the tools
  bool lean = false;                    // arguments that few calls need are taken and not listed
  // Namespace of the server's project: stores go there, recalls look there first (S42).
  // Empty: none.
  std::string name_space = {};
  // Where the database says which that is; what name_space then says is for the handshake alone.
  std::optional<ProjectIdentity> project = {};
  // Clients of the legacy era that tell their roots are asked for them: the first names the
  // project.
  bool asks_roots = false;
  // Why no call can be answered; the handshake and the lists are (S31).
  std::optional<Error> refusal = {};
  // Commands for a person where the assistant has no tool; null: none.
  const op::Words* commands = nullptr;
  // The surface reaches a store in addition to the engine's, without rights: it is offered to the
  // owner only.
  bool two_stores = false;
  // The page of the app, HTML; null: no app.
  const std::string& (*app_page)() = nullptr;
  const Surface* surface = &core_surface();  // the whole surface; outlives the server
};

// Whether the tier and the choice of tools have this one.
bool offers(const Offer& offer, std::string_view tool);

// "full", or names with commas between, with or without "memory_"; "core" stands for those that
// most sessions need.
// Errors: validation_failed for a name that no tool has, with the nearest.
Result<std::vector<std::string>> chosen_tools(std::string_view text,
                                              const Surface& surface = core_surface());

}  // namespace aim::mcp
