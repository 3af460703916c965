// Words that tell the language of a text and nothing of what it is about: articles, pronouns,
// prepositions, question words, forms of "to be" and "to have". Folded, as words of texts are
// looked up (exact_words): a process that answers one prompt has no time to fold them.
#pragma once
#include "text/languages.h"

namespace aim::text {

inline constexpr auto language_words = std::to_array<std::pair<Language, std::string_view>>({
    {Language::german,
     "aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin "
     "bis bist da damit dann das dass dein deine dem den denn der des dessen deren die dies "
     "diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er "
     "es etwas euch euer fur gegen habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre "
     "ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes jetzt kann kein keine konnen "
     "konnte man mein meine mich mir mit muss mussen nach nicht nichts noch nun nur ob oder ohne "
     "sehr sein seine seinem seinen seiner seit sich sie sind so soll sollte sondern uber um und "
     "uns unser unsere unter viel vom von vor wahrend wann war waren warum was weil welche "
     "welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wurde "
     "wurden zu zum zur zwischen"},
    {Language::french,
     "ai ainsi alors apres au aucun aussi autre aux avait avant avec avoir ce ceci cela celle "
     "celui ces cet cette chez comme comment dans de depuis des dois doit donc dont du elle "
     "elles en encore entre est et etaient etait ete etre eu eux fait faire il ils je jusque la "
     "le les leur leurs lors lui ma mais me meme mes moi mon ne nos notre nous ont ou par parce "
     "pas pendant peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi sa "
     "sans se sera ses si son sont sous sur ta te tes toi ton tous tout toute toutes tres tu un "
     "une vers vos votre vous"},
    {Language::spanish,
     "al algo alguna alguno ante antes asi aun aunque bajo cada como con contra cual cuales "
     "cuando cuanto cuantos de del desde donde durante el ella ellas ellos en entre era eran es "
     "esa ese eso esta estaba estan estar este esto estos fue fueron ha haber habia hace hacer "
     "hacia han hasta hay la las le les lo los mas mi mis mucho muy nada ni nos nosotros nuestra "
     "nuestro otra otro para pero poco por porque puede pueden que quien quienes se sea ser sido "
     "sin sobre solo son su sus tambien tan tanto te tener tiene tienen todo todos un una uno "
     "unos y ya yo"},
    {Language::italian,
     "ad agli ai al alla alle allo anche ancora avere aveva che chi ci cio come con contro cosa "
     "cui da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove e ed era "
     "erano essere fa fare fino fra gli ha hanno ho il io la le lei li loro lui ma mi mia mio "
     "molto ne negli nei nel nella nelle noi non nostra nostro o ogni per perche piu poi puo "
     "quale quali quando quanto quella quelle quelli quello questa queste questi questo qui sara "
     "se sei senza si sia sono sopra sotto sta stato su sua sue sugli sui sul sulla sulle suo "
     "tra tutti tutto un una uno vi voi"},
    {Language::portuguese,
     "ao aos apos as ate cada com como contra da das de dela dele deles depois desde do dos duas "
     "e ela elas ele eles em entre era eram essa esse esta estao estava este eu foi foram ha "
     "isso isto ja lhe mais mas mesmo meu minha muito na nao nas nem no nos nossa nosso num numa "
     "o onde os ou para pela pelas pelo pelos pode podem por porque pouco qual quais quando "
     "quanto que quem se seja sem ser seu seus sao sob sobre sua suas tambem tem tinha todo "
     "todos um uma voce voces"},
    {Language::dutch,
     "aan alle alleen als altijd ander andere ben bij daar dan dat de deze die dit doen door dus "
     "een en er geen had hebben heb heeft hem het hier hij hoe hun iemand iets ik ja je jij jou "
     "jullie kan konden kunnen maar meer men met mij mijn moet na naar niet niets nog nu om "
     "omdat onder ons onze ook op over te tegen toch toen tot u uit uw van veel voor waar waarom "
     "wanneer want waren wat wel welke werd werden wie wij wil worden wordt zal ze zelf zich zij "
     "zijn zo zonder zou"},
    {Language::swedish,
     "alla allt att av bara blev bli blir de dem den denna deras dess det detta dig din dina du "
     "efter eller en ett fran for ha hade han hans har hennes henne hon honom hur i inga ingen "
     "inom inte jag kan kom kunde med mellan men mig min mina mot mycket nagon nagot nagra nar "
     "nej ni nu och om oss pa sedan sig sin sina sitt ska skall skulle som till under upp ut "
     "utan vad var vara varfor vem vi vid vilka vilken vilket ar"},
    {Language::danish,
     "af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din "
     "disse dog du efter eller en end er et for fra ham han hans har havde hende hos hun hvad "
     "hvem hvis hvor hvorfor hvornar i ikke ind jeg jer kan kom kunne mange med meget men mig "
     "min mine mod noget nogle nu nar og ogsa om op os over pa selv sig sin sine skal skulle som "
     "til ud under var vi vil ville vor vaere vaeret"},
    {Language::norwegian,
     "av alle andre at ble bli blir da de deg dem den denne der deres det dette din du eller en "
     "er et ett etter for fordi fra ha hadde han hans har henne hos hun hva hvem hver hvilken "
     "hvis hvor hvordan hvorfor i ikke inn jeg kan kom kunne mange med meg mellom men min mine "
     "mot mye nar noe noen na og ogsa om opp oss over pa seg selv sin sine skal skulle som til "
     "ut under var vaere vaert vi vil ville"},
    {Language::finnish,
     "ei eivat etta han hanen hanet he heidan ja jo joka jos jossa jota kanssa ketka kuin kuinka "
     "kuka kun kuten me mika milla milloin minka minun minut missa mista mita mihin mutta mina "
     "minulla myos ne niiden niin niita nyt olen olet oli olimme olin olisi olla ole olivat on "
     "ovat se sen seka silla sina sinun sita tai taman tama tassa tata te tuo vaan vai vain voi "
     "nama"},
    {Language::hungarian,
     "az azok abban ahogy aki akik akkor amely amelyek ami amikor azt csak de egy egyik el es ez "
     "ezek ezen ezt fel ha hanem hogy hogyan hol igen is itt kell ki kik le legyen lehet lesz "
     "mar maga majd meg mely mi mikor milyen minden mint mit mivel miert nagyon ne nekem neki "
     "nem nincs ok olyan ott pedig sem szerint talan tehat tobb utan vagy vagyok van vannak volt "
     "voltak volna"},
    {Language::romanian,
     "aceasta aceea acest aceste acestea ai ale am ar are as asta au avea avem ca care cat cate "
     "ce cei cel cele chiar cine cu cum cand da daca dar de deci din dintre doar dupa ea ei el "
     "ele este eu fara fi fie fost il in intr intre isi iar la le li lor lui mai mea mei meu "
     "mult ne nici nimic nu ori pe pentru poate prin sa sale sau se si sub sunt ta te tu un una "
     "unde unei unor unui va vor"},
    {Language::turkish,
     "acaba ama ancak artik bana bazi belki ben beni benim bir biri birkac bize biz bizim boyle "
     "bu buna bunda bundan bunlar bunu bunun burada cok cunku daha degil diye gibi gore hala "
     "hangi hangisi hem hep hepsi her hic icin ile ise iste kadar kendi ki kim kime kimin mi mu "
     "nasil neden nedir nerede nereye nicin olan olarak oldu olur ona onlar onu onun orada sen "
     "senin siz sizin sonra su tum var ve veya yani yok zaten kac"},
    {Language::indonesian,
     "yang dan di ke dari untuk dengan pada adalah ini itu tidak akan oleh atau juga sebagai "
     "dalam apa kapan mana siapa bagaimana mengapa saya kami kita mereka anda dia sudah telah "
     "bisa ada karena jika lebih"},
    {Language::russian,
     "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее "
     "мне было вот от меня еще нет о из ему теперь когда даже ну ли если уже или ни быть был "
     "него до вас там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем "
     "была сам без чего раз тоже себе под будет тогда кто этот того потому этого какой какая "
     "какие какое ним здесь этом один мой тем чтобы нее были куда зачем всех можно при об другой "
     "после над больше тот через эти нас про них эту моя свою этой перед том им более всегда "
     "между сколько почему"},
    {Language::greek,
     "και το η ο τα τι οι τον την τησ του των στο στη στην στον με για απο που πωσ ποιοσ ποια "
     "ποιο ποτε γιατι δεν θα να ειναι ηταν εχει ενα μια ενασ σε αυτο αυτη αυτοσ αλλα αν οταν "
     "ποσο"},
    {Language::arabic,
     "في من على الى ان عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متى اين كيف كم هل لماذا هو "
     "هي هم كان كانت يكون قد لا لم لن ثم او اي كل بعد قبل بين حتى عند لدى منذ غير الا اذا كما "
     "لكن ايضا"},
    {Language::hindi,
     "का की के में है हैं था थे थी को से पर और या एक यह वह ये वे क्या कब कहाँ कैसे कौन क्यों "
     "नहीं ने तो ही भी कि जो लिए साथ कुछ बाद तक"},
});

}  // namespace aim::text
