// One conversation, turn by turn. `from` and `to` are the stretch that a memory came from: it is marked, and shown first.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { complain } from '../../notices.tsx';
import { linkTo } from '../../place.ts';
import { count, excerpt, moment, visible } from '../../text.ts';
import { Found } from '../../parts/found.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Line } from '../../parts/texts.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import type { Memory, Recent, Transcript, Turn } from '../../types.ts';

const pageSize = 100;
const before = 5; // turns shown above the stretch

interface Shown {
  transcript: Transcript;
  turns: Turn[];
  next?: number;
}

const mostPages = 10; // of calls of the session

// What happened in the session according to the log of calls, oldest first; without one there are no marks.
async function marksOf(session: string, signal: AbortSignal): Promise<Recent[]> {
  const found: Recent[] = [];
  try {
    for (let after: string | undefined, pages = 0; pages < mostPages; ++pages) {
      const page: { items: Recent[]; next?: string } = await ask('/recent', { query: { limit: 200, session, after }, signal });
      found.push(...page.items);
      after = page.next;
      if (after === undefined) break;
    }
  } catch {
    // Those that came are shown.
  }
  return found.reverse();
}

const mostMemories = 200;

// Memories that name the session, stored between its beginning and a day after its end.
async function memoriesOf({ namespace, session_id, created_at, updated_at }: Transcript, signal: AbortSignal): Promise<Memory[]> {
  const until = new Date(Date.parse(updated_at) + 86_400_000).toISOString();
  const page = await ask<{ memories: Memory[] }>('/memories', { query: { namespace, sort: 'newest', since: created_at, until, limit: mostMemories }, signal });
  return page.memories.filter((each) => each.metadata['session_id'] === session_id);
}

function Stored({ transcript }: { transcript: Transcript }) {
  const { value } = useLoaded(transcript.id, (signal) => memoriesOf(transcript, signal));
  if (!value || value.length === 0) return null;
  return (
    <details class="card" open={value.length <= 5}>
      <summary>{count(value.length, 'memory', 'memories')} from this session</summary>
      <ul class="plain-list" aria-label="Memories from this session">
        {value.map((each) => <li key={each.id}><a href={linkTo('memories', { open: each.id })}><Line text={excerpt(each.title, 120)} /></a> <span class="soft">{moment(each.created_at)}</span></li>)}
      </ul>
    </details>
  );
}

function Mark({ item }: { item: Recent }) {
  const first = item.results[0];
  return (
    <li class="mark">
      <span class={`kind kind-${/^[a-z_]+$/.test(item.kind) ? item.kind : 'other'}`}>{visible(item.kind.replaceAll('_', ' '))}</span>{' '}
      {item.query !== undefined ? <a href={linkTo('why', { recent: item.number })}><Line text={excerpt(item.query, 120)} /></a>
        : first ? <a href={linkTo('memories', { open: first.id })}><Line text={excerpt(first.title, 120)} /></a> : null}
    </li>
  );
}

// A few are shown, more are folded.
function marksFrom(items: readonly Recent[]) {
  const shown = items.map((each) => <Mark key={`mark ${each.number}`} item={each} />);
  const first = items[0];
  return first === undefined || items.length <= 3 ? shown : [<li key={`marks ${first.number}`}><details><summary>{count(items.length, 'call')} of the assistant</summary><ul>{shown}</ul></details></li>];
}

function TurnRow({ turn, marked, wanted }: { turn: Turn; marked: boolean; wanted: string }) {
  const [whole, setWhole] = useState(turn.content.length < 8000);
  const shown = whole ? turn.content : `${turn.content.slice(0, 6000)} …`;
  const folded = turn.role === 'tool' && !marked; // calls of tools and what they gave
  const role = turn.role === 'user' || turn.role === 'assistant' ? turn.role : 'other';
  return (
    <li class={`turn ${role}${marked ? ' marked' : ''}`} data-turn={turn.turn}>
      <p class="turn-head"><b>{visible(turn.role)}</b><time dateTime={visible(turn.said_at)}>{moment(turn.said_at)}</time></p>
      {wanted !== '' ? <p class="prose"><Found text={visible(shown, true)} question={wanted} /></p> : folded ? <details><summary>{excerpt(turn.content, 100)}</summary><Markdown text={shown} /></details> : <Markdown text={shown} />}
      {!whole && <button class="plain" onClick={() => setWhole(true)}>Show all of it</button>}
    </li>
  );
}

export function Conversation({ id, name, from, to }: { id: string; name?: string | undefined; from: string | null; to: string | null }) {
  const [wanted, setWanted] = useState('');
  const start = from === null ? -1 : Number(from), end = to === null ? start : Number(to);
  const first = Math.max(0, start - before);
  const { value, error, reload } = useLoaded(`${id} ${first}`, (signal) => ask<Shown>(pathOf('transcripts', id), { query: { from: first, limit: pageSize }, signal }));
  const session = value?.transcript.session_id;
  const { value: marks } = useLoaded(session ?? null, (signal) => marksOf(session ?? '', signal));
  const [further, setFurther] = useState<Shown | null>(null);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (value && start >= 0) box.current?.querySelector('.marked')?.scrollIntoView({ block: 'center' });
  }, [value]);
  if (error) return <Problem error={error} what="transcripts" retry={reload} />;
  if (!value) return <Loading what="the conversation" />;
  const turns = further ? value.turns.concat(further.turns) : value.turns;
  const next = further ? further.next : value.next;
  const more = () =>
    ask<Shown>(pathOf('transcripts', id), { query: { from: next, limit: pageSize } }).then(
      (page) => setFurther((old) => ({ ...page, turns: (old?.turns ?? []).concat(page.turns) })),
      complain,
    );
  // Marks go before the first turn that was said later.
  let at = 0;
  const looked = wanted.trim().toLowerCase();
  const found = looked === '' ? turns : turns.filter((turn) => turn.content.toLowerCase().includes(looked));
  const rows = found.flatMap((turn) => {
    if (looked !== '') return [<TurnRow key={turn.turn} turn={turn} marked={false} wanted={looked} />];
    const from = at;
    while ((marks?.[at]?.at ?? turn.said_at) < turn.said_at) ++at;
    return [...marksFrom((marks ?? []).slice(from, at)), <TurnRow key={turn.turn} turn={turn} marked={turn.turn >= start && turn.turn <= end && start >= 0} wanted="" />];
  });
  if (next === undefined && looked === '') rows.push(...marksFrom((marks ?? []).slice(at)));
  return (
    <section class="conversation" ref={box} aria-label="Conversation">
      <p class="narrow-only"><a href={linkTo('sessions')}>All conversations</a></p>
      <h2><Line text={excerpt(name ?? value.transcript.session_id, 160)} /></h2>
      <p class="soft"><Line text={value.transcript.namespace} /> · {count(value.transcript.turns, 'turn')} · {moment(value.transcript.created_at)} · <Line text={excerpt(value.transcript.session_id, 60)} /> · <a href={linkTo('live', { session: value.transcript.session_id })}>its activity</a></p>
      <Stored transcript={value.transcript} />
      <label class="inline">Search in it <input type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />{looked !== '' && <span role="status">{count(found.length, 'turn')}</span>}</label>
      {first > 0 && <p><a href={linkTo('sessions', { id })}>From the beginning</a></p>}
      <ol class="turns">{rows}</ol>
      {next !== undefined && <button onClick={() => void more()}>More</button>}
    </section>
  );
}
