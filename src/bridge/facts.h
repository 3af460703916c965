// The memories of a namespace as a bridge sees them, and what it does to them: each change is a
// transaction of its own, leaves a version, and can be undone.
// Knows: the engine, secrets. Must not know: files.
// Threads: one. Cost: reads the whole namespace.
#pragma once
#include "bridge/three_way.h"
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::bridge {

// Which memories come first.
enum class Order {
  by_use,        // most used first
  by_importance  // standards, then as people ranked them: use does not change the order
};

// Living memories of the namespace, and with by_importance the standards that hold there, or wait
// to be confirmed. Mined conversations, unconfirmed notes of hooks, indexed files and imported
// Markdown files do not go out.
Result<std::vector<Fact>> facts_of(Engine& engine, const std::string& name_space, Order order);

Fact fact_of(const Memory& memory);

// Why a text is not passed on: "a token, a password"; empty: it may be.
std::string secrets_in(const Engine& engine, std::string_view title, std::string_view content);

// A title for a memory whose own is taken; the same for the same content.
std::string title_beside(std::string_view title, std::string_view content);

class Facts {
 public:
  Facts(Engine& engine, std::string name_space)
      : engine_(engine), name_space_(std::move(name_space)) {}

  // Where the title is taken, under a title beside it.
  Result<Fact> add(const FileFact& item);
  // Errors: conflict where the memory was changed since it was read.
  Result<Fact> change(const Fact& fact, const FileFact& item);
  // Keeps what one side says as a memory that contradicts the other, for review; the same text
  // twice is kept once.
  Result<Fact> keep_beside(const Fact& fact, const FileFact& other);
  Result<void> remove(const Fact& fact);

 private:
  Result<Fact> store(const FileFact& item, std::string title, std::string_view contradicts);

  Engine& engine_;
  const std::string name_space_;
};

}  // namespace aim::bridge
