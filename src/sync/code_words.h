// The code by which a person brings another device into the group: a secret as words that can be
// read aloud and typed. Three syllables of a consonant and a vowel are a word; eight words are 128
// bits and a check of 16.
// Knows: bytes and letters. Must not know: what the secret opens. Pure.
#pragma once
#include "base/result.h"

namespace aim::sync {

using Secret = std::array<unsigned char, 16>;

std::string code_of(const Secret& secret);
// In any case, with blanks or dashes between the words. Errors: validation_failed, which says
// whether a word is misspelled or words are missing.
Result<Secret> secret_of(std::string_view code);

}  // namespace aim::sync
