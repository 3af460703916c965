// Tables whose SQL both backends share are asked on both, which must answer alike: what one
// database takes, and says, need not be what the other does.
#include "store/links.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/postgres/search/both_testing.h"
#include "store/records.h"
#include "store/rows.h"

namespace aim::store::postgres {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Texts = std::vector<std::string>;

std::string said(const std::optional<Timestamp>& time) {
  return time ? format_rfc3339(time->time) + "/" + time->given : "never";
}
std::string said(const Link& link) {
  return link.source_id + ">" + link.target_id + " " + link.relation + " " + said(link.created_at) +
         " " + said(link.valid_from);
}
std::string said(const Memory& memory) {
  return memory.id + "|" + memory.name_space + "|" + memory.title + "|" + memory.content + "|" +
         memory.metadata + "|" + memory.source + "|" + tags_to_json(memory.tags) + "|" +
         std::to_string(static_cast<int>(memory.tier)) + std::to_string(memory.priority) + "." +
         std::to_string(memory.reinforcement) + "." + std::to_string(memory.access_count) + "." +
         std::to_string(static_cast<int>(memory.kind)) + std::to_string(memory.reflection_depth) +
         (memory.deadline ? "!" : "") + "|" + std::to_string(memory.confidence) + "|" +
         said(memory.created_at) + said(memory.updated_at) + said(memory.last_accessed_at) +
         said(memory.expires_at);
}
std::string said(const Archived& archived) {
  std::string out = said(archived.memory) + "|" + archived.reason + said(archived.archived_at);
  for (const std::string& id : archived.source_ids) out += " <" + id;
  for (const Link& link : archived.links) out += " " + said(link);
  return out;
}

class BothTables : public Both {
 protected:
  Memory full(const std::string& id, const std::string& name_space = "team") {
    Memory memory = memory_of(id, "Größe \"" + id + "\"", "line\nnext\t\\ ü", name_space);
    memory.tags = {"a b", "ü\"\\"};
    memory.metadata = R"({"k":[1,"x"]})";
    memory.source = "cli";
    memory.tier = Tier::long_term;
    memory.priority = 7;
    memory.reinforcement = 2;
    memory.access_count = 3;
    memory.confidence = 0.1 + 0.2;
    memory.kind = MemoryKind::reflection;
    memory.reflection_depth = 1;
    memory.deadline = true;
    memory.created_at.given = "2026-11-01T01:00:00+01:00";
    memory.expires_at = at(moment("2027-01-01T00:00:00.123456789Z"));
    return memory;
  }
  static Link link_of(const std::string& source, const std::string& target, int day,
                      const std::string& relation = "related_to") {
    Link link{source, target, relation, {}, {}};
    link.created_at = link.valid_from =
        at(moment("2026-11-1" + std::to_string(day) + "T00:00:00Z"));
    return link;
  }
  // What was done, as one.
  template <class F>
  void change(F use) {
    write([&](Writer& writer) -> Result<bool> {
      TRY_VOID(use(writer));
      return true;
    });
  }
  bool link(const Memory& source, const Memory& target, int day,
            const std::string& relation = "related_to") {
    return write([&](Writer& writer) {
      return writer.links.add(source.key, target.key, link_of(source.id, target.id, day, relation));
    });
  }
  Texts links() {
    return read([](Reader& reader) -> Result<Texts> {
      Texts out;
      TRY_VOID(reader.links.each([&](const Link& each) {
        out.push_back(said(each));
        return Result<void>();
      }));
      return out;
    });
  }
};

TEST_F(BothTables, ArchiveKeepsAMemoryWithItsLinks) {
  const Memory one = put(full("id-1")), other = put("other", "text");
  link(one, other, 1);
  link(other, one, 2, "contradicts");
  const Time now = moment("2026-11-20T10:00:00Z");
  const auto add = [&](const Memory& memory, const char* reason) {
    change([&](Writer& writer) { return writer.memories.add_archived({memory, at(now), reason}); });
  };
  add(one, "gc");
  add(one, "forget");  // in the place of the first
  add(full("id-2", "team/a"), "gc");
  change([&](Writer& writer) -> Result<void> {
    TRY_VOID(writer.memories.keep_archived_link("id-2", link_of("id-2", "x", 3)));
    TRY_VOID(writer.memories.keep_archived_link("id-2", link_of("id-2", "x", 4)));
    return writer.memories.keep_archived_link("none", link_of("id-2", "x", 3));
  });
  const auto all = read([](Reader& reader) -> Result<Texts> {
    Texts out;
    TRY_VOID(reader.memories.each_archived([&](const Archived& each) {
      out.push_back(said(each));
      return Result<void>();
    }));
    for (const char* where : {"", "team", "team/*"})
      for (const Archived& each : TRY(reader.memories.list_archived(where, 5, 0)))
        out.push_back(said(each));
    for (const Archived& each : TRY(reader.memories.newest_archived("", 1)))
      out.push_back(said(each));
    out.push_back(said(*TRY(reader.memories.find_archived("id-1"))));
    const auto stats = TRY(reader.memories.archive_stats());
    out.push_back(std::to_string(stats.count) + " " + std::to_string(stats.bytes) + " " +
                  stats.by_name_space.at(0).first + said(at(*stats.newest)));
    return out;
  });
  EXPECT_EQ(all.size(), 2U + 2 + 1 + 2 + 1 + 1 + 1);
  const auto prefixed = [&](std::string_view prefix) {
    return read(
        [&](Reader& reader) { return reader.memories.archived_ids_with_prefix(prefix, 9); });
  };
  EXPECT_THAT(prefixed("id-"), ElementsAre("id-1", "id-2"));
  EXPECT_THAT(prefixed("id-2x"), IsEmpty());
  EXPECT_EQ(read([&](Reader& reader) { return reader.memories.count_archived(now); }), 0);
  EXPECT_TRUE(write([](Writer& writer) { return writer.memories.remove_archived("id-2"); }));
  EXPECT_FALSE(write([](Writer& writer) { return writer.memories.remove_archived("id-2"); }));
  EXPECT_THAT(write([](Writer& writer) { return writer.memories.purge_archived({}); }),
              ElementsAre("id-1"));
}

TEST_F(BothTables, StandardsAreSetDoubtedAndCleared) {
  const Memory one = put("one", "text"), other = put("other", "text");
  const auto all = [&] {
    return read([](Reader& reader) -> Result<Texts> {
      Texts out;
      TRY_VOID(reader.memories.each_standard([&](const StandardRow& row) {
        out.push_back(row.name_space + " " + row.id.value_or("-") + " " + row.parent.value_or("-") +
                      (row.confirmed ? "" : "?") + said(at(row.updated_at)));
        return Result<void>();
      }));
      for (const ClearedStandard& each : TRY(reader.memories.cleared_standards()))
        out.push_back("not " + each.name_space + said(at(each.cleared_at)));
      return out;
    });
  };
  const Time now = moment("2026-11-20T10:00:00Z"), before = moment("2026-11-19T10:00:00Z");
  EXPECT_FALSE(read([](Reader& reader) { return reader.memories.has_standards(); }));
  change([&](Writer& writer) -> Result<void> {
    TRY_VOID(writer.memories.set_standard("team", one.key, "base", before));
    TRY_VOID(writer.memories.set_standard("base", {}, {}, before));
    return writer.memories.set_standard("team", other.key, {}, now);  // the parent stays
  });
  change([&](Writer& writer) -> Result<void> {
    TRY_VOID(writer.memories.doubt_standards_of(other.key));
    TRY_VOID(writer.memories.doubt_standards_of(other.key));
    return writer.memories.doubt_standard("base");
  });
  EXPECT_THAT(all(), ElementsAre(::testing::StartsWith("base - -?"),
                                 ::testing::StartsWith("team " + other.id + " base?")));
  change([&](Writer& writer) -> Result<void> {
    TRY_VOID(writer.memories.set_standard("base", one.key, {}, now));
    return writer.memories.put_standard({"team", {}, {}, {}, before}, {});
  });
  EXPECT_TRUE(write([&](Writer& writer) { return writer.memories.clear_standard("team", now); }));
  EXPECT_FALSE(
      write([&](Writer& writer) { return writer.memories.clear_standard("team", before); }));
  EXPECT_THAT(all(), ElementsAre(::testing::StartsWith("base " + one.id + " -2026"),
                                 ::testing::StartsWith("not team2026-11-20")));
}

TEST_F(BothTables, LinksAreMovedAndReplaced) {
  const Memory a = put("a", "1"), b = put("b", "2"), c = put("c", "3");
  EXPECT_TRUE(link(a, b, 1, "supersedes"));
  EXPECT_FALSE(link(a, b, 2, "supersedes"));
  link(c, b, 3, "supersedes");
  link(b, c, 4);
  link(a, c, 5);
  EXPECT_TRUE(write(
      [&](Writer& writer) { return writer.links.put(a.key, c.key, link_of(a.id, c.id, 6)); }));
  EXPECT_FALSE(write(
      [&](Writer& writer) { return writer.links.put(a.key, c.key, link_of(a.id, c.id, 4)); }));
  EXPECT_THAT(read([&](Reader& reader) -> Result<Texts> {
                Texts out;
                for (const auto& [key, id] :
                     TRY(reader.links.superseded_by(std::vector<Key>{c.key, b.key, a.key})))
                  out.push_back(std::to_string(key) + " " + id);
                return out;
              }),
              ElementsAre(std::to_string(b.key) + " " + c.id));
  EXPECT_EQ(links().size(), 4U);
  change([&](Writer& writer) {
    return writer.links.move(a.key, c.key, moment("2026-11-20T00:00:00Z"));
  });
  EXPECT_EQ(links().size(), 2U) << "what both had, and what is between the two, goes";
  EXPECT_TRUE(write([&](Writer& writer) {
    return writer.links.remove(b.key, c.key, "related_to", clock_.now());
  }));
}

TEST_F(BothTables, StepsAreUndone) {
  const Time first = moment("2026-11-20T10:00:00Z"), second = moment("2026-11-20T11:00:00Z");
  Memory one = full("id-1"), two = full("id-2");
  two.title = "another";
  const auto step = [&](std::string_view action, Time at,
                        const std::function<Result<void>(Writer&)>& use) {
    change([&](Writer& writer) -> Result<void> {
      TRY_VOID(writer.memories.begin_step());
      TRY_VOID(use(writer));
      return writer.memories.end_step(action, at);
    });
  };
  step("store", first, [&](Writer& writer) -> Result<void> {
    TRY_VOID(writer.memories.insert(one));
    return writer.memories.insert(two);
  });
  step("link", first, [&](Writer& writer) -> Result<void> {
    TRY(writer.links.add(one.key, two.key, link_of("id-1", "id-2", 1)));
    return {};
  });
  Memory changed = one;
  changed.content = "changed";
  step("update", second, [&](Writer& writer) -> Result<void> {
    TRY_VOID(writer.memories.replace(one, changed));
    return writer.memories.erase(two, second);
  });
  step("nothing", second, [](Writer&) { return Result<void>(); });
  const auto last = [&](std::string_view id, Time since = {}) {
    return read([&](Reader& reader) -> Result<std::string> {
      const auto found = TRY(reader.memories.last_undo(id, since));
      if (!found)
        return std::string("none");
      std::string out = found->action;
      for (const ChangedMemory& each : found->memories)
        out += " " + each.id + (each.before ? " " + said(*each.before) : " new") +
               (each.is_there ? "" : " gone") + (each.after ? " changed" : "");
      for (const LinkChange& each : found->links)
        out += (each.made ? " +" : " -") + said(each.link);
      return out;
    });
  };
  const auto undone = [&] {
    change([&](Writer& writer) -> Result<void> {
      const auto found = TRY(writer.memories.last_undo({}, {}));
      return found ? writer.memories.remove_undo(found->number) : Result<void>();
    });
  };
  const std::string link = said(link_of("id-1", "id-2", 1));
  EXPECT_EQ(last(""), "update id-1 " + said(one) + " id-2 " + said(two) + " gone -" + link);
  undone();
  EXPECT_EQ(last("id-1"), "link +" + link);
  undone();
  EXPECT_EQ(last("id-2"), "store id-1 new changed id-2 new changed");
  EXPECT_EQ(last("id-2", second), "none");
  EXPECT_TRUE(read([&](Reader& reader) { return reader.memories.any_undo_before(second); }));
  change([&](Writer& writer) { return writer.memories.prune_undo(second); });
  EXPECT_EQ(last("id-1"), "none");
}

TEST_F(BothTables, QuestionsEventsAndNumbersAreKept) {
  const GoldenQuestion asked{0, "why?", "team", "id-1", clock_.now(), {}};
  const auto first =
      write([&](Writer& writer) { return writer.records.put_golden_question(asked); });
  change([&](Writer& writer) -> Result<void> {
    return writer.records.record_golden_run(first, {clock_.now(), {}, 0.5, "setup"});
  });
  write([&](Writer& writer) -> Result<Texts> {
    Texts out;
    for (const GoldenQuestion& each : TRY(writer.records.golden_questions()))
      out.push_back(each.question + each.memory + std::to_string(*each.last->score));
    TRY(writer.records.put_golden_question(asked));  // the same: its run is forgotten
    out.push_back(TRY(writer.records.golden_questions()).front().last ? "run" : "no run");
    return out;
  });
  EXPECT_TRUE(write([&](Writer& writer) { return writer.records.remove_golden_question(first); }));

  for (int i = 0; i < 3; ++i)
    change([&](Writer& writer) -> Result<void> {
      TRY(writer.records.append_event(moment("2026-11-20T10:00:00Z"), i ? "a" : "b",
                                      Payload().add("n", std::int64_t{i}), nullptr));
      return {};
    });
  const auto events = read([](Reader& reader) -> Result<Texts> {
    Texts out{TRY(reader.records.chain_head()).hash};
    TRY_VOID(reader.records.each_event(1, [&](const Event& event) -> Result<bool> {
      out.push_back(event.payload + event.previous);
      return true;
    }));
    for (const Event& event : TRY(reader.records.newest_events("a", 3, 5)))
      out.push_back(event.payload);
    return out;
  });
  EXPECT_EQ(events.size(), 1U + 2 + 1);

  change([](Writer& writer) -> Result<void> {
    TRY_VOID(writer.records.set_fact("x", INT64_MIN));
    TRY_VOID(writer.records.set_fact("x", 1'700'000'000'000'000'000));
    return writer.records.clear_fact("y");
  });
  EXPECT_EQ(read([](Reader& reader) { return reader.records.fact("x"); }),
            1'700'000'000'000'000'000);
}

TEST_F(BothTables, WhatIsToBeReviewedAndWhatChanged) {
  Memory hook = memory_of("h", "from a hook", "same");
  hook.source = "hook";
  hook = put(hook);
  const Memory one = put("one", "same"), other = put("other", "same");
  Memory soon = memory_of("soon", "soon", "gone");
  soon.expires_at = at(moment("2026-11-25T00:00:00Z"));
  put(soon);
  link(one, other, 1, "contradicts");
  erase(hook);
  const Time now = moment("2026-11-20T00:00:00Z");
  const auto lines = read([&](Reader& reader) -> Result<Texts> {
    Texts out;
    const auto add = [&](const auto& keys) {
      for (const Key key : keys) out.push_back(std::to_string(key));
      out.emplace_back("-");
    };
    for (const KeyPair& pair : TRY(reader.memories.contradictions(now, {10, 0})))
      out.push_back(std::to_string(pair.first) + "!" + std::to_string(pair.second));
    add(TRY(reader.memories.unconfirmed(now, {10, 0})));
    add(TRY(reader.memories.expiring(now, now + std::chrono::hours(240), {10, 0})));
    add(TRY(reader.memories.newest_keys(now, INT64_MAX, 2)));
    for (const ChangeRow& row : TRY(reader.records.changes_after(0, 10)))
      out.push_back(std::to_string(row.seq) + row.id + row.name_space + (row.gone ? "gone" : ""));
    out.push_back(std::to_string(TRY(reader.records.last_change())));
    for (const auto& name : TRY(reader.memories.name_spaces_beginning("GL", 5)))
      out.push_back(name);
    return out;
  });
  EXPECT_EQ(lines.back(), "global");
}

TEST_F(BothTables, MemoriesOfOneContentArePaired) {
  // All contents are equally long and end alike, as those that programs write do.
  put(memory_of("a", "a", "first of all endings alike"));
  put(memory_of("b", "b", "other of all endings alike"));
  put(memory_of("c", "c", "first of all endings alike"));
  put(memory_of("d", "d", "first of all endings alike", "elsewhere"));
  put(memory_of("e", "e", "first of all endings alike"));
  Memory ended = memory_of("f", "f", "first of all endings alike");
  ended.expires_at = at(moment("2026-11-01T00:00:00Z"));
  put(ended);
  const auto pairs = [&](Page page) {
    return read([&](Reader& reader) -> Result<Texts> {
      Texts out;
      for (const KeyPair& pair :
           TRY(reader.memories.same_content(moment("2026-11-20T00:00:00Z"), page)))
        out.push_back(std::to_string(pair.first) + "-" + std::to_string(pair.second));
      return out;
    });
  };
  EXPECT_THAT(pairs({10, 0}), ::testing::UnorderedElementsAre("1-3", "1-5", "3-5"));
  EXPECT_THAT(pairs({1, 2}), ::testing::SizeIs(1));
}

TEST_F(BothTables, ARoleThatWasGivenBackIsFreeAtOnce) {
  for (int round = 0; round < 50; ++round)
    same([](store::Store& store) {
      const auto held = must(store.maintenance().try_take("folder"));
      EXPECT_FALSE(held && must(store.maintenance().try_take("folder")));
      return held != nullptr;
    });
}

}  // namespace
}  // namespace aim::store::postgres
