// The arguments of commands that are about the program itself: no operation has them; app/ reads
// what was given.
#pragma once
#include <span>

#include "op/kit/operation.h"

namespace aim::cli {

std::span<const op::Param> features_flag();  // read as --tier too, its old name (S62)
std::span<const op::Param> doctor_flags();
std::span<const op::Param> completions_flags();
std::span<const op::Param> man_flags();
std::span<const op::Param> migrate_flags();
std::span<const op::Param> config_set_flags();
std::span<const op::Param> index_flags();
std::span<const op::Param> adopt_flags();
std::span<const op::Param> install_flags();
std::span<const op::Param> uninstall_flags();

}  // namespace aim::cli
