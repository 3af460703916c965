// What the language model adds to memories and questions: other words, tags, contradictions,
// summaries (F2). It is asked outside of every snapshot and transaction; what it says is checked by
// the rules for any input, and what was changed meanwhile is not overwritten.
// Errors: unavailable when there is no language model or it cannot be asked; not_found as usual.
// Threads: any.
#pragma once
#include "engine/engine.h"
#include "llm/language_model.h"
#include "memory/memory.h"

namespace aim::engine {

// Whether there is a language model, and asking it is worth while by what is known.
bool can_ask(const Engine& engine);
// What is true of it, and what of it has been used; unset where there is none. As
// LanguageModel::state() and used().
std::optional<llm::State> language_model_state(const Engine& engine);
std::optional<llm::State> language_model_use(const Engine& engine);

// At most eight, none of them a word of the question.
Result<std::vector<std::string>> expand_query(Engine& engine, const std::string& query);

struct Tagged {
  std::string id;  // in full
  std::vector<std::string> new_tags, all_tags;
};
// Adds what is not there yet. Errors: conflict when the memory was changed while the model thought.
Result<Tagged> auto_tag(Engine& engine, const std::string& id);

struct Compared {
  Memory a, b;
  bool contradicts = false;
};
Result<Compared> detect_contradiction(Engine& engine, const std::string& id_a,
                                      const std::string& id_b);

struct Summary {
  std::string text;
  Time read_at;  // of the memories
};
// One text in place of the memories with these ids, for consolidate.
Result<Summary> summarise(Engine& engine, const std::vector<std::string>& ids);
// What memories are about, in a few sentences.
Result<std::string> overview(Engine& engine, const std::vector<Memory>& memories);

// What of a conversation is worth keeping: texts that end with the words they rest on, between «
// and ». Nothing of it is checked.
Result<std::vector<std::string>> ask_for_learnings(Engine& engine, const std::string& conversation);

// The parts that the autonomous tier puts together itself (autonomous.h).
Result<std::vector<std::string>> ask_for_tags(Engine& engine, const Memory& memory);
Result<bool> ask_whether_contradicting(Engine& engine, const Memory& a, const Memory& b);
// Of `suggested` those that are not there yet and fit; they are added.
std::vector<std::string> add_tags(Memory& memory, const std::vector<std::string>& suggested);
// Writes a memory whose tags or metadata were changed. Inside a write.
Result<void> put_back(store::Writer& writer, Engine& engine, const Memory& old, Memory& fresh);

}  // namespace aim::engine
