// Two memories side by side, with the words marked in which they differ.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { compared, smoothed } from '../diff.ts';
import { moment } from '../text.ts';
import { Marked } from './marked.tsx';
import { Age, Line, Tags, Tier } from './texts.tsx';
import type { Memory } from '../types.ts';

export function Facts({ memory }: { memory: Memory }) {
  const agent = memory.metadata['agent_id'];
  return (
    <>
      <p class="row-facts wrap"><Tier tier={memory.tier} /><span class="namespace"><Line text={memory.namespace} /></span><Tags tags={memory.tags.slice(0, 6)} /></p>
      <dl class="facts">
        <div><dt>Source</dt><dd><Line text={memory.source} />{typeof agent === 'string' && <>, <Line text={agent} /></>}</dd></div>
        <div><dt>Stored</dt><dd><time dateTime={memory.created_at}>{moment(memory.created_at)}</time></dd></div>
        <div><dt>Changed</dt><dd><Age time={memory.updated_at} /></dd></div>
        <div><dt>Priority</dt><dd>{memory.priority} of 10</dd></div>
        <div><dt>Confidence</dt><dd>{Math.round(memory.confidence * 100)} %</dd></div>
        <div><dt>Kept</dt><dd>{memory.expires_at === undefined ? 'forever' : `until ${moment(memory.expires_at)}`}</dd></div>
      </dl>
    </>
  );
}

export function Compared({ first, second, title }: { first: Memory; second: Memory; title: (memory: Memory, name: string) => ComponentChildren }) {
  const parts = useMemo(() => compared(first.content, second.content).map(smoothed), [first, second]);
  return (
    <div class="two">
      <article class="card" aria-label="A">{title(first, 'A')}<Facts memory={first} /><Marked parts={parts[0] ?? []} side="del" /></article>
      <article class="card" aria-label="B">{title(second, 'B')}<Facts memory={second} /><Marked parts={parts[1] ?? []} side="ins" /></article>
    </div>
  );
}
