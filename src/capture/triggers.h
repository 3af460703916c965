// What a prompt or an assistant's message calls for: memories that would help, a decision that
// should be kept, an error that is put right. Rules are tables of phrases (triggers.cpp); English
// for the most part, with the usual phrases of German, Spanish, French and Chinese.
// Pure functions: text in, points out; any thread. Measured: tests/triggers.
#pragma once
#include <string>
#include <string_view>

namespace aim {

// Of a text, by all rules: what is longer was pasted.
inline constexpr std::size_t max_looked_at = 4'000;

struct PromptFindings {
  bool skip = false;      // "#skip": nothing is to be done for this prompt
  bool remember = false;  // "#remember": its text is to be kept
  std::string text;       // without these marks, code, quotes and logs
  double rule = 0;        // for recall, −1 to 1
  double decision = 0;    // as decision_points()
  bool idle = false;      // too little is said for anything to be looked for
};
PromptFindings look_at_prompt(std::string_view prompt);

// How sure it is that memory helps with a prompt: by what it says (`rule`) and how well the best
// memory fits it (the score of a recall, 0 to 1).
double chance_of_help(double rule, double best_score);
inline constexpr double least_chance = 0.5;
// The least score of a memory that makes it as likely as `chance` that it helps; beyond 1: none
// does.
double least_score_for(double rule, double chance = least_chance);

// What a sentence is worth as a decision; the best of the text. From `is_decision` on it is one.
double decision_points(std::string_view text);
inline constexpr double is_decision = 0.6;
// One that makes a memory weigh more when somebody stores it.
inline constexpr double is_clear_decision = 0.8;
// One that is kept without asking must be beyond doubt.
inline constexpr double is_certain_decision = 0.9;
// The sentence that has the most points.
std::string decision_in(std::string_view text);

// Whether somebody says that what was broken works now.
bool says_it_works(std::string_view text);

}  // namespace aim
