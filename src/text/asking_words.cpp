#include "text/asking_words.h"

#include <algorithm>
#include <iterator>

namespace aim::text {
namespace {

// Folded, sorted. Not here: what is also the beginning of other words (いつ, 何) or a thing (ไหม,
// silk).
constexpr std::string_view asking_words[] = {
    "กี่",        "ที่ไหน",  "ทําไม",     "หรือไม่",  "อย่างไร", "อะไร",   "เท่าใด",  "เท่าไร",  "เท่าไหร่",
    "เมื่อใด",    "เมื่อไร", "เมื่อไหร่",   "ใคร",    "ใด",     "ไหน",    "だれ",   "ですか", "どうして",
    "どこ",     "どの",  "どのよう", "どんな", "なぜ",   "ますか", "为什么", "为何",   "什么",
    "什么时候", "什麼",  "什麼時候", "何人",   "何地",   "何时",   "何時",   "何种",   "何種",
    "几个",     "吗",    "呢",       "哪",     "哪一",   "哪个",   "哪些",   "哪個",   "哪儿",
    "哪兒",     "哪种",  "哪種",     "哪裡",   "哪里",   "嗎",     "多久",   "多大",   "多少",
    "多長",     "多长",  "如何",     "幾個",   "怎么",   "怎么样", "怎样",   "怎樣",   "怎麼",
    "怎麼樣",   "是否",  "為什麼",   "為何",   "甚麼",   "誰",     "谁",     "누구",   "무엇",
    "어디",     "어떤",  "어떻게",   "언제",   "얼마나",
};
static_assert(std::ranges::is_sorted(asking_words));

}  // namespace

bool is_asking_word(std::string_view folded) {
  return std::ranges::binary_search(asking_words, folded);
}

}  // namespace aim::text
