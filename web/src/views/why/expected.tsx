// "Expected another memory?": which step of the recall lost it, and by how much.
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { change } from '../../navigation.ts';
import { linkTo } from '../../place.ts';
import { factorsOf } from '../../contributions.ts';
import { wordOf } from '../../highlight.ts';
import { excerpt, visible } from '../../text.ts';
import { sentenceOf } from '../../api.ts';
import { Line } from '../../parts/texts.tsx';
import { Problem } from '../../parts/states.tsx';
import { MemoryPicker } from '../../parts/memory_picker.tsx';
import { ScoreBar } from '../../parts/score_bar.tsx';
import type { Memory, Why } from '../../types.ts';

// In the order of a recall.
const steps = ['archived', 'namespace', 'expired', 'filter', 'candidates', 'floor', 'limit'] as const;

function Steps({ why }: { why: Why }) {
  const lost = why.lost_at ?? '';
  const at = steps.findIndex((each) => each === lost);
  return (
    <ol class="steps" aria-label="Steps of the recall">
      {steps.map((each, i) => {
        const state = why.found || (at >= 0 && i < at) ? 'passed' : each === lost ? 'lost' : 'open';
        return <li key={each} class={state}>{each}{state === 'lost' && <span class="unseen"> lost it here</span>}</li>;
      })}
    </ol>
  );
}

interface Props {
  readonly question: string;
  readonly namespace: string;
  readonly limit: number;
  readonly id: string;
}

function Verdict({ question, namespace, limit, id }: Props) {
  const { value: named } = useLoaded(`title ${id}`, (signal) => ask<{ memory: Memory }>(pathOf('memories', id), { signal }));
  const body = { query: question, id, limit, ...(namespace === '' ? {} : { namespace }) };
  const { value: why, error, reload } = useLoaded(JSON.stringify(body), (signal) => ask<Why>('/why', { method: 'POST', body, signal }), true);
  const title = named?.memory.title ?? id;
  return (
    <div aria-live="polite">
      <p><a href={linkTo('memories', { open: id })}><Line text={excerpt(title, 120)} /></a> <button class="plain" onClick={() => change({ expect: undefined })}>Another one</button></p>
      {error && <Problem error={error} what="saying where a memory was lost" retry={reload} />}
      {why && (
        <>
          <p class={why.found ? 'verdict good' : 'verdict bad'}>
            {why.found ? `It is there, at place ${why.rank ?? '?'}.` : <Line text={sentenceOf(why.sentence)} />}
          </p>
          <Steps why={why} />
          {why.would_need !== undefined && why.would_need !== '' && <p>It would need: <Line text={why.would_need} /></p>}
          {why.score !== undefined && <ScoreBar factors={factorsOf(why.factors)} score={why.score} />}
          {why.query_terms && why.query_terms.length > 0 && (
            <p class="chips">
              {why.query_terms.map((each) => {
                const has = why.matched_terms?.includes(each) ?? false;
                return <span key={each} class={has ? 'chip good' : 'chip'} title={has ? 'It has this word' : 'It does not have this word'}>{has ? '✓ ' : '– '}{visible(wordOf(each, question))}</span>;
              })}
            </p>
          )}
          {why.best && !why.found && <p class="soft">The best one scored {why.best.score.toFixed(3)}: <a href={linkTo('memories', { open: why.best.id })}><Line text={excerpt(why.best.title, 80)} /></a></p>}
        </>
      )}
    </div>
  );
}

export function Expected(props: Props) {
  return (
    <section class="card" aria-label="Expected another memory?">
      <h2>Expected another memory?</h2>
      {props.id === '' ? <MemoryPicker label="Name it, and see which step lost it" onPick={(memory) => change({ expect: memory.id })} /> : <Verdict {...props} />}
    </section>
  );
}
