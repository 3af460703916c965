// The surface of the program under its own name: the tools memory_*, two prompts, four kinds of
// resources (C3–C5).
#pragma once

namespace aim::mcp {

struct Surface;

// Made once, when it is first asked for.
const Surface& core_surface();

}  // namespace aim::mcp
