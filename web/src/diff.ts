// Two texts word by word: what both have, what only one has. Pure.
// Cost: O(words · differences) by Myers' greedy algorithm, and bounded: texts that differ in more than `most` words are told
// to differ as a whole.
// Source: Myers, An O(ND) difference algorithm and its variations, Algorithmica 1986.

export interface Part {
  readonly text: string;
  readonly only: boolean; // this text has it, the other does not
}

const most = 1500;

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole[whole.length - 1];
    if (last && last.only === part.only) whole[whole.length - 1] = { text: last.text + part.text, only: part.only };
    else whole.push(part);
  }
  return whole;
}

// The furthest points reached after 0, 1, 2, … differences; null when there are too many.
function trace(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const steps: Int32Array[] = [];
  const bound = Math.min(a.length + b.length, most);
  let reached = new Int32Array(2 * bound + 3);
  const middle = bound + 1;
  for (let d = 0; d <= bound; ++d) {
    steps.push(reached.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reached[middle + k - 1]! < reached[middle + k + 1]!);
      let x = down ? reached[middle + k + 1]! : reached[middle + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) ++x;
      reached[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return steps;
    }
  }
  return null;
}

export function compared(left: string, right: string): readonly [Part[], Part[]] {
  const a = words(left), b = words(right);
  const steps = trace(a, b);
  if (!steps) return [[{ text: left, only: true }], [{ text: right, only: true }]];
  const middle = Math.min(a.length + b.length, most) + 1;
  const ours: Part[] = [], theirs: Part[] = [];
  let x = a.length, y = b.length;
  for (let d = steps.length - 1; d >= 0; --d) {
    const reached = steps[d]!, k = x - y;
    const down = k === -d || (k !== d && reached[middle + k - 1]! < reached[middle + k + 1]!);
    const from = down ? k + 1 : k - 1;
    const beforeX = d === 0 ? 0 : reached[middle + from]!, beforeY = d === 0 ? 0 : beforeX - from;
    while (x > beforeX && y > beforeY) {
      ours.push({ text: a[--x]!, only: false });
      theirs.push({ text: b[--y]!, only: false });
    }
    if (d === 0) break;
    if (down) theirs.push({ text: b[--y]!, only: true });
    else ours.push({ text: a[--x]!, only: true });
  }
  return [joined(ours.reverse()), joined(theirs.reverse())];
}

// For the eye: blanks between two differences belong to them, since marks word by word are hard to read.
export function smoothed(parts: readonly Part[]): Part[] {
  return joined(parts.map((each, i) => (parts[i - 1]?.only && parts[i + 1]?.only && /^\s+$/.test(each.text) ? { text: each.text, only: true } : each)));
}
