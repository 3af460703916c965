#include "memory/triggers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "memory/phrases.h"

namespace aim {
namespace {

constexpr std::size_t least_bytes = 12, looked_at = 4'000;

// Of the logistic curve.
constexpr double at_zero = -4.3, by_rule = 4.8, by_score = 4.4;

// What asks for what was before. Weights are those of the specification of triggers, more phrases beside its own.
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
    WeightedPhrase{0.7, "the same ~3 as|that we"},
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
    WeightedPhrase{0.6, "according to"},
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
    WeightedPhrase{-0.6,
                   "in|of this|that|the current|open|following|above "
                   "function|file|method|class|snippet|diff|code|line|pr|branch|loop|test"},
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

// What somebody says who has decided.
constexpr std::array decision_phrases = {
    WeightedPhrase{
        0.9,
        "we|i|let's|team|us|they've|we've|i've|everyone ~4 "
        "decided|chose|opted|settled|agreed|resolved|committed to|on|for|against|that|upon|not|in"},
    WeightedPhrase{0.9, "we've|i've|we|i have|has? decided|chosen|settled|agreed"},
    WeightedPhrase{0.9, "decided to|on|against|that|for|in"},
    WeightedPhrase{0.9, "chose|chosen|opted|picked ~4 to|over|for|as|because|instead"},
    WeightedPhrase{0.9, "decision is|was? to|made|taken|final"},
    WeightedPhrase{0.9, "^decision|decided|verdict|entscheidung|decisión|décision|resolution"},
    WeightedPhrase{0.9, "final|our decision"},
    WeightedPhrase{0.9,
                   "we're|i'm|we|i am|are? "
                   "going|sticking|moving|switching|dropping|standardizing|standardising "
                   "with|to|ahead|away|on|support"},
    WeightedPhrase{0.9, "going|go|went with"},
    WeightedPhrase{
        0.9,
        "let's go|use|adopt|stick|switch|drop|move|standardize|standardise|keep|stay|make|default"},
    WeightedPhrase{0.9,
                   "we'll|i'll "
                   "use|go|adopt|switch|standardize|keep|stay|stick|drop|move|avoid|ship|store|"
                   "default|require|only|never|always|replace|migrate|deprecate|write|deploy|"
                   "support|release|run|build|host|split|merge|remove"},
    WeightedPhrase{0.9,
                   "we|i will|shall|won't "
                   "use|go|adopt|switch|standardize|keep|stay|stick|drop|move|avoid|ship|store|"
                   "default|require|only|never|always|replace|migrate|deprecate|write|deploy|"
                   "support|release|run|build|host|split|merge|remove"},
    WeightedPhrase{0.8,
                   "we'll|we're|i'm|i'll be? "
                   "using|dropping|adopting|moving|switching|keeping|replacing|removing|migrating|"
                   "deprecating|standardizing"},
    WeightedPhrase{0.9, "team|everyone|everybody|we ~3 picked|selected|voted|approved|consensus"},
    WeightedPhrase{0.8, "consensus|agreement is|was"},
    WeightedPhrase{0.8, "final call|choice|answer|verdict"},
    WeightedPhrase{0.8, "^the|our|a new? policy|convention|guideline"},
    WeightedPhrase{0.7, "plan is to"},
    WeightedPhrase{0.7, "approved by"},
    WeightedPhrase{0.7, "we won't|don't support|use|accept|allow|deploy|ship|store|mock"},
    WeightedPhrase{0.7,
                   "^switching|moving|migrating|standardizing|sticking|dropping ~2 "
                   "to|on|with|from|for|support"},
    WeightedPhrase{0.7, "^please? always|never"},
    WeightedPhrase{0.7, "is out|in ~3 is in|out"},
    WeightedPhrase{0.9, "from now on"},
    WeightedPhrase{0.9, "from here on"},
    WeightedPhrase{0.9, "from today|monday|tomorrow|now on|onwards|onward|forward"},
    WeightedPhrase{0.9, "going forward"},
    WeightedPhrase{0.9, "instead of ~5 we|we'll|i"},
    WeightedPhrase{0.9, "we|i ~6 instead of"},
    WeightedPhrase{0.8, "it's|it is? settled|decided|agreed|final"},
    WeightedPhrase{0.8, "^agreed|settled|approved|beschlossen"},
    WeightedPhrase{
        0.8,
        "we|i agreed|settled|landed|converged|picked|selected|ruled|rejected|approved|committed"},
    WeightedPhrase{0.7, "adr #?"},
    WeightedPhrase{0.7, "architecture decision"},
    WeightedPhrase{0.7, "the? architecture is|will|uses|becomes"},
    WeightedPhrase{0.7, "we|i always|never"},
    WeightedPhrase{0.7, "standardize|standardise|standardized|standardised|standardizing on"},
    WeightedPhrase{0.7, "prefer|picked|favour|favor|prefers ~4 over"},
    WeightedPhrase{0.7, "must|should always|never"},
    WeightedPhrase{0.7, "policy|rule|convention|standard is"},
    WeightedPhrase{0.8, "no more ~5 we|from|in"},
    WeightedPhrase{0.8, "use|uses|using ~4 from now|instead"},
    WeightedPhrase{0.9, "wir|ich ~8 entschieden|beschlossen|geeinigt|festgelegt"},
    WeightedPhrase{0.9, "ab sofort|jetzt|heute|morgen|montag"},
    WeightedPhrase{0.9, "wir nehmen|nutzen|verwenden|setzen|bleiben|wechseln|steigen"},
    WeightedPhrase{0.9, "hemos|he decidido|acordado|elegido|optado"},
    WeightedPhrase{0.9, "decidimos|acordamos|optamos|elegimos"},
    WeightedPhrase{0.9, "vamos a usar|adoptar|utilizar|migrar|mantener"},
    WeightedPhrase{0.9, "de|a ahora|partir en|de ~2 adelante|ahora"},
    WeightedPhrase{0.9, "on|nous|avons|a ~2 décidé|choisi|opté|retenu|convenu"},
    WeightedPhrase{0.9, "désormais|dorénavant"},
    WeightedPhrase{0.9, "à partir de"},
    WeightedPhrase{0.9,
                   "我们决定|决定用|决定采用|决定使用|决定不|从现在起|从今以后|以后都|最终选择|"
                   "我们选择|统一使用|就用"},
};

constexpr std::array no_decision_phrases = {
    WeightedPhrase{
        -0.9,
        "^should|shall|do|have|did|can|could|would|what|which|why|how|when|where|who|is|are|was|"
        "were|if|suppose|imagine|assuming|does|has|sollen|sollten|haben|warum|wie|was|welche|"
        "deberíamos|devrait|devons|pourquoi|应该 ~4 "
        "we|i|you|they|it|the|our|our|us|wir|nous|on|there|this|that|someone|team|anyone|he|she"},
    WeightedPhrase{-0.9,
                   "if|when|unless|until|once|before|whether we|i|you|they|team|someone ~3 "
                   "decide|decided|chose|choose|go|use|pick|adopt|switch|went|agree|agreed|settle"},
    WeightedPhrase{
        -0.9,
        "haven't|hasn't|hadn't|didn't|not|never|can't|cannot|couldn't|isn't|don't|won't ~2 "
        "decided|decide|chosen|choose|chose|agreed|agree|settled|settle|final|yet|picked|pick|"
        "sure"},
    WeightedPhrase{-0.9, "undecided|tbd|pending"},
    WeightedPhrase{-0.9, "no ~1 decision|agreement|consensus"},
    WeightedPhrase{-0.9, "decided|settled|agreed|final ~2 yet"},
    WeightedPhrase{-0.9,
                   "have|has|need|needs|still|yet|trying|try|going|has|want|wants|must to|be "
                   "decide|decided|choose|agree|pick"},
    WeightedPhrase{-0.9, "to be decided|agreed|settled"},
    WeightedPhrase{
        -0.8,
        "might|may|maybe|perhaps|could|would|considering|thinking|wondering|leaning|probably|"
        "possibly|tempted|debating|exploring ~4 "
        "use|go|adopt|switch|of|about|about|towards|toward|whether|if|move|be|have|pick|choose"},
    WeightedPhrase{-0.8, "^maybe|perhaps|possibly|what|suppose|imagine|hypothetically"},
    WeightedPhrase{-0.8, "hypothetically|whether"},
    WeightedPhrase{-0.8, "not sure|convinced|certain"},
    WeightedPhrase{-0.8,
                   "explain|describe|summarize|summarise|find|search|show|list|read|look|open|"
                   "review|check|tell|document|draft|write|add|update|rename|translate|print ~6 "
                   "decision|decisions|architecture|adr|adrs|decided|chose|convention|why|policy"},
    WeightedPhrase{
        -0.9,
        "he|she|hero|king|character|author|book|article|movie|film|grandmother|story|"
        "protagonist|novel|blog|paper|grandfather|mother|father|competitor|competitors|captain ~4 "
        "decided|chose|opted|settled|agreed|decides|chooses"},
    WeightedPhrase{-0.8,
                   "they|google|netflix|amazon|microsoft|facebook|meta|uber|spotify|airbnb|apple|"
                   "discord ~2 decided|chose|opted|settled|switched|moved|went"},
    WeightedPhrase{-0.8, "decided not to decide"},
    WeightedPhrase{-0.9,
                   "undo|revert|reverted|scrap|forget|cancel|withdraw|reopen|reconsider ~4 "
                   "decision|that|decided"},
    WeightedPhrase{-0.7, "let's go ~1 through|over|for|back|ahead|lunch|home|grab|eat|step"},
    WeightedPhrase{-0.7,
                   "let's use|keep|make ~2 this|that|it|sure ~2 example|moment|a|for|simple|going"},
    WeightedPhrase{-0.7,
                   "i'll|i|we'll go|use|keep ~3 "
                   "lunch|bathroom|home|bed|coffee|break|later|looking|trying|digging|you|it"},
    WeightedPhrase{-0.7, "don't know|care"},
    WeightedPhrase{-0.9,
                   "always|never ~1 "
                   "get|gets|see|saw|seen|had|happens|happened|fails|works|worked|understood|know|"
                   "knew|heard|mind|do|does|did|returns|ends|stops"},
    WeightedPhrase{-0.9,
                   "decided|decide|chose to "
                   "take|look|try|check|ask|wait|read|start|begin|sleep|call|test|see|debug|have"},
    WeightedPhrase{-0.9,
                   "use|keep|make|add ~2 "
                   "variable|loop|debugger|function|method|helper|mutex|regex|mock|example|pointer|"
                   "index|counter|breakpoint|print|grep"},
    WeightedPhrase{-0.9,
                   "once|when|until|after|unless|before we've|you've|they've|we|you|they ~2 "
                   "settled|decided|agreed|chosen|picked|settle|decide|agree|choose|pick"},
    WeightedPhrase{-0.9, "with the flow"},
    WeightedPhrase{-0.8, "noch nicht|nie|unentschieden"},
    WeightedPhrase{-0.8, "aún|todavía no"},
    WeightedPhrase{-0.8, "pas encore|décidé|sûr"},
    WeightedPhrase{-0.9, "是否|还没|没有决定|要不要|如果"},
};

// Of what only together points at a decision.
constexpr std::array design_words = {
    WeightedPhrase{0.35, "architecture"}, WeightedPhrase{0.35, "adr"},
    WeightedPhrase{0.35, "tradeoff|tradeoffs|trade"},
    WeightedPhrase{0.35, "design choice|decision"}, WeightedPhrase{0.35, "convention|conventions"}};

constexpr std::array works_phrases = {
    WeightedPhrase{
        0.9,
        "that|this|it|everything|tests|test|build|now|all|error|bug|issue|problem|yes|fix ~4 "
        "works|fixed|solved|resolved|passes|pass|passed|passing|green|gone|helped|working|"
        "succeeded|succeeds|compiles|builds|starts|runs"},
    WeightedPhrase{0.9, "that|this did|does|was it"},
    WeightedPhrase{0.9, "that|this|you fixed|solved|resolved it|that|the|things|everything"},
    WeightedPhrase{0.9, "did the trick"},
    WeightedPhrase{0.9, "all green|good|passing"},
    WeightedPhrase{0.9, "^works|fixed|solved|resolved|passes|passing|green|worked"},
    WeightedPhrase{0.9,
                   "works|working|worked|passes|passing|builds|compiles|runs "
                   "now|again|fine|perfectly|like|great|cleanly"},
    WeightedPhrase{
        0.9,
        "no|without ~1 more? error|errors|failures|crash|crashes|warnings anymore|now|any|more"},
    WeightedPhrase{0.9, "no more errors|failures|crashes|error"},
    WeightedPhrase{
        0.9, "error|problem|crash|failure|bug|warning is|has|are gone|disappeared|fixed|away"},
    WeightedPhrase{0.9, "funktioniert|läuft|geht|klappt jetzt|wieder|nun"},
    WeightedPhrase{0.9, "jetzt|nun funktioniert|läuft|geht|klappt"},
    WeightedPhrase{0.9, "behoben|gelöst"},
    WeightedPhrase{0.9, "funciona|resuelto|arreglado|solucionado"},
    WeightedPhrase{0.9, "marche|fonctionne|résolu|réglé|corrigé"},
    WeightedPhrase{0.9, "好了|可以了|解决了|修好了|通过了|没问题了"},
};
constexpr std::array works_not_phrases = {
    WeightedPhrase{-0.9,
                   "doesn't|didn't|don't|isn't|won't|not|never|hardly|can't|cannot|aren't|wasn't|"
                   "nope|barely|nothing"},
    WeightedPhrase{-0.9,
                   "still|if|unless|until|when|whether|should|hopefully|almost|nearly|once|"
                   "supposedly|allegedly|would|might|maybe"},
    WeightedPhrase{-0.9, "works on my|your|their|his"},
    WeightedPhrase{-0.9, "hope|hopes|hoping|hopefully ~4 works|work|fixed|fixes|helps|helped"},
    WeightedPhrase{
        -0.9,
        "but|except|however|another|different ~6 "
        "fails|failing|broken|error|errors|fail|crash|crashes|breaks|now|one|issue|problem"},
    WeightedPhrase{-0.9, "yeah|oh|sure right|great|wonderful|sure"},
    WeightedPhrase{-0.9, "great|wonderful|fantastic|brilliant|lovely ~3 another|now|broken|more"},
    WeightedPhrase{-0.9, "how|why|what|explain ~6 works|work|fixed|solved|working|worked"},
    WeightedPhrase{-0.9,
                   "make|get|see|check|ensure|sure ~4 works|work|passes|pass|passing|working"},
    WeightedPhrase{
        -0.9,
        "broken|worse|fails|failing|nicht|kein|noch|no ~2 funciona|sigue|pas|toujours|encore"},
    WeightedPhrase{-0.9,
                   "broken|worse|fails|failing|crashes|nicht|sigue|pas|toujours|还是|没有|不行"},
    WeightedPhrase{-0.9, "no funciona"},
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
constexpr double plain_question = 0.3;

double recall_rule(const std::vector<Sentence>& sentences) {
  double most = 0, least = 0;
  for (const Sentence& sentence : sentences) {
    most =
        std::max({most, most_points(sentence, recall_phrases), sentence.asks ? plain_question : 0});
    least = std::min(least, least_points(sentence, no_recall_phrases));
  }
  // What was before is asked for in so many words: other words do not take it back, but for "remember to".
  return most >= 0.9 && least > -0.9 ? most + least / 3 : most + least;
}

double points_of(const Sentence& sentence) {
  double points = most_points(sentence, decision_phrases);
  if (sentence.asks)
    return std::min(0.0, points - 0.6);
  return points + least_points(sentence, no_decision_phrases);
}

double decision_of(const std::vector<Sentence>& sentences) {
  double most = 0;
  int design = 0;
  bool asks = false;
  for (const WeightedPhrase& each : design_words)
    design += std::ranges::any_of(
        sentences, [&](const Sentence& sentence) { return matches(sentence.words, each.pattern); });
  for (const Sentence& sentence : sentences) {
    most = std::max(most, points_of(sentence));
    asks = asks || sentence.asks || least_points(sentence, no_decision_phrases) < 0;
  }
  return design >= 2 && !asks ? std::max(most, 0.7) : most;
}

}  // namespace

PromptFindings look_at_prompt(std::string_view prompt) {
  PromptFindings found;
  std::string text = without(without(prompt, "#skip", found.skip), "#remember", found.remember);
  found.text = own_words(text);
  if (found.text.size() > looked_at)
    found.text.resize(looked_at);
  const auto sentences = sentences_of(found.text);
  std::size_t bytes = 0;
  for (const Sentence& sentence : sentences)
    for (const std::string& word : sentence.words) bytes += word.size() + 1;
  found.rule = recall_rule(sentences);
  found.idle = bytes < least_bytes && found.rule < 0.5;
  found.decision = decision_of(sentences);
  return found;
}

double chance_of_help(double rule, double best_score) {
  return 1 / (1 + std::exp(-(at_zero + by_rule * rule + by_score * best_score)));
}

double least_score_for(double rule, double chance) {
  return (std::log(chance / (1 - chance)) - at_zero - by_rule * rule) / by_score;
}

double decision_points(std::string_view text) {
  const std::string own = own_words(text.substr(0, looked_at));
  return decision_of(sentences_of(own));
}

std::string decision_in(std::string_view text) {
  std::string best;
  double most = 0;
  const std::string own = own_words(text.substr(0, looked_at));
  std::string_view rest = own;
  while (!rest.empty()) {
    std::size_t end = rest.find_first_of(".!?\n");
    while (end != rest.npos && rest[end] != '\n' && end + 1 < rest.size() && rest[end + 1] != ' ' &&
           rest[end + 1] != '\n')
      end = rest.find_first_of(".!?\n", end + 1);
    end = end == rest.npos ? rest.size() : end + 1;
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(end);
    if (const double points = decision_points(one); points > most) {
      most = points;
      best = one;
    }
  }
  best.erase(0, std::min(best.find_first_not_of(" \t\n"), best.size()));
  while (!best.empty() && (best.back() == '\n' || best.back() == ' ')) best.pop_back();
  return best;
}

bool says_it_works(std::string_view text) {
  const std::string own = own_words(text.substr(0, looked_at));
  bool works = false;
  for (const Sentence& sentence : sentences_of(own)) {
    if (least_points(sentence, works_not_phrases) < 0)
      return false;
    works = works || (!sentence.asks && most_points(sentence, works_phrases) > 0);
  }
  return works;
}

}  // namespace aim
