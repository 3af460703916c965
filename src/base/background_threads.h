// Background threads: they run when no other thread wants the processor.
// Threads: any.
#pragma once

namespace aim {

// The calling thread, for the rest of its life. Where the system does not know how, nothing.
void yield_to_others();

// All processors of this machine but one; at least 1.
unsigned spare_processors();

}  // namespace aim
