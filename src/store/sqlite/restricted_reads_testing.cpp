#include "store/sqlite/restricted_testing.h"

namespace aim::store::sqlite::walk {
namespace {

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
  answers.shows("Memories.gone", in.gone({}, many, 0));
  answers.shows("Memories.gone_titled", in.gone_titled(at.gone.title));
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
  answers.shows("Links.standards_changed_since", in.standards_changed_since(Time::min()));
  answers.walks<Link>("Links.each", [&](auto take) { return in.each(take); });
  answers.shows("Links.superseded_by", in.superseded_by({&at.seen.key, 1}));
  answers.shows("Links.contradicted_by", in.contradicted_by({&key, 1}));
  const Key superseded = at.source.key;
  answers.shows("Links.superseded_by", in.superseded_by({&superseded, 1}));
  answers.shows("Links.superseded_keys", in.superseded_keys());
  answers.shows("Links.reflections_above", in.reflections_above(at.source.key));
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

}  // namespace

std::map<std::string, std::string> all_answers(Reader& in, const Place& at) {
  Answers answers(at);
  ask_memories(in.memories, at, answers);
  ask_search(in.search, at, answers);
  ask_links(in.links, at, answers);
  ask_transcripts(in.transcripts, at, answers);
  ask_records(in.records, at, answers);
  return answers.all();
}

}  // namespace aim::store::sqlite::walk
