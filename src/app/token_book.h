// The tokens of a database as a server knows them: all of them in memory, so that a request is
// judged without waiting, and looked at anew every second (a look-up of one row where nothing has
// changed). Holds on to what it knows while the database is away.
// Knows: tokens. Must not know: HTTP, what a right means.
// Threads: any; refresh() one at a time.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "engine/tokens.h"
#include "net/guard.h"

namespace aim::app {

class TokenBook final : public net::Keys {
 public:
  // The engine outlives it, and is the owner's.
  explicit TokenBook(Engine& engine) : engine_(engine) {}

  // Errors: those of the database.
  Result<void> refresh();

  // As soon as there is one, whatever has become of it: a token that ends does not open the door to
  // everybody.
  bool asked_for() const override;
  std::optional<std::string> holder_of(std::string_view token) const override;
  bool holds(std::string_view holder) const override;
  // Null: the token does not hold, or there is none of that id.
  std::shared_ptr<const Rights> rights_of(std::string_view holder) const;

 private:
  struct Entry {
    engine::TokenRow row;
    std::shared_ptr<const Rights> rights;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;
  std::shared_ptr<const Entries> entries() const;
  // Null: it does not hold now.
  const Entry* current(const Entries& entries, std::string_view holder) const;

  Engine& engine_;
  mutable Mutex mutex_;
  std::shared_ptr<const Entries> entries_ GUARDED_BY(mutex_) = std::make_shared<Entries>();
  std::optional<std::int64_t> version_ GUARDED_BY(mutex_);
};

}  // namespace aim::app
