// The report of `adopt`, as people and programs read it.
// Knows: the report. Must not know: where the text goes.
#pragma once
#include "op/adopt.h"

namespace aim::cli {

// `taken`: what was taken in; else what there is.
std::string adopted_text(const op::AdoptReport& report, bool taken);
std::string adopted_json(const op::AdoptReport& report);

}  // namespace aim::cli
