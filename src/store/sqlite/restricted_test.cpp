// Every function of every subject, asked by a token that reads and writes one of two namespaces:
// nothing of the other is shown, and nothing of it is changed. The owner asks the same, is shown
// the other namespace and may change it, so no question here is too weak to tell.
// tests/tidy/rights.py looks whether each function that is filtered or refused is asked here.
#include <map>
#include <set>

#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/restricted/restricted_store.h"
#include "store/search.h"
#include "store/sqlite/sqlite_store.h"
#include "store/sqlite/store_testing.h"
#include "store/sync.h"
#include "store/transcripts.h"

namespace aim::store::sqlite {
namespace {

using testing::memory_of;
using testing::moment;
using testing::must;

constexpr std::int64_t many = 1'000;
const std::string hidden = "hidden";  // every id, title, tag and name of that namespace begins so

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
  void add(const UndoStep& each) { add(each.id), add(each.sources); }
  void add(const ClearedStandard& each) { add(each.name_space); }
  void add(const ChangeRow& each) { add(each.id); }
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

void ask_memories(const Memories& in, const Place& at, Answers& answers) {
  const Memory& one = at.hidden;
  answers.shows("Memories.find_by_id", in.find_by_id(one.id));
  answers.shows("Memories.find_by_id", in.find_by_id(at.seen.id));  // its metadata names another
  answers.shows("Memories.find_by_title", in.find_by_title(hidden, one.title));
  answers.shows("Memories.with_title", in.with_title({&at.name_space, 1}, one.title));
  answers.shows("Memories.by_keys", in.by_keys({&one.key, 1}));
  answers.shows("Memories.ids_with_prefix", in.ids_with_prefix(hidden, 9));
  answers.walks<Memory>("Memories.each", [&](auto take) { return in.each(take); });
  answers.shows("Memories.similar_titles", in.similar_titles(hidden, one.title, 0, at.now, 9));
  answers.shows("Memories.holders", in.holders({&one, 1}));
  answers.shows("Memories.list", in.list({}, at.now, {many}));
  answers.shows("Memories.facets", in.facets({}, std::nullopt, at.now));
  answers.shows("Memories.recent", in.recent({}, at.now, many));
  answers.shows("Memories.matching", in.matching({}, many, 0));
  answers.shows("Memories.expired", in.expired(at.now + std::chrono::hours(9), many));
  answers.shows("Memories.page_after", in.page_after(0, at.now, many));
  answers.shows("Memories.name_spaces_beginning", in.name_spaces_beginning("hid", 9));
  answers.shows("Memories.tags_beginning", in.tags_beginning("hid", 9));
  answers.shows("Memories.contradictions", in.contradictions(at.now, {many}));
  answers.shows("Memories.same_content", in.same_content(at.now, {many}));
  answers.shows("Memories.unconfirmed", in.unconfirmed(at.now, {many}));
  answers.shows("Memories.expiring", in.expiring(at.now, at.now + std::chrono::hours(9), {many}));
  answers.shows("Memories.newest_keys", in.newest_keys(at.now, INT64_MAX, many));
  answers.shows("Memories.usage_of", in.usage_of({&one.key, 1}));
  answers.shows("Memories.find_archived", in.find_archived(at.gone.id));
  answers.shows("Memories.archived_ids_with_prefix", in.archived_ids_with_prefix(hidden, 9));
  answers.shows("Memories.list_archived", in.list_archived("", many, 0));
  answers.shows("Memories.newest_archived", in.newest_archived("", many));
  answers.shows("Memories.archive_stats", in.archive_stats());
  answers.walks<Archived>("Memories.each_archived",
                          [&](auto take) { return in.each_archived(take); });
  answers.shows("Memories.versions_of", in.versions_of(one.id, many));
  answers.shows("Memories.versioned_ids_with_prefix", in.versioned_ids_with_prefix(hidden, 9));
  answers.shows("Memories.version_at", in.version_at(one.id, at.now - std::chrono::seconds(1)));
  answers.shows("Memories.last_undo", in.last_undo(one.id, Time::min(), {}));
  answers.shows("Memories.find_standard", in.find_standard(hidden));
  answers.shows("Memories.cleared_standards", in.cleared_standards());
  answers.walks<StandardRow>("Memories.each_standard",
                             [&](auto take) { return in.each_standard(take); });
}

void ask_search(const Search& in, const Place& at, Answers& answers) {
  const Key key = at.hidden.key;
  const std::vector<Phrase> phrases{{"word"}};
  answers.shows("Search.name_spaces", in.name_spaces(""));
  answers.shows("Search.name_spaces_of", in.name_spaces_of(Filter()));
  answers.shows("Search.name_spaces_of", in.name_spaces_of({&key, 1}));
  answers.shows("Search.shows_all", Result<bool>(in.shows_all()));
  answers.shows("Search.signals_of", in.signals_of({&key, 1}));
  answers.shows("Search.use_signals", in.use_signals({}, at.now));
  answers.shows("Search.keys_with_content",
                in.keys_with_content(hidden, at.hidden.content, at.now, 9));
  EXPECT_TRUE(in.expect_content(hidden, at.hidden.content, at.now, 9));  // "Search.expect_content"
  answers.shows("Search.postings", in.postings({{phrases}}));
  answers.shows("Search.postings", in.postings({{phrases}, {&at.name_space, 1}}));
  answers.shows("Search.bm25", in.bm25({phrases}, {}, many));
  answers.shows("Search.bm25", in.bm25({phrases}, {&at.name_space, 1}, many));
}

void ask_links(const Links& in, const Place& at, Answers& answers) {
  const Key key = at.hidden.key, reflection = at.reflection.key;
  answers.shows("Links.find", in.find(at.hidden.id, at.twin.id, "contradicts"));
  answers.shows("Links.of", in.of(key));
  answers.shows("Links.of", in.of(at.seen.key));  // it has a link to another
  answers.walks<Link>("Links.each", [&](auto take) { return in.each(take); });
  answers.shows("Links.superseded_by", in.superseded_by({&at.seen.key, 1}));
  answers.shows("Links.contradicted_by", in.contradicted_by({&key, 1}));
  const Key superseded = at.source.key;
  answers.shows("Links.superseded_by", in.superseded_by({&superseded, 1}));
  answers.shows("Links.superseded_keys", in.superseded_keys());
  answers.shows("Links.reflections_above", in.reflections_above(at.source.key));
  answers.shows("Links.source_ids_of", in.source_ids_of(reflection));
  answers.shows("Links.sources_of", in.sources_of(reflection));
  answers.shows("Links.sources_of", in.sources_of({&reflection, 1}));
  answers.shows("Links.lost_sources_of", in.lost_sources_of(reflection));
  answers.shows("Links.reflections_that_lost", in.reflections_that_lost("hidden-lost"));
  answers.shows("Links.find_lost_source", in.find_lost_source("hidden-lost"));
  Answer lost(at);
  (void)in.each_lost_source([&](const std::string& id, const LostSource& each) -> Result<void> {
    lost.add(id);
    lost.add(each);
    return {};
  });
  answers.shows("Links.each_lost_source", Result<std::string>(lost.text()));
}

void ask_transcripts(const Transcripts& in, const Place& at, Answers& answers) {
  const std::int64_t number = at.transcript.number;
  answers.shows("Transcripts.find_turn", in.find_turn(number, 1));
  answers.shows("Transcripts.turns", in.turns(number, 0, many));
  answers.shows("Transcripts.turns_after", in.turns_after(number, Time::min()));
  const auto last = in.last_turn(number);
  answers.shows("Transcripts.last_turn", Result<bool>(last && *last > 0));
  answers.shows("Transcripts.find", in.find(at.transcript.id));
  answers.shows("Transcripts.ids_with_prefix", in.ids_with_prefix(hidden, 9));
  answers.shows("Transcripts.of_session", in.of_session("session"));
  answers.shows("Transcripts.list", in.list({}, many, 0));
  answers.walks<Transcript>("Transcripts.each", [&](auto take) { return in.each(take); });
  answers.shows("Transcripts.totals", in.totals());
  const auto remembered = in.last_remembered(at.transcript.id);
  answers.shows("Transcripts.last_remembered", Result<bool>(remembered && *remembered));
  answers.shows("Transcripts.linked", in.linked({&at.hidden.key, 1}));
  answers.walks<TranscriptLink>("Transcripts.each_link",
                                [&](auto take) { return in.each_link(take); });
}

void ask_records(const Records& in, const Place& at, Answers& answers) {
  answers.shows("Records.changes_after", in.changes_after(0, many));
  answers.shows("Records.name_keys", in.name_keys());
  answers.shows("Records.counts", in.counts(at.now));
  answers.shows("Records.count_name_spaces", in.count_name_spaces());
}

std::map<std::string, std::string> all_answers(Reader& in, const Place& at) {
  Answers answers(at);
  ask_memories(in.memories, at, answers);
  ask_search(in.search, at, answers);
  ask_links(in.links, at, answers);
  ask_transcripts(in.transcripts, at, answers);
  ask_records(in.records, at, answers);
  return answers.all();
}

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

Memory changed(Memory memory, const std::string& content) {
  memory.content = content;
  return memory;
}
Memory fresh(const std::string& name_space) {
  return memory_of("fresh-id", "fresh", "fresh", name_space);
}

std::vector<Change> changes_of_memories() {
  return {
      {"Memories.insert",
       [](Writer& out, const Place&) {
         Memory memory = fresh(hidden);
         return out.memories.insert(memory);
       }},
      {"Memories.insert_all",
       [](Writer& out, const Place&) -> Result<void> {
         Memory memory = fresh(hidden);
         const NewMemory one{&memory, nullptr};
         const auto refused = TRY(out.memories.insert_all({&one, 1}));
         return refused.front() ? Failure(*refused.front()) : Result<void>();
       }},
      {"Memories.replace",
       [](Writer& out, const Place& at) {
         return out.memories.replace(at.hidden, changed(at.hidden, "other"));
       }},
      {"Memories.replace",  // into the other namespace
       [](Writer& out, const Place& at) {
         Memory moved = at.seen;
         moved.name_space = hidden;
         return out.memories.replace(at.seen, moved);
       }},
      {"Memories.erase",
       [](Writer& out, const Place& at) { return out.memories.erase(at.twin, at.now); }},
      {"Memories.add_archived",
       [](Writer& out, const Place& at) {
         return out.memories.add_archived({fresh(hidden), aim::at(at.now), "forget"});
       }},
      {"Memories.remove_archived",
       [](Writer& out, const Place& at) { return done(out.memories.remove_archived(at.gone.id)); }},
      {"Memories.note_return",
       [](Writer& out, const Place& at) { return out.memories.note_return(at.gone, at.now); }},
      {"Memories.erase_versions",
       [](Writer& out, const Place& at) { return out.memories.erase_versions(at.hidden.id); }},
  };
}

std::vector<Change> changes_of_standards() {
  return {
      {"Memories.set_standard",
       [](Writer& out, const Place& at) {
         return out.memories.set_standard(hidden, at.twin.key, std::nullopt, at.now);
       }},
      {"Memories.set_standard",  // another's memory
       [](Writer& out, const Place& at) {
         return out.memories.set_standard("seen", at.twin.key, std::nullopt, at.now);
       }},
      {"Memories.set_standard",  // another's standard
       [](Writer& out, const Place& at) {
         return out.memories.set_standard("seen", std::nullopt, hidden, at.now);
       }},
      {"Memories.clear_standard",
       [](Writer& out, const Place& at) {
         return done(out.memories.clear_standard(hidden, at.now));
       }},
      {"Memories.trust_standard",
       [](Writer& out, const Place& at) -> Result<void> {
         TRY_VOID(out.memories.trust_standard(hidden));
         return out.memories.propose_standard(hidden,
                                              at.twin.key);  // for the owner it changes this
       }},
      {"Memories.doubt_standard",
       [](Writer& out, const Place&) { return out.memories.doubt_standard(hidden); }},
      {"Memories.propose_standard",
       [](Writer& out, const Place& at) {
         return out.memories.propose_standard(hidden, at.twin.key);
       }},
      {"Memories.propose_standard",
       [](Writer& out, const Place& at) {
         return out.memories.propose_standard("seen", at.twin.key);
       }},
      {"Memories.doubt_standards_of",
       [](Writer& out, const Place& at) { return out.memories.doubt_standards_of(at.hidden.key); }},
  };
}

std::vector<Change> changes_of_links() {
  return {
      {"Links.move",
       [](Writer& out, const Place& at) { return out.links.move(at.hidden.key, at.source.key); }},
      {"Links.move",
       [](Writer& out, const Place& at) { return out.links.move(at.seen.key, at.twin.key); }},
      {"Links.add",
       [](Writer& out, const Place& at) {
         return done(out.links.add(at.hidden.key, at.twin.key, at.link()));
       }},
      {"Links.add",  // from what is seen
       [](Writer& out, const Place& at) {
         return done(out.links.add(at.seen.key, at.source.key, at.link()));
       }},
      {"Links.remove",
       [](Writer& out, const Place& at) {
         return done(out.links.remove(at.hidden.key, at.twin.key, "contradicts", at.now));
       }},
      {"Links.put",
       [](Writer& out, const Place& at) {
         return done(out.links.put(at.hidden.key, at.twin.key, at.link("derived_from")));
       }},
      {"Links.break_cycles",
       [](Writer& out, const Place& at) {
         return done(out.links.break_cycles(at.reflection.key));
       }},
      {"Links.raise_depth",
       [](Writer& out, const Place& at) {
         return done(out.links.raise_depth(at.reflection.key, 2, 9));
       }},
      {"Links.put_lost_source",
       [](Writer& out, const Place& at) {
         return out.links.put_lost_source(at.reflection.key,
                                          {"hidden-2", "hidden-2", aim::at(at.now)});
       }},
      {"Links.clear_lost_sources",
       [](Writer& out, const Place& at) {
         return out.links.clear_lost_sources(at.reflection.key, at.now);
       }},
  };
}

std::vector<Change> changes_of_transcripts() {
  return {
      {"Transcripts.insert",
       [](Writer& out, const Place& at) {
         Transcript one = at.transcript;
         one.id = "hidden-new";
         one.session_id = "session 2";
         return out.transcripts.insert(one);
       }},
      {"Transcripts.set_expiry",
       [](Writer& out, const Place& at) {
         return out.transcripts.set_expiry(at.transcript.number, at.now);
       }},
      {"Transcripts.erase",
       [](Writer& out, const Place& at) { return out.transcripts.erase(at.transcript, at.now); }},
      {"Transcripts.add_turn",
       [](Writer& out, const Place& at) {
         Transcript one = at.transcript;
         return out.transcripts.add_turn(one, {2, Role::user, at.now, "more"}, at.now);
       }},
      {"Transcripts.replace_text",
       [](Writer& out, const Place& at) {
         return out.transcripts.replace_text(at.transcript, {{1, Role::user, at.now, ""}, 1, 5},
                                             "other", at.now);
       }},
      {"Transcripts.link",
       [](Writer& out, const Place& at) {
         return out.transcripts.link(at.twin.key, at.transcript.id, std::nullopt);
       }},
      {"Transcripts.link",  // of what is seen
       [](Writer& out, const Place& at) {
         return out.transcripts.link(at.seen.key, at.transcript.id, std::nullopt);
       }},
      {"Transcripts.link_session",
       [](Writer& out, const Place& at) {
         return out.transcripts.link_session(at.twin.key, "session");
       }},
      {"Transcripts.link_session",
       [](Writer& out, const Place& at) {
         return out.transcripts.link_session(at.seen.key, "session");
       }},
      {"Transcripts.move_links",
       [](Writer& out, const Place& at) {
         return out.transcripts.move_links(at.hidden.key, at.twin.key);
       }},
  };
}

std::vector<Change> records_refused_to_tokens() {
  return {
      {"Records.find_event",
       [](Writer& in, const Place&) { return done(in.records.find_event(1)); }},
      {"Records.each_event",
       [](Writer& in, const Place&) {
         return in.records.each_event(0, [](const Event&) { return true; });
       }},
      {"Records.newest_events",
       [](Writer& in, const Place&) { return done(in.records.newest_events("", {}, 1)); }},
      {"Records.prune_accesses",
       [](Writer& in, const Place& at) { return done(in.records.prune_accesses(at.now, 1)); }},
      {"Records.tokens_version",
       [](Writer& in, const Place&) { return done(in.records.tokens_version()); }},
      {"Records.tokens", [](Writer& in, const Place&) { return done(in.records.tokens()); }},
      {"Records.add_token",
       [](Writer& in, const Place& at) {
         return in.records.add_token({{"id", "name"}, std::string(64, '0'), at.now, {}, {}});
       }},
      {"Records.revoke_token",
       [](Writer& in, const Place& at) { return in.records.revoke_token("id", at.now); }},
      {"Records.remove_token",
       [](Writer& in, const Place&) { return in.records.remove_token("id"); }},
      {"Records.golden_questions",
       [](Writer& in, const Place&) { return done(in.records.golden_questions()); }},
      {"Records.put_golden_question",
       [](Writer& in, const Place& at) {
         return done(in.records.put_golden_question({0, "q", "", "id", at.now, {}}));
       }},
      {"Records.remove_golden_question",
       [](Writer& in, const Place&) { return done(in.records.remove_golden_question(1)); }},
      {"Records.record_golden_run",
       [](Writer& in, const Place& at) {
         return in.records.record_golden_run(1, {at.now, {}, {}, "setup"});
       }},
      {"Records.put_name_key",
       [](Writer& in, const Place&) {
         return in.records.put_name_key({"key", hidden});
       }},
      {"Records.remove_name_key",
       [](Writer& in, const Place&) { return done(in.records.remove_name_key("hidden-key")); }},
      {"Records.set_fact", [](Writer& in, const Place&) { return in.records.set_fact("fact", 1); }},
      {"Records.clear_fact",
       [](Writer& in, const Place&) { return in.records.clear_fact("fact"); }},
      {"Records.growth",
       [](Writer& in, const Place& at) { return done(in.records.growth(at.now)); }},
  };
}

// For administrators alone.
std::vector<Change> refused_to_tokens() {
  return {
      {"Memories.count_expired",
       [](Writer& in, const Place& at) { return done(in.memories.count_expired(at.now)); }},
      {"Memories.count_archived",
       [](Writer& in, const Place&) { return done(in.memories.count_archived({})); }},
      {"Memories.purge_archived",
       [](Writer& in, const Place&) { return done(in.memories.purge_archived({})); }},
      {"Memories.put_standard",
       [](Writer& in, const Place& at) {
         return in.memories.put_standard({hidden, {}, {}, {}, at.now}, at.twin.key);
       }},
      {"Search.reindex_texts",
       [](Writer& in, const Place&) { return done(in.search.reindex_texts(1)); }},
      {"Links.remove_before",
       [](Writer& in, const Place& at) {
         return done(in.links.remove_before(at.hidden.key, at.twin.key, "contradicts", INT64_MAX));
       }},
      {"Links.found_again", [](Writer& in, const Place&) { return done(in.links.found_again()); }},
      {"Sync.memories",
       [](Writer& in, const Place&) {
         std::int64_t too_long = 0;
         return done(in.sync.memories(too_long));
       }},
      {"Sync.tombstones",
       [](Writer& in, const Place&) {
         std::int64_t too_long = 0;
         return done(in.sync.tombstones(too_long));
       }},
      {"Sync.archive",
       [](Writer& in, const Place&) {
         std::int64_t too_long = 0;
         return done(in.sync.archive(too_long));
       }},
      {"Sync.links",
       [](Writer& in, const Place&) {
         std::int64_t too_long = 0;
         return done(in.sync.links(too_long));
       }},
      {"Sync.link_tombstones",
       [](Writer& in, const Place&) {
         std::int64_t too_long = 0;
         return done(in.sync.link_tombstones(too_long));
       }},
      {"Sync.mark", [](Writer& in, const Place&) { return done(in.sync.mark()); }},
      {"Sync.reaches_back_to",
       [](Writer& in, const Place&) { return done(in.sync.reaches_back_to({})); }},
      {"Records.text_fact",
       [](Writer& in, const Place&) { return done(in.records.text_fact("x")); }},
      {"Records.set_text_fact",
       [](Writer& in, const Place&) { return in.records.set_text_fact("x", "y"); }},
      {"Sync.note_deletion",
       [](Writer& in, const Place&) { return in.sync.note_deletion(SyncTombstone()); }},
      {"Sync.note_link_deletion",
       [](Writer& in, const Place&) { return in.sync.note_link_deletion(SyncLink()); }},
      {"Sync.drop_dead_links",
       [](Writer& in, const Place& at) { return in.sync.drop_dead_links(at.hidden.key); }},
  };
}

class RestrictedStoreTest : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = make_store(file(), {.full_sync = false}, clock_);
    must(Access(*store_).write([&](Writer& out) { return fill(out); }));
    // A version of the hidden memory ends now, and an undo step can take that back.
    clock_.advance(std::chrono::hours(1));
    place_.now = clock_.now();
    must(Access(*store_).write([&](Writer& out) -> Result<void> {
      Memory before = place_.hidden;
      place_.hidden.content = "hidden word again";
      place_.hidden.updated_at = aim::at(place_.now);
      TRY_VOID(out.memories.replace(before, place_.hidden));
      UndoStep step;
      step.at = place_.now;
      step.action = "update";
      step.id = before.id;
      return out.memories.add_undo(step);
    }));
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }

  Memory put(Writer& out, const std::string& id, const std::string& name_space,
             const std::string& content) {
    Memory memory = memory_of(id, "title of " + id, content, name_space);
    memory.tags = {name_space + "-tag"};
    memory.source = "hook";
    memory.expires_at = aim::at(clock_.now() + std::chrono::hours(5));
    must(out.memories.insert(memory));
    return memory;
  }
  Result<void> fill(Writer& out) {
    const Time now = clock_.now();
    place_.seen = put(out, "seen-1", "seen", "seen word");
    place_.hidden = put(out, "hidden-1", hidden, "hidden word");
    place_.twin = put(out, "hidden-2", hidden, "hidden word twice");
    place_.source = put(out, "hidden-3", hidden, "hidden word twice");
    TRY_VOID(out.memories.erase(put(out, "hidden-lost", hidden, "hidden word lost"), now));
    place_.gone = memory_of("hidden-4", "hidden gone", "hidden word", hidden);
    TRY_VOID(out.memories.add_archived({place_.gone, aim::at(now), "forget"}));
    Memory seen = place_.seen;
    seen.metadata = R"({"derived_from":["hidden-1"]})";
    TRY_VOID(out.memories.replace(place_.seen, seen));
    place_.seen = seen;
    place_.reflection = memory_of("hidden-5", "hidden reflection", "hidden word", hidden);
    place_.reflection.kind = MemoryKind::reflection;
    place_.reflection.reflection_depth = 1;
    TRY_VOID(out.memories.insert(place_.reflection));
    const auto link = [&](const Memory& from, const Memory& to, std::string_view relation) {
      return done(out.links.add(
          from.key, to.key, {from.id, to.id, std::string(relation), aim::at(now), aim::at(now)}));
    };
    TRY_VOID(link(place_.hidden, place_.twin, "contradicts"));
    TRY_VOID(link(place_.twin, place_.seen, "supersedes"));
    TRY_VOID(link(place_.hidden, place_.source, "supersedes"));
    TRY_VOID(link(place_.reflection, place_.source, "reflects_on"));
    TRY_VOID(link(place_.source, place_.reflection, "reflects_on"));
    TRY_VOID(out.links.put_lost_source(place_.reflection.key,
                                       {"hidden-lost", "hidden lost", aim::at(now)}));
    TRY_VOID(out.memories.set_standard("seen", place_.seen.key, std::nullopt, now));
    TRY_VOID(out.memories.set_standard(hidden, place_.hidden.key, std::nullopt, now));
    TRY_VOID(out.memories.set_standard("hidden-other", place_.hidden.key, std::nullopt, now));
    TRY(out.memories.clear_standard("hidden-other", now));
    Transcript& transcript = place_.transcript;
    transcript.id = "hidden-transcript";
    transcript.name_space = hidden;
    transcript.session_id = "session";
    transcript.created_at = transcript.updated_at = now;
    TRY_VOID(out.transcripts.insert(transcript));
    TRY_VOID(out.transcripts.add_turn(transcript, {1, Role::user, now, "hidden turn"}, now));
    TRY_VOID(out.transcripts.link(place_.hidden.key, transcript.id, std::nullopt));
    TRY_VOID(out.records.put_name_key({"hidden-key", hidden}));
    for (const NamespaceRow& row : TRY(out.search.name_spaces(hidden)))
      place_.name_space = row.number;
    return {};
  }

  Access owner() { return Access(*store_); }
  Access token() {
    Rights rights;
    rights.id = rights.name = "token";
    rights.read = rights.write = {"seen"};
    return owner().restricted(std::make_shared<const Rights>(rights));
  }
  // All that changes could change.
  std::string state(Reader& in) {
    Answer all(place_);
    (void)in.memories.each([&](const Memory& each) -> Result<void> {
      all.add(each);
      all.add(each.content + std::to_string(each.reflection_depth));
      return {};
    });
    (void)in.links.each([&](const Link& each) -> Result<void> {
      all.add(each);
      all.add(each.relation);
      return {};
    });
    (void)in.links.each_lost_source(
        [&](const std::string&, const LostSource& each) -> Result<void> {
          all.add(each);
          return {};
        });
    (void)in.memories.each_archived(all.taker<Archived>());
    (void)in.memories.each_standard(all.taker<StandardRow>());
    (void)in.transcripts.each([&](const Transcript& each) -> Result<void> {
      all.add(each);
      all.add(std::to_string(each.turns) + (each.expires_at ? " expires" : ""));
      for (const TurnRow& turn : TRY(in.transcripts.turns(each.number, 0, many)))
        all.add(TRY(in.transcripts.text(turn.text)));
      return {};
    });
    (void)in.transcripts.each_link(all.taker<TranscriptLink>());
    for (const char* id : {"hidden-1", "hidden-4"}) {
      all.add(must(in.memories.versions_of(id, many)));
      all.add(must(in.memories.version_at(id, Time::min())));
    }
    return all.text();
  }
  // The content after a change by the owner, which is then taken back; and how it ended.
  std::pair<std::string, Result<void>> after(const Change& change) {
    std::string then;
    Result<void> made;
    (void)owner().write([&](Writer& out) -> Result<void> {
      made = change.make(out, place_);
      then = state(out);
      return Failure(database_error("taken back"));
    });
    return {then, made};
  }
  std::string now() {
    return must(owner().read([&](Reader& in) -> Result<std::string> { return state(in); }));
  }

  std::unique_ptr<Store> store_;
  Place place_;
};

TEST_F(RestrictedStoreTest, NoFunctionShowsWhatIsNotSeen) {
  const auto answers_of = [&](Access access) {
    return must(access.read([&](Reader& in) -> Result<std::map<std::string, std::string>> {
      return all_answers(in, place_);
    }));
  };
  const auto to_owner = answers_of(owner()), to_token = answers_of(token());
  ASSERT_EQ(to_owner.size(), to_token.size());
  for (const auto& [function, shown] : to_owner) {
    EXPECT_THAT(shown, ::testing::HasSubstr(hidden)) << function << " is asked too little";
    EXPECT_THAT(to_token.at(function), ::testing::Not(::testing::HasSubstr(hidden))) << function;
  }
}

TEST_F(RestrictedStoreTest, NoFunctionChangesWhatIsNotSeen) {
  const std::string before = now();
  for (const auto& changes : {changes_of_memories(), changes_of_standards(), changes_of_links(),
                              changes_of_transcripts()})
    for (const Change& change : changes) {
      const auto [then, made] = after(change);
      EXPECT_TRUE(made) << change.function << ": " << (made ? "" : made.error().message);
      EXPECT_NE(then, before) << change.function << " changes nothing even for the owner";
      (void)token().write([&](Writer& out) { return change.make(out, place_); });
      EXPECT_EQ(now(), before) << change.function;
    }
}

TEST_F(RestrictedStoreTest, WhatIsOfTheWholeDatabaseIsForAdministrators) {
  const std::string before = now();
  for (const auto& changes : {refused_to_tokens(), records_refused_to_tokens()})
    for (const Change& change : changes) {
      const auto made = token().write([&](Writer& out) { return change.make(out, place_); });
      EXPECT_TRUE(!made && is_forbidden(made.error())) << change.function;
      EXPECT_EQ(now(), before) << change.function;
    }
}

// A step of undo is the token's, even if the caller names another.
TEST_F(RestrictedStoreTest, AStepOfUndoIsTheTokens) {
  must(token().write([&](Writer& out) -> Result<void> {
    UndoStep step;
    step.at = place_.seen.updated_at.time;  // when its version ended
    step.action = "update";
    step.id = place_.seen.id;
    step.by = "another";
    return out.memories.add_undo(step);  // "Memories.add_undo"
  }));
  const auto step = must(owner().read(
      [&](Reader& in) { return in.memories.last_undo(place_.seen.id, Time::min(), "token"); }));
  EXPECT_TRUE(step && step->by == "token");
}

}  // namespace
}  // namespace aim::store::sqlite
