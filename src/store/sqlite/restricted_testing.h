// Content, questions and changes with which restricted_test.cpp walks every subject of a store.
// The questions are in restricted_reads_testing.cpp, the changes in restricted_changes_testing.cpp.
// Must not know: tokens, the restricted store.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/search.h"
#include "store/sqlite/store_testing.h"
#include "store/sync.h"
#include "store/transcripts.h"

namespace aim::store::sqlite::walk {

using testing::memory_of;
using testing::moment;
using testing::must;

inline constexpr std::int64_t many = 1'000;
// Every id, title, tag and name of that namespace begins so.
inline const std::string hidden = "hidden";

// The content of the database.
struct Place {
  Memory seen, hidden, twin, source, reflection;  // only the first is of the namespace that is seen
  Memory gone;                                    // in the archive
  Transcript transcript;
  std::int64_t name_space = 0;
  Time now{};
  Link link(std::string_view relation = "related_to") const {
    return {hidden.id, twin.id, std::string(relation), at(now), at(now)};
  }
};

// An answer as a text; keys of memories that are not seen are "hidden" too.
class Answer {
 public:
  explicit Answer(const Place& place)
      : keys_({place.hidden.key, place.twin.key, place.source.key, place.reflection.key}) {}

  void add(const std::string& text) { text_.append(text).append(" "); }
  void add(bool yes) { add(yes ? hidden : ""); }
  void add(Key key) { add(keys_.contains(key) ? hidden : ""); }
  void add(const Memory& each) {
    add(each.id + " " + each.title + " " + each.name_space + " " + each.metadata);
  }
  void add(const Link& each) { add(each.source_id + " " + each.target_id); }
  void add(const SimilarTitle& each) { add(each.id); }
  void add(const PageRow& each) { add(each.id); }
  void add(const KeyPair& each) { add(each.first), add(each.second); }
  void add(const UsageRow& each) { add(each.key); }
  void add(const UseSignals& each) { add(each.key); }
  void add(const Scored& each) { add(each.key); }
  void add(const Posting& each) { add(Doc::key(each.doc)); }
  void add(const Source& each) { add(each.id); }
  void add(const LostSource& each) { add(each.id); }
  void add(const Version& each) { add(each.memory); }
  void add(const Archived& each) { add(each.memory), add(each.source_ids), add(each.links); }
  void add(const GoneMemory& each) { add(each.id + " " + each.name_space); }
  void add(const UndoStep& each) {
    add(each.items), add(each.links);
    for (const ChangedMemory& memory : each.memories) add(memory.id);
  }
  void add(const ClearedStandard& each) { add(each.name_space); }
  void add(const ChangeRow& each) { add(each.id); }
  void add(const LinkChange& each) { add(each.link.source_id + " " + each.link.target_id); }
  void add(const NameKey& each) { add(each.key); }
  void add(const NamespaceRow& each) { add(each.name); }
  void add(const Transcript& each) { add(each.id); }
  void add(const TurnRow& each) { add(each.bytes > 0); }
  void add(const LaterTurns& each) { add(each.count > 0); }
  void add(const TranscriptLink& each) { add(each.memory_id + " " + each.transcript_id); }
  void add(const LinkedTranscript& each) { add(each.transcript); }
  void add(const TranscriptTotals& each) { add(each.turns > 0); }
  void add(const ArchiveStats& each) { add(each.by_name_space); }
  void add(const Counts& each) { add(each.memories > 1); }
  void add(const Facets& each) { add(each.name_spaces), add(each.tags); }
  void add(const StandardRow& each) {
    add(each.name_space + " " + each.id.value_or("") + " " + each.parent.value_or("") + " " +
        each.proposed.value_or("") + (each.confirmed ? "" : " doubted"));
  }
  template <class A, class B>
  void add(const std::pair<A, B>& each) {
    add(each.first);
  }
  void add(const std::pair<const Key, std::string>& each) { add(each.first), add(each.second); }
  template <class T>
  void add(const std::optional<T>& each) {
    if (each)
      add(*each);
  }
  template <class T>
  void add(const std::vector<T>& all) {
    for (const T& each : all) add(each);
  }
  void add(const std::unordered_map<Key, std::string>& all) {
    for (const auto& each : all) add(each);
  }

  template <class T>
  auto taker() {
    return [this](const T& each) -> Result<void> {
      add(each);
      return {};
    };
  }
  const std::string& text() const { return text_; }

 private:
  std::set<Key> keys_;
  std::string text_;
};

// The answer of each function, by its name and how often it was asked.
class Answers {
 public:
  explicit Answers(const Place& place) : place_(place) {}

  template <class T>
  void shows(const std::string& function, const Result<T>& result) {
    Answer answer(place_);
    if (result)
      answer.add(*result);
    keep(function, answer.text());
  }
  // `walk` gets a function that takes each.
  template <class T, class Walk>
  void walks(const std::string& function, Walk walk) {
    Answer answer(place_);
    (void)walk(answer.taker<T>());
    keep(function, answer.text());
  }
  const std::map<std::string, std::string>& all() const { return all_; }

 private:
  void keep(const std::string& function, const std::string& text) {
    all_[function + " " + std::to_string(++asked_[function])] = text;
  }
  const Place& place_;
  std::map<std::string, std::string> all_;
  std::map<std::string, int> asked_;
};

// The answers of all functions that read, by name.
std::map<std::string, std::string> all_answers(Reader& in, const Place& at);

// A function that changes what is not seen, or that is for administrators.
struct Change {
  std::string function;
  std::function<Result<void>(Writer&, const Place&)> make;
};

// The error of a result, without what it holds.
template <class T>
Result<void> done(const Result<T>& result) {
  return result ? Result<void>() : Failure(result.error());
}

// By subject.
std::vector<Change> changes_of_memories();
std::vector<Change> changes_of_standards();
std::vector<Change> changes_of_links();
std::vector<Change> changes_of_transcripts();
// Changes for administrators only: those of Records, then all of them.
std::vector<Change> records_refused_to_tokens();
std::vector<Change> refused_to_tokens();

}  // namespace aim::store::sqlite::walk
