// One item of the inbox: a memory, or two side by side with the words marked in which they differ.
import { linkTo } from '../../place.ts';
import { excerpt, moment } from '../../text.ts';
import { mergedText } from '../../actions.ts';
import { sentenceOf } from '../../api.ts';
import { Compared, Facts } from '../../parts/compared.tsx';
import { Age, Line, Prose } from '../../parts/texts.tsx';
import type { Memory } from '../../types.ts';
import type { Item } from '../review.tsx';

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

// The text that Merge makes of two.
function Merged({ first, second }: { first: Memory; second: Memory }) {
  return (
    <details class="card">
      <summary>What merging would give</summary>
      <h3><Line text={first.title} /></h3>
      <Prose text={mergedText([first, second])} />
    </details>
  );
}

export function Pair({ item }: { item: Item }) {
  const [first, second] = item.memories;
  if (!first) return null;
  return (
    <section aria-label="To be settled">
      <p><Line text={sentenceOf(item.kind === 'expiring' ? `it expires at ${moment(item.memories[0]?.expires_at)}` : item.reason)} />{item.similarity !== undefined && <span class="soft"> {alike(item.similarity)} alike.</span>}</p>
      {!second ? (
        <article class="card"><Title memory={first} name="" /><Facts memory={first} /><Prose text={first.content} /></article>
      ) : (
        <>
          <Compared first={first} second={second} title={(memory, name) => <Title memory={memory} name={name} />} />
          <Merged first={first} second={second} />
        </>
      )}
    </section>
  );
}

// More than two that are alike: all of them, and one to be kept.
export function Group({ memories, busy, onKeep, onKeepAll }: { memories: readonly Memory[]; busy: boolean; onKeep: (kept: Memory) => void; onKeepAll: () => void }) {
  return (
    <section aria-label="To be settled">
      <p>{memories.length} memories say nearly the same. “Keep this one” deletes the others, which can be restored. <button disabled={busy} onClick={onKeepAll}>Keep all: they are not the same</button></p>
      {memories.map((each) => (
        <article key={each.id} class="card">
          <h2><a href={linkTo('memories', { open: each.id })}><Line text={each.title} /></a></h2>
          <p class="row-facts wrap"><span class="namespace"><Line text={each.namespace} /></span><Age time={each.updated_at} /><span>recalled {each.access_count} ×</span></p>
          <Prose text={each.content.length > 600 ? excerpt(each.content, 600) : each.content} />
          <button disabled={busy} aria-label={`Keep this one: ${excerpt(each.title, 60)}`} onClick={() => onKeep(each)}>Keep this one</button>
        </article>
      ))}
    </section>
  );
}
