#include "engine/usage/access_log.h"

#include <charconv>
#include <cmath>

#include "base/numbers.h"
#include "base/utf8.h"
#include "engine/lookup/by_id.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_query_characters = 1'000;
constexpr std::size_t max_name_characters = 256;
constexpr std::int64_t pruned_at_once = 1'000;
constexpr std::int64_t read_at_once = 1'000, max_looked_through = 20'000;

void shorten(std::optional<std::string>& text, std::size_t max_characters) {
  if (text && text->empty())
    text.reset();
  if (text)
    *text = utf8::excerpt(*text, max_characters);
}

void add_number(std::string& out, double number) {
  const double rounded = std::round(number * 1e4) / 1e4;
  out.append(" ").append(shortest(rounded == 0 ? 0.0 : rounded));
}

double read_number(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

Result<std::vector<LoggedCall>> with_memories(store::Reader& reader, std::vector<AccessRow> rows) {
  std::vector<LoggedCall> calls;
  for (AccessRow& row : rows) {
    auto shown = TRY(reader.records.shown_by(row.number));
    calls.push_back({std::move(row), std::move(shown)});
  }
  return calls;
}

void fit(const Engine& engine, AccessRow& row) {
  if (!engine.options.log_queries)
    row.query.reset();
  shorten(row.query, max_query_characters);
  shorten(row.client, max_name_characters);
  shorten(row.session, max_name_characters);
  shorten(row.name_space, max_name_characters);
}

}  // namespace

bool logs_accesses(const Engine& engine, bool by_profile) {
  const AccessLog wanted = engine.options.access_log;
  return wanted == AccessLog::always || (wanted == AccessLog::profiles && by_profile);
}

void note_access(Engine& engine, AccessNote access) {
  fit(engine, access.row);
  engine.touches.add(std::move(access));
}

Result<void> add_past_uses(Engine& engine, std::vector<PastUse> uses) {
  constexpr std::size_t most = 500;
  std::ranges::stable_sort(uses, {}, [](const PastUse& each) { return each.call.at; });
  for (std::size_t first = 0; first < uses.size(); first += most) {
    const auto batch = std::span(uses).subspan(first, std::min(most, uses.size() - first));
    TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
      for (PastUse& use : batch) {
        const auto memory = TRY(writer.memories.find_by_id(use.memory_id));
        if (!memory)
          continue;
        fit(engine, use.call);
        const store::ShownKey shown{memory->key, use.score, {}};
        TRY_VOID(writer.records.add_access(use.call, {&shown, 1}));
      }
      return {};
    }));
  }
  return {};
}

std::string compact_factors(const std::vector<Factor>& factors) {
  std::string out;
  for (const Factor& factor : factors) {
    out.append(out.empty() ? "" : ";").append(factor.name);
    add_number(out, factor.value);
    add_number(out, factor.weight);
  }
  return out;
}

std::vector<NamedFactor> read_factors(std::string_view text) {
  std::vector<NamedFactor> factors;
  while (!text.empty()) {
    std::string_view one = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    NamedFactor& factor = factors.emplace_back();
    const auto end = std::min(one.find(' '), one.size());
    factor.name = one.substr(0, end);
    one.remove_prefix(end);
    factor.value = read_number(one);
    factor.weight = read_number(one);
  }
  return factors;
}

Result<CallPage> recent_calls(Engine& engine, const RecentCalls& wanted) {
  const std::int64_t at_once =
      wanted.session.empty() && !wanted.nothing_found ? wanted.limit : read_at_once;
  const auto fits = [&](const AccessRow& row) {
    return (wanted.session.empty() || row.session == wanted.session) &&
           (!wanted.nothing_found || (row.query && row.results == 0));
  };
  return engine.database.read([&](store::Reader& reader) -> Result<CallPage> {
    CallPage page;
    std::vector<AccessRow> fitting;
    std::int64_t before = wanted.before > 0 ? wanted.before : INT64_MAX;
    bool more = wanted.limit > 0;
    for (std::int64_t looked_through = 0;
         more && std::ssize(fitting) < wanted.limit && looked_through < max_looked_through;) {
      auto rows = TRY(reader.records.newest_accesses(before, wanted.kinds, at_once));
      more = std::ssize(rows) == at_once;
      looked_through += std::ssize(rows);
      for (AccessRow& row : rows) {
        before = row.number;
        if (fits(row))
          fitting.push_back(std::move(row));
        if (std::ssize(fitting) == wanted.limit) {
          more = true;
          break;
        }
      }
    }
    page.calls = TRY(with_memories(reader, std::move(fitting)));
    page.next = more && before > 1 ? before : 0;
    return page;
  });
}

Result<std::vector<LoggedCall>> calls_after(Engine& engine, std::int64_t after,
                                            std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<LoggedCall>> {
    return with_memories(reader, TRY(reader.records.accesses_after(after, limit)));
  });
}

Result<std::int64_t> last_call(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.records.last_access(); });
}

Result<std::vector<LoggedAccess>> access_log(Engine& engine, const AccessLogRequest& request) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<LoggedAccess>> {
    store::AccessFilter filter{{}, request.kind, request.since, request.limit};
    if (!request.memory.empty())
      filter.key = TRY(find_memory(reader, request.memory)).key;
    return reader.records.access_log(filter);
  });
}

Result<void> prune_accesses(Engine& engine, const std::function<bool()>& stop) {
  if (TRY(last_call(engine)) == 0)
    return {};
  const Time before = engine.clock.now() - engine.options.keep_accesses;
  for (;;) {
    const auto gone = TRY(engine.database.write([&](store::Writer& writer) -> Result<std::int64_t> {
      return writer.records.prune_accesses(before, pruned_at_once);
    }));
    if (gone < pruned_at_once || (stop && stop()))
      return {};
  }
}

}  // namespace aim::engine
