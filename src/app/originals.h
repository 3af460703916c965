// Memories that the programs keep whose profiles we have: their users begin empty here; the
// sentences say how to take them in.
// Knows: the places of those programs. Must not know: their formats.
#pragma once
#include <string>
#include <vector>

namespace aim::app {

// A sentence for each place that holds something.
std::vector<std::string> told_of_originals();

}  // namespace aim::app
