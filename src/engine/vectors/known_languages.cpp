#include "engine/vectors/known_languages.h"

namespace aim::engine {
namespace {

struct Sample {
  std::string_view code, text;
};

// Everyday words, as notes hold them; the same thought in each.
constexpr std::array samples{
    Sample{"ar", "أرسلنا الرسالة إلى المكتب الجديد في المدينة صباح اليوم"},
    Sample{"cs", "Dnes ráno jsme poslali dopis do nové kanceláře ve městě"},
    Sample{"da", "Vi sendte brevet til det nye kontor i byen i morges"},
    Sample{"de", "Wir haben den Brief heute Morgen an das neue Büro in der Stadt geschickt"},
    Sample{"el", "Στείλαμε το γράμμα στο νέο γραφείο της πόλης σήμερα το πρωί"},
    Sample{"en", "We sent the letter to the new office in the city this morning"},
    Sample{"es", "Enviamos la carta a la nueva oficina de la ciudad esta mañana"},
    Sample{"fi", "Lähetimme kirjeen kaupungin uuteen toimistoon tänä aamuna"},
    Sample{"fr", "Nous avons envoyé la lettre au nouveau bureau de la ville ce matin"},
    Sample{"he", "שלחנו את המכתב למשרד החדש בעיר הבוקר"},
    Sample{"hi", "हमने आज सुबह शहर के नए कार्यालय को पत्र भेजा"},
    Sample{"it", "Abbiamo spedito la lettera al nuovo ufficio della città questa mattina"},
    Sample{"ja", "今朝、町の新しい事務所に手紙を送りました"},
    Sample{"ko", "오늘 아침 도시의 새 사무실로 편지를 보냈습니다"},
    Sample{"nl", "We hebben de brief vanmorgen naar het nieuwe kantoor in de stad gestuurd"},
    Sample{"pl", "Dziś rano wysłaliśmy list do nowego biura w mieście"},
    Sample{"pt", "Enviamos a carta para o novo escritório da cidade esta manhã"},
    Sample{"ru", "Сегодня утром мы отправили письмо в новый офис в городе"},
    Sample{"sv", "Vi skickade brevet till det nya kontoret i staden i morse"},
    Sample{"th", "เราส่งจดหมายไปที่สำนักงานใหม่ในเมืองเมื่อเช้านี้"},
    Sample{"tr", "Mektubu bu sabah şehirdeki yeni ofise gönderdik"},
    Sample{"vi", "Sáng nay chúng tôi đã gửi thư đến văn phòng mới trong thành phố"},
    Sample{"zh", "今天早上我们把信寄到了城里的新办公室"},
};

}  // namespace

std::vector<KnownLanguage> known_languages(const embed::Embedder& embedder, double least) {
  std::vector<KnownLanguage> known;
  for (const Sample& sample : samples)
    if (const double share = embedder.coverage(sample.text).words; share >= least)
      known.push_back({sample.code, share});
  std::ranges::stable_sort(known, std::ranges::greater(), &KnownLanguage::share);
  return known;
}

}  // namespace aim::engine
