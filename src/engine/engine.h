// What the use cases run on: the parts, joined in one struct that has no behaviour of its own. The
// functions over it are in the headers beside this one, a subject each (remember, recall, touch,
// forget, …).
// Knows: the store, the embedder, the language model. Must not know: SQL, JSON, doors, who is
// asking.
// Threads: an Engine may be used from several threads at once; each function says where that is not
// so. A copy is cheap and uses the same parts; a call that its caller may stop gets one of its own
// (stopped_by).
#pragma once
#include <atomic>
#include <chrono>
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "memory/lifetime.h"
#include "memory/rights.h"
#include "memory/score.h"
#include "memory/tier.h"
#include "store/foreign.h"
#include "store/store.h"

namespace aim {

namespace llm {
class LanguageModel;
}

namespace engine {
class TouchQueue;
class Embeddings;
class Expansions;
class Signer;
class NagEvents;
struct CollectionCounter;
}  // namespace engine

// Which calls are noted in the access log (engine/usage/access_log.h).
enum class AccessLog { profiles, always, never };

// All copies of the engine that it is given to have it in common, so that it is switched in a
// running server.
class AccessLogSwitch {
 public:
  AccessLogSwitch(AccessLog now) : now_(std::make_shared<std::atomic<AccessLog>>(now)) {}
  operator AccessLog() const { return now_->load(); }
  void set_for_all(AccessLog now) { now_->store(now); }

 private:
  std::shared_ptr<std::atomic<AccessLog>> now_;
};

// How long, and in how many bytes, the versions of a namespace are kept; unset: as those of all.
struct KeptVersions {
  std::optional<std::chrono::hours> keep;
  std::optional<std::int64_t> max_bytes;
};

struct EngineOptions {
  Lifetimes lifetimes;
  Ranking ranking = Ranking::relevance;
  bool archive_on_gc = true;
  bool flat_namespaces = false;           // no hierarchy in names (A5)
  std::int64_t max_reflection_depth = 3;  // of new reflections (I1)
  AccessLogSwitch access_log = AccessLog::profiles;
  bool log_queries = true;  // what was asked is noted too
  std::chrono::hours keep_accesses = 90 * std::chrono::hours(24);
  std::chrono::hours keep_versions = 365 * std::chrono::hours(24);
  std::int64_t max_version_bytes = std::int64_t{512} << 20;
  std::map<std::string, KeptVersions> versions_of = {};  // by namespace, before those two
  std::filesystem::path sessions = {};  // folder of what sessions were shown; empty: not kept
  // Namespaces that the user's configuration gives projects: by "owner/name", "host/owner/name" or
  // the path of a folder (engine/projects.h).
  std::map<std::string, std::string> projects = {};
  bool look_for_secrets = true;  // tell of them, and take them out of what nobody has asked to keep
};

struct Engine {
  store::Access database;
  const Clock& clock;
  EngineOptions options;
  engine::TouchQueue& touches;               // of this database, shared by all copies
  engine::Embeddings& embeddings;            // likewise
  llm::LanguageModel* llm = nullptr;         // below the tier smart there is none
  engine::Expansions* expansions = nullptr;  // there when the language model is
  engine::Signer* signer = nullptr;  // of events (engine/audit/events.h); none: they are not signed
  store::EachForeignRow foreign = nullptr;  // reads databases of other programs
  // Makes a new store in a file, of a kind that needs no server and as private as the database; a
  // temporary one ends with the call. Empty: past times cannot be read. The clock outlives it.
  std::function<Result<std::unique_ptr<store::Store>>(const std::filesystem::path& file,
                                                      bool temporary, const Clock& clock)>
      file_store = {};
  // The engine that a past moment (engine/history/moment.h) was read from, which has the
  // conversations; null: this engine is no moment.
  Engine* present = nullptr;
  engine::NagEvents* nag_events = nullptr;           // the capture nag, where assistants are served
  engine::CollectionCounter* collections = nullptr;  // where somebody asks for its figures
  // Of whom it works for, by a token; null: for the owner of the database. Set by for_caller()
  // alone, which also has the database show and take nothing else.
  std::shared_ptr<const Rights> rights = nullptr;
  // The owner's own words, said at the command line or on the page (set by op::invoke alone): what
  // they make a standard holds. Whatever else does, an assistant, a token, a job, is a proposal
  // (S61).
  bool by_owner = false;
};

// The same engine for the holder of a token.
inline Engine for_caller(const Engine& engine, std::shared_ptr<const Rights> rights) {
  Engine restricted = engine;
  if (!rights->administers)
    restricted.database = engine.database.restricted(rights);
  restricted.rights = std::move(rights);
  return restricted;
}

// The same engine for one caller: a wait for the database ends when `stop` says so.
inline Engine stopped_by(const Engine& engine, store::Stop stop) {
  Engine stoppable = engine;
  stoppable.database = engine.database.stopped_by(std::move(stop));
  return stoppable;
}

}  // namespace aim
