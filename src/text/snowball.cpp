#include "text/snowball.h"

// Functions of libstemmer.a that its header does not declare, and the members of SN_env that a stem
// is read from.
struct SN_env {
  unsigned char* text;
  int cursor, size;
};

#define AIM_STEMMER(language)               \
  SN_env* language##_UTF_8_create_env();    \
  void language##_UTF_8_close_env(SN_env*); \
  int language##_UTF_8_stem(SN_env*);
extern "C" {
int SN_set_current(SN_env* work, int size, const unsigned char* text);
AIM_STEMMER(english)
AIM_STEMMER(danish)
AIM_STEMMER(dutch)
AIM_STEMMER(finnish)
AIM_STEMMER(french)
AIM_STEMMER(german)
AIM_STEMMER(hungarian)
AIM_STEMMER(indonesian)
AIM_STEMMER(italian)
AIM_STEMMER(norwegian)
AIM_STEMMER(portuguese)
AIM_STEMMER(romanian)
AIM_STEMMER(spanish)
AIM_STEMMER(swedish)
AIM_STEMMER(turkish)
AIM_STEMMER(arabic)
AIM_STEMMER(greek)
AIM_STEMMER(hindi)
AIM_STEMMER(russian)
AIM_STEMMER(tamil)
}
#undef AIM_STEMMER

namespace aim::text {
namespace {

struct Functions {
  SN_env* (*begin)();
  void (*end)(SN_env*);
  int (*stem)(SN_env*);
};

#define AIM_STEMMER(language) \
  { language##_UTF_8_create_env, language##_UTF_8_close_env, language##_UTF_8_stem }
// In the order of Language.
constexpr std::array<Functions, language_count> stemmers{
    {AIM_STEMMER(english), AIM_STEMMER(danish),    AIM_STEMMER(dutch),      AIM_STEMMER(finnish),
     AIM_STEMMER(french),  AIM_STEMMER(german),    AIM_STEMMER(hungarian),  AIM_STEMMER(indonesian),
     AIM_STEMMER(italian), AIM_STEMMER(norwegian), AIM_STEMMER(portuguese), AIM_STEMMER(romanian),
     AIM_STEMMER(spanish), AIM_STEMMER(swedish),   AIM_STEMMER(turkish),    AIM_STEMMER(arabic),
     AIM_STEMMER(greek),   AIM_STEMMER(hindi),     AIM_STEMMER(russian),    AIM_STEMMER(tamil)}};
#undef AIM_STEMMER

const Functions& functions_of(Language language) {
  return stemmers[static_cast<std::size_t>(language)];
}

}  // namespace

SnowballStemmer::SnowballStemmer(Language language)
    : language_(language), work_(functions_of(language).begin()) {}

SnowballStemmer::~SnowballStemmer() {
  if (work_ != nullptr)
    functions_of(language_).end(work_);
}

std::string_view SnowballStemmer::stem(std::string_view word) {
  const auto* letters = reinterpret_cast<const unsigned char*>(word.data());
  if (work_ == nullptr || SN_set_current(work_, static_cast<int>(word.size()), letters) != 0 ||
      functions_of(language_).stem(work_) < 0)
    return {};
  return {reinterpret_cast<const char*>(work_->text), static_cast<std::size_t>(work_->size)};
}

}  // namespace aim::text
