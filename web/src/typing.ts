// What of a question that is being typed is asked, and when. Pure.

const whileBusy = 60, atWordsBegin = 350; // milliseconds

// One Latin letter finds a third of everything, and nobody means it: it is asked by Enter alone.
export function isQuestion(text: string): boolean {
  return !/^[a-z0-9]$/i.test(text.trim());
}

// At once, unless an answer is on its way. The first letter of a further word stands for every word that begins with it, which takes
// several times as long to look for; the next letter is mostly there before.
export function pauseOf(text: string, busy: boolean): number {
  if (/\s[a-z0-9]$/i.test(text)) return atWordsBegin;
  return busy ? whileBusy : 0;
}
