// Listings for doors: completions, pages in a fixed order for lists of resources, and changes since
// a number (S21) for subscriptions.
#pragma once
#include "engine/browse/listings.h"

namespace aim::op {

using engine::Change;
using engine::ChangeList;
using engine::changes_since;
using engine::complete;
using engine::Completes;
using engine::Completion;
using engine::last_change;
using engine::MemoryPage;
using engine::page;
using engine::PagedMemory;
using engine::titles_of;

}  // namespace aim::op
