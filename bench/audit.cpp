// What signed events and the capture nag cost, in CPU time of this process, one JSON line a figure.
//   audit_bench FOLDER [EVENTS]   makes a database there, appends events to it, walks them
#include <boost/json.hpp>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "engine/audit/nag.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "mcp/protocol/caller_identity.h"
#include "mcp/surface/surface.h"
#include "memory/event_chain.h"
#include "store/records.h"
#include "store/sqlite/sqlite_store.h"

namespace {

using namespace aim;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void print(std::string_view figure, double value, std::string_view unit) {
  std::cout << "{\"figure\":\"" << figure << "\",\"" << unit << "\":" << value << "}\n";
}

// The value, or the end.
template <class T>
T must(Result<T> result) {
  if (!result) {
    std::cerr << result.error().message << " " << result.error().detail << "\n";
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>)
    return std::move(*result);
}

Payload one_deletion(std::int64_t number) {
  const std::string id = "9f1c8a52-3b1e-4c7d-8e90-" + std::to_string(100'000'000'000 + number);
  Payload payload;
  payload.add("ids", std::vector{id}).add("namespace", "team/api");
  return payload;
}

void events(const std::filesystem::path& folder, std::int64_t count) {
  const SystemClock clock;
  const auto store = store::sqlite::make_store(folder / "audit.db", {}, clock);
  store::Access database(*store);
  const SigningKey key = SigningKey::generate();
  const auto append = [&](store::Writer& writer) -> Result<void> {
    for (std::int64_t i = 0; i < count; ++i)
      TRY_VOID(
          writer.records.append_event(clock.now(), event::memory_deleted, one_deletion(i), &key));
    return {};
  };
  double begin = cpu_seconds();
  must(database.write(append));
  print("append an event", (cpu_seconds() - begin) * 1e6 / static_cast<double>(count), "us");
  EventChain chain({key.public_key()});
  begin = cpu_seconds();
  must(database.read([&](store::Reader& reader) {
    return reader.records.each_event(0, [&](const Event& event) -> Result<bool> {
      chain.add(event);
      return true;
    });
  }));
  chain.finish();
  const double took = cpu_seconds() - begin;
  if (chain.events() != count || chain.fault_count() > 0)
    std::exit(1);
  print("verify, events a second", static_cast<double>(count) / took, "1/s");
}

void nag(std::string_view figure, std::size_t sessions) {
  engine::Nag nag;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < sessions; ++i)
    names.push_back("session-0123456789-" + std::to_string(i));
  constexpr std::size_t calls = 4'000'000;
  const double begin = cpu_seconds();
  std::size_t warned = 0;
  for (std::size_t i = 0; i < calls; ++i)
    warned += nag.observe("claude-code", names[i % sessions], engine::ToolKind::other) !=
              engine::NagAction::none;
  print(figure, (cpu_seconds() - begin) * 1e9 / calls, "ns");
  if (warned == 0 && sessions < engine::Nag::max_sessions)
    std::exit(1);
}

// What a call of a tool pays for it: who calls, whether the tool writes, and the counting.
void dispatcher(const std::filesystem::path& folder) {
  const SystemClock clock;
  const auto database = store::sqlite::make_store(folder / "nag.db", {}, clock);
  engine::TouchQueue touches;
  engine::Embeddings embeddings;
  engine::NagEvents nag_events({});
  Engine engine{store::Access(*database), clock, {}, touches, embeddings};
  engine.nag_events = &nag_events;
  const boost::json::object params{
      {"name", "memory_recall"},
      {"arguments", {{"context", "where did we keep the keys"}, {"limit", 5}}},
      {"_meta", {{"session_id", "session-0123456789"}, {"progressToken", 7}}}};
  const mcp::CallerIdentity identity{"claude-code", "stdio"};
  constexpr std::size_t calls = 1'000'000;
  const double begin = cpu_seconds();
  for (std::size_t i = 0; i < calls; ++i)
    mcp::observe_call(engine, mcp::core_surface(), "memory_recall", params, identity, {});
  print("nag, a call at the dispatcher", (cpu_seconds() - begin) * 1e9 / calls, "ns");
  if (nag_events.nag().streak_for("claude-code", "session-0123456789") != calls)
    std::exit(1);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::cerr << "usage: audit_bench FOLDER [EVENTS]\n";
    return 2;
  }
  events(words[1], count > 2 ? std::stoll(words[2]) : 20'000);
  dispatcher(words[1]);
  nag("nag, one session", 1);
  nag("nag, 1,000 sessions in turn", 1'000);
  nag("nag, 10,000 sessions in turn, each forgotten before it comes again", 10'000);
  return 0;
}
