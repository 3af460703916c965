// Snowball's stemmers, one for each language of text/languages.h. libstemmer's own list of them,
// behind sb_stemmer_new(), would bring every language it knows in every encoding: 300 KB of
// program, most of it tables of addresses that each start has to write. So this asks the stemmers
// by name. Knows: the beginning of libstemmer's SN_env, the same in all of its releases; a test
// stems by each. Threads: one object, one thread.
#pragma once
#include "base/std.h"
#include "text/languages.h"

struct SN_env;

namespace aim::text {

class SnowballStemmer {
 public:
  explicit SnowballStemmer(Language language);
  ~SnowballStemmer();
  SnowballStemmer(const SnowballStemmer&) = delete;
  SnowballStemmer& operator=(const SnowballStemmer&) = delete;

  // The stem of a folded word, until the next call; empty: the word has no stem, or memory is
  // short.
  std::string_view stem(std::string_view word);

 private:
  Language language_;
  SN_env* work_;
};

}  // namespace aim::text
