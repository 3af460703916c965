// The rows of the list of memories: page after page as they come into sight, or the best of a question.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, onServer, type Failed } from './api.ts';
import { failedBy } from './loading.ts';
import type { Memory, Recalled } from './types.ts';

export interface Filter {
  readonly namespace?: string;
  readonly tier?: string;
  readonly kind?: string;
  readonly tags?: string;
  readonly source?: string;
  readonly agent_id?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface Rows {
  readonly memories: readonly Memory[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly error?: Failed;
  readonly notice?: string;
  readonly loadMore: () => void;
  readonly reload: () => void;
  // Shows the list without it at once, before the server is asked again.
  readonly remove: (ids: ReadonlySet<string>) => void;
  readonly put: (memory: Memory) => void;
}

interface Page {
  memories: Memory[];
  next?: string;
  notice?: string;
}

const pageSize = 200;
export const mostMatches = 10_000, mostFound = 200;

// `every`: all that hold the words of the question, not those that fit best.
async function firstOf(question: string, every: boolean, filter: Filter, signal: AbortSignal): Promise<Page> {
  if (question === '') return ask<Page>('/memories', { query: { ...filter, limit: pageSize }, signal });
  if (every) return { memories: (await ask<{ results: Memory[] }>('/search', { query: { ...filter, q: question, limit: mostFound }, signal })).results };
  const found = await ask<Recalled>('/recall', { method: 'POST', body: { context: question, ...filter, limit: 50, min_score: 0 }, signal });
  return { memories: found.memories, ...(found.notice === undefined ? {} : { notice: found.notice }) };
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

export function useMemories(question: string, every: boolean, filter: Filter): Rows {
  const key = JSON.stringify([question, every, filter]);
  const [state, setState] = useState<State | null>(null);
  const [round, setRound] = useState(0);
  const [loadingMore, setLoadingMore] = useState(false);
  const busy = useRef(false);
  const reload = useCallback(() => setRound((each) => each + 1), []);

  // Before the next picture is drawn, not after it.
  useLayoutEffect(() => {
    const abort = new AbortController();
    firstOf(question, every, filter, abort.signal).then(
      (page) => abort.signal.aborted || setState({ key, ...page }),
      (error: unknown) => abort.signal.aborted || setState((old) => ({ key, memories: old?.key === key ? old.memories : [], error: failedBy(error) })),
    );
    return () => abort.abort();
  }, [key, round]);
  useEffect(() => onServer((there) => there && reload()), [reload]);

  const next = state?.next;
  const loadMore = useCallback(() => {
    if (busy.current || next === undefined) return;
    busy.current = true;
    setLoadingMore(true);
    ask<Page>('/memories', { query: { ...filter, limit: pageSize, after: next } })
      .then(
        (page) =>
          setState((old) => {
            if (!old || old.key !== key || old.next !== next) return old;
            const { next: _, ...rest } = old;
            return { ...rest, ...(page.next === undefined ? {} : { next: page.next }), memories: old.memories.concat(page.memories) };
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
  return {
    memories: state?.memories ?? [],
    more: next !== undefined,
    loading: state?.key !== key || loadingMore,
    ...(state?.error && state.key === key ? { error: state.error } : {}),
    ...(state?.notice === undefined ? {} : { notice: state.notice }),
    loadMore,
    reload,
    remove,
    put,
  };
}
