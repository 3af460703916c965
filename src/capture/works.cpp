#include <algorithm>
#include <array>

#include "capture/phrases.h"
#include "capture/triggers.h"

namespace aim {
namespace {

constexpr std::array works_phrases = {
    WeightedPhrase{
        0.9,
        "that|this|it|everything|tests|test|build|now|all|error|bug|issue|problem|yes|fix ~4 "
        "works|fixed|solved|resolved|passes|pass|passed|passing|green|gone|helped|working|"
        "succeeded|succeeds|compiles|builds|starts|runs|fixes|solves|resolves|cured|cures|worked"},
    WeightedPhrase{0.9, "that|this|it did|does|was it|all"},
    WeightedPhrase{0.9, "that|this|it was the problem|cause|reason|culprit|issue"},
    WeightedPhrase{0.9, "that|this|you fixed|solved|resolved it|that|the|things|everything"},
    WeightedPhrase{0.9, "did|does|do the trick|job"},
    WeightedPhrase{0.9, "it's|that's working|fixed|solved|resolved|fine|ok"},
    WeightedPhrase{0.9, "^yes|yep|right|indeed|correct it|that was"},
    WeightedPhrase{0.9, "^~1 works|fixed|solved|resolved"},
    WeightedPhrase{0.9, "error|errors|warning|problem|crash|message ~3 disappeared|vanished|gone"},
    WeightedPhrase{0.9, "error|errors|warning|problem|crash|message went|goes away"},
    WeightedPhrase{0.9, "patch|change|fix|update|restart|trick|reinstall did|worked|helped it|$"},
    WeightedPhrase{0.9, "is|are running|working|building|passing again"},
    WeightedPhrase{0.9, "like a charm"},
    WeightedPhrase{0.9, "up|back and running"},
    WeightedPhrase{0.9, "all green|good|passing|clear|clean"},
    WeightedPhrase{0.9, "^works|fixed|solved|resolved|passes|passing|green|worked"},
    WeightedPhrase{0.9, "^~3 passes|passed|succeeds|succeeded|compiles|builds ~1 $"},
    WeightedPhrase{0.9,
                   "works|working|worked|passes|passing|builds|compiles|runs "
                   "now|again|fine|perfectly|like|great|cleanly"},
    // Whatever it is that somebody wanted, it does it now: "the page loads now", "I can log in
    // again".
    WeightedPhrase{0.9, "*s|are ~2 now|again|fine|cleanly|perfectly|properly|correctly ~4 $"},
    WeightedPhrase{0.9,
                   "are|is|it's|they're|everything's|all "
                   "green|running|fine|good|up|clean|happy|working|back now|again"},
    WeightedPhrase{0.9, "^~1 running|working|green|passing|clean|connected now|again"},
    WeightedPhrase{0.9,
                   "*s match|run|start|load|work|pass|compile|build|connect|render|open|show|agree "
                   "~1 now|again|fine"},
    WeightedPhrase{0.9, "i|we can ~4 now|again"},
    WeightedPhrase{0.9, "goes|went|runs|ran|came|comes|got|is through"},
    WeightedPhrase{0.9, "successfully"},
    WeightedPhrase{0.9,
                   "without ~2 error|errors|problems|issues|trouble|failures|crashing|failing"},
    WeightedPhrase{
        0.9,
        "no|without ~1 more? error|errors|failures|crash|crashes|warnings anymore|now|any|more"},
    WeightedPhrase{
        0.9,
        "no more ~1 errors|failures|crashes|error|problems|timeouts|exceptions|leaks|warnings"},
    WeightedPhrase{0.9,
                   "error|problem|crash|failure|bug|warning|message is|has|are|all? "
                   "gone|disappeared|fixed|away|vanished"},
    WeightedPhrase{0.9,
                   "funktioniert|läuft|geht|klappt|startet|baut "
                   "jetzt|wieder|nun|alles|einwandfrei|prima|super|perfekt"},
    WeightedPhrase{0.9, "jetzt klappt's|geht's|läuft's|funktioniert's"},
    WeightedPhrase{0.9, "jetzt|nun|wieder ~1 funktioniert|läuft|geht|klappt|grün"},
    WeightedPhrase{0.9, "fehler|problem ~2 weg|behoben|verschwunden|gelöst"},
    WeightedPhrase{0.9, "behoben|gelöst"},
    WeightedPhrase{0.9, "das war's|wars"},
    WeightedPhrase{0.9, "daran lag"},
    WeightedPhrase{0.9, "funciona|resuelto|arreglado|solucionado|desaparecido"},
    WeightedPhrase{0.9, "ya ~1 compila|conecta|arranca|pasa|va|carga|abre|responde|anda"},
    WeightedPhrase{0.9, "eso era"},
    WeightedPhrase{0.9, "sin ~1 errores|problemas|fallos"},
    WeightedPhrase{0.9, "marche|fonctionne|résolu|réglé|corrigé|c'était"},
    WeightedPhrase{0.9, "tourne|passe|compile|démarre|charge maintenant|bien|enfin"},
    WeightedPhrase{0.9, "好了|可以了|解决了|修好了|通过了|没问题了|成功了|正常了|能用了|搞定|成功"},
};

// What was bad is no more: a "not" there says the good.
constexpr std::array no_more_phrases = {
    WeightedPhrase{0.9,
                   "doesn't|don't|isn't|never|can't|not ~2 "
                   "crash|crashing|fail|failing|error|throw|hang|leak|reproduce|complain|occur|"
                   "happen|appear|see|get ~4 anymore|longer|more"},
    WeightedPhrase{
        0.9,
        "no longer ~2 "
        "crashes|crashing|fails|failing|errors|throws|hangs|leaks|occurs|happens|appears|"
        "complains|reproducible|broken|shows"},
    WeightedPhrase{0.9, "no longer see|get|have ~2 error|errors|problem|crash|warning|message"},
    WeightedPhrase{0.9, "error|problem|warning|message|crash|bug|exception ~2 no longer"},
    WeightedPhrase{0.9, "fehler|problem|meldung|absturz ~3 nicht|kein|keine ~1 mehr"},
    WeightedPhrase{0.9, "kein|keine fehler|probleme|fehlermeldung|abstürze mehr"},
    WeightedPhrase{0.9, "ya no ~3 error|errores|falla|sale|aparece|da|ocurre"},
    WeightedPhrase{0.9, "plus|aucune|aucun ~1 erreur|d'erreur|erreurs|problème"},
    WeightedPhrase{0.9, "ne plante|bloque|échoue plus"},
    WeightedPhrase{0.9, "不再报错|没有报错|没报错|不报错|没有错误|没错误"},
};

constexpr std::array works_not_phrases = {
    WeightedPhrase{-0.9,
                   "doesn't|didn't|don't|isn't|won't|not|never|hardly|can't|cannot|aren't|wasn't|"
                   "nope|barely|nothing|neither"},
    WeightedPhrase{-0.9,
                   "broken|worse|red|stuck|hang|slow|slower|fail|fails|failed|failing|dies|hangs|"
                   "eats|throws|complains|nicht|kein|keine|"
                   "sigue|igual|pas|toujours|falla|encore|leider|immer|tampoco"},
    WeightedPhrase{-0.9, "还是|没有|不行|仍然|依然"},
    WeightedPhrase{-0.9, "crashes|crash|crashed ~3 again|now|earlier|later|instead|every|$"},
    WeightedPhrase{-0.9, "no funciona"},
};

// Of what is only hoped, asked, meant otherwise, or half the truth.
constexpr std::array works_perhaps_phrases = {
    WeightedPhrase{-0.9,
                   "think|guess|believe|suppose|still|if|unless|until|when|whether|should|"
                   "hopefully|almost|nearly|once|"
                   "supposedly|allegedly|would|might|maybe|could|sometimes|partly|partially|"
                   "intermittently|occasionally|mostly|wenn|falls|sobald|ob|vielleicht|noch|si|"
                   "quizás|peut"},
    WeightedPhrase{-0.9, "works on my|your|their|his"},
    WeightedPhrase{-0.9, "on my|his|her|their|another machine|laptop|computer|colleague's it|only"},
    WeightedPhrase{-0.9, "worked|passed|ran before|yesterday|last|until"},
    WeightedPhrase{-0.9, "as|like before|yesterday"},
    WeightedPhrase{-0.9, "hope|hopes|hoping|hopefully ~4 works|work|fixed|fixes|helps|helped"},
    WeightedPhrase{
        -0.9,
        "but|except|however|another|different|next ~6 "
        "fails|failing|broken|error|errors|fail|crash|crashes|breaks|now|one|issue|problem|missing|"
        "says|rest"},
    WeightedPhrase{-0.9,
                   "same|new|other|following|second ~1 error|errors|problem|message|line|issue"},
    WeightedPhrase{-0.9,
                   "error|errors|problem|crash ~2 again|back|remains|persists|comes|came|shows"},
    WeightedPhrase{-0.9, "now|it ~1 says|complains|shows|reports|prints|gives|asks|wants ~6 $"},
    WeightedPhrase{-0.9, "but|and ~4 introduced|introduces|broke|broken"},
    WeightedPhrase{-0.9,
                   "build|tests|test|job|pipeline|ci|suite is|are running|pending|queued now|$"},
    WeightedPhrase{-0.9, "second|other|others|rest|last ~2 remains|remain|left|open"},
    WeightedPhrase{-0.9,
                   "one|first|half|some|most of? ~1 error|errors|problem|problems|tests|failures"},
    WeightedPhrase{-0.9, "yeah|oh|sure right|great|wonderful|sure"},
    WeightedPhrase{-0.9, "^sure"},
    WeightedPhrase{-0.9, "great|wonderful|fantastic|brilliant|lovely ~3 another|broken|worse"},
    WeightedPhrase{-0.9, "how|why|what|explain ~6 works|work|fixed|solved|working|worked"},
    WeightedPhrase{-0.9,
                   "make|get|see|check|ensure|sure|test|try|tell ~4 "
                   "works|work|passes|pass|passing|working|now|again"},
    WeightedPhrase{-0.9, "try|tries|trying|testing|retry|checking it|that|this|again"},
    WeightedPhrase{-0.9,
                   "^try|run|rerun|do|check|test|fix|restart|start|look|probier|prueba|essaie"},
    WeightedPhrase{-0.9, "lets|let|makes|needs|wants|takes ~3 again|now"},
    WeightedPhrase{-0.9, "tomorrow|tonight|later|morgen|später|mañana|luego|demain|soir"},
    WeightedPhrase{-0.9, "晚点|试试|如果|希望|应该|吗"},
};

// What is asked for next says nothing about what was.
constexpr std::array request_phrases = {
    WeightedPhrase{1, "^now|ok|and? can|could|would|will you|we"},
    WeightedPhrase{1, "^now|ok|and? let's|next|please"},
};

}  // namespace

bool says_it_works(std::string_view text) {
  const std::string own = own_words(text.substr(0, max_looked_at));
  bool works = false;
  for (const Sentence& sentence : sentences_of(own)) {
    if (least_points(sentence, works_perhaps_phrases) < 0)
      return false;
    if (max_points(sentence, request_phrases) > 0)
      continue;
    const bool no_more = max_points(sentence, no_more_phrases) > 0;
    if (!no_more && least_points(sentence, works_not_phrases) < 0)
      return false;
    works = works || (!sentence.asks && (no_more || max_points(sentence, works_phrases) > 0));
  }
  return works;
}

}  // namespace aim
