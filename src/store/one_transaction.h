// A store that is one transaction of another: what is written through it is kept together, or not
// at all. For use cases that are made of several, each of which would be a transaction of its own.
// Knows: the subjects. Must not know: what they are used for.
// Threads: that of the writer's function, and no longer than it.
#pragma once
#include "store/store.h"

namespace aim::store {

class OneTransaction final : public Store {
 public:
  OneTransaction(Access& outer, Writer& writer) : outer_(outer), writer_(writer) {}

  Result<void> ensure_open(const Stop&) override { return {}; }
  Result<void> read(const Read& use, const Stop&) override { return use(writer_); }
  // A failure leaves what was written before it: whoever gets it ends the transaction with it.
  Result<void> write(const Write& use, const Stop&) override { return use(writer_); }
  Result<void> write_soon(std::chrono::milliseconds, const Write& use, const Stop&) override {
    return use(writer_);
  }
  Result<void> finish() override { return {}; }
  std::string name() const override { return outer_.name(); }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override {
    return outer_.other(address, field);
  }
  bool exists() const override { return true; }
  Maintenance& maintenance() override { return outer_.maintenance(); }

 private:
  Access& outer_;
  Writer& writer_;
};

}  // namespace aim::store
