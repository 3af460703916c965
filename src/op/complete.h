// Beginnings of namespaces, tags and ids to whole ones: for completions.
#pragma once
#include "engine/browse/completion.h"

namespace aim::op {

using engine::complete;
using engine::Completes;
using engine::Completion;
using engine::titles_of;

}  // namespace aim::op
