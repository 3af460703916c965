// The rows of the list of memories: page after page as they come into sight, or the best of a question.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, onServer, type Failed } from './api.ts';
import { failedBy } from './loading.ts';
import { listen } from './events.ts';
import type { Memory, Recalled } from './types.ts';

export interface Filter {
  readonly namespace?: string; // several: with blanks between them, in the other fields with commas
  readonly tier?: string;
  readonly kind?: string;
  readonly tags?: string;
  readonly source?: string;
  readonly agent_id?: string;
  readonly since?: string;
  readonly until?: string;
  readonly as_of?: string; // a day in the past
}

export const sorts = { priority: 'Priority', newest: 'Newest', recalled: 'Most recalled', ending: 'Ends soonest', linked: 'Most linked' } as const;
export type Sort = keyof typeof sorts;

// Below it a match is as often none as one: what a recall leaves out unless it is asked for more. Where one fits well, what fits
// much less is a weak match as well.
const floor = 0.2, beside = 0.6;

export interface Rows {
  readonly memories: readonly Memory[];
  readonly weaker: number; // matches that are not shown
  readonly more: boolean;
  readonly loading: boolean;
  readonly error?: Failed;
  readonly notice?: string;
  readonly loadMore: () => void;
  readonly reload: () => void;
  readonly round: number; // counts what was loaded
  // Shows the list without it at once, before the server is asked again.
  readonly remove: (ids: ReadonlySet<string>) => void;
  readonly put: (memory: Memory) => void;
}

interface Page {
  memories: Memory[];
  next?: string;
  notice?: string;
}
interface Asked {
  readonly question: string;
  readonly every: boolean; // all that hold the words of the question, not those that fit best
  readonly weak: boolean; // with matches below the floor
  readonly sort: Sort;
  readonly filter: Filter;
}

const pageSize = 200;
const passageBytes = 240; // the passage shown of a long text
export const mostMatches = 10_000, mostFound = 200;

async function pageOf({ sort, filter }: Asked, after?: string, signal?: AbortSignal): Promise<Page> {
  return ask<Page>('/memories', { query: { ...filter, limit: pageSize, sort, after }, signal });
}

async function firstOf(asked: Asked, signal: AbortSignal): Promise<Page> {
  const { question, every, filter } = asked;
  if (question === '') return pageOf(asked, undefined, signal);
  const { source, ...rest } = filter; // a question is not narrowed by it
  const fits = (each: Memory) => source === undefined || source.split(',').includes(each.source);
  if (every) return { memories: (await ask<{ results: Memory[] }>('/search', { query: { ...rest, q: question, limit: mostFound }, signal })).results.filter(fits) };
  const found = await ask<Recalled>('/recall', { method: 'POST', body: { context: question, ...rest, limit: 50, min_score: 0, content_bytes: passageBytes }, signal });
  return { memories: found.memories.filter(fits), notice: found.notice };
}

// All that pass the filter, as many as that at most, the first ones.
export async function allMatches(filter: Filter, told: (soFar: number) => void, stopped: () => boolean): Promise<Memory[]> {
  const all: Memory[] = [];
  for (let after: string | undefined; all.length < mostMatches && !stopped(); told(all.length)) {
    const page: Page = await ask<Page>('/memories', { query: { ...filter, limit: pageSize, after } });
    all.push(...page.memories);
    after = page.next;
    if (after === undefined) break;
  }
  return all;
}

interface State extends Page {
  key: string;
  error?: Failed;
}

// Tells when another process, or another page, changed something, while somebody looks.
export function useChanges(onChange: () => void): void {
  const told = useRef(onChange);
  told.current = onChange;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      stop ??= listen('/api/v1/live', {
        open: () => told.current(), // something may have happened before it listened
        lost: () => undefined,
        event: ({ name }) => {
          if (name !== 'changed') return;
          clearTimeout(timer);
          timer = setTimeout(() => told.current(), 100);
        },
      });
    };
    const look = () => {
      if (!document.hidden) return begin();
      stop?.();
      stop = undefined;
      return undefined;
    };
    const late = setTimeout(look, 1000); // the first rows come before it
    const undone = () => told.current();
    document.addEventListener('visibilitychange', look);
    addEventListener('undone', undone);
    return () => (removeEventListener('undone', undone), clearTimeout(late), clearTimeout(timer), document.removeEventListener('visibilitychange', look), stop?.());
  }, []);
}

export function useMemories(asked: Asked): Rows {
  const { question, weak } = asked;
  const key = JSON.stringify({ ...asked, weak: false });
  const [state, setState] = useState<State | null>(null);
  const [round, setRound] = useState(0);
  const [loadingMore, setLoadingMore] = useState(false);
  const busy = useRef(false);
  const reload = useCallback(() => setRound((each) => each + 1), []);

  // Before the next picture is drawn, not after it.
  useLayoutEffect(() => {
    const abort = new AbortController();
    firstOf(asked, abort.signal).then(
      (page) => abort.signal.aborted || setState({ key, ...page }),
      (error: unknown) => abort.signal.aborted || setState((old) => ({ key, memories: old?.key === key ? old.memories : [], error: failedBy(error) })),
    );
    return () => abort.abort();
  }, [key, round]);
  useEffect(() => onServer((there) => there && reload()), [reload]);
  // The rows of a list that was scrolled far stay.
  const far = (state?.memories.length ?? 0) > pageSize;
  useChanges(() => far || reload());

  const next = state?.next;
  const loadMore = useCallback(() => {
    if (busy.current || next === undefined) return;
    busy.current = true;
    setLoadingMore(true);
    pageOf(asked, next)
      .then(
        (page) =>
          setState((old) => {
            if (!old || old.key !== key || old.next !== next) return old;
            return { ...old, next: page.next, memories: old.memories.concat(page.memories) };
          }),
        (error: unknown) => setState((old) => (old && old.key === key ? { ...old, error: failedBy(error) } : old)),
      )
      .finally(() => {
        busy.current = false;
        setLoadingMore(false);
      });
  }, [key, next]);

  const edit = (change: (memories: readonly Memory[]) => Memory[]) => setState((old) => old && { ...old, memories: change(old.memories) });
  const remove = useCallback((ids: ReadonlySet<string>) => edit((memories) => memories.filter((each) => !ids.has(each.id))), []);
  const put = useCallback((memory: Memory) => edit((memories) => memories.map((each) => (each.id === memory.id ? { ...each, ...memory } : each))), []);
  const all = state?.memories ?? [];
  const least = Math.max(floor, beside * Math.max(0, ...all.map((each) => each.score ?? 0)));
  const isGood = (each: Memory) => each.score === undefined || each.score >= least;
  const good = question === '' || weak ? all : all.filter(isGood);
  return {
    memories: good,
    weaker: all.length - good.length,
    more: next !== undefined,
    loading: state?.key !== key || loadingMore,
    error: state?.key === key ? state.error : undefined,
    notice: state?.notice,
    loadMore,
    reload,
    round,
    remove,
    put,
  };
}
