// Which words of a text are those of a question. Pure: for the eye alone, a recall weighs far more than words.
import type { Part } from './diff.ts';

const common = new Set('a an and are as at be by can do does for from go has have how i in is it its my not of on or our out about into up that the their there they this to was we what when where which who why will with you your'.split(' '));

// A word without its ending, about: "deploys", "deployed" and "deploy" are one.
function stem(word: string): string {
  const folded = word.toLowerCase();
  const cut = folded.replace(/(?:ing|ed|es|s)$/, '').replace(/[eiy]$/, '');
  return cut.length >= 3 ? cut : folded;
}

// The word of a question that a term stands for: terms have no endings.
export function wordOf(term: string, question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.find((each) => each.startsWith(term)) ?? words.find((each) => term.length > 3 && each.startsWith(term.slice(0, -1))) ?? term;
}

// `only`: a word of the question.
export function matched(text: string, question: string): Part[] {
  const words = (question.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((each) => !common.has(each.toLowerCase()));
  const wanted = words.map(stem).filter((each) => each.length >= 2 || /[^\0-\u02ff]/.test(each));
  if (wanted.length === 0) return [{ text, only: false }];
  const last = wanted[wanted.length - 1] ?? '';
  const parts: Part[] = [];
  for (const piece of text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]+/gu) ?? []) {
    const own = stem(piece);
    // The last word may not be typed to its end.
    const only = wanted.includes(own) || (last.length >= 3 && own.startsWith(last));
    const before = parts[parts.length - 1];
    if (before && before.only === only) parts[parts.length - 1] = { text: before.text + piece, only };
    else parts.push({ text: piece, only });
  }
  return parts;
}
