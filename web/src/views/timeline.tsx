// The days of a project: what was stored, recalled, decided and solved.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { useChanges } from '../memories_source.ts';
import { change, usePlace } from '../navigation.ts';
import { complain } from '../notices.tsx';
import { linkTo } from '../place.ts';
import { excerpt, moment } from '../text.ts';
import { daysSince } from '../parts/as_of.tsx';
import { Line } from '../parts/texts.tsx';
import { NamespaceChoice } from '../parts/namespace_choice.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { byDay, happenings, happeningOf, type Happened } from '../timeline.ts';
import type { Memory, Recent } from '../types.ts';

const atOnce = 200, mostPages = 10, mostCalls = 5; // pages of the log of calls
const shownOfDay = 8;

interface Page {
  readonly memories: readonly Memory[];
  readonly next?: string;
}
interface Calls {
  readonly items: readonly Recent[];
  readonly next?: string;
}

const dayOf = (memory: Memory | undefined) => moment(memory?.created_at).slice(0, 10);

// A page, and further ones while all of it is of one day.
async function pageOf(namespace: string, after: string | undefined, signal?: AbortSignal): Promise<Page> {
  const memories: Memory[] = [];
  for (let next = after, pages = 1; ; ++pages) {
    const page: Page = await ask<Page>('/memories', { query: { namespace, sort: 'newest', limit: atOnce, after: next }, signal });
    memories.push(...page.memories);
    next = page.next;
    if (next === undefined || dayOf(memories[0]) !== dayOf(memories.at(-1)) || pages >= mostPages) return { memories, next };
  }
}

// Questions that were asked since the oldest memory that is shown, as far as the log has them.
async function recallsSince(oldest: string, namespace: string, signal: AbortSignal): Promise<Happened[]> {
  const found: Happened[] = [];
  for (let after: string | undefined, pages = 0; pages < mostCalls; ++pages) {
    const { items, next }: Calls = await ask<Calls>('/recent', { query: { kinds: 'recall,search', limit: atOnce, after }, signal }).catch(() => ({ items: [] }));
    for (const each of items)
      if (each.at >= oldest && each.query !== undefined && (namespace === '' || each.namespace === namespace))
        found.push({ what: 'recalled', at: each.at, text: each.query, link: linkTo('why', { recent: each.number }) });
    after = next;
    if (after === undefined || (items.at(-1)?.at ?? '') < oldest) break;
  }
  return found;
}

const made = (memory: Memory): Happened => ({ what: happeningOf(memory), at: memory.created_at, text: memory.title, link: linkTo('memories', { open: memory.id }) });

// `cut`: more of it is on the next page.
function Day({ day, all, namespace, cut }: { day: string; all: readonly Happened[]; namespace: string; cut: boolean }) {
  const [whole, setWhole] = useState(false);
  const counts = happenings.flatMap((what) => {
    const number = all.filter((each) => each.what === what).length;
    return number === 0 ? [] : [`${number} ${what}`];
  });
  return (
    <li>
      <div>
        <h2>{day}</h2>
        <p class="soft">{cut && 'at least '}{counts.join(', ')}</p>
        {daysSince(day) > 0 && <a href={linkTo('memories', { namespace, as_of: day })} aria-label={`As it was on ${day}`}>As it was</a>}
      </div>
      <ul class="plain-list">
        {all.slice(0, whole ? all.length : shownOfDay).map((each, i) => (
          <li key={i}><span class={`kind kind-${each.what}`}>{each.what}</span><a href={each.link}><Line text={excerpt(each.text, 140)} /></a> <span class="soft">{moment(each.at).slice(11)}</span></li>
        ))}
        {all.length > shownOfDay && !whole && <li><button class="plain" onClick={() => setWhole(true)}>{all.length - shownOfDay} more</button></li>}
      </ul>
    </li>
  );
}

export function TimelineView() {
  const { params } = usePlace();
  const namespace = params.get('namespace') ?? '';
  const only = happenings.find((each) => each === params.get('only')) ?? '';
  const first = useLoaded(namespace, (signal) => pageOf(namespace, undefined, signal));
  const [further, setFurther] = useState<Page | null>(null);
  useChanges(() => further || first.reload());
  useEffect(() => setFurther(null), [namespace]);
  const memories = (first.value?.memories ?? []).concat(further?.memories ?? []);
  const next = further ? further.next : first.value?.next;
  const oldest = next === undefined ? '' : memories.at(-1)?.created_at ?? '';
  const recalls = useLoaded(first.value ? `${namespace} ${oldest}` : null, (signal) => recallsSince(oldest, namespace, signal), true).value ?? [];
  const all = memories.map(made).concat(recalls).filter((each) => only === '' || each.what === only);
  const older = () => void pageOf(namespace, next).then((page) => setFurther((old) => ({ ...page, memories: (old?.memories ?? []).concat(page.memories) })), complain);
  return (
    <>
      <h1>Timeline</h1>
      <div class="tabs" role="group" aria-label="Which">
        <NamespaceChoice value={namespace} all onChange={(chosen) => change({ namespace: chosen })} />
        <button aria-pressed={only === ''} onClick={() => change({ only: undefined })}>All</button>
        {happenings.map((each) => <button key={each} aria-pressed={only === each} onClick={() => change({ only: each })}>{each}</button>)}
      </div>
      {first.error ? <Problem error={first.error} what="the timeline" retry={first.reload} />
        : !first.value ? <Loading what="the timeline" />
        : all.length === 0 ? <Empty title="Nothing happened yet"><p>What is stored, recalled, decided and solved stands here by day.</p></Empty>
        : <ol class="timeline" aria-label="Days, newest first">{byDay(all).map(([day, those]) => <Day key={day} day={day} all={those} namespace={namespace} cut={next !== undefined && day === dayOf(memories.at(-1))} />)}</ol>}
      {next !== undefined && <p class="further"><button onClick={older}>Older days</button></p>}
    </>
  );
}
