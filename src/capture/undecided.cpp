#include "capture/undecided.h"

#include <algorithm>
#include <array>

namespace aim {
namespace {

// What makes a statement none of ours, or of what is not yet or no more.
constexpr std::array not_decided = {
    WeightedPhrase{
        -0.9,
        "^should|shall|do|have|did|can|could|would|what|which|why|how|when|where|who|is|are|was|"
        "were|if|suppose|imagine|assuming|does|has|sollen|sollten|haben|warum|wie|was|welche|"
        "deberíamos|devrait|devons|pourquoi|应该 ~4 "
        "we|i|you|they|it|the|our|our|us|wir|nous|on|there|this|that|someone|team|anyone|he|she"},
    WeightedPhrase{-0.9, "if|unless|whether|when we|i|you|they|team|someone|the|it|that|this"},
    WeightedPhrase{-0.9, "until|once|before|after we|i|you|they|team|someone|we've|you've|they've"},
    WeightedPhrase{-0.9, "^if|suppose|supposing|imagine|assuming|unless|say|had|were|provided"},
    WeightedPhrase{-0.9, "in case"},
    WeightedPhrase{
        -0.9,
        "wonder|wondering|know|remember|forgot|forget|recall|understand|ask|tell|reason ~2 "
        "why|how|what|when|which|who|where|whether|if"},
    WeightedPhrase{-0.9,
                   "but ~8 changed|reverted|dropped|abandoned|overruled|reconsidered|undid|undone"},
    WeightedPhrase{-0.9, "no longer ~3 case|valid|true|holds|applies|so"},
    WeightedPhrase{-0.9, "was|were going|about|supposed to"},
    WeightedPhrase{-0.8,
                   "says|said|states|stated|reads|mentions|claims ~2 "
                   "we|that|they|the"},
    WeightedPhrase{-0.8, "according to"},
    WeightedPhrase{-0.9, "let's say|assume|suppose|imagine"},
    WeightedPhrase{
        -0.9,
        "haven't|hasn't|hadn't|didn't|not|never|can't|cannot|couldn't|isn't|don't|won't ~1 "
        "decided|decide|chosen|choose|chose|agreed|agree|settled|settle|final|yet|picked|pick|"
        "sure"},
    WeightedPhrase{-0.9, "undecided|tbd|pending|unclear|unsure"},
    WeightedPhrase{-0.9, "no ~1 decision|agreement|consensus|result|idea|verdict"},
    WeightedPhrase{-0.9, "nothing ~2 final|certain|fixed|decided|settled|agreed|replaced"},
    WeightedPhrase{-0.9, "decided|settled|agreed|final ~2 yet"},
    WeightedPhrase{-0.9,
                   "have|has|need|needs|still|yet|trying|try|going|has|want|wants|must to|be "
                   "decide|decided|choose|agree|pick"},
    WeightedPhrase{-0.9, "to be decided|agreed|settled|discussed|confirmed|seen"},
    WeightedPhrase{-0.9,
                   "will|we'll|i'll|they'll|can|let's|to|must|should|ought ~1 "
                   "decide|choose|pick|discuss|vote|see|postpone|defer|revisit|reconsider"},
    WeightedPhrase{-0.9, "decide|choose ~2 later|tomorrow|next|about|between|whether|after|when"},
    WeightedPhrase{-0.9, "vote|voting|meeting ~4 is|on"},
    WeightedPhrase{-0.9, "still ~3 open|discussing|torn|thinking|waiting|debating|undecided"},
    WeightedPhrase{-0.9, "torn between"},
    WeightedPhrase{-0.9, "up to the|you|them|us"},
    WeightedPhrase{-0.9, "sleep on it|this|that"},
    WeightedPhrase{-0.8,
                   "might|may|maybe|perhaps|could|would|considering|thinking|wondering|leaning|"
                   "probably|possibly|tempted|debating|exploring|inclined|tend|ought|should ~4 "
                   "use|go|adopt|switch|of|about|towards|toward|to|whether|if|move|be|have|pick|"
                   "choose|drop|make|take|keep|replace|stay"},
    WeightedPhrase{-0.8, "i'd|we'd ~1 like|love|say|guess|be|want|need|hope|have"},
    WeightedPhrase{-0.8, "wish|wishes|dream"},
    WeightedPhrase{-0.8, "^maybe|perhaps|possibly|what|suppose|imagine|hypothetically"},
    WeightedPhrase{-0.8, "hypothetically|whether"},
    WeightedPhrase{-0.8, "some|one|these day|days"},
    WeightedPhrase{-0.8, "at some point"},
    WeightedPhrase{-0.8, "someday|eventually|sometime"},
    WeightedPhrase{-0.8, "not sure|convinced|certain"},
    WeightedPhrase{-0.8, "suggested|suggests|proposed|proposes|recommends|recommended|claims"},
    WeightedPhrase{-0.8, "option|idea|possibility is|would to|be"},
    WeightedPhrase{-0.8, "don't know|care"},
    WeightedPhrase{-0.9,
                   "undo|revert|reverted|reversed|rescinded|withdrew|scrap|forget|cancel|withdraw|"
                   "reopen|reconsider|take|took|"
                   "withdrawn|revoked|overturned ~4 decision|that|decided|back|what"},
    WeightedPhrase{-0.9, "decision|agreement|plan ~5 withdrawn|revoked|overturned|off|reversed"},
    WeightedPhrase{-0.9, "off the table"},
    WeightedPhrase{-0.9, "^hold|wait ~2 on|off|with|until"},
    WeightedPhrase{-0.8, "noch nicht|nie|offen|unentschieden"},
    WeightedPhrase{-0.8, "vielleicht|eventuell|irgendwann|womöglich|unentschieden|schwanke|wenn"},
    WeightedPhrase{-0.9, "nichts|nicht ~2 entschieden|beschlossen|festgelegt"},
    WeightedPhrase{-0.9, "no|nada ~2 decidió|decidido|acordado|decidimos"},
    WeightedPhrase{-0.9, "rien|jamais décidé|choisi|convenu"},
    WeightedPhrase{-0.8, "aún|todavía no"},
    WeightedPhrase{-0.8, "quizá|quizás|tal|todavía|ojalá|podríamos"},
    WeightedPhrase{-0.9, "^si"},
    WeightedPhrase{-0.8, "pas encore|décidé|sûr"},
    WeightedPhrase{-0.8, "peut|pourrait|j'hésite|hésite|hésitons"},
    WeightedPhrase{-0.9, "是否|还没|没有决定|要不要|如果|也许|可能|为什么|小说|电影"},
};

// Of something else: a story, a request for work, the work at hand.
constexpr std::array of_something_else = {
    WeightedPhrase{-0.9,
                   "^explain|describe|summarize|summarise|find|search|show|list|read|look|open|"
                   "review|check|tell|document|draft|write|add|update|rename|translate|print|"
                   "prepare|make|put|generate|remind|ask|proofread|rephrase|rewrite|shorten|"
                   "correct|compare|give|implement|create|refactor|run|test|fix|choose|turn|"
                   "convert|format|help|grep|debug|install|delete|erkläre|erklär|schreib|zeig|"
                   "fasse|explica|escribe|añade|explique|écris|ajoute"},
    WeightedPhrase{-0.8,
                   "explain|describe|summarize|summarise|find|search|show|list|read|look|open|"
                   "review|check|tell|document|draft|translate|print ~6 "
                   "decision|decisions|architecture|adr|adrs|decided|chose|convention|why|policy"},
    WeightedPhrase{
        -0.9,
        "he|she|hero|king|character|author|book|article|movie|film|grandmother|story|"
        "protagonist|novel|blog|paper|grandfather|mother|father|competitor|competitors|captain|"
        "sister|brother|opa|oma|capitán|roman|romans ~4 "
        "decided|chose|opted|settled|agreed|decides|chooses|picked"},
    WeightedPhrase{-0.8,
                   "they|google|netflix|amazon|microsoft|facebook|meta|uber|spotify|airbnb|apple|"
                   "discord ~2 decided|chose|opted|settled|switched|moved|went"},
    WeightedPhrase{-0.9,
                   "in|of|about|for my|the|his|her|this|a ~1 "
                   "novel|film|movie|story|book|chapter|dream|game|news|article"},
    WeightedPhrase{-0.9, "in chapter"},
    WeightedPhrase{-0.9, "when|while i|we|he|she was|were"},
    WeightedPhrase{-0.9, "years|decades|centuries ago"},
    WeightedPhrase{-0.9, "back then|damals"},
    WeightedPhrase{-0.9, "had ~1 picked|decided|chosen|agreed|chose|settled|gone"},
    WeightedPhrase{-0.8, "decided not to decide"},
    WeightedPhrase{-0.7, "let's go ~1 through|over|for|back|ahead|lunch|home|grab|eat|step"},
    WeightedPhrase{-0.7, "let's move on|to|ahead"},
    WeightedPhrase{-0.7,
                   "let's use|keep|make ~2 this|that|it|sure ~2 example|moment|a|for|simple|going"},
    WeightedPhrase{-0.7,
                   "i'll|i|we'll go|use|keep ~3 "
                   "lunch|bathroom|home|bed|coffee|break|later|looking|trying|digging|you|it"},
    WeightedPhrase{-0.7,
                   "i'll|i|we'll|we take|move|run|write|merge ~3 "
                   "look|care|break|later|tomorrow|tonight|on"},
    WeightedPhrase{-0.7, "keep|keeps *ing"},
    WeightedPhrase{-0.9,
                   "going to "
                   "try|look|check|see|ask|think|sleep|bed|lunch|read|test|take|get|the|need|"
                   "have|work|fail|break|cost|start|investigate|debug|wait"},
    WeightedPhrase{-0.3,
                   "will|won't|shall not|probably|then|also|still|never? "
                   "fail|fails|break|crash|try|look|check|take|cost|tell|think|ask|need|know|let|"
                   "wait|help|work|start|show|happen|report|come|send|depend|explode|rain|hurt"},
    WeightedPhrase{-0.8,
                   "will|to be ~1 "
                   "needed|expected|surprised|delayed|confused|finished|interested|tired|required|"
                   "called|notified|fixed|late|back|hard|fun|great|nice|done"},
    WeightedPhrase{-0.9,
                   "always|never ~1 "
                   "get|gets|see|saw|seen|had|happens|happened|fails|works|worked|understood|know|"
                   "knew|heard|mind|do|does|did|returns|ends|stops"},
    WeightedPhrase{-0.9,
                   "no more|longer ~2 "
                   "error|errors|failures|crashes|works|warnings|responds|space|memory|time"},
    WeightedPhrase{-0.9,
                   "decided|decide|chose to "
                   "take|look|try|check|ask|wait|read|start|begin|sleep|call|test|see|debug|have"},
    WeightedPhrase{-0.9,
                   "use|keep|make|add ~2 "
                   "variable|loop|debugger|function|method|helper|mutex|regex|mock|example|pointer|"
                   "index|counter|breakpoint|print|grep"},
    WeightedPhrase{-0.9, "with the flow"},
    WeightedPhrase{-0.6,
                   "the|this function|method|class|variable|button|field|checkbox|test|loop|query|"
                   "page|component|icon|label ~1 must|should|will|always|never|stays"},
    WeightedPhrase{-0.7, "we'll|be ~1 looking|trying|waiting|seeing|discussing|meeting|deciding"},
    WeightedPhrase{-0.9, "go|going|went|gone with you|him|her|them|us|me|my|friends"},
    WeightedPhrase{-0.9, "haven't|hasn't|not|can't made|make ~2 mind|decision"},
};

}  // namespace

double undecided_points(const Sentence& sentence) {
  return std::min(least_points(sentence, not_decided), least_points(sentence, of_something_else));
}

}  // namespace aim
