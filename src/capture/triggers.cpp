#include "capture/triggers.h"

#include <cmath>
#include <cstring>

#include "base/ascii.h"
#include "base/utf8.h"
#include "capture/error_signature.h"
#include "capture/plain_words.h"

namespace aim {
namespace {

constexpr std::size_t max_sentences = 60, max_before = 400;
constexpr std::size_t short_answer = 25;  // bytes
constexpr std::size_t max_word = 12;      // bytes: four characters of a text without blanks
constexpr float longest_answer = 8;       // words
constexpr float of_around = 0.5F, of_before = 0.5F;

std::string without(std::string_view text, std::string_view mark, bool& found) {
  std::string out(text);
  for (std::size_t at = 0; (at = ascii::lower(out).find(mark, at)) != out.npos;) {
    const std::size_t end = at + mark.size();
    const bool alone =
        (at == 0 || out[at - 1] == ' ' || out[at - 1] == '\n') &&
        (end == out.size() || out[end] == ' ' || out[end] == '\n' || out[end] == ':');
    if (!alone) {
      at = end;
      continue;
    }
    found = true;
    out.erase(at, mark.size() + (end < out.size() && out[end] == ':' ? 1 : 0));
    if (at > 0 && out[at - 1] == ' ' && out.substr(at, 1) == " ")
      out.erase(at, 1);
  }
  const std::size_t first = out.find_first_not_of(" \t\n");
  out.erase(0, std::min(first, out.size()));
  return out;
}

bool asks(std::string_view sentence) {
  return sentence.ends_with('?') || sentence.ends_with("\uff1f");
}

// "curl: (7) …", "npm ERR! …", "E   KeyError: …": an error as programs print it, which decides
// nothing.
bool is_pasted_error(std::string_view sentence) {
  if (!error_in(sentence))
    return false;
  std::string_view rest = sentence;
  const std::string_view first = ascii::take_part(rest, ' ');
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const std::string_view second = ascii::take_part(rest, ' ');
  const auto names_one = [](std::string_view word) {
    return word.find("Error:") != word.npos || word.find("Exception:") != word.npos ||
           word.find("ERR") != word.npos;
  };
  return (first.ends_with(':') && !ascii::is_upper(first.front())) || names_one(first) ||
         names_one(second);
}

// Whether its letters are of scripts in which the models have seen no text: from Greek to Georgian
// to Khmer, all but Latin and those of East Asia. Their verdict on such a text is chance.
bool is_of_unseen_script(std::string_view text) {
  constexpr char32_t first_unseen = 0x370, last_unseen = 0x1CFF;
  std::size_t seen = 0, unseen = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (c >= first_unseen && c <= last_unseen)
      ++unseen;
    else if (c >= 0x80 || ascii::is_letter(static_cast<char>(c)))
      ++seen;
  }
  return unseen > seen;
}

float yes(bool is_so) {
  return is_so ? 1.0F : 0.0F;
}

float log_of(std::size_t count) {
  return std::log1p(static_cast<float>(count)) / 4;
}

// The share of a short answer's words that the offer before it has: "Redis" to "Kafka or Redis?".
float taken_up(std::string_view answer, std::string_view offer) {
  std::set<std::string> offered;
  each_plain_word(offer, "-_.+", [&](std::string word) { offered.insert(std::move(word)); });
  float words = 0, shared = 0;
  each_plain_word(answer, "-_.+", [&](const std::string& word) {
    words += 1;
    shared += offered.contains(word.ends_with('.') ? word.substr(0, word.size() - 1) : word) ? 1.0F
                                                                                             : 0.0F;
  });
  return words > 0 && words <= longest_answer ? shared / words : 0;
}

// The sentences of a text, and what they are judged by, in the same order.
struct Judged {
  std::string own;
  std::vector<std::string_view> sentences;
  std::vector<Features> features;
};
void judge(std::string_view text, std::string_view before, Judged& out) {
  out.own = own_words(text.substr(0, max_looked_at));
  out.sentences = sentences_in(out.own);
  out.sentences.resize(std::min(out.sentences.size(), max_sentences));
  const std::string last(utf8::last(before, max_before));
  const auto earlier = sentences_in(last);
  const bool any_asks = std::ranges::any_of(out.sentences, asks);
  for (std::size_t i = 0; i < out.sentences.size(); ++i) {
    const std::string_view one = out.sentences[i];
    Features& features = out.features.emplace_back();
    add_text(features, TextPart::said, one);
    if (out.sentences.size() > 1)
      add_text(features, TextPart::around, out.own, of_around);
    if (!last.empty())
      add_text(features, TextPart::before, last, of_before);
    features.numbers = {yes(asks(one)),
                        yes(any_asks),
                        yes(!last.empty()),
                        taken_up(one, last),
                        yes(!last.empty() && one.size() <= short_answer),
                        yes(std::ranges::any_of(earlier, asks)),
                        log_of(one.size()),
                        log_of(out.sentences.size()),
                        yes(i == 0),
                        yes(i + 1 == out.sentences.size()),
                        yes(text.find("```") != text.npos)};
  }
}

}  // namespace

PromptFindings look_at_prompt(std::string_view prompt, std::string_view before) {
  PromptFindings found;
  found.whole = without(without(prompt, "#skip", found.skip), "#remember", found.remember);
  const std::string& text = found.whole;
  found.text = own_words(text);
  if (found.text.size() > max_looked_at)
    found.text.resize(utf8::cut(found.text, max_looked_at).size());
  found.question = found.text;
  const auto error = error_in(text);
  if (error && found.text.find(error->line) == std::string::npos)
    found.question.append(error->line);
  found.idle = found.question.find_first_not_of(" \t\n.,!?-") == std::string::npos;
  add_text(found.features, TextPart::said, text);
  const auto sentences = sentences_in(found.text);
  found.features.numbers = {log_of(text.size()),
                            log_of(sentences.size()),
                            yes(!sentences.empty() && asks(sentences.back())),
                            yes(std::ranges::any_of(sentences, asks)),
                            yes(text.find('\n') < text.size()),
                            yes(text.find("```") != text.npos),
                            yes(error.has_value()),
                            static_cast<float>(found.text.size()) /
                                static_cast<float>(std::max<std::size_t>(1, text.size()))};
  found.unseen_script = is_of_unseen_script(found.text);
  if (!found.unseen_script)
    found.need = chance_by_words(Trigger::needed, found.features);
  found.decision = decision_in(text, before);
  return found;
}

Statement decision_in(std::string_view text, std::string_view before) {
  Judged judged;
  judge(text, before, judged);
  Statement best;
  for (std::size_t i = 0; i < judged.sentences.size(); ++i) {
    const std::string_view one = judged.sentences[i];
    // "No" decides something where it was asked for.
    const bool says_something =
        !before.empty() || one.find(' ') != one.npos || one.size() > max_word;
    if (const double chance = chance_of(Trigger::decision, judged.features[i]);
        chance > best.chance && says_something && !is_pasted_error(one) &&
        !is_of_unseen_script(one))
      best = {std::string(one), chance};
  }
  return best;
}

std::vector<Features> decision_features(std::string_view text, std::string_view before) {
  Judged judged;
  judge(text, before, judged);
  return std::move(judged.features);
}

namespace {

const TriggerWeights& model_of(Trigger task) {
  return weights_of_trigger(static_cast<std::size_t>(task));
}

double sum_of_words(const TriggerWeights& model, const Features& features) {
  double sum = 0;
  for (const auto& [hash, value] : features.hashed)
    sum += static_cast<double>(value) *
           static_cast<signed char>(model.bytes[hash & (model.places - 1)]);
  return sum * static_cast<double>(model.step);
}

double sum_of_numbers(const TriggerWeights& model, const Features& features) {
  double sum = 0;
  std::string_view weights = model.numbers;
  for (const float number : features.numbers) {
    float weight = 0;
    if (weights.size() < sizeof weight)
      break;
    std::memcpy(&weight, weights.data(), sizeof weight);
    weights.remove_prefix(sizeof weight);
    sum += static_cast<double>(weight) * static_cast<double>(number);
  }
  return sum;
}

double logistic(double sum) {
  return 1 / (1 + std::exp(-sum));
}

}  // namespace

double chance_of(Trigger task, const Features& features) {
  const TriggerWeights& model = model_of(task);
  return logistic(static_cast<double>(model.bias) + sum_of_words(model, features) +
                  sum_of_numbers(model, features));
}

double chance_by_words(Trigger task, const Features& features) {
  return logistic(sum_of_words(model_of(task), features));
}

}  // namespace aim
