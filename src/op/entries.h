// Entries of a namespace by number, for profiles (engine/untitled/entries.h).
#pragma once
#include "engine/untitled/entries.h"

namespace aim::op {

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
