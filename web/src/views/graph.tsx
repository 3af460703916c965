// L6: what is around a memory: a picture that settles, and a table that says the same.
import { useMemo, useState } from 'preact/hooks';
import { ask, pathOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { linkTo } from '../place.ts';
import { graphOf, linkedOnly, mostNodes, otherEnd, pathBetween, type Graph, type Neighbourhood } from '../graph_model.ts';
import { count, excerpt } from '../text.ts';
import { Line } from '../parts/texts.tsx';
import { AsOf, AsOfButton, useAsOf } from '../parts/as_of.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { MemoryPicker } from '../parts/memory_picker.tsx';
import { Picture } from './graph/picture.tsx';
import { Table } from './graph/table.tsx';
import type { Memory } from '../types.ts';

const limits = [300, 600, mostNodes];

function Path({ graph, path, to }: { graph: Graph; path: readonly string[]; to: string }) {
  const title = (id: string) => graph.nodes[graph.index.get(id) ?? -1]?.title ?? id.slice(0, 8);
  if (path.length === 0) return <p class="note">There is no way to “<Line text={excerpt(title(to), 80)} />” within what is shown.</p>;
  return (
    <ol class="path" aria-label="Path">
      {path.map((id, i) => {
        const edge = i === 0 ? undefined : graph.around.get(id)?.find((each) => otherEnd(each, id) === path[i - 1]);
        return (
          <li key={id}>
            {edge && <span class="soft">{edge.target === id ? '→' : '←'} {edge.relation.replaceAll('_', ' ')} </span>}
            <a href={linkTo('memories', { open: id })}><Line text={excerpt(title(id), 80)} /></a>
          </li>
        );
      })}
    </ol>
  );
}

function Shown({ neighbourhood, alike, id, to, asOf }: { neighbourhood: Neighbourhood; alike: boolean; id: string; to: string; asOf: string }) {
  const graph = useMemo(() => graphOf(alike ? neighbourhood : linkedOnly(neighbourhood)), [neighbourhood, alike]);
  const [picked, setPicked] = useState('');
  const shown = graph.nodes[graph.index.get(picked) ?? -1];
  const path = useMemo(() => (to === '' ? [] : pathBetween(graph, id, to)), [graph, id, to]);
  return (
    <>
      <p class="soft">
        {count(graph.nodes.length, 'memory', 'memories')}, {count(graph.edges.length, 'link')}{neighbourhood.truncated && '; there are more than are shown'}
        {graph.edges.length === 0 && <>. {alike ? 'Nothing is like it in meaning' : 'It has no links yet'}: add one in <a href={linkTo('memories', { open: id })}>its memory</a>{!alike && <>, or <button class="plain" onClick={() => change({ alike: 1 })}>show what is alike in meaning</button></>}.</>}
      </p>
      {to !== '' && <Path graph={graph} path={path} to={to} />}
      {!shown ? <p class="picked soft">Click a memory to see it; double-click it to see what is around it.</p> : (
        <p class="note picked" aria-live="polite">
          <b><Line text={excerpt(shown.title, 120)} /></b> <span><Line text={shown.namespace} /></span>{' '}
          <a href={linkTo('memories', { open: shown.id, as_of: asOf })}>Open</a> <a href={linkTo('graph', { id: shown.id, as_of: asOf })}>Show what is around it</a> <button class="plain" aria-label="Close" onClick={() => setPicked('')}>×</button>
        </p>
      )}
      <div class="graph">
        <Picture graph={graph} center={id} path={path} onPick={setPicked} onCenter={(next) => change({ id: next, to: undefined })} />
        <Table graph={graph} center={id} to={to} asOf={asOf} />
      </div>
    </>
  );
}

// Where nobody has named one: the memory with the most links.
function useMostLinked(wanted: boolean): { id: string; none: boolean } {
  const { value } = useLoaded(wanted ? 'linked' : null, (signal) => ask<{ memories: Memory[] }>('/memories', { query: { sort: 'linked', limit: 1 }, signal }));
  return { id: value?.memories[0]?.id ?? '', none: value?.memories.length === 0 };
}

export function GraphView() {
  const { params } = usePlace();
  const named = params.get('id') ?? '';
  const most = useMostLinked(named === '');
  const id = named !== '' ? named : most.id, to = params.get('to') ?? '';
  const depth = params.get('depth') === '1' ? 1 : 2, limit = limits.find((each) => String(each) === params.get('limit')) ?? 300;
  const asOf = useAsOf(), alike = params.has('alike');
  const { value, error, reload } = useLoaded(id === '' ? null : `${id} ${depth} ${limit} ${asOf}`, (signal) => ask<Neighbourhood>(pathOf('memories', id, 'neighbourhood'), { query: { depth, limit, as_of: asOf }, signal }), true);
  return (
    <>
      <h1>Graph</h1>
      <div class="search-line in-page">
        <MemoryPicker label="Around another memory" onPick={(memory) => change({ id: memory.id, to: undefined })} />
        {id !== '' && (
          <>
            <MemoryPicker label="Path to" onPick={(memory) => change({ to: memory.id })} />
            <label class="inline">Steps <select value={String(depth)} onChange={(event) => change({ depth: event.currentTarget.value === '2' ? undefined : 1 })}><option>1</option><option>2</option></select></label>
            <label class="inline">At most <select value={String(limit)} onChange={(event) => change({ limit: event.currentTarget.value === '300' ? undefined : event.currentTarget.value })}>{limits.map((each) => <option key={each}>{each}</option>)}</select></label>
            <label class="inline"><input type="checkbox" checked={alike} onChange={(event) => change({ alike: event.currentTarget.checked ? 1 : undefined })} /> Alike in meaning</label>
            {asOf === '' && <AsOfButton />}
          </>
        )}
        <AsOf />
      </div>
      {most.none ? <Empty title="No memories yet"><p>What memories are to each other is shown here.</p></Empty>
        : error ? <Problem error={error} what="what is around a memory" retry={reload} />
        : !value ? <Loading what="what is around it" />
        : <Shown neighbourhood={value} alike={alike} id={id} to={to} asOf={asOf} />}
    </>
  );
}
