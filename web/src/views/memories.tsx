// L1: all memories, searched as one types, narrowed by what they are, and one of them in full.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { announce } from '../notices.tsx';
import { change, usePlace } from '../navigation.ts';
import { useKeys } from '../keys.ts';
import { mostFound, sorts, useMemories, type Filter, type Rows, type Sort } from '../memories_source.ts';
import { AsOf, useAsOf } from '../parts/as_of.tsx';
import { Problem } from '../parts/states.tsx';
import { count } from '../text.ts';
import { Bulk } from './memories/bulk.tsx';
import { Detail } from './memories/detail.tsx';
import { Facets } from './memories/facets.tsx';
import { MemoryForm } from './memories/form.tsx';
import { MemoryList } from './memories/list.tsx';
import { NoMemories } from './memories/none.tsx';
import { SearchBox } from '../parts/search_box.tsx';

const filterNames = ['namespace', 'tier', 'kind', 'tags', 'source', 'agent_id', 'since', 'until', 'as_of'] as const;

function useFilter(params: ReadonlyMap<string, string>): Filter {
  const key = filterNames.map((name) => params.get(name) ?? '').join('\n');
  return useMemo(() => Object.fromEntries(filterNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)!]] : []))), [key]);
}

// `total`: how many there are, where that is known.
function told({ memories, more, weaker }: Rows, total: number | undefined, question: string, every: boolean, weak: boolean): string {
  const rows = memories.length;
  if (question !== '' && every && rows > 0) return `${rows >= mostFound ? 'The first ' : ''}${count(rows, 'memory', 'memories')} with all these words`;
  if (question !== '' && weak) return `The best ${count(rows, 'memory', 'memories')}, weak ones too`;
  if (question !== '') return rows === 0 ? (weaker > 0 ? 'No good match' : 'Nothing fits') : count(rows, 'good match', 'good matches');
  if (more && total !== undefined) return count(total, 'memory', 'memories');
  return `${more ? 'More than ' : ''}${count(rows, 'memory', 'memories')}`;
}

export function Memories() {
  const { params } = usePlace();
  const question = params.get('q') ?? '';
  const filter = useFilter(params);
  const every = question !== '' && params.has('every');
  const weak = params.has('weak');
  const sort = (params.get('sort') ?? '') in sorts ? (params.get('sort') as Sort) : 'priority';
  const rows = useMemories({ question, every, weak, sort, filter });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(''); // toggled
  const [counted, setCounted] = useState<{ key: string; total?: number }>({ key: '' });
  const panel = useRef<HTMLDivElement>(null);
  const open = params.get('open') ?? '';
  const asOf = useAsOf();
  const making = params.has('new') && asOf === '';
  const filtered = question !== '' || Object.keys(filter).length > 0;

  // `range`: all rows from the one that was toggled before.
  const toggle = (id: string, range: boolean) => {
    const next = new Set(selected), on = !next.has(id);
    const ends = [id, range ? last.current : id].map((each) => rows.memories.findIndex((row) => row.id === each));
    const [from, to] = ends.includes(-1) ? [-1, -1] : [Math.min(...ends), Math.max(...ends)];
    for (const each of from < 0 ? [id] : rows.memories.slice(from, to + 1).map((row) => row.id)) {
      if (on) next.add(each);
      else next.delete(each);
    }
    last.current = id;
    setSelected(next);
  };
  const refresh = rows.reload;
  const bare = !filtered && !rows.loading && !rows.error && rows.memories.length === 0; // there are no memories at all
  // Back to the row that was open; to the first one where it is gone, so that keys go on working.
  const closed = useRef<string | null>(null);
  const close = () => {
    closed.current = open;
    change({ open: undefined, edit: undefined, new: undefined, title: undefined });
  };
  useLayoutEffect(() => {
    const before = closed.current;
    closed.current = null;
    if (before === null || open !== '' || making) return;
    (document.querySelector<HTMLElement>(`[data-memory="${CSS.escape(before)}"]`) ?? document.querySelector<HTMLElement>('.virtual .row-link') ?? document.querySelector<HTMLElement>('[data-search]'))?.focus();
  }, [open, making]);
  useKeys({
    ...(asOf === '' ? { n: () => change({ new: 1, open: undefined, edit: undefined }) } : {}),
    ...(making ? {} : open !== '' ? { Escape: close } : selected.size > 0 ? { Escape: () => setSelected(new Set()) } : {}),
  });
  const text = told(rows, counted.key === JSON.stringify(filter) ? counted.total : undefined, question, every, weak);
  useEffect(() => {
    if (!rows.loading) announce(text);
  }, [text, rows.loading]);

  return (
    <div class={`memories${open !== '' || making ? ' with-panel' : ''}`}>
      <h1 class="unseen">Memories</h1>
      <div class="search-line">
        <SearchBox value={question} label="Search memories" placeholder="Search memories" onChange={(q) => change({ q, open: undefined, every: undefined, weak: undefined }, true)} busy={rows.loading} />
        {asOf === '' && <button class="main" onClick={() => change({ new: 1, open: undefined, edit: undefined })}>New</button>}
        <AsOf />
      </div>
      {!bare && <Facets filter={filter} question={question} rows={rows} onTotal={(of, total) => setCounted({ key: JSON.stringify(of), total })} />}
      <section class="found" aria-label="Found">
        <div class="found-line">
          {rows.memories.length > 0 && asOf === '' && (
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              title="Select all that are shown"
              checked={rows.memories.every((each) => selected.has(each.id))}
              onChange={(event) => setSelected(event.currentTarget.checked ? new Set(rows.memories.map((each) => each.id)) : new Set())}
            />
          )}
          <p class="soft">{bare ? '' : rows.loading && rows.memories.length === 0 ? 'Looking …' : text}{rows.notice !== undefined && <span title={rows.notice}> · {rows.notice}</span>}</p>
          {rows.weaker > 0 && rows.memories.length > 0 && <button class="plain" onClick={() => change({ weak: 1 })}>Show {rows.weaker} weaker</button>}
          {every && <button class="plain" onClick={() => change({ every: undefined })}>Only the best</button>}
          {asOf === '' && <Bulk rows={rows} question={question} every={every} filter={filter} selected={selected} onSelect={setSelected} onChanged={refresh} />}
          {question === '' && selected.size === 0 && !bare && (
            <label class="inline sort">Sort <select value={sort} onChange={(event) => change({ sort: event.currentTarget.value === 'priority' ? undefined : event.currentTarget.value, open: undefined })}>
              {Object.entries(sorts).map(([each, name]) => <option key={each} value={each}>{name}</option>)}
            </select></label>
          )}
        </div>
        {rows.error && <Problem error={rows.error} what="the list of memories" retry={rows.reload} />}
        {!rows.error && !rows.loading && rows.memories.length === 0 && <NoMemories filtered={filtered} ofDay={asOf !== ''} weaker={rows.weaker} onChanged={refresh} />}
        <MemoryList rows={rows} question={question} sort={sort} open={open} selected={selected} onToggle={asOf === '' ? toggle : undefined} />
      </section>
      {(open !== '' || making) && (
        <div class="panel" ref={panel}>
          {making ? <MemoryForm title={params.get('title') ?? ''} {...(filter.namespace === undefined || / |\/\*$/.test(filter.namespace) ? {} : { namespace: filter.namespace })} onDone={(id?: string) => (refresh(), id === undefined ? close() : change({ new: undefined, title: undefined, open: id }))} onUndone={refresh} />
            : <Detail key={`${open} ${asOf}`} id={open} asOf={asOf} round={rows.round} editing={params.has('edit') && asOf === ''} onClose={close} onChanged={refresh} onRemoved={() => (rows.remove(new Set([open])), close(), refresh())} onRestored={refresh} onPut={rows.put} />}
        </div>
      )}
    </div>
  );
}
