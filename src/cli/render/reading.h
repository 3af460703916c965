// The report on an export, as people read it: how many pieces were taken, and what was left out or
// not understood.
// Knows: the keys of op/read_export.h. Must not know: where the text goes.
#pragma once
#include <boost/json/fwd.hpp>

#include "cli/render/render.h"

namespace aim::cli {

// Nothing where every piece and every file was taken.
void add_reading(const boost::json::object& reply, Printout& page);
// Files that were left out, a line each.
void add_not_read(const boost::json::object& reply, Printout& page);

}  // namespace aim::cli
