// The words of the memories stored last, a row a memory: a store writes one row and not one a word.
// Every question reads them all; when their places are taken they go to the index together
// (text_index.h), which is several times cheaper a memory. Every function runs inside the caller's
// read() or write().
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

inline constexpr std::int64_t max_new_texts = 256;
inline constexpr std::size_t max_new_text_bytes = 1'500;  // a longer one goes to the index at once

struct NewText {
  Key key = 0;
  std::int64_t name_space = 0;
  int length_code = 0;
  std::string words;  // pack_words()
};

// Asks ahead for what add_new_texts() has to know.
Result<void> ask_for_places(Connection& connection);
// False: there are not places left for all of them, and none was added.
Result<bool> add_new_texts(Connection& connection, std::span<const NewText> texts);
// False: it is not here.
Result<bool> remove_new_text(Connection& connection, Key key);
// By key.
Result<std::vector<NewText>> take_new_texts(Connection& connection);

}  // namespace aim::store::postgres
