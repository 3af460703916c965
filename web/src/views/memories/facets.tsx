// What the memories found have in common, with counts; a click narrows the list to it.
import { useEffect, useState } from 'preact/hooks';
import { useLoaded } from '../../loading.ts';
import { ask } from '../../api.ts';
import { change } from '../../navigation.ts';
import { figure } from '../../text.ts';
import { AsOfButton } from '../../parts/as_of.tsx';
import { Line } from '../../parts/texts.tsx';
import { facetNames, type FacetName, type Facets as FacetsReply, type FacetValue } from '../../types.ts';
import type { Filter, Rows } from '../../memories_source.ts';
import type { Memory } from '../../types.ts';

const titles: Readonly<Record<FacetName, string>> = { namespace: 'Namespace', tier: 'Kept', kind: 'Kind', tag: 'Tag', source: 'Source', agent: 'Agent' };
const params: Readonly<Record<FacetName, keyof Filter>> = { namespace: 'namespace', tier: 'tier', kind: 'kind', tag: 'tags', source: 'source', agent: 'agent_id' };
const shownAtOnce = 8;

interface Props {
  readonly filter: Filter;
  readonly question: string;
  readonly rows: Rows;
  readonly onTotal: (filter: Filter, total: number) => void; // of a list without a question
}

// With a question the listed memories are counted, so that list and counts agree.
function countsOf(memories: readonly Memory[]): FacetsReply {
  const valuesOf = (memory: Memory): Readonly<Record<FacetName, readonly string[]>> => ({
    namespace: [memory.namespace],
    tier: [memory.tier],
    kind: [memory.memory_kind ?? 'observation'],
    tag: memory.tags,
    source: [memory.source],
    agent: typeof memory.metadata['agent_id'] === 'string' ? [memory.metadata['agent_id']] : [],
  });
  const all = memories.map(valuesOf);
  const counted = (name: FacetName): FacetValue[] => {
    const counts = new Map<string, number>();
    for (const each of all) for (const value of each[name]) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  };
  return { total: memories.length, ...Object.fromEntries(facetNames.map((name) => [name, counted(name)])) };
}

// Several values of one: any of them, of tags all of them. Only a namespace may hold a comma.
const separators: Readonly<Partial<Record<FacetName, string>>> = { namespace: ' ', tier: ',', tag: ',', source: ',' };

function toggled(name: FacetName, chosen: readonly string[], value: string): string | undefined {
  const separator = separators[name];
  if (separator === undefined) return chosen.includes(value) ? undefined : value;
  return (chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]).join(separator) || undefined;
}

// `count` missing: not known, of a value that would come in addition.
interface Value {
  readonly value: string;
  readonly count?: number;
}

function Values({ name, values, filter }: { name: FacetName; values: readonly Value[]; filter: string | undefined }) {
  const [open, setOpen] = useState(false);
  const separator = separators[name];
  const chosen = filter === undefined ? [] : separator === undefined ? [filter] : filter.split(separator);
  const there = [...chosen.filter((each) => !values.some(({ value }) => value === each)).map((value) => ({ value, count: 0 })), ...values];
  const row = (each: Value) => (
    <li key={each.value}>
      <button class="facet" aria-pressed={chosen.includes(each.value)} onClick={() => change({ [params[name]]: toggled(name, chosen, each.value), open: undefined })}>
        <span class="facet-name"><Line text={each.value === '' ? '(none)' : each.value} /></span>
        {each.count !== undefined && <span class="soft">{figure(each.count)}</span>}
      </button>
    </li>
  );
  return (
    <>
      <ul>{there.slice(0, shownAtOnce).map(row)}</ul>
      {there.length > shownAtOnce && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{there.length - shownAtOnce} more</summary>
          {open && <ul>{there.slice(shownAtOnce, 100).map(row)}</ul>}
        </details>
      )}
    </>
  );
}

export function Facets({ filter, question, rows, onTotal }: Props) {
  const { as_of, ...chosenOnes } = filter;
  const ofAll = question === '';
  const active = Object.entries(chosenOnes);
  const { value: counted, loading } = useLoaded(ofAll || active.length > 0 ? JSON.stringify([filter, rows.round]) : null, (signal) => ask<FacetsReply>('/facets', { query: { ...filter, all_values: true }, signal }), true);
  const value = ofAll ? counted : countsOf(rows.memories);
  useEffect(() => {
    if (counted && !loading && ofAll) onTotal(filter, counted.total);
  }, [counted, loading]);
  // With a question: other values that can be chosen in addition.
  const further = (name: FacetName, listed: readonly FacetValue[]): readonly Value[] =>
    ofAll || filter[params[name]] === undefined ? [] : (counted?.[name] ?? []).filter((each) => !listed.some(({ value: known }) => known === each.value)).map((each) => ({ value: each.value }));
  return (
    <aside class="facets" aria-label="Filters">
      {as_of === undefined && <AsOfButton />}
      <details open={matchMedia('(min-width: 60rem)').matches}>
        <summary>Filters{active.length > 0 && <span class="badge">{active.length}</span>}</summary>
        {active.length > 0 && <button class="plain" onClick={() => change(Object.fromEntries(Object.values(params).concat('since', 'until').map((name) => [name, undefined])))}>Clear all</button>}
        {facetNames.map((name) => {
          const listed = value?.[name] ?? [], values = [...listed, ...further(name, listed)];
          const chosen = filter[params[name]];
          return values.length === 0 && chosen === undefined ? null : (
            <section key={name} aria-label={titles[name]}>
              <h2>{titles[name]}</h2>
              <Values name={name} values={values} filter={chosen} />
            </section>
          );
        })}
        <section aria-label="Dates">
          <h2>Stored</h2>
          <label>From <input type="date" value={filter.since ?? ''} onChange={(event) => change({ since: event.currentTarget.value })} /></label>
          <label>To <input type="date" value={filter.until ?? ''} onChange={(event) => change({ until: event.currentTarget.value })} /></label>
        </section>
      </details>
    </aside>
  );
}
