// Events sorted into days of the reader's. Pure. Must not know: requests, components.
import { moment } from './text.ts';
import type { Memory } from './types.ts';

export const happenings = ['stored', 'recalled', 'decided', 'solved'] as const;
export type Happening = (typeof happenings)[number];

export interface Happened {
  readonly what: Happening;
  readonly at: string;
  readonly text: string;
  readonly link: string;
}

// Hooks note what they have kept; people give tags.
export function happeningOf({ tags, metadata, memory_kind }: Pick<Memory, 'tags' | 'metadata' | 'memory_kind'>): Happening {
  const names = [...tags, String(metadata['category'] ?? ''), memory_kind ?? ''];
  if (names.some((each) => /^(error[_-]resolution|solution|solved|fix)$/.test(each))) return 'solved';
  return names.some((each) => /^decisions?$/.test(each)) ? 'decided' : 'stored';
}

// Newest first, the days and what is in them.
export function byDay(all: readonly Happened[]): (readonly [string, readonly Happened[]])[] {
  const days = new Map<string, Happened[]>();
  for (const each of [...all].sort((a, b) => b.at.localeCompare(a.at))) {
    const day = moment(each.at).slice(0, 10);
    const those = days.get(day);
    if (those) those.push(each);
    else days.set(day, [each]);
  }
  return [...days];
}
