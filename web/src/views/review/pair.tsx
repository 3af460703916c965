// One item of the inbox: a memory, or two side by side with the words marked in which they differ.
import { linkTo } from '../../place.ts';
import { moment } from '../../text.ts';
import { mergedText } from '../../actions.ts';
import { sentenceOf } from '../../api.ts';
import { Compared, Facts } from '../../parts/compared.tsx';
import { Line, Prose } from '../../parts/texts.tsx';
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
