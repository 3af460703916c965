// A few hundred plain sentences about many things, written for this program: what a model is
// measured on when its weights become bytes. Changing one changes every packed file a little: the
// engine's name in pack.cpp then changes too.
#pragma once
#include "base/std.h"

namespace aim::embed {

std::span<const std::string_view> sentences();

}  // namespace aim::embed
