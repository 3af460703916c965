// Flags of the commands about a project's own store.
#pragma once
#include <span>

#include "op/kit/operation.h"

namespace aim::cli {

std::span<const op::Param> init_flags();
std::span<const op::Param> trust_flags();
std::span<const op::Param> context_flags();
std::span<const op::Param> summarise_flags();
std::span<const op::Param> import_markdown_flags();
std::span<const op::Param> export_markdown_flags();
// Flags of commands of the core that can use both stores of vector-memory.
std::span<const op::Param> both_stores_flags();

}  // namespace aim::cli
