// The passages of long contents that answer a question, in the views of its hits (V1).
// Knows: hits, views. Must not know: doors, how hits are found.
#pragma once
#include "engine/engine.h"
#include "op/views/views.h"

namespace aim::op {

// `shown` are the views of the first of `hits`, in their order. A content that a budget shortens
// (V2) is replaced by its passages. Unset `content_bytes`: the default; 0: none.
void add_excerpts(Engine& engine, const engine::Query& question,
                  const std::vector<engine::Hit>& hits, std::vector<MemoryView>& shown);

// For doors whose replies have no member for passages: the contents, of those that are longer than
// 2,000 bytes the passages.
std::vector<std::string> shown_contents(Engine& engine, const std::string& question,
                                        bool by_meaning, const std::vector<const Memory*>& hits);

}  // namespace aim::op
