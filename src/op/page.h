// Memories page by page in a fixed order: for lists of resources.
#pragma once
#include "engine/browse/pages.h"

namespace aim::op {

using engine::Page;
using engine::page;
using engine::PagedMemory;

}  // namespace aim::op
