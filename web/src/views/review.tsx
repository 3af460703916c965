// L4: an inbox of what a person should look at: contradictions, near duplicates, unconfirmed and expiring memories. Nothing is decided
// without one.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { useKeys } from '../keys.ts';
import { announce, complain, notify } from '../notices.tsx';
import { count, figure } from '../text.ts';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { Pair } from './review/pair.tsx';
import type { Memory } from '../types.ts';

export const kinds = ['contradiction', 'duplicate', 'unconfirmed', 'expiring'] as const;
export type Kind = (typeof kinds)[number];
const names: Readonly<Record<Kind, string>> = { contradiction: 'Contradictions', duplicate: 'Near duplicates', unconfirmed: 'Unconfirmed', expiring: 'Expiring' };

export interface Item {
  readonly item: string;
  readonly kind: Kind;
  readonly reason: string;
  readonly similarity?: number;
  readonly memories: readonly Memory[];
}
interface Page {
  readonly counts: Partial<Record<Kind, number>>;
  readonly items: readonly Item[];
  readonly next?: string;
}

export type Action = 'keep_first' | 'keep_second' | 'keep_both' | 'merge' | 'confirm' | 'extend' | 'delete';
interface Choice {
  readonly action: Action;
  readonly key: string;
  readonly text: string;
  readonly done: string;
}

const forTwo: readonly Choice[] = [
  { action: 'keep_first', key: 'a', text: 'Keep left', done: 'Kept the left one' },
  { action: 'keep_second', key: 'b', text: 'Keep right', done: 'Kept the right one' },
  { action: 'keep_both', key: '2', text: 'Keep both', done: 'Kept both' },
  { action: 'merge', key: 'm', text: 'Merge', done: 'Merged them' },
];
const forOne: Readonly<Record<'unconfirmed' | 'expiring', readonly Choice[]>> = {
  unconfirmed: [
    { action: 'confirm', key: 'c', text: 'Confirm', done: 'Confirmed it' },
    { action: 'extend', key: 'a', text: 'Keep it longer', done: 'It lives longer now' },
    { action: 'delete', key: 'd', text: 'Delete', done: 'Deleted it' },
  ],
  expiring: [
    { action: 'extend', key: 'a', text: 'Keep it longer', done: 'It lives longer now' },
    { action: 'delete', key: 'd', text: 'Delete', done: 'Deleted it' },
  ],
};

function choicesFor(item: Item): readonly Choice[] {
  if (item.kind === 'unconfirmed' || item.kind === 'expiring') return forOne[item.kind];
  return item.memories.length > 1 ? forTwo : [];
}

export function ReviewView() {
  const { params } = usePlace();
  const kind = kinds.find((each) => each === params.get('kind')) ?? 'contradiction';
  const after = params.get('after') ?? '';
  const { value, error, reload } = useLoaded(`${kind} ${after}`, (signal) => ask<Page>('/review', { query: { kind, limit: 50, after }, signal }), true);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const items = (value?.items ?? []).filter((each) => each.kind === kind && !settled.has(each.item));
  const at = Math.max(0, items.findIndex((each) => each.item === params.get('item')));
  const current = items[at];
  const choices = current ? choicesFor(current) : [];

  const show = (index: number) => {
    const item = items[Math.min(items.length - 1, Math.max(0, index))];
    if (item) change({ item: item.item }, true);
  };
  const settle = async (choice: Choice) => {
    if (!current || busy) return;
    setBusy(true);
    try {
      const reply = await ask<{ undo?: string }>('/review/settle', { method: 'POST', body: { item: current.item, action: choice.action } });
      const back = async () => {
        await ask('/undo', { method: 'POST', body: { id: reply.undo } });
        setSettled((old) => new Set([...old].filter((each) => each !== current.item)));
        reload();
      };
      notify(choice.done, reply.undo === undefined ? undefined : () => void back().catch(complain));
      setSettled((old) => new Set(old).add(current.item));
      const next = items[at + 1] ?? items[at - 1];
      change({ item: next?.item }, true);
      if (!next) reload();
    } catch (problem) {
      complain(problem);
    } finally {
      setBusy(false);
    }
  };
  useKeys({
    j: () => show(at + 1),
    k: () => show(at - 1),
    s: () => show(at + 1),
    ...Object.fromEntries(choices.map((each) => [each.key, () => void settle(each)])),
  });
  const told = current ? `${at + 1} of ${items.length}` : '';
  useEffect(() => {
    if (told !== '') announce(told);
  }, [told]);

  return (
    <>
      <h1>Review</h1>
      <p class="soft lead">What only a person can settle: nothing here is decided without you.</p>
      <div class="tabs" role="group" aria-label="What to review">
        {kinds.map((each) => (
          <button key={each} aria-pressed={each === kind} onClick={() => change({ kind: each, item: undefined, after: undefined })}>
            {names[each]}{value?.counts[each] !== undefined && <span class="badge">{figure(value.counts[each])}{value.counts[each] >= 1000 && '+'}</span>}
          </button>
        ))}
      </div>
      {error ? <Problem error={error} what="a review" retry={reload} />
        : !value ? <Loading what="what there is to review" />
        : !current ? <Empty title="Nothing to review"><p>{settled.size > 0 ? `You settled ${count(settled.size, 'item')}.` : value.next === undefined ? 'There is nothing of this kind.' : 'There is nothing of this kind here; older memories are compared when you go on.'}</p></Empty>
        : (
          <>
            <Pair item={current} />
            <div class="settle" role="group" aria-label="Settle it">
              <span class="soft" aria-hidden="true">{told}</span>
              {choices.map((each) => <button key={each.action} class={each.action === 'delete' ? 'danger' : ''} disabled={busy} onClick={() => void settle(each)}>{each.text} <kbd>{each.key}</kbd></button>)}
              <button class="plain" disabled={at + 1 >= items.length} onClick={() => show(at + 1)}>Skip <kbd>s</kbd></button>
              {at > 0 && <button class="plain" onClick={() => show(at - 1)}>Back <kbd>k</kbd></button>}
            </div>
          </>
        )}
      {value?.next !== undefined && <p class="further"><button onClick={() => change({ after: value.next, item: undefined })}>{items.length === 0 && kind === 'duplicate' ? 'Look among older ones' : 'Further ones'}</button></p>}
    </>
  );
}
