// Remedies of errors, in the words of each door (docs/decisions/0069):
// "obtain it with: ai-memory model get NAME". Modules below the doors only name the purpose
// (base/remedy.h). Knows: operations, and other commands of the program. Must not know: which doors
// there are.
#pragma once
#include "base/error.h"
#include "op/kit/next_step.h"

namespace aim::op {

// As a command where the door has no words of its own for it; where nobody knows commands either,
// by its name.
std::string said(const Remedy& remedy, const Words* words, const Words* commands);

// The error with what helps said in its hint: to be asked for once, where a door begins to tell an
// error.
Error in_words(Error error, const Words* words, const Words* commands);

}  // namespace aim::op
