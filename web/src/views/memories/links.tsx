// What a memory is to others and they to it; links are made and removed here.
import { useState } from 'preact/hooks';
import { ask, pathOf } from '../../api.ts';
import { link, unlink } from '../../actions.ts';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { linkTo } from '../../place.ts';
import { excerpt } from '../../text.ts';
import { Line } from '../../parts/texts.tsx';
import { MemoryPicker } from '../../parts/memory_picker.tsx';
import { relations, type Link, type Memory } from '../../types.ts';

const readable = (relation: string) => relation.replaceAll('_', ' ');
const most = 50;

// Titles of the other ends, which a link does not carry.
async function titlesOf(ids: readonly string[], asOf: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.allSettled(ids.map((id) => ask<{ memory: Memory }>(pathOf('memories', id), { query: { as_of: asOf }, signal })));
  return new Map(found.flatMap((each) => (each.status === 'fulfilled' ? [[each.value.memory.id, each.value.memory.title] as const] : [])));
}

export function Links({ id, asOf, links, onChanged }: { id: string; asOf: string; links: readonly Link[]; onChanged: () => void }) {
  const [adding, setAdding] = useState(false);
  const [relation, setRelation] = useState<string>('related_to');
  const shown = links.slice(0, most);
  const ends = shown.map((each) => (each.source_id === id ? each.target_id : each.source_id));
  const { value: titles } = useLoaded(ends.length > 0 ? ends.join() : null, (signal) => titlesOf([...new Set(ends)], asOf, signal), true);
  const done = (other: string) => {
    setAdding(false);
    onChanged();
    notify('Added the link', () => void unlink(id, other, relation).then(onChanged, complain));
  };
  return (
    <section aria-label="Links">
      <h3>Links{links.length > 0 && <span class="soft"> {links.length}</span>}</h3>
      {links.length === 0 && <p class="soft">None.</p>}
      <ul class="plain-list">
        {shown.map((each, i) => {
          const outward = each.source_id === id, end = ends[i]!;
          const title = titles?.get(end) ?? end.slice(0, 8);
          return (
            <li key={`${each.relation}${each.source_id}${each.target_id}`} class="link-row">
              <span class={`relation relation-${relations.find((name) => name === each.relation) ?? 'other'}`}>{outward ? '→' : '←'} {readable(each.relation)}</span>
              <a href={linkTo('memories', { open: end, as_of: asOf })}><Line text={excerpt(title, 120)} /></a>
              {asOf === '' && <button class="plain" aria-label={`Remove the link to ${excerpt(title, 40)}`} onClick={() => void unlink(each.source_id, each.target_id, each.relation).then(() => (onChanged(), notify('Removed the link', () => void link(each.source_id, each.target_id, each.relation).then(onChanged, complain))), complain)}>×</button>}
            </li>
          );
        })}
      </ul>
      {links.length > most && <p class="soft">And {links.length - most} more, in the <a href={linkTo('graph', { id })}>graph</a>.</p>}
      {asOf !== '' ? null : adding ? (
        <div class="pair">
          <label>This memory
            <select value={relation} onChange={(event) => setRelation(event.currentTarget.value)}>
              {relations.map((each) => <option key={each} value={each}>{readable(each)}</option>)}
            </select>
          </label>
          <MemoryPicker label="Other memory" onPick={(memory) => void link(id, memory.id, relation).then(() => done(memory.id), complain)} onLeave={() => setAdding(false)} />
        </div>
      ) : <button class="plain" onClick={() => setAdding(true)}>Add a link</button>}
    </section>
  );
}
