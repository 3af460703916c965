// The models of triggers: for each task a logistic regression over the features of its evidence,
// trained on labelled items of many hands (tests/triggers/train.py), with weights of eight bits
// inside the program. Pure functions; any thread. Cost: a look-up a feature.
#pragma once
#include "capture/trigger_features.h"

namespace aim {

enum class Trigger : std::uint8_t {
  needed,    // a memory would change the answer to a prompt, or clearly improve it
  decision,  // a sentence says what is to hold from now on
  failure,   // a text tells that something does not work
  solved,    // what happens now shows that an error is gone
};

// How likely it is that the answer is yes, 0 to 1.
double chance_of(Trigger task, const Features& features);
// By the hashed features alone: what the words of a text say before anything else is known.
double chance_by_words(Trigger task, const Features& features);

}  // namespace aim
