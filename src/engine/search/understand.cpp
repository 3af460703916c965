#include "engine/search/understand.h"

#include "base/utf8.h"
#include "engine/vectors/embeddings.h"
#include "memory/rules.h"
#include "store/new_memory.h"
#include "text/when.h"

namespace aim::engine {
namespace {

void add_phrase(Question& question, store::Phrase phrase) {
  if (question.phrases.size() < store::max_terms &&
      std::find(question.phrases.begin(), question.phrases.end(), phrase) == question.phrases.end())
    question.phrases.push_back(std::move(phrase));
}

void add_word(Question& question, const text::QueryWord& word, Match match) {
  if (word.adjacent && match == Match::all)
    return add_phrase(question, word.parts);
  for (std::size_t i = 0; i < word.parts.size(); ++i) {
    add_phrase(question, {word.parts[i]});
    if (!word.asks.empty() && word.asks[i])
      question.asking.push_back({word.parts[i]});
  }
  if (match == Match::any && !word.stem.empty())
    add_phrase(question, {word.stem});
  // A memory that has all the parts in a row beats one that has them apart; asking for it must not
  // exclude others.
  if (match == Match::any && !word.whole.empty())
    add_phrase(question, {word.whole});
}

// The index does not hold fillers: next to other words they are no part of the question, alone they
// find nothing.
void leave_out_fillers(Question& question) {
  const auto is_filler = [](const store::Phrase& phrase) {
    return phrase.size() == 1 && text::is_filler(phrase.front());
  };
  if (!std::all_of(question.phrases.begin(), question.phrases.end(), is_filler))
    std::erase_if(question.phrases, is_filler);
}

// "Where did we discuss gaskets" asks about gaskets.
void leave_out_asking_for_talk(std::vector<text::QueryWord>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& who = words[i - 1].written;
    if ((who == "we" || who == "i" || who == "I" || who == "you") && asks_for_talk(words[i]))
      words[i].common = true;
  }
}

}  // namespace

bool asks_for_talk(const text::QueryWord& word) {
  static constexpr std::array<std::string_view, 13> stems{
      "chat",  "convers", "discuss", "mention", "said", "say",       "session",
      "speak", "spoke",   "spoken",  "talk",    "told", "transcript"};
  return word.parts.size() == 1 && std::ranges::find(stems, word.parts.front()) != stems.end();
}

Question understand(std::string_view text, Match match) {
  Question question;
  auto words = text::query_words(utf8::cut(text, analysed_bytes));
  if (match == Match::any)
    leave_out_asking_for_talk(words);
  const bool only_common = std::all_of(words.begin(), words.end(),
                                       [](const text::QueryWord& word) { return word.common; });
  for (const text::QueryWord& word : words) {
    if (word.common && !only_common)
      question.dropped.push_back(word.written);
    else
      add_word(question, word, match);
  }
  leave_out_fillers(question);
  const auto times = times_in(text.substr(0, analysed_bytes));
  for (const store::Phrase& phrase : question.phrases)
    if (phrase.size() == 1 && times.contains(phrase.front()))
      question.times.push_back(phrase);
  constexpr std::size_t few_bytes = 2;
  question.is_brief = std::all_of(words.begin(), words.end(), [](const text::QueryWord& word) {
    return word.written.size() <= few_bytes;
  });
  question.match = match;
  return question;
}

Question without_asking(Question question) {
  const auto asks = [&](const store::Phrase& phrase) {
    return std::ranges::find(question.asking, phrase) != question.asking.end();
  };
  if (std::ranges::all_of(question.phrases, asks))
    return question;
  std::erase_if(question.phrases, [&](const store::Phrase& phrase) {
    if (!asks(phrase))
      return false;
    question.dropped.push_back(phrase.front());
    return true;
  });
  return question;
}

Question with_terms(Question question, store::Terms terms) {
  question.terms = terms;
  return question;
}

namespace {

// The texts that one embedder embeds for a question.
struct Asking {
  std::string_view text, telling;
  const store::Stop& stop;
  AskedOnce* once;  // may be null
};

ChannelQuery made_by(const embed::Embedder& embedder, const Asking& asking) {
  ChannelQuery out;
  auto made = embed_until(embedder, {&asking.text, 1}, embed::Role::query, asking.stop);
  const auto is_zero = [](float number) { return number == 0; };
  if (!made || std::all_of(made->begin(), made->end(), is_zero))
    return out;
  out.vector = std::move(*made);
  out.coverage = embedder.coverage(asking.text).pieces;
  out.known_words = embedder.coverage(asking.telling).words;
  return out;
}

ChannelQuery asked_by(const embed::Embedder* embedder, const Asking& asking) {
  if (!embedder)
    return {};
  if (!asking.once)
    return made_by(*embedder, asking);
  const embed::Identity& identity = embedder->identity();
  if (const ChannelQuery* made = asking.once->find(identity, asking.text))
    return *made;
  return asking.once->keep(identity, asking.text, made_by(*embedder, asking));
}

// The uncommon words of a question; the whole question when all are common.
std::string telling_part(std::string_view question) {
  std::string out;
  for (const text::QueryWord& word : text::query_words(question))
    if (!word.common)
      out.append(out.empty() ? "" : " ").append(word.written);
  return out.empty() ? std::string(question) : out;
}

}  // namespace

QueryVectors query_vectors(Engine& engine, const Query& query, AskedOnce* once) {
  QueryVectors out;
  if (!query.by_meaning)
    return out;
  const std::string_view text = utf8::cut(query.text, analysed_bytes);
  const std::string telling = telling_part(text);
  const Asking asking{text, telling, engine.database.stop(), once};
  Embeddings& embeddings = engine.embeddings;
  out.built_in = asked_by(embeddings.built_in(), asking);
  const embed::Embedder* model = embeddings.model();
  out.model = asked_by(model, asking);
  if (out.model.is_asked()) {
    out.asked_model = model;
    out.older_model = older_model(engine, *model);
    out.older = asked_by(out.older_model, asking);
  }
  return out;
}

bool TermSet::holds(std::string_view phrase) const {
  while (!phrase.empty()) {
    const std::size_t end = std::min(phrase.find(' '), phrase.size());
    if (!terms_.contains(std::string(phrase.substr(0, end))))
      return false;
    phrase.remove_prefix(std::min(end + 1, phrase.size()));
  }
  return true;
}

std::unordered_set<std::string> times_in(std::string_view question) {
  TermSet times;
  times.add(text::words_of_times(question));
  return std::move(times).all();
}

std::vector<std::uint32_t> names_in(std::string_view question) {
  std::vector<std::uint32_t> names;
  std::string before;
  for (const std::string& word : text::exact_words(utf8::cut(question, analysed_bytes))) {
    names.push_back(store::meta_hash(word));
    if (!before.empty())
      names.push_back(store::meta_hash(before + " " + word));
    before = word;
  }
  return names;
}

}  // namespace aim::engine
