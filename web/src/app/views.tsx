// The views of the app in a chat: the results of a recall with why each came, one memory with its history, two that disagree.
import { useEffect, useState } from 'preact/hooks';
import { Compared } from '../parts/compared.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { ScoreBar } from '../parts/score_bar.tsx';
import { Age, Line, Tags, Tier } from '../parts/texts.tsx';
import { Versions, type State } from '../parts/versions.tsx';
import { factorsOf } from '../contributions.ts';
import { count, excerpt, unmarked } from '../text.ts';
import type { Memory, Recalled } from '../types.ts';
import { call, callsTools, read, readsResources } from './host.ts';

export type Shown = { readonly what: 'one'; readonly id: string } | { readonly what: 'pair'; readonly ids: readonly [string, string] };

const memoryOf = (id: string) => call<Memory>('memory_get', { id });

// An answer of the server, or its error.
function useAsked<T>(key: string, ask: () => Promise<T>): { value?: T; error?: string } {
  const [state, setState] = useState<{ key: string; value?: T; error?: string }>({ key: '' });
  useEffect(() => {
    let over = false;
    ask().then((value) => over || setState({ key, value }), (error: unknown) => over || setState({ key, error: error instanceof Error ? error.message : String(error) }));
    return () => void (over = true);
  }, [key]);
  return state.key === key ? state : {};
}

function Waiting({ error }: { error: string | undefined }) {
  return error === undefined ? <p class="loading" aria-busy="true">Loading …</p> : <p class="problem" role="alert">{error}</p>;
}

function Heading({ memory }: { memory: Memory }) {
  return <p class="row-facts wrap"><Tier tier={memory.tier} /><span class="namespace"><Line text={memory.namespace} /></span><Age time={memory.updated_at} /><Tags tags={memory.tags.slice(0, 5)} /></p>;
}

export function Results({ found, onOpen }: { found: Recalled; onOpen: (shown: Shown) => void }) {
  const standards = (found.standards ?? []).filter((each) => !found.memories.some(({ id }) => id === each.id));
  return (
    <>
      <h1>{found.memories.length === 0 ? 'Nothing was found' : count(found.memories.length, 'memory', 'memories')}</h1>
      <ol class="results" aria-label="What was found">
        {[...standards, ...found.memories].map((each) => (
          <li key={each.id} class="card">
            {standards.includes(each) && <p class="soft">A standard: it always holds.</p>}
            <div class="result-head">
              <button class="plain line" onClick={() => onOpen({ what: 'one', id: each.id })}><b><Line text={excerpt(each.title, 160)} /></b></button>
              {each.score !== undefined && <span class="score">{each.score.toFixed(2)}</span>}
            </div>
            <p>{excerpt(unmarked((each.excerpt ?? each.content).slice(0, 1000)), 300)}</p>
            <Heading memory={each} />
            {each.contradicted_by !== undefined && <p class="note">Another memory contradicts it. <button onClick={() => onOpen({ what: 'pair', ids: [each.id, each.contradicted_by!] })}>Compare</button></p>}
            {each.explain && each.score !== undefined && <details><summary>Why</summary><ScoreBar factors={factorsOf(each.explain)} score={each.score} /></details>}
          </li>
        ))}
      </ol>
    </>
  );
}

export function One({ id, known }: { id: string; known?: Memory }) {
  const asked = useAsked(id, () => (known ? Promise.resolve(known) : memoryOf(id)));
  const history = useAsked(id, () => {
    if (readsResources()) return read<{ states: State[] }>(`memory://history/${encodeURIComponent(id)}`);
    return callsTools() ? call<{ states: State[] }>('memory_history', { id }) : Promise.resolve({ states: [] });
  });
  const memory = asked.value, states = history.value?.states ?? [];
  if (!memory) return <Waiting error={asked.error} />;
  return (
    <article>
      <h1><Line text={memory.title} /></h1>
      <Heading memory={memory} />
      <Markdown text={memory.content} />
      {states.length > 1 && <section aria-label="History"><h2>History</h2><Versions states={states} /></section>}
    </article>
  );
}

export function Two({ ids, known }: { ids: readonly [string, string]; known?: readonly Memory[] }) {
  const asked = useAsked(ids.join(), () => (known ? Promise.resolve(known) : Promise.all(ids.map(memoryOf))));
  const [settled, setSettled] = useState('');
  const [first, second] = asked.value ?? [];
  if (!first || !second) return <Waiting error={asked.error} />;
  const keep = (winner: Memory, loser: Memory) =>
    call('memory_resolve', { winner_id: winner.id, loser_id: loser.id }).then(() => setSettled(`“${excerpt(winner.title, 60)}” holds; the other one is marked as replaced by it.`), (error: Error) => setSettled(error.message));
  // As the review does it: they no longer contradict each other, and are related.
  const keepBoth = async () => {
    const ends = [[first.id, second.id], [second.id, first.id]];
    const parted = await Promise.allSettled(ends.map(([source_id, target_id]) => call('memory_link', { source_id, target_id, relation: 'contradicts', remove: true })));
    await call('memory_link', { source_id: first.id, target_id: second.id, relation: 'related_to' });
    return parted;
  };
  return (
    <section aria-label="Two that disagree">
      <h1>Which one holds?</h1>
      <Compared first={first} second={second} title={(memory, name) => <h2><kbd>{name}</kbd> <Line text={memory.title} /></h2>} />
      {settled !== '' ? <p role="status">{settled}</p>
        : callsTools() && <div class="actions"><button onClick={() => void keep(first, second)}>Keep A</button><button onClick={() => void keep(second, first)}>Keep B</button><button onClick={() => void keepBoth().then(() => setSettled('Both hold.'), (error: Error) => setSettled(error.message))}>Keep both</button></div>}
    </section>
  );
}
