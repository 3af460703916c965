// What helps against an error, in the words of the door that tells it (docs/decisions/0069):
// "obtain it with: ai-memory model get NAME". What knows no door says only what is to be done
// (base/remedy.h).
// Knows: operations, and what the program does beside them. Must not know: which doors there are.
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
