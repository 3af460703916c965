// The arguments of `model …`: process verbs, so no operation has them. app/ reads what was given.
#pragma once
#include <span>

#include "op/kit/operation.h"

namespace aim::cli {

std::span<const op::Param> model_get_flags();
std::span<const op::Param> model_import_flags();
std::span<const op::Param> model_verify_flags();
std::span<const op::Param> model_remove_flags();
std::span<const op::Param> model_use_flags();
std::span<const op::Param> model_embed_flags();

}  // namespace aim::cli
