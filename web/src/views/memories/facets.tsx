// What the memories found have in common, with counts; a click narrows the list to it.
import { useEffect, useState } from 'preact/hooks';
import { useLoaded, useSettled } from '../../loading.ts';
import { ask } from '../../api.ts';
import { change } from '../../navigation.ts';
import { figure } from '../../text.ts';
import { Line } from '../../parts/texts.tsx';
import { facetNames, type FacetName, type Facets as FacetsReply, type FacetValue } from '../../types.ts';
import type { Filter } from '../../memories_source.ts';

const titles: Readonly<Record<FacetName, string>> = { namespace: 'Namespace', tier: 'Tier', kind: 'Kind', tag: 'Tag', source: 'Source', agent: 'Agent' };
const params: Readonly<Record<FacetName, keyof Filter>> = { namespace: 'namespace', tier: 'tier', kind: 'kind', tag: 'tags', source: 'source', agent: 'agent_id' };
const shownAtOnce = 8;

interface Props {
  readonly filter: Filter;
  readonly question: string;
  readonly revision: number;
  readonly onTotal: (filter: Filter, total: number) => void; // of a list without a question
}

interface Counts {
  value: string;
  count: number;
}
interface Stats {
  by_namespace: { namespace: string; count: number }[];
  by_tier: { tier: string; count: number }[];
  total: number;
}

// A server without facets still counts namespaces and tiers.
async function load(filter: Filter, question: string, signal: AbortSignal): Promise<FacetsReply> {
  try {
    return await ask<FacetsReply>('/facets', { query: { ...filter, query: question }, signal });
  } catch (error) {
    if (!(error instanceof Error && 'lacking' in error && error.lacking)) throw error;
    const stats = await ask<Stats>('/stats', { signal });
    const counts = (values: Counts[]) => values;
    return {
      total: stats.total,
      namespace: counts(stats.by_namespace.map((each) => ({ value: each.namespace, count: each.count }))),
      tier: counts(stats.by_tier.map((each) => ({ value: each.tier, count: each.count }))),
    };
  }
}

function Values({ name, values, chosen }: { name: FacetName; values: readonly FacetValue[]; chosen: string | undefined }) {
  const [open, setOpen] = useState(false);
  const there = chosen === undefined || values.some((each) => each.value === chosen) ? values : [{ value: chosen, count: 0 }, ...values];
  const row = (each: FacetValue) => (
    <li key={each.value}>
      <button class="facet" aria-pressed={each.value === chosen} onClick={() => change({ [params[name]]: each.value === chosen ? undefined : each.value, open: undefined })}>
        <span class="facet-name"><Line text={each.value === '' ? '(none)' : each.value} /></span>
        <span class="soft">{figure(each.count)}</span>
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

// Counts look at all that fit, which takes several times as long as the best ones: they wait until nobody types.
const pause = 250;

export function Facets({ filter, question, revision, onTotal }: Props) {
  // One letter is the beginning of a word in nearly all of them: counts of all say as much, and cost a part of it.
  const asked = useSettled(/^[ -~]$/.test(question.trim()) ? '' : question, pause);
  const { value, loading } = useLoaded(JSON.stringify([filter, asked, revision]), (signal) => load(filter, asked, signal), true);
  useEffect(() => {
    if (value && !loading && asked === '') onTotal(filter, value.total);
  }, [value, loading]);
  const active = Object.entries(filter);
  return (
    <aside class="facets" aria-label="Filters">
      <details open={matchMedia('(min-width: 60rem)').matches}>
        <summary>Filters{active.length > 0 && <span class="badge">{active.length}</span>}</summary>
        {active.length > 0 && <button class="plain" onClick={() => change(Object.fromEntries(Object.values(params).concat('since', 'until').map((name) => [name, undefined])))}>Clear all</button>}
        {facetNames.map((name) => {
          const values = value?.[name] ?? [];
          const chosen = filter[params[name]];
          return values.length === 0 && chosen === undefined ? null : (
            <section key={name} aria-label={titles[name]}>
              <h2>{titles[name]}</h2>
              <Values name={name} values={values} chosen={chosen} />
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
