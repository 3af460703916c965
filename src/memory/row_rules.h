// Rows of a database that others made, as a sync takes them in (S12): the limits of input (A4) hold
// for each of them, and so does what the rest of the program takes for granted of rows that it
// wrote itself.
// Knows: limits. Must not know: SQL, what becomes of a row that is refused.
// Errors: validation_failed, naming the field, the limit and what was given.
#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "memory/link.h"
#include "memory/memory.h"
#include "memory/rules.h"
#include "memory/tier.h"
#include "memory/transcript.h"

namespace aim {

// "must …", or nothing.
std::string_view open_source_flaw(std::string_view text);
std::string_view imported_source_flaw(std::string_view text);

namespace rule {
// Of memories that a profile stored, or another program: any words on one line. What is stored at
// the program's own doors has one of a list (rule::source).
inline constexpr Rule open_source{.min_bytes = 1, .max_bytes = 64, .flaw = open_source_flaw};
// Sources in the export of another program: the list, and those of the reference (wire.md 1.4).
inline constexpr Rule imported_source{
    .min_bytes = 1, .max_bytes = 64, .flaw = imported_source_flaw};
inline constexpr Rule uses{.minimum = 0, .maximum = 1e12};
}  // namespace rule

// `now`: a time that is more than a year later is none, as whatever was changed last holds.
Result<void> check_row(const Memory& memory, Time now);
Result<void> check_row(const Archived& archived, Time now);
Result<void> check_row(const Link& link, Time now);
Result<void> check_row(const LostSource& lost, Time now);
// Of a memory that was deleted: what is left of it.
Result<void> check_deletion(const LostSource& gone, std::string_view name_space, Time now);
Result<void> check_row(const StandardRow& standard, Time now);
Result<void> check_row(const Transcript& transcript, Time now);
Result<void> check_row(const Turn& turn, Time now);  // with its text
Result<void> check_row(const TranscriptLink& link);

Result<void> check_row_id(std::string_view field, std::string_view id);
Result<void> check_row_time(std::string_view field, Time time, Time now);

}  // namespace aim
