// Numbers as text, one way for JSON and TOON.
#pragma once
#include "base/std.h"

namespace aim::text {

// The shortest form that reads back as the same double, always seen to be one: with a decimal point
// or an exponent (1.0, 0.32, 1e+300). The number must be finite.
void append_double(std::string& out, double number);

// Decimal digits, exact.
void append_integer(std::string& out, std::int64_t number);
void append_integer(std::string& out, std::uint64_t number);

}  // namespace aim::text
