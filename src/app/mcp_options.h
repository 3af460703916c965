// What an MCP server offers, from the command line, the configuration and the environment (S42,
// S48).
#pragma once
#include "base/result.h"
#include "cli/parse.h"
#include "config/config.h"
#include "mcp/surface/offer.h"

namespace aim::app {

struct OfferedFrom {
  const mcp::Surface* surface = nullptr;  // what is offered of; null: the core's
  bool has_folder = true;                 // the folder of this process may be a project
};

// Errors: tools or a namespace that there cannot be; a flag is named as one, a key with its place
// in the configuration.
Result<mcp::Offer> offer_of(const cli::Invocation& invocation, const Config& config,
                            FeatureTier tier, const OfferedFrom& from);

}  // namespace aim::app
