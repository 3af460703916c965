// Shared by both forms of a bridge, for each fact: rows, counts, refusals.
// Knows: sync.h. Must not know: files.
#pragma once
#include "bridge/facts.h"
#include "bridge/report.h"

namespace aim::bridge {

// An item that may not be taken in: too long, not UTF-8, or it holds a secret. It is left alone.
void refuse_unfit(const Engine& engine, std::string_view name, FileFact& item,
                  BridgeReport& report);
// The same of a fact that may not go out.
bool may_go_out(const Engine& engine, const Fact& fact, BridgeReport& report);

void count(Act act, BridgeReport& report);

// An error of this fact alone becomes a problem of the report; others are given back.
Result<void> tolerate(const Result<void>& done, std::string_view name, BridgeReport& report);

LastEqual* find_row(std::vector<LastEqual>& rows, std::string_view name);
void erase_row(std::vector<LastEqual>& rows, std::string_view name);
// Both are equal now, by the item as somebody else wrote it.
void note_taken(std::vector<LastEqual>& rows, std::string_view name, const FileFact& item,
                const Fact& fact);
// Both are equal now, by what we wrote.
void note_given(std::vector<LastEqual>& rows, std::string_view name, std::string item_sign,
                const Fact& fact);

// Keeps what the earlier change says as a memory of its own. The memory says what the later change
// says; true: that is the item.
Result<bool> settle_conflict(Facts& facts, const FileFact& item, Fact& fact);

}  // namespace aim::bridge
