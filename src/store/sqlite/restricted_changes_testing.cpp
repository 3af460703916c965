#include "store/sqlite/restricted_testing.h"

namespace aim::store::sqlite::walk {
namespace {

Memory changed(Memory memory, const std::string& content) {
  memory.content = content;
  return memory;
}
Memory fresh(const std::string& name_space) {
  return memory_of("fresh-id", "fresh", "fresh", name_space);
}

}  // namespace

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
      {"Memories.erase_united",
       [](Writer& out, const Place& at) { return out.memories.erase_united(at.twin, at.now); }},
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
       [](Writer& out, const Place& at) {
         return out.links.move(at.hidden.key, at.source.key, {});
       }},
      {"Links.move",
       [](Writer& out, const Place& at) { return out.links.move(at.seen.key, at.twin.key, {}); }},
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
      {"Links.put_change",
       [](Writer& in, const Place& at) {
         return in.links.put_change(
             {at.now, true, {at.hidden.id, at.twin.id, "related_to", aim::at(at.now), {}}});
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
      {"Sync.note_lost_link",
       [](Writer& in, const Place&) { return in.sync.note_lost_link(Link()); }},
      {"Sync.drop_dead_links",
       [](Writer& in, const Place& at) { return in.sync.drop_dead_links(at.hidden.key); }},
  };
}

}  // namespace aim::store::sqlite::walk
