// L2: why a recall gave what it gave, and where an expected memory was lost. With `recent` it is a recall as it was then.
import { useEffect } from 'preact/hooks';
import { ask, sentenceOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { announce } from '../notices.tsx';
import { linkTo } from '../place.ts';
import { factorsOf } from '../contributions.ts';
import { wordOf } from '../highlight.ts';
import { count, excerpt, moment, visible } from '../text.ts';
import { Line, Tier } from '../parts/texts.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { SearchBox } from '../parts/search_box.tsx';
import { NamespaceChoice } from '../parts/namespace_choice.tsx';
import { ScoreBar } from '../parts/score_bar.tsx';
import { Expected } from './why/expected.tsx';
import type { Factor, Memory, QueryExplained, Recalled, Recent } from '../types.ts';

const some = ['10', '20', '50'];

function Became({ question, query, found }: { question: string; query: QueryExplained; found: Recalled }) {
  const percent = (part: number | undefined) => (part === undefined ? undefined : `${part >= 1 ? 100 : Math.min(99, Math.round(part * 100))} %`);
  const facts: (readonly [string, string | undefined])[] = [
    ['Ranking', query.ranking],
    ['Comparison of meanings', query.vectors],
    // Where nothing was found, nothing was judged either.
    ['Certainty that some memory answers', percent(found.memories.length === 0 && query.certainty === 1 ? undefined : query.certainty)],
    ['Words known to the built-in table', percent(query.table_coverage)],
    ['Words known to the model', percent(query.model_coverage)],
    ['Also looked for', found.expanded_terms?.join(', ')],
  ];
  return (
    <section class="card" aria-label="What the question became">
      <h2>What the question became</h2>
      <p class="chips">
        {query.terms.map((each) => <span key={each} class="chip"><Line text={wordOf(each, question)} /></span>)}
        {query.dropped.map((each) => <s key={`-${each}`} class="chip soft" title="A common word, left out"><Line text={each} /></s>)}
      </p>
      <dl class="facts">
        {facts.map(([name, value]) => value !== undefined && value !== '' && <div key={name}><dt>{name}</dt><dd><Line text={value} /></dd></div>)}
      </dl>
      <details><summary>Expression of the text index</summary><pre>{visible(query.expression, true)}</pre></details>
      {found.left_out !== undefined && found.left_out > 0 && <p class="soft">{count(found.left_out, 'memory was', 'memories were')} left out below the floor.</p>}
      {found.notice !== undefined && !found.left_out && <p class="note"><Line text={sentenceOf(found.notice)} /></p>}
    </section>
  );
}

function Details({ factors }: { factors: readonly Factor[] }) {
  return (
    <details>
      <summary>All factors</summary>
      <div class="wide" tabIndex={0} role="region" aria-label="Factors">
        <table>
          <thead><tr><th scope="col">Factor</th><th scope="col" class="number">Value</th><th scope="col" class="number">Weight</th></tr></thead>
          <tbody>
            {factors.map((each) => <tr key={each.name}><td>{visible(each.name)}</td><td class="number">{each.value.toFixed(4)}</td><td class="number">{each.weight.toFixed(3)}</td></tr>)}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly factors: readonly Factor[];
  readonly memory?: Memory;
}

function Result({ rank, shown, terms, question, expected }: { rank: number; shown: Shown; terms: readonly string[]; question: string; expected: boolean }) {
  const text = `${shown.title} ${shown.memory?.content ?? ''}`.toLowerCase();
  const matched = shown.memory ? terms.filter((each) => text.includes(each.toLowerCase())) : [];
  return (
    <li class={`card result${expected ? ' expected' : ''}`}>
      <div class="result-head">
        <span class="rank">{rank}</span>
        <a href={linkTo('memories', { open: shown.id })}><Line text={excerpt(shown.title, 160)} /></a>
        <span class="score">{shown.score.toFixed(3)}</span>
      </div>
      {shown.memory && <p class="row-facts"><Tier tier={shown.memory.tier} /><span class="namespace"><Line text={shown.memory.namespace} /></span>{shown.memory.contradicted_by !== undefined && <a class="tag disputed" href={linkTo('review', { kind: 'contradiction' })}>contradicted</a>}{matched.length > 0 && <span>matches {matched.slice(0, 8).map((each) => <span key={each} class="tag"><Line text={wordOf(each, question)} /></span>)}</span>}</p>}
      {shown.factors.length > 0 ? <ScoreBar factors={shown.factors} score={shown.score} /> : <p class="soft">Its factors were not kept.</p>}
      {shown.factors.length > 0 && <Details factors={shown.factors} />}
    </li>
  );
}

function Results({ list, terms, question, expect }: { list: readonly Shown[]; terms: readonly string[]; question: string; expect: string }) {
  return <ol class="results" aria-label="Memories recalled">{list.map((each, i) => <Result key={each.id} rank={i + 1} shown={each} terms={terms} question={question} expected={each.id === expect} />)}</ol>;
}

const shownOf = (memory: Memory): Shown => ({ id: memory.id, title: memory.title, score: memory.score ?? 0, factors: memory.explain ?? [], memory });

function Now({ question, namespace, limit, expect }: { question: string; namespace: string; limit: number; expect: string }) {
  const key = JSON.stringify([question, namespace, limit]);
  const body = { context: question, limit, explain: true, ...(namespace === '' ? {} : { namespace }) };
  const { value, error, loading, reload } = useLoaded(key, (signal) => ask<Recalled>('/recall', { method: 'POST', body, signal }), true);
  const told = value ? count(value.memories.length, 'memory', 'memories') : '';
  useEffect(() => {
    if (told !== '' && !loading) announce(told);
  }, [told, loading]);
  if (error) return <Problem error={error} what="recall" retry={reload} />;
  if (!value) return <Loading what="the recall" />;
  return (
    <div class="why">
      <div>
        {value.memories.length === 0 ? <Empty title="Nothing was recalled"><p>No memory fits well enough. Name the one that you expected, and see what it lacked.</p></Empty>
          : <Results list={value.memories.map(shownOf)} terms={value.explain?.terms ?? []} question={question} expect={expect} />}
      </div>
      <div class="aside">
        <Expected question={question} namespace={namespace} limit={limit} id={expect} />
        {value.explain && <Became question={question} query={value.explain} found={value} />}
      </div>
    </div>
  );
}

// That very recall, from the log of recalls: not asked again.
function Then({ number }: { number: string }) {
  const { value, error, reload } = useLoaded(number, (signal) => ask<{ items: Recent[] }>('/recent', { query: { after: Number(number) + 1, limit: 1 }, signal }));
  if (error) return <Problem error={error} what="recalls that were" retry={reload} />;
  if (!value) return <Loading what="the recall" />;
  const item = value.items.find((each) => String(each.number) === number);
  if (!item) return <Empty title="It is no longer kept"><p>Calls are kept for a while only. <a href={linkTo('live')}>See those</a>.</p></Empty>;
  const list = item.results.map((each) => ({ id: each.id, title: each.title, score: each.score ?? 0, factors: factorsOf(each.factors) }));
  return (
    <div>
      <p class="note">
        As it was at {moment(item.at)}, asked by <Line text={item.client ?? item.door} />: “<Line text={excerpt(item.query ?? '', 300)} />”.{' '}
        {item.query !== undefined && <a href={linkTo('why', { q: item.query, namespace: item.namespace })}>Ask it again now</a>}
      </p>
      {list.length === 0 ? <Empty title="Nothing was recalled" /> : <Results list={list} terms={[]} question="" expect="" />}
    </div>
  );
}

// The last questions, to begin with.
function Asked() {
  const { value } = useLoaded('asked', (signal) => ask<{ items: Recent[] }>('/recent', { query: { kinds: 'recall', limit: 20 }, signal }));
  const last = new Map((value?.items ?? []).flatMap((each) => (each.query === undefined ? [] : [[each.query, each] as const])));
  if (last.size === 0) return null;
  return <><p>Recent questions:</p><ul class="plain-list">{[...last.values()].slice(0, 3).map((each) => <li key={each.number}><a href={linkTo('why', { recent: each.number })}><Line text={excerpt(each.query ?? '', 100)} /></a></li>)}</ul></>;
}

export function WhyView() {
  const { params } = usePlace();
  const question = params.get('q') ?? '', namespace = params.get('namespace') ?? '', recent = params.get('recent') ?? '';
  const limit = some.includes(params.get('limit') ?? '') ? Number(params.get('limit')) : 10;
  return (
    <>
      <h1>Explain recall</h1>
      <p class="soft lead">Ask as an assistant would, and see what each memory scores and why. Looking does not count as use.</p>
      <div class="search-line in-page">
        <SearchBox value={question} label="Question to explain" placeholder="What an assistant would ask" onChange={(q) => change({ q, recent: undefined }, true)} />
        <NamespaceChoice value={namespace} all onChange={(chosen) => change({ namespace: chosen })} />
        <label class="inline">Results <select value={String(limit)} onChange={(event) => change({ limit: event.currentTarget.value === '10' ? undefined : event.currentTarget.value })}>{some.map((each) => <option key={each}>{each}</option>)}</select></label>
      </div>
      {recent !== '' && question === '' ? <Then number={recent} />
        : question === '' ? <Empty title="Nothing asked yet"><Asked /><p>Type a question above, or open a recall from <a href={linkTo('live')}>Activity</a>.</p></Empty>
        : <Now question={question} namespace={namespace} limit={limit} expect={params.get('expect') ?? ''} />}
    </>
  );
}
