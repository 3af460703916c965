// Ages for people: "just now", "5m ago", "3h ago", "2d ago", "4mo ago" (wire.md 4.1).
#pragma once
#include <string>

#include "base/clock.h"

namespace aim::text {

std::string human_age(Time then, Time now);

}  // namespace aim::text
