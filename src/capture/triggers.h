// What a prompt or an assistant's message calls for: a decision that should be kept, what memories
// are to be looked for by. Judged by models.
// Pure functions: text in, chances out; any thread. Measured: tests/triggers.
#pragma once
#include "capture/trigger_features.h"

namespace aim {

// Of a text, by all models: what is longer was pasted.
inline constexpr std::size_t max_looked_at = 4'000;

struct Statement {
  std::string text = {};
  double chance = 0;  // that it is a decision
};

struct PromptFindings {
  bool skip = false;       // "#skip": nothing is to be done for this prompt
  bool remember = false;   // "#remember", in letters of any case: its text is to be kept
  std::string whole = {};  // without these marks
  std::string text = {};   // without code, quotes and logs, too
  // What memories are looked for by: the text, and the line of an error that is shown.
  std::string question = {};
  Features features = {};  // of the whole prompt, for Trigger::needed
  // It is written in a script of which the models have seen nothing: they do not count.
  bool unseen_script = false;
  double need = 0;  // that a memory helps, as far as the words of the prompt alone tell
  Statement decision = {};
  bool idle = false;  // nothing is said that anything could be looked for by
};
// `before`: what the assistant said last, for a choice that it offered.
PromptFindings look_at_prompt(std::string_view prompt, std::string_view before = {});

// From such a chance on.
inline constexpr double is_decision = 0.5;
// One that makes a memory weigh more when somebody stores it.
inline constexpr double is_clear_decision = 0.65;
// One that is kept without asking must be beyond doubt.
inline constexpr double is_certain_decision = 0.9;
// The sentence of a text that is the likeliest to be a decision. `before`: as of look_at_prompt().
Statement decision_in(std::string_view text, std::string_view before = {});
// What each sentence is judged by.
std::vector<Features> decision_features(std::string_view text, std::string_view before);

// The models of triggers: for each task a logistic regression over the features of its evidence,
// trained on labelled items of many hands (tests/triggers/train.py), with weights of eight bits
// inside the program. Pure functions; any thread. Cost: a look-up a feature.

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
