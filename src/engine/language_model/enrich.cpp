#include "engine/language_model/enrich.h"

#include "base/ascii.h"
#include "engine/language_model/prompts.h"
#include "engine/lookup/by_id.h"
#include "engine/vectors/vectorize.h"
#include "llm/answers.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr llm::ListLimits terms_limits{8, 80}, tags_limits{8, 48}, learnings_limits{5, 1'000};
constexpr std::size_t max_overview_bytes = 2'000;

// What the model says, as `read` wants it; once more when it is of no use: models are not the same
// every time.
template <class Read>
auto ask_for(Engine& engine, const llm::Prompt& prompt, Read read)
    -> decltype(read(std::string())) {
  if (!engine.llm)
    return Failure(unavailable("no language model is set up", "see [llm] in config.toml"));
  const auto stop = [&] { return !engine.database.go_on(); };
  auto answer = read(TRY(engine.llm->ask(prompt, stop)));
  if (answer || !llm::is_of_this_prompt(answer.error()))
    return answer;
  llm::Prompt again = prompt;
  again.instructions += "\nWrite nothing before or after the JSON.";
  return read(TRY(engine.llm->ask(again, stop)));
}

Result<std::vector<Memory>> read_memories(Engine& engine, const std::vector<std::string>& ids) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Memory>> {
    std::vector<Memory> memories;
    for (const std::string& id : ids) memories.push_back(TRY(find_memory(reader, id)));
    return memories;
  });
}

// A tag as people write them: in lower case, without the commas that separate tags in filters.
std::string as_tag(std::string text) {
  for (char& c : text) {
    c = ascii::lower(c);
    if (c == ' ' || c == ',' || c == ';')
      c = '-';
  }
  const auto is_sign = [](char c) { return c == '-' || c == '#' || c == '"' || c == '.'; };
  while (!text.empty() && is_sign(text.back())) text.pop_back();
  const auto first = std::find_if_not(text.begin(), text.end(), is_sign);
  return {first, text.end()};
}

}  // namespace

bool can_ask(const Engine& engine) {
  return engine.llm && engine.llm->ready();
}

std::optional<llm::State> language_model_state(const Engine& engine) {
  return engine.llm ? std::optional(engine.llm->state()) : std::nullopt;
}

std::optional<llm::State> language_model_use(const Engine& engine) {
  return engine.llm ? std::optional(engine.llm->used()) : std::nullopt;
}

Result<std::vector<std::string>> expand_query(Engine& engine, const std::string& query) {
  auto terms = TRY(ask_for(engine, expansion_prompt(query), [](const std::string& answer) {
    return llm::read_list(answer, "terms", terms_limits);
  }));
  const auto own = text::exact_words(query);
  const std::set<std::string> words(own.begin(), own.end());
  std::erase_if(terms, [&](const std::string& term) {
    const auto parts = text::exact_words(term);
    return std::all_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return words.contains(part); });
  });
  return terms;
}

Result<std::vector<std::string>> ask_for_learnings(Engine& engine,
                                                   const std::string& conversation) {
  return ask_for(engine, learnings_prompt(conversation), [](const std::string& answer) {
    return llm::read_list(answer, "learnings", learnings_limits);
  });
}

Result<std::vector<std::string>> ask_for_tags(Engine& engine, const Memory& memory) {
  return ask_for(engine, tags_prompt(memory), [](const std::string& answer) {
    return llm::read_list(answer, "tags", tags_limits);
  });
}

std::vector<std::string> add_tags(Memory& memory, const std::vector<std::string>& suggested) {
  std::set<std::string> there;
  for (const std::string& tag : memory.tags) there.insert(text::fold(tag));
  std::vector<std::string> added;
  for (const std::string& each : suggested) {
    std::string tag = as_tag(each);
    if (memory.tags.size() >= rule::tags.max_items || !check(rule::tags, "tags", tag) ||
        !there.insert(text::fold(tag)).second)
      continue;
    memory.tags.push_back(tag);
    added.push_back(std::move(tag));
  }
  return added;
}

Result<void> put_back(store::Writer& writer, Engine& engine, const Memory& old, Memory& fresh) {
  fresh.updated_at = at(time_of_change(old, engine.clock.now()));
  TRY_VOID(writer.memories.replace(old, fresh));
  return keep_by_table(writer, engine.embeddings, {&fresh, 1});
}

Result<Tagged> auto_tag(Engine& engine, const std::string& id) {
  const Memory seen = TRY(read_memories(engine, {id})).front();
  const auto suggested = TRY(ask_for_tags(engine, seen));
  return engine.database.write([&](store::Writer& writer) -> Result<Tagged> {
    const Memory old = TRY(find_memory(writer, seen.id));
    if (old.title != seen.title || old.content != seen.content)
      return Failure(conflict("the memory changed while tags were being found: " + old.id));
    Memory fresh = old;
    Tagged tagged{old.id, add_tags(fresh, suggested), {}};
    if (!tagged.new_tags.empty())
      TRY_VOID(put_back(writer, engine, old, fresh));
    tagged.all_tags = std::move(fresh.tags);
    return tagged;
  });
}

Result<bool> ask_whether_contradicting(Engine& engine, const Memory& a, const Memory& b) {
  return ask_for(engine, contradiction_prompt(a, b),
                 [](const std::string& answer) { return llm::read_truth(answer, "contradicts"); });
}

Result<Compared> detect_contradiction(Engine& engine, const std::string& id_a,
                                      const std::string& id_b) {
  auto both = TRY(read_memories(engine, {id_a, id_b}));
  Compared compared{std::move(both[0]), std::move(both[1])};
  if (compared.a.key != compared.b.key)  // a memory does not contradict itself
    compared.contradicts = TRY(ask_whether_contradicting(engine, compared.a, compared.b));
  return compared;
}

Result<Summary> summarise(Engine& engine, const std::vector<std::string>& ids) {
  Summary summary{{}, engine.clock.now()};
  const auto memories = TRY(read_memories(engine, ids));
  summary.text = TRY(ask_for(engine, summary_prompt(memories), [](const std::string& answer) {
    return llm::read_text(answer, "summary", rule::content.max_bytes);
  }));
  return summary;
}

Result<std::string> overview(Engine& engine, const std::vector<Memory>& memories) {
  return ask_for(engine, overview_prompt(memories), [](const std::string& answer) {
    return llm::read_text(answer, "summary", max_overview_bytes);
  });
}

}  // namespace aim::engine
