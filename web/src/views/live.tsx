// L3: what is asked and stored as it happens, by every process on this database.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, gone, type Failed } from '../api.ts';
import { listen } from '../events.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { useKeys } from '../keys.ts';
import { complain } from '../notices.tsx';
import { linkTo } from '../place.ts';
import { clock, count, excerpt, milliseconds, moment, visible } from '../text.ts';
import { ActivityLog } from '../parts/activity_log.tsx';
import { Line } from '../parts/texts.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import type { Recent } from '../types.ts';

const most = 300; // as they happen; older ones that were asked for come on top of it
const mostOfAll = 5_000;
const kinds = ['recall', 'search', 'store', 'update', 'delete', 'trigger', 'session_start'] as const;
const labelOf = (kind: string) => visible(kind === 'trigger' ? 'hook' : kind.replaceAll('_', ' '));
// Calls that ask for no text: what they gave is not what was asked.
const listings = new Set(['list', 'session_start']);

interface Gap {
  readonly gap: number;
  readonly number: number; // of the last one left out
}
type Entry = Recent | Gap;

interface Page {
  items: Recent[];
  next?: string;
  log?: string;
  notice?: string;
}

// Newest first, each once.
function merged(old: readonly Entry[], fresh: readonly Entry[], atMost: number): Entry[] {
  const all = new Map([...old, ...fresh].map((each) => [each.number, each]));
  return [...all.values()].sort((a, b) => b.number - a.number).slice(0, atMost);
}

interface Log {
  readonly entries: readonly Entry[];
  readonly add: (fresh: readonly Entry[]) => void;
  readonly value?: Page;
  readonly error?: Failed;
  readonly loading: boolean;
  readonly reload: () => void;
  readonly older?: () => void; // there is more
}

// What is kept of those that fit, page after page; what happens meanwhile is added.
function useLog(session: string, kind: string, empty: boolean): Log {
  const query = { limit: 100, session, kinds: kind, nothing_found: empty || undefined }, key = JSON.stringify(query);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [further, setFurther] = useState<{ key: string; next?: string } | null>(null);
  const { value, error, loading, reload } = useLoaded(key, (signal) => ask<Page>('/recent', { query, signal }));
  const add = (fresh: readonly Entry[]) => setEntries((old) => merged(old, fresh, Math.max(most, old.length)));
  useEffect(() => setEntries([]), [key]);
  useEffect(() => {
    if (value) add(value.items);
  }, [value]);
  const next = further?.key === key ? further.next : value?.next;
  const older = () =>
    void ask<Page>('/recent', { query: { ...query, after: next } }).then((page) => {
      setEntries((old) => merged(old, page.items, mostOfAll));
      setFurther({ key, next: page.next });
    }, complain);
  return { entries, add, loading, reload, value, error, older: next === undefined || entries.length >= mostOfAll ? undefined : older };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

type State = 'connecting' | 'open' | 'lost';

function useLive(onItems: (items: readonly Entry[]) => void): State {
  const [state, setState] = useState<State>('connecting');
  const told = useRef(onItems);
  told.current = onItems;
  useEffect(() => {
    return listen('/api/v1/live', {
      open: () => setState('open'),
      lost: (comesBack) => {
        setState('lost');
        if (comesBack) gone();
      },
      event: ({ name, data }) => {
        if (name === 'recent') {
          const item = parsed(data) as Recent | null;
          if (item && Array.isArray(item.results)) told.current([item]);
        } else if (name === 'summary') {
          const summary = parsed(data) as { skipped: number; to: number } | null;
          if (summary) told.current([{ gap: summary.skipped, number: summary.to }]);
        }
      },
    });
  }, []);
  return state;
}

// Questions to which nothing came back, those of the same words together, the most frequent first: each asks for an answer.
function Unanswered({ items }: { items: readonly Recent[] }) {
  const groups = new Map<string, Recent[]>();
  for (const each of items) {
    const key = `${each.namespace ?? ''} ${(each.query ?? '').toLowerCase().trim()}`;
    groups.set(key, (groups.get(key) ?? []).concat([each]));
  }
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  return (
    <ol class="live" aria-label="Questions without an answer">
      {sorted.map((all) => {
        const [last] = all;
        return last && (
          <li key={last.number} class="card">
            <div class="live-head">
              <a class="live-text" href={linkTo('why', { recent: last.number })}><Line text={excerpt(last.query ?? '', 200)} /></a>
              {all.length > 1 && <span class="soft">{all.length} times</span>}
              <a class="button" href={linkTo('memories', { new: 1, title: excerpt(last.query ?? '', 200), namespace: last.namespace })} aria-label={`Store an answer to ${excerpt(last.query ?? '', 60)}`}>Store an answer</a>
            </div>
            <div class="live-facts"><span><Line text={excerpt(last.client ?? last.door, 40)} /></span>{last.namespace !== undefined && <span><Line text={last.namespace} /></span>}<time dateTime={visible(last.at)} title={moment(last.at)}>{clock(last.at, Date.now())}</time></div>
          </li>
        );
      })}
    </ol>
  );
}

function Item({ item }: { item: Recent }) {
  const listing = item.query === undefined && listings.has(item.kind);
  const text = item.query ?? (listing ? `${count(item.count ?? item.results.length, 'memory', 'memories')}${item.namespace === undefined ? '' : ` of ${item.namespace}`}` : item.results[0]?.title ?? '');
  const opens = listing ? linkTo('memories', { namespace: item.namespace }) : item.query !== undefined ? linkTo('why', { recent: item.number }) : item.results[0] ? linkTo('memories', { open: item.results[0].id }) : undefined;
  return (
    <>
      <div class="live-head">
        <span class={`kind kind-${/^[a-z_]+$/.test(item.kind) ? item.kind : 'other'}`}>{labelOf(item.kind)}</span>
        {opens === undefined ? <span class="live-text soft">{(item.count ?? 0) > 0 ? `${count(item.count ?? 0, 'memory', 'memories')} no longer there` : ''}</span> : <a class="live-text" href={opens}><Line text={text === '' ? '(no text)' : excerpt(text, 200)} /></a>}
        <time dateTime={visible(item.at)} title={moment(item.at)}>{clock(item.at, Date.now())}</time>
      </div>
      <div class="live-facts">
        <span><Line text={excerpt(item.client ?? item.door, 40)} /></span>
        {item.session !== undefined && <a href={linkTo('live', { session: item.session })} aria-label={`Only of session ${excerpt(item.session, 60)}`}><Line text={excerpt(item.session, 24)} /></a>}
        {item.namespace !== undefined && <span><Line text={item.namespace} /></span>}
        {item.ms !== undefined && item.ms > 0 && <span>{milliseconds(item.ms)}</span>}
        {item.tokens !== undefined && item.tokens > 0 && <span>{count(item.tokens, 'token')}</span>}
        {item.query !== undefined && <span>{item.results.length === 0 ? <>nothing came back · <a href={linkTo('memories', { new: 1, title: excerpt(item.query, 200), namespace: item.namespace })}>store an answer</a></> : `${item.count ?? item.results.length} came back`}</span>}
      </div>
      {item.query !== undefined && item.results.length > 0 && (
        <ul class="came-back">
          {item.results.slice(0, 3).map((each) => (
            <li key={each.id}><a href={linkTo('memories', { open: each.id })}><Line text={excerpt(each.title, 80)} /></a>{each.score !== undefined && <span class="soft"> {each.score.toFixed(2)}</span>}</li>
          ))}
          {item.results.length > 3 && <li class="soft">and {item.results.length - 3} more</li>}
        </ul>
      )}
    </>
  );
}

export function LiveView() {
  const { params } = usePlace();
  const kind = kinds.find((each) => each === params.get('kind')) ?? '';
  const paused = params.has('paused');
  const session = params.get('session') ?? '';
  const { entries, add, value, error, loading, reload, older } = useLog(session, kind, params.has('empty'));
  // While it is paused, what happens waits.
  const [waiting, setWaiting] = useState<readonly Entry[]>([]);
  const state = useLive((items) => (paused ? setWaiting((old) => merged(old, items, most)) : add(items)));
  useEffect(() => {
    if (paused || waiting.length === 0) return;
    add(waiting);
    setWaiting([]);
  }, [paused]);
  useKeys({ ' ': () => change({ paused: paused ? undefined : 1 }) });
  const namespace = params.get('namespace') ?? '', client = params.get('client') ?? '', empty = params.has('empty');
  const narrowed = session !== '' || namespace !== '' || client !== '' || empty;
  const fits = (each: Recent) =>
    (kind === '' || each.kind === kind) && (session === '' || each.session === session) && (namespace === '' || each.namespace === namespace) &&
    (client === '' || (each.client ?? each.door) === client) && (!empty || (each.query !== undefined && each.results.length === 0));
  const shown = entries.filter((each) => ('gap' in each ? !narrowed : fits(each)));
  const seen = (of: (item: Recent) => string | undefined, chosen: string) => [...new Set([...(chosen === '' ? [] : [chosen]), ...entries.flatMap((each) => ('gap' in each ? [] : of(each) ?? []))])].sort();
  const choose = (name: string, label: string, values: readonly string[], chosen: string) => values.length > 0 && (
    <label class="inline">{label} <select value={chosen} onChange={(event) => change({ [name]: event.currentTarget.value })}><option value="">all</option>{values.map((each) => <option key={each} value={each}>{visible(each)}</option>)}</select></label>
  );
  return (
    <>
      <h1>Activity</h1>
      <p class="soft lead">Recalls, stores and hooks of every process on this database. Open one to see why it gave what it gave.</p>
      <div class="tabs" role="group" aria-label="Which">
        <button aria-pressed={kind === '' && !empty} onClick={() => change({ kind: undefined, empty: undefined })}>All</button>
        {kinds.map((each) => <button key={each} aria-pressed={kind === each} onClick={() => change({ kind: each })}>{labelOf(each)}</button>)}
        <button aria-pressed={empty} onClick={() => change({ empty: empty ? undefined : 1 })}>Nothing came back</button>
        {choose('namespace', 'Namespace', seen((each) => each.namespace, namespace), namespace)}
        {choose('client', 'Client', seen((each) => each.client ?? each.door, client), client)}
        <span class={`pulse ${paused ? 'paused' : state}`} role="status">{paused ? 'Paused' : state === 'open' ? 'Listening' : state === 'lost' ? 'Not connected' : 'Connecting'}</span>
        <button onClick={() => change({ paused: paused ? undefined : 1 })}>{!paused ? 'Pause' : waiting.length === 0 ? 'Continue' : `Continue (${waiting.length} new)`}</button>
      </div>
      {session !== '' && <p class="head-line">Only of session <b><Line text={excerpt(session, 80)} /></b> <button onClick={() => change({ session: undefined })}>All sessions</button></p>}
      {value !== undefined && value.log !== undefined && value.log !== 'always' && <div class="note"><ActivityLog onSwitched={reload} /></div>}
      {error ? <Problem error={error} what="the stream of recalls" retry={reload} />
        : shown.length > 0 && empty ? <Unanswered items={shown.flatMap((each) => ('gap' in each ? [] : [each]))} />
        : shown.length > 0 ? (
          <ol class="live" aria-label="What happened, newest first">
            {shown.map((each) => 'gap' in each ? <li key={each.number} class="gap soft">{count(each.gap, 'more event')}, too fast to show one by one</li>
              : <li key={each.number} class="card"><Item item={each} /></li>)}
          </ol>
        ) : loading ? <Loading what="what happened" />
        : older ? <Empty title="Nothing among the last calls"><p>It may be among older ones.</p></Empty>
        : <Empty title="Nothing happened yet"><p>As soon as an assistant recalls or stores something, it appears here.</p></Empty>}
      {older && <p class="further"><button onClick={older}>Older ones</button></p>}
    </>
  );
}
