// What makes a sentence no decision of the speaker's, though it has the words of one: questions,
// conditions, what is still open or was taken back, stories, requests for work. Tables of phrases,
// beside those of decisions.cpp. Pure; any thread.
#pragma once
#include "capture/phrases.h"

namespace aim {

// 0, or below: what the sentence loses.
double undecided_points(const Sentence& sentence);

}  // namespace aim
