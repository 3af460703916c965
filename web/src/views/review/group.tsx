// More than two that are alike: all of them, and one to be kept.
import { linkTo } from '../../place.ts';
import { excerpt } from '../../text.ts';
import { Age, Line, Prose } from '../../parts/texts.tsx';
import type { Memory } from '../../types.ts';

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
