#include "capture/triggers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "capture/phrases.h"

namespace aim {
namespace {

constexpr std::size_t least_bytes = 12;

// Of the logistic curve.
constexpr double at_zero = -4.3, by_rule = 4.8, by_score = 4.4;

// What asks for what was before. Weights are those of the specification of triggers, more phrases
// beside its own.
constexpr std::array recall_phrases = {
    WeightedPhrase{0.9, "do|did|can|don't you ~1 remember|recall"},
    WeightedPhrase{0.9, "remember when|how|what|why|where|which|who"},
    WeightedPhrase{0.9, "remind me|us"},
    WeightedPhrase{0.9, "refresh my memory"},
    WeightedPhrase{
        0.9,
        "did we|you|i ~3 "
        "decide|agree|choose|settle|pick|say|call|name|end|go|do|use|fix|solve|set|put|store"},
    WeightedPhrase{0.9, "what|which|where|when|who|why|how ~4 did|have|had we|you|i"},
    WeightedPhrase{0.9, "why do|are|don't|aren't|didn't|were|can't we|our"},
    WeightedPhrase{0.9, "what|which is|was|are|were our|my"},
    WeightedPhrase{0.9, "what's|where's|who's|when's our|my"},
    WeightedPhrase{
        0.9, "as|like|what we|you|i discussed|agreed|decided|said|talked|planned|did|settled"},
    WeightedPhrase{0.9, "continue|pick|carry|resume ~4 where|from"},
    WeightedPhrase{0.9, "where we left|stopped"},
    WeightedPhrase{0.9,
                   "last time|week|month|sprint|session|year|quarter|meeting ~8 we|you|i|us|our"},
    WeightedPhrase{0.9,
                   "we|you|i|us|our ~8 last time|week|month|sprint|session|year|quarter|meeting"},
    WeightedPhrase{0.8, "how|where|when|what|which do|does we|our"},
    WeightedPhrase{0.8,
                   "how|where|when|what|which ~4 do|should we ~3 "
                   "use|keep|store|put|run|deploy|name|handle|prefer|call"},
    WeightedPhrase{0.8, "what|which|where|when|who|how is|are|was|were our|my"},
    WeightedPhrase{0.8, "have|had we|you ~2 ever|already|seen|had|hit|tried|decided"},
    WeightedPhrase{0.8, "what do you know"},
    WeightedPhrase{0.8, "i|we forgot|forget ~2 our|the|what|which|where|when|who"},
    WeightedPhrase{0.8,
                   "can't|cannot|couldn't|don't recall|remember ~2 what|which|where|when|who|our"},
    WeightedPhrase{0.8, "i|we ~1 told you"},
    WeightedPhrase{0.7, "you know how|what|which|where|who we|our|i"},
    WeightedPhrase{0.8,
                   "the|our usual|normal|agreed|preferred|standard "
                   "way|style|format|process|approach|place|setup|name|procedure"},
    WeightedPhrase{0.8, "as|like usual|always|before"},
    WeightedPhrase{0.7, "the same ~2 as|we|that"},
    WeightedPhrase{
        0.7,
        "do|did i|we usually|normally|always|prefer|like|use|have|need|support|allow|want|still"},
    WeightedPhrase{0.7, "am|are i|we allowed|supposed|still"},
    WeightedPhrase{0.7, "we|i ~4 earlier|previously|yesterday|before|already"},
    WeightedPhrase{0.7, "earlier|previously|yesterday ~4 we|you|i"},
    WeightedPhrase{0.7, "who owns|maintains|decided|approves|reviews|runs|handles"},
    WeightedPhrase{
        0.6,
        "our|my ~3 "
        "convention|conventions|policy|policies|setup|preference|preferences|standard|standards|"
        "style|rule|rules|process|workflow|guideline|guidelines|schedule|approach"},
    WeightedPhrase{0.8, "was|were|is it|that|this again"},
    WeightedPhrase{0.8, "what|which|who|where|when|how ~8 was|were ~5 again"},
    WeightedPhrase{0.8, "as|like we|i ~1 always|usually|normally|do|did"},
    WeightedPhrase{0.7, "as|like|than everywhere|elsewhere"},
    WeightedPhrase{0.7,
                   "we|i|they always|usually|normally ~1 use|do|store|name|write|report|put|send"},
    WeightedPhrase{0.7, "^you know how|my|our|what|which|where|who|that"},
    WeightedPhrase{
        0.7, "we|there had|was|were|is|be ~2 rule|reason|trick|convention|agreement|something"},
    WeightedPhrase{0.7, "any|a|some reason ~4 we|i|not|that"},
    WeightedPhrase{0.6, "is|are|was|were|whatever supposed|required|meant ~3 here|in|to|of"},
    WeightedPhrase{0.6, "that|which we|i use|like|prefer|chose|have|agreed|want"},
    WeightedPhrase{0.6, "stick|keep|conform|adhere to|with our|the|this"},
    WeightedPhrase{0.6,
                   "follow|following|per|by our|the|this ~1 "
                   "rules|conventions|convention|standards|naming|style|policy|guidelines"},
    WeightedPhrase{
        0.5,
        "in|of|for|across this|our|the ~1 project|repo|repository|codebase|team|company|firmware"},
    WeightedPhrase{0.5, "our|ours"},
    WeightedPhrase{0.6,
                   "need|want|give|tell ~2 name|address|number|password|url|link|path|date|id of"},
    WeightedPhrase{0.7, "the way|form|style|format ~1 i|we|it's"},
    WeightedPhrase{0.5, "with|at|for us"},
    WeightedPhrase{0.3, "my|mine"},
    WeightedPhrase{0.6, "according to"},
    WeightedPhrase{0.7, "bei uns"},
    WeightedPhrase{0.8, "noch mal $"},
    WeightedPhrase{0.7, "wie ~2 üblich|immer|sonst|gewohnt"},
    WeightedPhrase{0.6, "unser|unsere|unserem|unseren|unserer|unserm"},
    WeightedPhrase{0.6, "nuestro|nuestra|nuestros|nuestras|nosotros"},
    WeightedPhrase{0.7, "como siempre|acordamos|quedamos"},
    WeightedPhrase{0.7, "la otra|última vez"},
    WeightedPhrase{0.6, "notre|nos|nôtre"},
    WeightedPhrase{0.7, "comme|que d'habitude|convenu|toujours"},
    WeightedPhrase{0.7, "la dernière fois"},
    WeightedPhrase{0.6, "déjà $"},
    WeightedPhrase{0.6, "我们|咱们|项目的|约定|规范|惯例|老规矩"},
    WeightedPhrase{0.8, "当时|上回|之前"},
    WeightedPhrase{0.6, "wie|was|warum|wo|welche|welchen|welches ~4 wir|unser|unsere|unseren"},
    WeightedPhrase{0.9, "haben wir|erinnerst du|letztes mal|letzte woche|wie besprochen"},
    WeightedPhrase{0.9, "erinnerst|weißt du"},
    WeightedPhrase{0.9, "wie besprochen|vereinbart"},
    WeightedPhrase{0.8, "haben|hatten wir"},
    WeightedPhrase{0.8,
                   "cómo|qué|por|dónde|cuál|cuándo ~4 "
                   "nuestro|nuestra|decidimos|usamos|hicimos|acordamos|arreglamos|resolvimos"},
    WeightedPhrase{0.8, "recuerdas|acordamos"},
    WeightedPhrase{0.8, "quel|quelle|quels|pourquoi|comment|où|quand ~5 nous|notre|nos"},
    WeightedPhrase{0.8, "avons nous|tu ~2 te souviens|rappelles"},
    WeightedPhrase{0.9, "avons|avions nous"},
    WeightedPhrase{0.9,
                   "上次|之前我们|我们之前|还记得|我们决定|我们为什么|我们的|我们用|我们是怎么"},
};

// A question, whether or not a mark ends it.
constexpr std::array question_phrases = {
    WeightedPhrase{1, "^~1 who|what|when|where|which|how|why|whom|whose"},
    WeightedPhrase{1, "^can|may|am|was|were|must i|we|it|there|the|our|my|this"},
    WeightedPhrase{1, "^is|are|does|has i|we|it|there|the|our|my|this"},
    WeightedPhrase{1, "^do|did|have i|we|they|our|my"},
    WeightedPhrase{1, "at|in|on|for|to|by|until|since|and|or what|which|how|when|whom|where"},
    WeightedPhrase{1, "what|which|who was|were|is|are the|our|my|it"},
    WeightedPhrase{
        1, "^~1 wer|wo|wann|welche|welcher|welchen|welches|welchem|wie|warum|wieso|wozu|wem"},
    WeightedPhrase{1, "^~1 qui|quand|combien|quel|quelle|quels|quelles|pourquoi|où"},
    WeightedPhrase{1, "^~1 quién|cuándo|cuál|cuánto|cuánta|dónde|cómo|qué"},
    WeightedPhrase{1, "什么|哪|多少|谁|几|怎么|为什么"},
};
constexpr std::array request_phrases = {
    WeightedPhrase{1, "^can|could|would|will you"},
    WeightedPhrase{1, "^kannst|könntest|würdest du"},
    WeightedPhrase{1, "^puedes|podrías|peux|pourrais|pouvez"},
};
// Who asks for what is his or ours does not ask about the world.
constexpr std::array own_phrases = {
    WeightedPhrase{1, "we|us|our|ours|my|mine|we've|we're"},
    WeightedPhrase{1, "wir|uns|unser|unsere|mein|meine|meinen|meiner"},
    WeightedPhrase{1, "nuestro|nuestra|mi|mis|*amos|*emos|nous|notre|nos|mon|ma|mes"},
    WeightedPhrase{1, "我们|咱们|我的"},
};

// What is about the thing at hand, or about the world.
constexpr std::array no_recall_phrases = {
    WeightedPhrase{-0.9, "^remember|don't|do to|forget|not"},
    WeightedPhrase{-0.9, "remember to"},
    WeightedPhrase{-0.6,
                   "this|these|the ~1 "
                   "function|method|class|snippet|line|lines|loop|regex|diff|file|stack|stacktrace|"
                   "output|code|component|selection|query|test|script ~3 "
                   "do|does|return|returns|mean|means|work|works|above|below|here|now|fail|fails|"
                   "faster|again"},
    WeightedPhrase{-0.7, "what|how does|do this|that|it|these"},
    WeightedPhrase{-0.6, "what|which does ~4 do|return|mean|print|output"},
    WeightedPhrase{-0.7,
                   "in|of|from|does this|that|these|the|above ~1 "
                   "function|file|method|class|snippet|diff|code|line|lines|loop|traceback|trace|"
                   "paragraph|sentence|text|output|enum|stacktrace"},
    WeightedPhrase{-0.6,
                   "in|of|from this|these ~1 "
                   "config|table|list|json|log|message|query|test|branch|pr|image|screenshot"},
    WeightedPhrase{-0.6, "above|below|attached|pasted"},
    WeightedPhrase{-0.6, "^here's|here is? the|my|a|an|what"},
    WeightedPhrase{-0.6, "^the? below|following"},
    WeightedPhrase{-0.7, "stand|stands|short for"},
    WeightedPhrase{
        -0.6,
        "who|when ~5 invented|invents|discovered|founded|released|born|wrote|composed|painted"},
    WeightedPhrase{-0.6, "in general|theory|principle|short"},
    WeightedPhrase{-0.6, "generally|typically|roughly|technically|theoretically|textbook"},
    WeightedPhrase{-0.6, "does|do|is|are ~6 usually|normally ~2 $"},
    WeightedPhrase{-0.6, "companies|people|most|everyone|one|you ~2 usually|normally|typically"},
    WeightedPhrase{-0.6, "the docs|documentation ~1 answer|say|says"},
    WeightedPhrase{-0.9, "recall|remember a|an|any|that"},
    WeightedPhrase{-0.9, "never remember|know|recall|understood|understand|get"},
    WeightedPhrase{-0.6,
                   "capital|president|population|meaning|definition|complexity|benefits|advantages|"
                   "disadvantages|syntax|inventor|author|speed|history of"},
    WeightedPhrase{-0.5, "^how can|could|would|do|should|to i|you|one"},
    WeightedPhrase{-0.5, "^how to"},
    WeightedPhrase{-0.6, "which|what is|are faster|better|best|safer|cheaper|easier"},
    WeightedPhrase{-0.6, "comment dit|écrit|faire"},
    WeightedPhrase{-0.6, "capital de"},
    WeightedPhrase{-0.8, "unterschied zwischen"},
    WeightedPhrase{-0.6, "allgemein|grundsätzlich|generell|oben|darüber"},
    WeightedPhrase{-0.7, "was ist|bedeutet|heißt ein|eine|das|die|der"},
    WeightedPhrase{-0.9, "weiß nie|nicht wie|wann|ob"},
    WeightedPhrase{-0.6, "diese|dieser|dieses|diesem funktion|datei|zeile|code|schleife|methode"},
    WeightedPhrase{-0.8, "diferencia|différence entre"},
    WeightedPhrase{-0.6, "de|el|la arriba|anterior"},
    WeightedPhrase{-0.6,
                   "esta|este|esa|ese|cette|ce función|código|archivo|fonction|fichier|boucle"},
    WeightedPhrase{-0.6, "ci dessus|dessous"},
    WeightedPhrase{-0.6, "en général|general"},
    WeightedPhrase{-0.7, "c'est quoi"},
    WeightedPhrase{-0.7, "qué es|significa"},
    WeightedPhrase{-0.6, "^comment fonctionne|fonctionnent|marche"},
    WeightedPhrase{-0.8,
                   "^good|guten|gute|buenos|buenas|bonne|bonjour|salut morning|evening|night|day|"
                   "morgen|abend|nacht|tag|días|tardes|noches|nuit|soirée"},
    WeightedPhrase{
        -0.7, "什么是|是什么意思|区别|解释一下|上面|这段|这个函数|这一行|翻译|写一首|总是记不住"},
    WeightedPhrase{-0.6, "line|lines 0|1|2|3|4|5|6|7|8|9"},
    WeightedPhrase{-0.8, "difference between"},
    WeightedPhrase{-0.8, "what is|are|does|'s ~1 a|an"},
    WeightedPhrase{-0.8, "what's|whats a|an"},
    WeightedPhrase{-0.7,
                   "how do you|i ~5 in "
                   "python|javascript|typescript|rust|go|java|c|bash|sql|css|git|regex|ruby|php|"
                   "swift|kotlin|excel"},
    WeightedPhrase{-0.7, "how does ~5 work"},
    WeightedPhrase{
        -0.6,
        "^explain|translate|summarize|summarise|rephrase|proofread|format|rename|indent|sort"},
    WeightedPhrase{
        -0.6,
        "^write|generate|draft|tell|make|give ~2 a|an|me joke|poem|haiku|story|limerick|regex"},
    WeightedPhrase{-0.8, "joke|poem|haiku"},
    WeightedPhrase{-0.8,
                   "^thanks|thank|hi|hello|hey|cool|great|nice|perfect|ok|okay|awesome|danke|"
                   "gracias|merci|hallo|hola|bonjour|谢谢|你好"},
    WeightedPhrase{-0.7,
                   "^run|rerun|try|continue|go|proceed|stop|undo|revert|yes|no|ja|nein|sí|oui|non "
                   "~2 it|that|again|tests|ahead|on|please|now"},
};

std::string without(std::string_view text, std::string_view mark, bool& found) {
  std::string out(text);
  for (std::size_t at = 0; (at = out.find(mark, at)) != out.npos;) {
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
  }
  const std::size_t first = out.find_first_not_of(" \t\n");
  out.erase(0, std::min(first, out.size()));
  return out;
}

// A question without anything more is worth a look when a memory fits it well.
constexpr double plain_question = 0.3, question_of_ours = 0.5;

double asked(const Sentence& sentence) {
  // "Could you …?" asks for work.
  if (max_points(sentence, request_phrases) > 0 ||
      (!sentence.asks && max_points(sentence, question_phrases) <= 0))
    return 0;
  return max_points(sentence, own_phrases) > 0 ? question_of_ours : plain_question;
}

double recall_rule(const std::vector<Sentence>& sentences) {
  double best = 0, least = 0, least_of_best = 0;
  for (const Sentence& sentence : sentences) {
    const double most = std::max(max_points(sentence, recall_phrases), asked(sentence));
    const double against = least_points(sentence, no_recall_phrases);
    // What was before is asked for in so many words: other words do not take it back, but for
    // "remember to".
    const double sum = most >= 0.9 && against > -0.9 ? most + against / 3 : most + against;
    least = std::min(least, against);
    if (most > 0 && sum > best) {
      best = sum;
      least_of_best = against;
    }
  }
  // What other sentences are about counts less than what this one says itself.
  return best > 0 ? best + std::min(0.0, least - least_of_best) / 2 : least;
}

}  // namespace

PromptFindings look_at_prompt(std::string_view prompt) {
  PromptFindings found;
  std::string text = without(without(prompt, "#skip", found.skip), "#remember", found.remember);
  found.text = own_words(text);
  if (found.text.size() > max_looked_at)
    found.text.resize(max_looked_at);
  const auto sentences = sentences_of(found.text);
  std::size_t bytes = 0;
  for (const Sentence& sentence : sentences)
    for (const std::string& word : sentence.words) bytes += word.size() + 1;
  found.rule = recall_rule(sentences);
  found.idle = bytes < least_bytes && found.rule < 0.5;
  found.decision = decision_points(text);
  return found;
}

double chance_of_help(double rule, double best_score) {
  return 1 / (1 + std::exp(-(at_zero + by_rule * rule + by_score * best_score)));
}

double least_score_for(double rule, double chance) {
  return (std::log(chance / (1 - chance)) - at_zero - by_rule * rule) / by_score;
}

}  // namespace aim
