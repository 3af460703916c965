#include "text/language.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "text/language_words.h"
#include "text/words.h"

namespace aim::text {
namespace {

TEST(Language, IsToldByStopWords) {
  const struct {
    std::string_view text;
    Language language;
  } rows[] = {
      {"Wann wurden die Lieferungen der neuen Server verschoben?", Language::german},
      {"Où sont les clés de la maison ?", Language::french},
      {"¿Cuándo se firmó el contrato con los proveedores?", Language::spanish},
      {"Quando è stata firmata la lettera per gli ospiti?", Language::italian},
      {"Quem não gosta das mesmas coisas?", Language::portuguese},
      {"Waarom is het kantoor van de afdeling niet open?", Language::dutch},
      {"Vilka är de som inte kan komma?", Language::swedish},
      {"Hvornår blev kontoret også lukket af dem?", Language::danish},
      {"Mikä on se josta hän myös puhui?", Language::finnish},
      {"Miért nem volt nyitva az iroda?", Language::hungarian},
      {"Unde este și de ce nu a fost?", Language::romanian},
      {"Bu toplantı neden ve nasıl iptal edildi?", Language::turkish},
      {"Когда и где он был?", Language::russian},
      {"When did they move the servers to Frankfurt?", Language::english},
      {"deploy steps", Language::english},
      {"", Language::english},
      // One word is not enough, nor as many as English has.
      {"Die Hard", Language::english},
      {"the war was in the die casting shop", Language::english},
  };
  for (const auto& row : rows) EXPECT_EQ(language_of(row.text), row.language) << row.text;
}

TEST(Language, IsToldByWordsThatAreFolded) {
  for (const auto& [language, list] : language_words) {
    std::string folded;
    for (const std::string& word : exact_words(list)) {
      folded.append(folded.empty() ? "" : " ").append(word);
      EXPECT_TRUE(is_stop_word(language, word)) << word;
    }
    EXPECT_EQ(folded, list);
  }
  EXPECT_TRUE(is_stop_word(Language::dutch, "die") && is_stop_word(Language::german, "die"));
  EXPECT_FALSE(is_stop_word(Language::french, "die") || is_stop_word(Language::german, ""));
  EXPECT_FALSE(is_stop_word(Language::german, "kubernetes"));
}

TEST(Language, IsToldByScript) {
  EXPECT_EQ(language_of_word("книга", Language::english), Language::russian);
  EXPECT_EQ(language_of_word("βιβλιο", Language::german), Language::greek);
  EXPECT_EQ(language_of_word("كتاب", Language::english), Language::arabic);
  EXPECT_EQ(language_of_word("किताब", Language::english), Language::hindi);
  EXPECT_EQ(language_of_word("haus", Language::german), Language::german);
  EXPECT_EQ(language_of_word("", Language::english), Language::english);
}

TEST(Language, StemsAreNoLongerThanWords) {
  EXPECT_EQ(stem_in(Language::german, "lieferungen"), "liefer");
  EXPECT_EQ(stem_in(Language::german, "haus"), "");
  EXPECT_EQ(stem_in(Language::english, "running"), "");
  EXPECT_EQ(stem_in(Language::russian, "книгами"), "книг");
  EXPECT_EQ(stem_in(Language::german, std::string(1'000, 'a')), "");
}

// The terms of a question that a text is found by.
std::set<std::string> shared(std::string_view text, std::string_view question) {
  std::set<std::string> of_text;
  tokenize(text, [&](const Token& token) { of_text.emplace(token.term); });
  std::set<std::string> out;
  for (const QueryWord& word : query_words(question)) {
    if (word.common)
      continue;
    for (const std::string& part : word.parts)
      if (of_text.contains(part))
        out.insert(part);
    if (of_text.contains(word.stem))
      out.insert(word.stem);
  }
  return out;
}
using Terms = std::set<std::string>;

TEST(Language, ANoteAndAQuestionOfALanguageMeet) {
  EXPECT_EQ(
      shared("Die Lieferung der Server ist auf Montag verschoben.", "Wann sind die Lieferungen?"),
      Terms{"liefer"});
  EXPECT_EQ(shared("La réunion avec les fournisseurs est annulée.", "Quelles sont les réunions ?"),
            Terms{"reunion"});
  EXPECT_EQ(shared("Книга лежит на столе.", "Где мои книги?"), Terms{"книг"});
  EXPECT_EQ(shared("Новый контракт подписан.", "Что с новым контрактом?"),
            (Terms{"нов", "контракт"}));
  EXPECT_EQ(shared("الكتاب على الطاولة", "أين كتابي؟"), Terms{"كتاب"});
}

// There is no dictionary that would take compounds apart: in writing they meet what is written with
// them alike. A change of that is to be seen here.
TEST(Language, GermanCompoundsMeetThemselvesAlone) {
  const std::string_view text =
      "Die Datenbankverbindungen des Zahlungsdienstes sind nach der Mittagspause getrennt.";
  const struct {
    std::string_view question;
    Terms meet;
  } rows[] = {
      {"Was ist mit den Datenbankverbindungen?", {"datenbankverbind", "datenbankverbindungen"}},
      {"Wie ist eine Datenbankverbindung nach dem Dienst?", {"datenbankverbind"}},
      {"Wann ist die Mittagspause?", {"mittagspaus"}},
      {"Wo ist der Zahlungsdienst und was ist mit ihm?", {"zahlungsdien", "zahlungsdienst"}},
      {"Welche Datenbank ist es und wie ist die Verbindung?", {}},
      {"Wie lange ist die Pause am Mittag?", {}},
      {"Zahlungs-Dienst", {}},
  };
  for (const auto& row : rows) EXPECT_EQ(shared(text, row.question), row.meet) << row.question;
}

TEST(Language, StopWordsAreThoseOfTheQuestion) {
  for (const QueryWord& word : query_words("Wo ist der Schlüssel und wann war die Übergabe?"))
    EXPECT_EQ(word.common, word.written != "Schlüssel" && word.written != "Übergabe")
        << word.written;
  for (const QueryWord& word : query_words("die casting and war")) {
    EXPECT_EQ(word.common, word.written == "and") << word.written;
    EXPECT_EQ(word.stem, "");
  }
}

}  // namespace
}  // namespace aim::text
