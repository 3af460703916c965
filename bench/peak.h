// What this machine's one core can do at most, measured: a loop of the widest integer dot product
// of an instruction set, in registers alone. Beside it stands what an encoder reaches of it.
#pragma once
#include <string_view>

// 10^9 operations a second, a product and its addition being two; 0: not known for that instruction
// set.
double peak_of(std::string_view kernels);
