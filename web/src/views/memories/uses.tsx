// When a memory was used, by whom and for which question; each opens its explanation.
import { ask } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { linkTo } from '../../place.ts';
import { excerpt, visible } from '../../text.ts';
import { Age, Line } from '../../parts/texts.tsx';
import type { Access } from '../../types.ts';

export function Uses({ id }: { id: string }) {
  const { value, error } = useLoaded(id, (signal) => ask<{ items: Access[] }>('/access-log', { query: { memory_id: id, limit: 20 }, signal }));
  if (error?.lacking || (value && value.items.length === 0)) return null;
  return (
    <section aria-label="History of use">
      <h3>History of use</h3>
      {error && <p class="problem">{error.message}</p>}
      <ul class="plain-list">
        {value?.items.map((each, i) => (
          <li key={i} class="use-row">
            <Age time={each.accessed_at} />
            <span class="tag">{visible(each.access_type)}</span>
            {each.query_text ? <a href={linkTo('why', { q: each.query_text, expect: id })}><Line text={excerpt(each.query_text, 100)} /></a> : <span />}
            {each.client && <span class="soft"><Line text={excerpt(each.client, 40)} /></span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
