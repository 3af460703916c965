// What an MCP server offers, from the command line, the configuration and the environment (S42,
// S48).
#pragma once
#include "base/result.h"
#include "cli/parse.h"
#include "config/config.h"
#include "mcp/surface/offer.h"

namespace aim::app {

// `surface`: what is offered of; null: the core's. Errors: tools or a namespace that there cannot
// be; a flag is named as one, a key with its place in the configuration.
Result<mcp::Offer> offer_of(const cli::Invocation& invocation, const Config& config,
                            FeatureTier tier, const mcp::Surface* surface = nullptr);

}  // namespace aim::app
