// L4: an inbox of what a person should look at: contradictions, near duplicates, unconfirmed and expiring memories. Nothing is decided
// without one.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { useKeys } from '../keys.ts';
import { announce, complain, notify } from '../notices.tsx';
import { count, excerpt, figure } from '../text.ts';
import { linkTo } from '../place.ts';
import { Line } from '../parts/texts.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { grouped } from '../groups.ts';
import { removeAll, undo } from '../actions.ts';
import { Group, Pair } from './review/pair.tsx';
import type { Memory } from '../types.ts';

export const kinds = ['contradiction', 'duplicate', 'similar', 'unconfirmed', 'expiring'] as const;
export type Kind = (typeof kinds)[number];
const names: Readonly<Record<Kind, string>> = { contradiction: 'Contradictions', duplicate: 'Near duplicates', similar: 'Similar', unconfirmed: 'Unconfirmed', expiring: 'Expiring' };

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
  readonly does: string; // to both
  readonly done: string;
}

const forTwo: readonly Choice[] = [
  { action: 'keep_first', key: 'a', text: 'Keep A', does: 'A holds; B stays, marked as replaced by it', done: 'Kept A' },
  { action: 'keep_second', key: 'b', text: 'Keep B', does: 'B holds; A stays, marked as replaced by it', done: 'Kept B' },
  { action: 'keep_both', key: '2', text: 'Keep both', does: 'both hold, and are not shown here again', done: 'Kept both' },
  { action: 'merge', key: 'm', text: 'Merge', does: 'one memory with both texts; the two go to the archive', done: 'Merged them' },
];
const ofDuplicates: Readonly<Partial<Record<Action, string>>> = { keep_first: 'A stays; B is deleted, and can be restored', keep_second: 'B stays; A is deleted, and can be restored' };
const longer: Choice = { action: 'extend', key: 'a', text: 'Keep it longer', does: 'its end is put off', done: 'It lives longer now' };
const erase: Choice = { action: 'delete', key: 'd', text: 'Delete', does: 'it is deleted, and can be restored', done: 'Deleted it' };
const forOne: Readonly<Record<'unconfirmed' | 'expiring', readonly Choice[]>> = {
  unconfirmed: [{ action: 'confirm', key: 'c', text: 'Confirm', does: 'it counts as what a person has approved', done: 'Confirmed it' }, longer, erase],
  expiring: [longer, erase],
};

const sessionOf = (item: Item) => {
  const session = item.memories[0]?.metadata['session_id'];
  return typeof session === 'string' ? session : '';
};

function choicesFor(item: Item): readonly Choice[] {
  if (item.kind === 'unconfirmed' || item.kind === 'expiring') return forOne[item.kind];
  if (item.memories.length !== 2) return [];
  return item.kind === 'contradiction' ? forTwo : forTwo.map((each) => ({ ...each, does: ofDuplicates[each.action] ?? each.does }));
}

export function ReviewView() {
  const { params } = usePlace();
  const kind = kinds.find((each) => each === params.get('kind')) ?? 'contradiction';
  const after = params.get('after') ?? '';
  const compares = kind === 'duplicate' || kind === 'similar'; // newer memories with older ones, page after page
  const { value, error, reload } = useLoaded(`${kind} ${after}`, (signal) => ask<Page>('/review', { query: { kind, limit: 50, after }, signal }), true);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const open = (value?.items ?? []).filter((each) => each.kind === kind && !settled.has(each.item));
  const items: readonly (Item & { readonly pairs?: readonly Item[] })[] = kind === 'duplicate' ? grouped<Memory, Item>(open) : open;
  const at = Math.max(0, items.findIndex((each) => each.item === params.get('item')));
  const current = items[at];
  const choices = current ? choicesFor(current) : [];

  // Shows again all that the server has.
  const again = () => {
    setSettled(new Set());
    reload();
    dispatchEvent(new Event('settled'));
  };
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    const undone = () => latest.current();
    addEventListener('undone', undone);
    return () => removeEventListener('undone', undone);
  }, []);
  // To count what is alike, memories are compared: after all else is there.
  const { value: alike } = useLoaded(value ? 'alike' : null, async (signal) => {
    const found = await Promise.all((['duplicate', 'similar'] as const).map((each) => ask<Page>('/review', { query: { kind: each, limit: 50 }, signal })));
    return found.map((page, i) => ({ number: (i === 0 ? grouped<Memory, Item>(page.items) : page.items).length, more: page.next !== undefined }));
  });

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
        again();
      };
      notify(choice.done, reply.undo === undefined ? undefined : () => void back().catch(complain));
      setSettled((old) => new Set(old).add(current.item));
      const next = items[at + 1] ?? items[at - 1];
      change({ item: next?.item }, true);
      if (!next || !compares) reload();
      dispatchEvent(new Event('settled'));
    } catch (problem) {
      complain(problem);
    } finally {
      setBusy(false);
    }
  };
  // One after the other, and one undo for all.
  const settleAll = async (all: readonly Item[], action: Action, done: string) => {
    setBusy(true);
    const undos: string[] = [];
    try {
      for (const each of all) {
        const reply = await ask<{ undo?: string }>('/review/settle', { method: 'POST', body: { item: each.item, action } });
        if (reply.undo !== undefined) undos.push(reply.undo);
      }
    } catch (problem) {
      complain(problem);
    }
    const back = async () => {
      for (const id of undos.reverse()) await ask('/undo', { method: 'POST', body: { id } });
      again();
    };
    notify(`${done} ${count(undos.length, action === 'confirm' ? 'memory' : 'pair', action === 'confirm' ? 'memories' : 'pairs')}`, undos.length > 0 ? () => void back().catch(complain) : undefined);
    setBusy(false);
    again();
  };
  const keepOnly = async (kept: Memory) => {
    if (!current) return;
    setBusy(true);
    const pairs = (current.pairs ?? []).map((each) => each.item);
    const gone = current.memories.filter((each) => each.id !== kept.id).map((each) => each.id);
    const back = async () => {
      await undo(gone[0]!);
      again();
    };
    try {
      notify(`Kept one, deleted ${count((await removeAll(gone)).number, 'memory', 'memories')}`, () => void back().catch(complain));
      setSettled((old) => new Set([...old, ...pairs]));
    } catch (problem) {
      complain(problem);
    }
    setBusy(false);
  };
  const session = current ? sessionOf(current) : '';
  const ofSession = kind === 'unconfirmed' && session !== '' ? items.filter((each) => sessionOf(each) === session) : [];
  useKeys({
    j: () => show(at + 1),
    k: () => show(at - 1),
    s: () => show(at + 1),
    ...Object.fromEntries(choices.map((each) => [each.key, () => void settle(each)])),
  });
  const badgeOf = (each: Kind) => {
    const compared = each === 'duplicate' ? alike?.[0] : each === 'similar' ? alike?.[1] : undefined;
    const counted = each === kind && compares ? items.length : compared?.number ?? value?.counts[each];
    const more = each === kind && compares ? value?.next !== undefined : compared?.more ?? (counted ?? 0) >= 1000;
    return value && counted !== undefined && <span class="badge">{figure(counted)}{more && '+'}</span>;
  };
  const told = current ? `${at + 1} of ${items.length}` : '';
  useEffect(() => {
    if (told !== '') announce(told);
  }, [told]);

  return (
    <>
      <h1>Review</h1>
      <p class="soft lead">What needs your decision: nothing here is settled without you, and everything can be undone.</p>
      <div class="tabs" role="group" aria-label="What to review">
        {kinds.map((each) => (
          <button key={each} aria-pressed={each === kind} onClick={() => change({ kind: each, item: undefined, after: undefined })}>
            {names[each]}{badgeOf(each)}
          </button>
        ))}
      </div>
      {error ? <Problem error={error} what="a review" retry={reload} />
        : !value ? <Loading what="what there is to review" />
        : !current ? <Empty title="Nothing to review"><p>{settled.size > 0 ? `You settled ${count(settled.size, 'item')}.` : value.next === undefined ? 'There is nothing of this kind.' : 'There is nothing of this kind here; older memories are compared when you go on.'}</p></Empty>
        : (
          <>
            <div class="review">
              <ul class="session-list" aria-label="To review">
                {items.slice(Math.max(0, at - 4), at + 12).map((each) => (
                  <li key={each.item}><a href={linkTo('review', { kind, after, item: each.item })} aria-current={each.item === current.item ? 'true' : undefined}>{each.memories.map((memory) => <span key={memory.id} class="session-name"><Line text={excerpt(memory.title, 60)} /></span>)}</a></li>
                ))}
              </ul>
              {current.memories.length > 2 ? <Group memories={current.memories} busy={busy} onKeep={(kept) => void keepOnly(kept)} onKeepAll={() => void settleAll(current.pairs ?? [], 'keep_both', 'Kept both of')} /> : <Pair item={current} />}
            </div>
            <div class="settle" role="group" aria-label="Settle it">
              <span class="soft" aria-hidden="true">{told}</span>
              {choices.map((each) => <button key={each.action} title={each.does} class={each.action === 'delete' ? 'danger' : ''} disabled={busy} onClick={() => void settle(each)}>{each.text} <kbd>{each.key}</kbd></button>)}
              {ofSession.length > 1 && <button disabled={busy} onClick={() => void settleAll(ofSession, 'confirm', 'Confirmed')}>Confirm all {ofSession.length} of this session</button>}
              <button class="plain" disabled={at + 1 >= items.length} onClick={() => show(at + 1)}>Skip <kbd>s</kbd></button>
              {at > 0 && <button class="plain" onClick={() => show(at - 1)}>Back <kbd>k</kbd></button>}
              {choices.length > 0 && <details class="does"><summary>What each does</summary><ul>{choices.map((each) => <li key={each.action}><b>{each.text}</b>: {each.does}.</li>)}</ul></details>}
            </div>
          </>
        )}
      {value?.next !== undefined && <p class="further"><button onClick={() => change({ after: value.next, item: undefined })}>{items.length === 0 && compares ? 'Look among older ones' : 'Next 50'}</button></p>}
    </>
  );
}
