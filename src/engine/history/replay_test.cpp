#include "engine/history/replay.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "engine/engine_testing.h"
#include "engine/history/transcripts.h"
#include "store/links.h"

namespace aim::engine::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// The published cases of replay, by their names (I3); memories are put in past the rules that
// refuse cycles.
class ReplayUnion : public EngineTest {
 protected:
  void insert_memory(const std::string& id, MemoryKind kind) {
    Memory memory = store::sqlite::testing::memory_of(id, "title-" + id, "body");
    memory.kind = kind;
    put(*database_, memory);
  }
  void observe(const std::string& id) { insert_memory(id, MemoryKind::observation); }
  void reflect(const std::string& id) { insert_memory(id, MemoryKind::reflection); }
  void link_reflects_on(const std::string& source, const std::string& target) {
    must(engine_->database.write([&](store::Writer& writer) -> Result<void> {
      Link link;
      link.relation = "reflects_on";
      link.created_at = link.valid_from = at(clock_.now());
      TRY(writer.links.add(key(source), key(target), link));
      return {};
    }));
  }
  Key key(const std::string& id) { return now(id).key; }

  // A transcript of one turn, said on that day of January 2026.
  std::string say(const std::string& session, int day) {
    TurnDraft draft;
    draft.session_id = session;
    draft.name_space = "team/eng";
    draft.text = "body of " + session;
    draft.said_at = moment("2026-01-01T00:00:00Z") + std::chrono::days(day - 1);
    return must(capture_turn(*engine_, draft, {})).transcript.id;
  }
  std::string say_and_link(const std::string& memory, int day) {
    const std::string id = say("of " + memory, day);
    link(memory, id);
    return id;
  }
  void link(const std::string& memory, const std::string& transcript,
            const std::optional<Span>& span = {}) {
    must(link_transcript(*engine_, memory, transcript, span));
  }

  std::vector<Replayed> replayed(const std::string& id, std::optional<std::int64_t> depth = {}) {
    return must(replay(*engine_, {id, depth, false, 0})).transcripts;
  }
  static Strings ids(const std::vector<Replayed>& entries) {
    Strings out;
    for (const Replayed& each : entries) out.push_back(each.transcript.id);
    return out;
  }
  static Strings anchors(const std::vector<Replayed>& entries) {
    Strings out;
    for (const Replayed& each : entries) out.push_back(each.memory_id);
    return out;
  }
};

TEST_F(ReplayUnion, observation_returns_only_its_own_transcripts) {
  observe("obs-1");
  observe("obs-2");
  const std::string own = say_and_link("obs-1", 1);
  say_and_link("obs-2", 2);
  // Even where a link that only reflections should have says otherwise.
  link_reflects_on("obs-1", "obs-2");
  for (const std::optional<std::int64_t> depth : {std::optional<std::int64_t>(), {5}}) {
    const auto entries = replayed("obs-1", depth);
    EXPECT_THAT(ids(entries), ElementsAre(own));
    EXPECT_THAT(anchors(entries), ElementsAre("obs-1"));
  }
}

TEST_F(ReplayUnion, reflection_returns_union_of_self_plus_three_sources) {
  reflect("ref-1");
  int day = 0;
  for (const char* id : {"obs-a", "obs-b", "obs-c"}) {
    observe(id);
    say_and_link(id, ++day);
    link_reflects_on("ref-1", id);
  }
  say_and_link("ref-1", 4);
  const auto entries = replayed("ref-1");
  EXPECT_THAT(anchors(entries), ElementsAre("obs-a", "obs-b", "obs-c", "ref-1"));
  EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.transcript.created_at < b.transcript.created_at;
  }));
  EXPECT_EQ(entries.front().hops, 1);
  EXPECT_EQ(entries.back().hops, 0);
}

TEST_F(ReplayUnion, depth_cap_bounds_chain_walk) {
  observe("obs-leaf");
  reflect("ref-mid");
  reflect("ref-top");
  say_and_link("obs-leaf", 1);
  say_and_link("ref-mid", 2);
  say_and_link("ref-top", 3);
  link_reflects_on("ref-mid", "obs-leaf");
  link_reflects_on("ref-top", "ref-mid");
  EXPECT_THAT(anchors(replayed("ref-top")), ElementsAre("obs-leaf", "ref-mid", "ref-top"));
  EXPECT_THAT(anchors(replayed("ref-top", 1)), ElementsAre("ref-mid", "ref-top"));
  EXPECT_THAT(anchors(replayed("ref-top", 0)), ElementsAre("ref-top"));
}

// The walk finds nothing; that the memory is missing is said by the call.
TEST_F(ReplayUnion, missing_root_returns_empty_union) {
  EXPECT_EQ(refusal(replay(*engine_, {"does-not-exist", {}, false, 0})).code, Code::not_found);
}

TEST_F(ReplayUnion, cycle_in_reflects_on_does_not_loop_forever) {
  reflect("ref-a");
  reflect("ref-b");
  say_and_link("ref-a", 1);
  say_and_link("ref-b", 2);
  link_reflects_on("ref-a", "ref-b");
  link_reflects_on("ref-b", "ref-a");
  EXPECT_THAT(replayed("ref-a"), SizeIs(2));
}

TEST_F(ReplayUnion, shared_transcript_deduplicates_to_one_entry) {
  observe("obs-shared");
  reflect("ref-1");
  const std::string shared = say_and_link("obs-shared", 1);
  link("ref-1", shared, Span{6, 10});
  link_reflects_on("ref-1", "obs-shared");
  const auto entries = replayed("ref-1");
  ASSERT_THAT(entries, SizeIs(1));
  // The nearest ancestor's link is the one that is shown.
  EXPECT_EQ(entries.front().memory_id, "ref-1");
  EXPECT_EQ(entries.front().span, (Span{6, 10}));
}

TEST_F(ReplayUnion, orphan_reflection_returns_only_self) {
  reflect("ref-orphan");
  say_and_link("ref-orphan", 1);
  EXPECT_THAT(anchors(replayed("ref-orphan")), ElementsAre("ref-orphan"));
}

TEST_F(ReplayUnion, dangling_transcript_id_is_silently_dropped) {
  observe("obs-1");
  say_and_link("obs-1", 1);
  must(prune_transcripts(*engine_, {"team/*", {}, {}}, false));
  EXPECT_THAT(replayed("obs-1"), IsEmpty());
}

TEST_F(ReplayUnion, TiesInTimeAreBrokenById) {
  observe("obs-1");
  Strings said;
  for (const char* session : {"b", "a", "d", "c"}) {
    said.push_back(say(session, 1));
    link("obs-1", said.back());
  }
  std::sort(said.begin(), said.end());
  EXPECT_EQ(ids(replayed("obs-1")), said);
}

TEST_F(ReplayUnion, CutsContentAtACharacterAndSaysSo) {
  observe("obs-1");
  TurnDraft draft;
  draft.session_id = "s";
  draft.name_space = "team/eng";
  draft.text = "déjà vu";
  must(capture_turn(*engine_, draft, {{}, {"obs-1"}}));  // "user: déjà vu\n\n", 17 bytes
  for (std::size_t most = 1; most <= 20; ++most) {
    const auto entry = must(replay(*engine_, {"obs-1", {}, true, most})).transcripts.front();
    EXPECT_LE(entry.content.size(), most);
    EXPECT_EQ(entry.truncated, most < 17);
    EXPECT_EQ(entry.content_bytes, 17);
    EXPECT_TRUE(std::string("user: déjà vu\n\n").starts_with(entry.content));
    EXPECT_TRUE(entry.content.empty() || entry.content.back() != '\xC3') << most;
  }
}

TEST_F(ReplayUnion, ReadsASpanAcrossTurns) {
  observe("obs-1");
  TurnDraft draft;
  draft.session_id = "s";
  draft.name_space = "team/eng";
  std::string all;
  for (int i = 0; i < 50; ++i) {
    draft.text = "turn number " + std::to_string(i);
    all += turn_text(draft.role, draft.text);
    must(capture_turn(*engine_, draft, {}));
  }
  const auto size = static_cast<std::int64_t>(all.size());
  for (const Span span : {Span{0, size}, Span{21, 400}, Span{size - 5, size}, Span{300, 301}}) {
    link("obs-1", "s", span);
    for (const std::size_t most : {1U, 100U, 10'000U}) {
      const auto entry = must(replay(*engine_, {"obs-1", {}, true, most})).transcripts.front();
      EXPECT_EQ(entry.content,
                all.substr(static_cast<std::size_t>(span.start),
                           std::min(most, static_cast<std::size_t>(span.end - span.start))));
    }
  }
}

// The walk against the seed's own, node by node with a queue, on random graphs, cycles and all.
TEST_F(ReplayUnion, FindsWhatANaiveWalkFinds) {
  std::mt19937 random(20'261'121);
  const auto upto = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 12; ++round) {
    const std::string mark = std::to_string(round) + "-";
    const int count = 2 + upto(14);
    std::vector<std::vector<int>> targets(static_cast<std::size_t>(count));
    std::vector<std::vector<std::string>> linked(static_cast<std::size_t>(count));
    const auto name = [&](int i) { return mark + static_cast<char>('a' + i); };
    for (int i = 0; i < count; ++i) i % 4 == 3 ? observe(name(i)) : reflect(name(i));
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        if (i != j && upto(5) == 0) {
          targets[static_cast<std::size_t>(i)].push_back(j);
          link_reflects_on(name(i), name(j));
        }
    Strings transcripts;
    for (int t = 0; t < 6; ++t) transcripts.push_back(say(mark + std::to_string(t), 1 + upto(3)));
    for (int i = 0; i < count; ++i)
      for (const std::string& transcript : transcripts)
        if (upto(4) == 0) {
          linked[static_cast<std::size_t>(i)].push_back(transcript);
          link(name(i), transcript);
        }
    for (const int depth : {-1, 0, 1, 2, 3}) {
      std::vector<int> order{0};
      std::vector<int> hops{0};
      std::set<int> visited{0};
      for (std::size_t at = 0; at < order.size(); ++at) {
        if (depth >= 0 && hops[at] >= depth)
          continue;
        for (const int next : targets[static_cast<std::size_t>(order[at])])
          if (visited.insert(next).second) {
            order.push_back(next);
            hops.push_back(hops[at] + 1);
          }
      }
      std::map<std::string, std::string> expected;
      for (const int each : order)
        for (const std::string& transcript : linked[static_cast<std::size_t>(each)])
          expected.emplace(transcript, name(each));
      std::map<std::string, std::string> found;
      for (const Replayed& each :
           replayed(name(0), depth < 0 ? std::optional<std::int64_t>() : depth))
        found.emplace(each.transcript.id, each.memory_id);
      EXPECT_EQ(found, expected) << "round " << round << ", depth " << depth;
    }
  }
}

}  // namespace
}  // namespace aim::engine::testing
