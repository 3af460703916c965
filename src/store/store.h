// Durable state as the engine needs it: what may be read, what may be written, when it is
// committed. A backend (store/sqlite) implements these; app/ chooses one by the address it is
// given.
//
// A Reader is one consistent snapshot: all that is read through it is of one moment. A Writer is a
// transaction, which is committed when its function succeeds and rolled back when it fails. Both
// are a set of subjects, each an abstract class
// in a header of its own: what only reads is const, so that a Reader cannot write. They end with
// the function they are given to, and must not be kept.
//
// Knows: memories. Must not know: SQL, files, how a backend finds anything.
// Threads: a Store from any thread; a Reader or Writer on the thread of its function, which must
// not call the store again.
#pragma once
#include <chrono>
#include <type_traits>

#include "base/result.h"

namespace aim {
struct Author;
struct Rights;
}  // namespace aim

namespace aim::store {

class Links;
class Maintenance;
class Memories;
class Records;
class Search;
class Sync;
class TableStore;
class Transcripts;

struct Reader {
  const Memories& memories;
  const Search& search;
  const Links& links;
  const Transcripts& transcripts;
  const Records& records;
  const Sync& sync;
};

// The same subjects, and what changes them.
struct Writer : Reader {
  Memories& memories;
  Search& search;
  Links& links;
  Transcripts& transcripts;
  Records& records;
  Sync& sync;
};

// Asked, on the thread of the call that brought it, whether a wait shall end. Empty: nobody ends
// it.
using Stop = std::function<bool()>;

// The error of a call that its caller stopped.
inline Error cancelled() {
  return unavailable("the call was cancelled while it waited for the database", {});
}

// Of the error of a row that was not read because a value of it is too large for a database that is
// not trusted.
inline constexpr std::string_view too_large_message =
    "the database holds a value that is larger than any of ours";
inline bool is_too_large(const Error& error) {
  return error.message == too_large_message;
}

// A backend. Waits for other users of the database end when `stop` says so (unavailable), else
// after the time that the backend was given (unavailable); a person sees that sentence, never the
// backend's own words.
class Store {
 public:
  using Read = std::function<Result<void>(Reader&)>;
  using Write = std::function<Result<void>(Writer&)>;

  virtual ~Store() = default;

  // Opens if that has not been done, making or migrating what is needed. A failure is not kept: the
  // next call tries again.
  virtual Result<void> ensure_open(const Stop& stop) = 0;
  // Errors: those of `use`, those of waiting.
  virtual Result<void> read(const Read& use, const Stop& stop) = 0;
  // Durable on return.
  virtual Result<void> write(const Write& use, const Stop& stop) = 0;
  // For what is not worth a wait and not acknowledged (touches, S3): waits `timeout` at most, and
  // the disk may have it later.
  virtual Result<void> write_soon(std::chrono::milliseconds timeout, const Write& use,
                                  const Stop& stop) = 0;
  // What is left to do before a process ends. Does nothing to a database that was not opened.
  virtual Result<void> finish() = 0;

  // The address as people know it, without secrets.
  virtual std::string name() const = 0;
  // Another database of the same kind, opened when it is first used. Errors, with `field` as the
  // name of what gave the
  // address: empty, no such place, the one in use.
  virtual Result<std::unique_ptr<Store>> other(std::string_view address,
                                               std::string_view field) const = 0;
  // Whether there is a database: reading or writing one that is missing makes it.
  virtual bool exists() const = 0;

  virtual Maintenance& maintenance() = 0;
  // Its tables row by row (table_rows.h); null where it has none that could be copied.
  virtual TableStore* tables() { return nullptr; }
};

// A store as one caller uses it: every wait of its calls ends when its stop function says so.
// Cheap to copy; one a call, so that each of many threads is stopped by its own caller only.
class Access {
 public:
  // `store` must outlive it.
  explicit Access(Store& store, Stop stop = {}) : store_(&store), stop_(std::move(stop)) {}
  // Keeps it.
  explicit Access(std::shared_ptr<Store> store, Stop stop = {})
      : store_(store.get()), stop_(std::move(stop)), kept_(std::move(store)) {}

  // `use`: Result<T>(Reader&), Result<T>(Writer&).
  template <class F>
  std::invoke_result_t<F, Reader&> read(F&& use) {
    std::optional<std::invoke_result_t<F, Reader&>> result;
    TRY_VOID(
        store_->read([&](Reader& reader) { return outcome(result.emplace(use(reader))); }, stop_));
    return std::move(*result);
  }
  template <class F>
  std::invoke_result_t<F, Writer&> write(F&& use) {
    std::optional<std::invoke_result_t<F, Writer&>> result;
    TRY_VOID(write_as([&](Writer& writer) { return outcome(result.emplace(use(writer))); }));
    return std::move(*result);
  }
  Result<void> write_soon(std::chrono::milliseconds timeout, const Store::Write& use) {
    return store_->write_soon(timeout, use, stop_);
  }
  Result<void> ensure_open() { return store_->ensure_open(stop_); }
  Result<void> finish() { return store_->finish(); }
  std::string name() const { return store_->name(); }
  bool exists() const { return store_->exists(); }
  Result<std::unique_ptr<Store>> other(std::string_view address, std::string_view field) const {
    return store_->other(address, field);
  }
  Maintenance& maintenance() const { return store_->maintenance(); }
  const Stop& stop() const { return stop_; }

  // For work of several transactions: asks whether to go on. Errors: unavailable when stopped.
  Result<void> go_on() const {
    if (stop_ && stop_())
      return Failure(cancelled());
    return {};
  }

  Access stopped_by(Stop stop) const {
    Access other = *this;
    other.stop_ = std::move(stop);
    return other;
  }
  // The same, with all that it writes a change by that author.
  Access by(std::shared_ptr<const Author> author) const {
    Access other = *this;
    other.author_ = std::move(author);
    return other;
  }
  const std::shared_ptr<const Author>& author() const { return author_; }
  // The same database as far as those rights reach (store/restricted/restricted_store.h).
  Access restricted(std::shared_ptr<const Rights> rights) const;

 private:
  template <class T>
  static Result<void> outcome(const Result<T>& result) {
    if (!result)
      return Failure(result.error());
    return {};
  }

  Result<void> write_as(const Store::Write& use);

  Store* store_;
  Stop stop_;
  std::shared_ptr<Store> kept_;           // where it is nobody else's
  std::shared_ptr<const Author> author_;  // null: nobody
};

}  // namespace aim::store
