// The factors of a score as parts of a bar that adds up to it. Pure.
// Rankings either add their factors up, or multiply a relevance, which is itself a sum, by boosts near one: then the parts of the sum share
// the score, and boosts stand next to them. The weight of certainty is the scale of all scores, and is left out.
import type { Factor } from './types.ts';

export interface Contribution {
  readonly name: string;
  readonly share: number; // of the score; below 0: it took off
}

export interface Explained {
  readonly parts: readonly Contribution[];
  readonly boosts: readonly { readonly name: string; readonly times: number }[];
}

// The parts of a relevance follow what it is multiplied by.
const multipliers = new Set(['relevance', 'priority', 'confidence', 'recency', 'certainty', 'superseded', 'former', 'purpose', 'doubt']);

export function contributions(factors: readonly Factor[], score: number): Explained {
  const product = factors.some((each) => each.name === 'relevance');
  const added = product ? factors.filter((each) => !multipliers.has(each.name)) : factors;
  const sum = added.reduce((total, each) => total + each.value * each.weight, 0);
  const scale = sum > 0 ? score / sum : 0;
  const parts = added.map((each) => ({ name: each.name, share: each.value * each.weight * scale })).filter((each) => Math.abs(each.share) >= 0.0005);
  if (parts.length === 0 && score > 0) parts.push({ name: 'relevance', share: score });
  const boosts = product ? factors.filter((each) => multipliers.has(each.name) && each.name !== 'relevance').map((each) => ({ name: each.name, times: each.name === 'certainty' ? each.value : each.value * each.weight })) : [];
  return { parts, boosts };
}

// Two forms of the same: a list, or names with what each contributes.
export function factorsOf(given: readonly Factor[] | Readonly<Record<string, number>> | undefined): readonly Factor[] {
  if (given === undefined) return [];
  if (Array.isArray(given)) return given as readonly Factor[];
  return Object.entries(given).map(([name, value]) => ({ name, value: Number(value), weight: 1 }));
}

const readable = new Map([
  ['words', 'words'],
  ['model', 'meaning (model)'],
  ['older_model', 'meaning (older model)'],
  ['static_table', 'meaning (built-in table)'],
  ['lines_around', 'neighbouring lines'],
  ['session', 'session'],
  ['speaker', 'speaker'],
  ['time', 'time asked for'],
  ['asks', 'is itself a question'],
  ['former', 'of another time'],
  ['purpose', 'from a conversation'],
  ['doubt', 'answers a part'],
]);

export function nameOf(factor: string): string {
  return readable.get(factor) ?? factor.replaceAll('_', ' ');
}
