// Listings for doors: completions, pages in a fixed order for lists of resources, and changes since
// a number (S21) for subscriptions.
#pragma once
#include "engine/browse/listings.h"
#include "engine/database.h"
#include "engine/untitled/entries.h"

namespace aim::op {

using engine::ChangeList;
using engine::changes_since;
using engine::complete;
using engine::Completes;
using engine::Completion;
using engine::last_change;
using engine::MemoryPage;
using engine::page;
using engine::titles_of;
using store::PageRow;

// Is the database sound (D4)? A quick look, and a whole examination.
using engine::examine;
using engine::probe;

// Entries of a namespace by number, for profiles (engine/untitled/entries.h).
using engine::add_entry;
using engine::each_entry;
using engine::EntryDraft;
using engine::EntryHit;
using engine::EntryQuery;
using engine::find_entries;
using engine::get_entry;
using engine::KeptEntry;
using engine::remove_entry;

}  // namespace aim::op
