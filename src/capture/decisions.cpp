#include <algorithm>
#include <array>

#include "capture/phrases.h"
#include "capture/triggers.h"
#include "capture/undecided.h"

namespace aim {
namespace {

constexpr std::size_t longest_quote = 600;

// Somebody says that he, or a group that may, has chosen. What others have chosen, in a story or
// the news, is no decision here: a person must be in front, or nobody at all.
constexpr std::array said_to_be_decided = {
    WeightedPhrase{0.9,
                   "we|i|let's|team|us|we've|i've|everyone|everybody|board|management|committee ~4 "
                   "decided|chose|opted|settled|agreed|resolved|committed to|on|for|against|that|"
                   "upon|not|in|with"},
    WeightedPhrase{0.9, "we've|i've|we|i have|has? decided|chosen|settled|agreed"},
    WeightedPhrase{0.9, "^~1 decided|chose|chosen|opted|settled|agreed to|on|against|that|for|in"},
    WeightedPhrase{0.9, "it|this|that|it's|been|was|were|is|are decided|agreed|settled that|to|on"},
    WeightedPhrase{0.9, "we|i|we've|i've chose|chosen|picked|opted ~4 to|over|for|as|because"},
    WeightedPhrase{0.9, "decision is|was? to|made|taken|final"},
    WeightedPhrase{0.9, "made ~2 decision|mind"},
    WeightedPhrase{0.9, "^decision|decided|verdict|entscheidung|decisión|décision|resolution"},
    WeightedPhrase{0.9, "final|our decision"},
    WeightedPhrase{0.9,
                   "team|everyone|everybody|board|management|committee|legal|we ~3 "
                   "picked|selected|voted|approved|consensus|agreed|decided|rejected"},
    WeightedPhrase{0.8, "consensus|agreement|outcome|conclusion|upshot|verdict of|from|is|was"},
    WeightedPhrase{0.8, "came out of"},
    WeightedPhrase{0.8, "remember|note this|the|our decision"},
    WeightedPhrase{0.8, "make that|this|it the|our ~1 standard|default|rule|policy|convention"},
    WeightedPhrase{0.8, "is|was our|the ~1 choice|pick|winner"},
    WeightedPhrase{0.8, "of choice is"},
    WeightedPhrase{0.8, "we|i|we've|i've opted out|in|into"},
    WeightedPhrase{0.8, "final call|choice|answer|verdict"},
    WeightedPhrase{0.8, "my|our choice|pick|verdict is|was"},
    WeightedPhrase{0.8, "it's|it|that's|that|is|all settled|decided|agreed|final"},
    WeightedPhrase{0.8, "^agreed|settled|approved|beschlossen"},
    WeightedPhrase{
        0.8,
        "we|i agreed|settled|landed|converged|picked|selected|ruled|rejected|approved|committed"},
    WeightedPhrase{0.8, "we|i ~1 ended up choosing|going|picking|using|taking|keeping"},
    WeightedPhrase{0.7, "we|we've ~1 talked|thought|discussed it|this|that through|over"},
    WeightedPhrase{0.8, "green light"},
    WeightedPhrase{0.7, "approved|signed by|off"},
    WeightedPhrase{0.8, "discussion|debate is? over|closed"},
    WeightedPhrase{0.8, "end of discussion"},
    WeightedPhrase{0.7, "change of plan|plans"},
    WeightedPhrase{0.8,
                   "team|product|legal|security|management|marketing|design|customer|client|boss|"
                   "cto|ceo|lead|board|committee|architects ~2 decided|chose|chosen|wants|requires|"
                   "approved|agreed|selected|insists|demands"},
    WeightedPhrase{0.7,
                   "we|we've|i've have? ~1 "
                   "ruled|dropped|abandoned|rejected|scrapped|cancelled|ditched|retired|switched|"
                   "migrated|adopted|banned|replaced|concluded|locked|standardised|standardized"},
    WeightedPhrase{0.7, "i|we concluded|determined that"},
    WeightedPhrase{0.8, "let's ~1 lock"},
    WeightedPhrase{0.7, "my|our preference|default|standard is"},
    WeightedPhrase{0.7, "i|we want all|every|each|no|only|everything|everybody|everyone"},
    WeightedPhrase{0.7, "adr #?"},
    WeightedPhrase{0.7, "architecture decision"},
    WeightedPhrase{0.7, "the? architecture is|will|uses|becomes"},
    WeightedPhrase{0.7, "plan is to|set|fixed"},
};

// What is meant to be done, or to be so, from now on: by us, or of a thing.
constexpr std::array meant_to_be = {
    WeightedPhrase{0.9,
                   "we're|i'm|we|i am|are? "
                   "going|sticking|moving|switching|dropping|standardizing|standardising "
                   "with|to|ahead|away|on|support"},
    WeightedPhrase{0.9, "we're|i'm|we|i am|are? not going to"},
    WeightedPhrase{0.8,
                   "we're|we|i'm am|are|now? now|not|also|therefore? "
                   "cutting|replacing|retiring|removing|keeping|staying|abandoning|adopting|"
                   "choosing|migrating|raising|lowering|limiting|discontinuing|merging|splitting|"
                   "killing|ditching|deprecating|using|dropping|switching|standardizing"},
    WeightedPhrase{0.9, "^~2 going|go with"},
    WeightedPhrase{0.9, "we|i|we've|i've|we're|i'm|team|let's ~2 going|go|went|gone with"},
    WeightedPhrase{
        0.9,
        "let's go|use|adopt|stick|switch|drop|move|standardize|standardise|keep|stay|make|default"},
    WeightedPhrase{0.9,
                   "we'll|i'll not|never|only|always|now? "
                   "use|go|adopt|switch|standardize|keep|stay|stick|drop|move|avoid|ship|store|"
                   "default|require|only|never|always|replace|migrate|deprecate|write|deploy|"
                   "support|release|run|build|host|split|merge|remove|take|accept|limit|allow"},
    WeightedPhrase{0.9,
                   "we|i will|shall|won't not|never|only|always|now? "
                   "use|go|adopt|switch|standardize|keep|stay|stick|drop|move|avoid|ship|store|"
                   "default|require|only|never|always|replace|migrate|deprecate|write|deploy|"
                   "support|release|run|build|host|split|merge|remove|take|accept|limit|allow"},
    WeightedPhrase{0.8,
                   "we'll|we're|i'm|i'll be? "
                   "using|dropping|adopting|moving|switching|keeping|replacing|removing|migrating|"
                   "deprecating|standardizing"},
    WeightedPhrase{0.7,
                   "we|team now|therefore|also? "
                   "take|keep|drop|stay|stick|move|switch|replace|abandon|adopt|retire|remove|"
                   "ditch|cut|forbid|require|standardise|standardize|limit|pin|freeze|reject"},
    WeightedPhrase{0.7, "we|i go back|with|for"},
    WeightedPhrase{0.7, "we use ~5 for|instead|because|everywhere|only|now"},
    WeightedPhrase{0.7, "we won't|don't support|use|accept|allow|deploy|ship|store|mock"},
    WeightedPhrase{0.7, "we no longer"},
    WeightedPhrase{0.7, "we don't ~4 anymore"},
    WeightedPhrase{0.7, "stick with|to that|this|it|the|our"},
    WeightedPhrase{0.7, "rather than ~4 we|we'll|i"},
    WeightedPhrase{0.7, "we|we'll|i ~6 rather than"},
    WeightedPhrase{
        0.7,
        "will|shall|won't|gets|get not|only|never|now|always|no? longer? be "
        "now|only|always|never? "
        "*ed|kept|made|built|written|rewritten|sent|run|done|held|shown|cut|split|set|left|sold|"
        "put|frozen|chosen|spoken|given|paid|drawn"},
    WeightedPhrase{0.7,
                   "will|shall|won't not|only|never|now|always? "
                   "stay|remain|become|replace|move|contain|consist|keep|use|include|support|live|"
                   "cover|require|follow|own|accept"},
    WeightedPhrase{0.7,
                   "is|are going to be? "
                   "*ed|kept|made|built|written|rewritten|sent|run|held|cut|split|sold|frozen|"
                   "replace|become|use|stay|move"},
    WeightedPhrase{0.6, "will not|never|only|no ~6 longer|more|anymore|than"},
    WeightedPhrase{0.7,
                   "^~5 is|are|gets|get "
                   "removed|retired|dropped|replaced|scrapped|frozen|abandoned|discontinued|banned|"
                   "forbidden|cancelled|mandatory|moved|merged|renamed ~3 "
                   "this|next|in|on|from|by|with|at|$"},
    WeightedPhrase{0.7, "^~5 stays|stay $"},
    WeightedPhrase{0.7, "^~5 stays|remains on|in|as|with|where|the|a"},
    WeightedPhrase{0.7, "^the? ~2 wins|win"},
    WeightedPhrase{0.6, "^~6 moves|migrates|switches to|into|from|back"},
    WeightedPhrase{0.6, "^~5 goes away"},
    WeightedPhrase{0.6, "^~4 becomes|replaces"},
    WeightedPhrase{0.7, "^~3 it is then? $"},
    WeightedPhrase{0.7, "^~1 it is then|for|from"},
    WeightedPhrase{0.7, "we'll be *ing"},
    WeightedPhrase{0.7, "let's not use|do|support|add|ship|have|allow|mix|write"},
    WeightedPhrase{0.7,
                   "^option|variant|version|proposal|solution|approach|plan "
                   "a|b|c|d|1|2|3|one|two|three ~5 $"},
    WeightedPhrase{0.7, "^out of the ~3 we|i"},
    WeightedPhrase{0.7, "is out|in ~3 is in|out"},
    WeightedPhrase{0.7, "is|are out $"},
    WeightedPhrase{0.6, "^scrap|drop|ditch|retire|abandon the|our|all ~6 instead"},
    WeightedPhrase{0.7,
                   "^switching|moving|migrating|standardizing|sticking|dropping ~2 "
                   "to|on|with|from|for|support"},
    WeightedPhrase{0.9, "instead of ~5 we|we'll|i"},
    WeightedPhrase{0.9, "we|i ~6 instead of"},
    WeightedPhrase{0.6, "will|is|are|gets|get ~5 and|instead not|of in|on|with|by|as|the"},
    WeightedPhrase{0.7, "prefer|picked|favour|favor|prefers ~4 over"},
};

// What is to hold for more than this moment: words of time and of reach, duties, rules.
constexpr std::array holds_from_now = {
    WeightedPhrase{0.9, "from now|here|there on"},
    WeightedPhrase{0.9,
                   "from today|monday|tuesday|wednesday|thursday|friday|tomorrow|now|next|this ~1 "
                   "on|onwards|onward|forward|week|month|sprint|release|version|year|quarter"},
    WeightedPhrase{0.9, "from today|tomorrow"},
    WeightedPhrase{0.9, "going forward"},
    WeightedPhrase{0.8, "effective immediately|today|from|as|now|on|next"},
    WeightedPhrase{0.8, "as of now|today|next|this|tomorrow|monday"},
    WeightedPhrase{0.8,
                   "starting today|tomorrow|monday|now|immediately|next|with ~1? "
                   "$|week|month|sprint|release|version|branch|year|quarter"},
    WeightedPhrase{0.7, "until further notice"},
    WeightedPhrase{0.8, "no|without exceptions|exception"},
    WeightedPhrase{0.8, "for the whole|entire project|team|repo|repository|codebase|company"},
    WeightedPhrase{0.8, "keep|bear that|this|it in mind"},
    WeightedPhrase{0.8, "^~1 note for|that|down"},
    WeightedPhrase{0.8, "write|note it|that|this down"},
    WeightedPhrase{0.8, "for the record"},
    WeightedPhrase{0.8, "^the|our|a new? policy|convention|guideline"},
    WeightedPhrase{0.7, "^please? always|never"},
    WeightedPhrase{0.7, "must|should|shall always|never"},
    WeightedPhrase{0.7, "must|may not ~8 more|anymore|longer|without|again"},
    WeightedPhrase{0.7, "we|i always|never"},
    WeightedPhrase{0.8,
                   "^every|all|any|anything|anyone|everything|everyone|everybody|nobody|each|no ~6 "
                   "must|needs|need|shall|requires|require|may"},
    WeightedPhrase{0.8,
                   "^every|all|any|anything|anyone|everything|everyone|everybody|nobody|each|no ~6 "
                   "has|have to"},
    WeightedPhrase{0.7,
                   "^nobody|noone ~1 pushes|merges|deploys|commits|touches|changes|adds|edits|"
                   "writes|uses|goes"},
    WeightedPhrase{0.7, "standardize|standardise|standardized|standardised|standardizing on"},
    WeightedPhrase{0.7,
                   "policy|rule|convention|standard|limit|threshold|deadline|budget is|becomes"},
    WeightedPhrase{0.8, "new rule"},
    WeightedPhrase{0.8, "no more ~5 we|from|in"},
    WeightedPhrase{0.7, "^no more|longer"},
    WeightedPhrase{0.8,
                   "^no ~3 in this|our|the ~1 "
                   "project|repo|repository|codebase|team|code|product|house|app"},
    WeightedPhrase{0.8, "^no ~4 without"},
    WeightedPhrase{0.8, "use|uses|using ~4 from now|instead"},
};

constexpr std::array in_other_languages = {
    WeightedPhrase{0.9, "wir|ich|uns|team|mich ~8 entschieden|beschlossen|geeinigt|festgelegt"},
    WeightedPhrase{0.9, "wurde|ist|wird ~3 beschlossen|entschieden|festgelegt|vereinbart"},
    WeightedPhrase{0.9, "se decidió|acordó|aprobó|eligió"},
    WeightedPhrase{0.9, "été décidé|choisi|convenu|retenu|acté"},
    WeightedPhrase{0.9, "hat|haben sich|uns ~3 geeinigt|entschieden"},
    WeightedPhrase{0.8, "lass|lasst uns ~6 bleiben|nehmen|verwenden|nutzen|setzen|umstellen"},
    WeightedPhrase{
        0.8,
        "wir werden ~8 "
        "verwenden|nutzen|einsetzen|umstellen|wechseln|migrieren|unterstützen|nehmen|ersetzen"},
    WeightedPhrase{0.9, "^festgelegt|vereinbart|entschieden|abgemacht"},
    WeightedPhrase{0.9,
                   "ab sofort|jetzt|heute|morgen|montag|nächster|nächstem|nächstes|kommender|"
                   "diesem|dieser"},
    WeightedPhrase{0.9,
                   "wir nehmen|nutzen|verwenden|setzen|bleiben|wechseln|steigen|behalten|"
                   "stellen|verzichten|ersetzen"},
    WeightedPhrase{0.8, "dann nehmen|machen|nutzen|bleiben wir"},
    WeightedPhrase{0.8, "künftig|zukünftig|fortan"},
    WeightedPhrase{0.8,
                   "wird|werden ~8 "
                   "abgeschaltet|umgestellt|ersetzt|eingeführt|abgeschafft|eingestellt"},
    WeightedPhrase{0.8, "nicht|keine|kein mehr ~4 $"},
    WeightedPhrase{0.8, "kommt nicht in frage"},
    WeightedPhrase{0.9, "hemos|he|ha|han decidido|acordado|elegido|optado|aprobado"},
    WeightedPhrase{0.9, "decidimos|acordamos|optamos|elegimos"},
    WeightedPhrase{0.9, "equipo|junta|dirección|cliente ~2 eligió|decidió|acordó|aprobó"},
    WeightedPhrase{0.9, "nos quedamos con|en"},
    WeightedPhrase{0.9,
                   "vamos a "
                   "usar|adoptar|utilizar|migrar|mantener|dar|pasar|cambiar|dejar|quitar|"
                   "seguir"},
    WeightedPhrase{0.9, "de|a ahora|partir en|de|del ~2 adelante|ahora"},
    WeightedPhrase{0.9, "a partir de|del"},
    WeightedPhrase{0.9, "desde hoy|ahora|mañana|este"},
    WeightedPhrase{0.8, "ya no ~2 *mos"},
    WeightedPhrase{
        0.8, "usaremos|adoptaremos|migraremos|mantendremos|pasaremos|utilizaremos|seguiremos"},
    WeightedPhrase{0.8, "me quedo con"},
    WeightedPhrase{0.9,
                   "on|nous|avons|a|ai|j'ai|c'est ~2 "
                   "décidé|choisi|opté|retenu|convenu|voté|tranché|acté|validé"},
    WeightedPhrase{0.8,
                   "allons|va|vais utiliser|adopter|passer|migrer|garder|prendre|rester|remplacer"},
    WeightedPhrase{0.8, "on|nous part|partons sur"},
    WeightedPhrase{
        0.8, "on|nous utilisera|utiliserons|prendra|prendrons|passera|passerons|gardera|garderons"},
    WeightedPhrase{0.9, "désormais|dorénavant"},
    WeightedPhrase{0.9, "à partir de|du"},
    WeightedPhrase{0.8,
                   "on|nous garde|gardons|passe|passons|abandonne|abandonnons|reste|restons|"
                   "prend|prenons|remplace|remplaçons|arrête|arrêtons"},
    WeightedPhrase{0.8, "on|nous ne *a|*ons plus|pas"},
    WeightedPhrase{0.8, "on|nous n'utilise|n'utilisons|n'accepte|n'acceptons plus"},
    WeightedPhrase{0.9,
                   "我们决定|决定用|决定采用|决定使用|决定不|会议决定|团队决定|从现在起|从今以后|"
                   "以后都|以后一律|最终选择|最终决定|我们选择|统一使用|统一用|就用|一致同意|"
                   "已决定|已确定|定了|定下来|"
                   "就选|选定|敲定|拍板|"
                   "一律|不再|改用|改为|从下周|从今天|从下个月|从明天|放弃"},
};

// Of what only together points at a decision.
constexpr std::array design_words = {
    WeightedPhrase{0.35, "architecture"}, WeightedPhrase{0.35, "adr"},
    WeightedPhrase{0.35, "tradeoff|tradeoffs|trade"},
    WeightedPhrase{0.35, "design choice|decision"}, WeightedPhrase{0.35, "convention|conventions"}};

// What opens a sentence and says nothing.
constexpr std::array fillers = {
    std::string_view("ok"),    std::string_view("okay"),    std::string_view("so"),
    std::string_view("right"), std::string_view("well"),    std::string_view("good"),
    std::string_view("fine"),  std::string_view("alright"), std::string_view("yes"),
    std::string_view("and"),   std::string_view("but"),     std::string_view("then"),
    std::string_view("sorry"), std::string_view("please"),  std::string_view("gut"),
    std::string_view("also"),  std::string_view("bueno"),   std::string_view("vale"),
    std::string_view("bon"),   std::string_view("alors"),   std::string_view("therefore")};

void drop_fillers(Sentence& sentence) {
  const auto first = std::ranges::find_if(sentence.words, [](const std::string& word) {
    return std::ranges::find(fillers, word) == fillers.end();
  });
  sentence.words.erase(sentence.words.begin(), first);
}

double wanted_points(const Sentence& sentence) {
  return std::max({max_points(sentence, said_to_be_decided), max_points(sentence, meant_to_be),
                   max_points(sentence, holds_from_now), max_points(sentence, in_other_languages)});
}

double points_of(const Sentence& sentence) {
  const double points = wanted_points(sentence);
  if (sentence.asks)
    return std::min(0.0, points - 0.6);
  return points > 0 ? points + undecided_points(sentence) : points;
}

// Words of others: what stands in quotation marks or marks of code, when it is more than a name.
std::string without_quoted(std::string_view text) {
  struct Marks {
    std::string_view begin, end;
  };
  constexpr std::array marks = {Marks{"\"", "\""}, Marks{"`", "`"}, Marks{"“", "”"},
                                Marks{"„", "“"},   Marks{"«", "»"}, Marks{" '", "'"}};
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t end = text.npos;
    for (const Marks& each : marks)
      if (text.starts_with(each.begin) && !text.starts_with("```")) {
        end = text.find(each.end, each.begin.size());
        const std::string_view inner =
            end == text.npos ? "" : text.substr(each.begin.size(), end - each.begin.size());
        const bool quotes = inner.find(' ') != inner.npos && inner.find('\n') == inner.npos &&
                            inner.size() < longest_quote;
        end = quotes ? end + each.end.size() : text.npos;
        break;
      }
    if (end == text.npos) {
      out += text.front();
      end = 1;
    }
    text.remove_prefix(end);
  }
  return out;
}

}  // namespace

double decision_points(std::string_view text) {
  auto sentences = sentences_of(own_words(without_quoted(text.substr(0, max_looked_at))));
  double most = 0;
  int design = 0;
  bool asks = false;
  for (const WeightedPhrase& each : design_words)
    design += std::ranges::any_of(
        sentences, [&](const Sentence& sentence) { return matches(sentence.words, each.pattern); });
  for (Sentence& sentence : sentences) {
    drop_fillers(sentence);
    most = std::max(most, points_of(sentence));
    asks = asks || sentence.asks || (design >= 2 && undecided_points(sentence) < 0);
  }
  return design >= 2 && !asks ? std::max(most, 0.7) : most;
}

std::string decision_in(std::string_view text) {
  std::string best;
  double most = 0;
  const std::string own = own_words(text.substr(0, max_looked_at));
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

}  // namespace aim
