// One item of the inbox: a memory, or two side by side with the words marked in which they differ.
import { useMemo } from 'preact/hooks';
import { compared, smoothed } from '../../diff.ts';
import { linkTo } from '../../place.ts';
import { moment } from '../../text.ts';
import { sentenceOf } from '../../api.ts';
import { Marked } from '../../parts/marked.tsx';
import { Age, Line, Prose, Tags, Tier } from '../../parts/texts.tsx';
import type { Memory } from '../../types.ts';
import type { Item } from '../review.tsx';

function Facts({ memory }: { memory: Memory }) {
  const agent = memory.metadata['agent_id'];
  return (
    <>
      <p class="row-facts wrap"><Tier tier={memory.tier} /><span class="namespace"><Line text={memory.namespace} /></span><Tags tags={memory.tags.slice(0, 6)} /></p>
      <dl class="facts">
        <div><dt>Source</dt><dd><Line text={memory.source} />{typeof agent === 'string' && <>, <Line text={agent} /></>}</dd></div>
        <div><dt>Stored</dt><dd><time dateTime={memory.created_at}>{moment(memory.created_at)}</time></dd></div>
        <div><dt>Changed</dt><dd><Age time={memory.updated_at} /></dd></div>
        <div><dt>Priority</dt><dd>{memory.priority}, confidence {memory.confidence}</dd></div>
        <div><dt>Kept</dt><dd>{memory.expires_at === undefined ? 'forever' : <Age time={memory.expires_at} />}</dd></div>
      </dl>
    </>
  );
}

function Title({ memory, name }: { memory: Memory; name: string }) {
  return (
    <h2>
      {name !== '' && <kbd>{name}</kbd>} <a href={linkTo('memories', { open: memory.id })}><Line text={memory.title} /></a>
    </h2>
  );
}

// "100 %" only for what is equal.
function alike(similarity: number): string {
  return similarity >= 1 ? '100 %' : `${(Math.floor(similarity * 1000) / 10).toFixed(1)} %`;
}

export function Pair({ item }: { item: Item }) {
  const [first, second] = item.memories;
  const parts = useMemo(() => (first && second ? compared(first.content, second.content).map(smoothed) : null), [item.item]);
  if (!first) return null;
  return (
    <section aria-label="To be settled">
      <p><Line text={sentenceOf(item.kind === 'expiring' ? `it expires at ${moment(item.memories[0]?.expires_at)}` : item.reason)} />{item.similarity !== undefined && <span class="soft"> {alike(item.similarity)} alike.</span>}</p>
      {!second || !parts ? (
        <article class="card"><Title memory={first} name="" /><Facts memory={first} /><Prose text={first.content} /></article>
      ) : (
        <div class="two">
          <article class="card" aria-label="Left"><Title memory={first} name="a" /><Facts memory={first} /><Marked parts={parts[0] ?? []} side="del" /></article>
          <article class="card" aria-label="Right"><Title memory={second} name="b" /><Facts memory={second} /><Marked parts={parts[1] ?? []} side="ins" /></article>
        </div>
      )}
    </section>
  );
}
