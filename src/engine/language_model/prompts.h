// What a language model is asked: our instructions, and the memories they are about, set apart by a
// mark that nobody can guess, so that no memory can pretend to be an instruction. What a memory
// makes the model say all the same does no harm: answers are read as what was asked for and nothing
// else (llm/answers.h). Pure but for the mark. Cost in tokens: at most about a third of
// material_bytes.
#pragma once
#include "llm/language_model.h"
#include "memory/memory.h"

namespace aim::engine {

// Of longer memories the beginnings are shown: small models have small contexts.
inline constexpr std::size_t material_bytes = 16'000;

llm::Prompt expansion_prompt(std::string_view query);  // {"terms": ["…"]}
llm::Prompt tags_prompt(const Memory& memory);         // {"tags": ["…"]}
llm::Prompt contradiction_prompt(const Memory& first,
                                 const Memory& second);  // {"contradicts": true}
// One text in place of all of them, or an overview for somebody who begins to work.
llm::Prompt summary_prompt(std::span<const Memory> memories);   // {"summary": "…"}
llm::Prompt overview_prompt(std::span<const Memory> memories);  // {"summary": "…"}
// What of a conversation is worth keeping, each with the words that it rests on.
llm::Prompt learnings_prompt(std::string_view conversation);  // {"learnings": ["… «…»"]}

}  // namespace aim::engine
