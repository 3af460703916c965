// The rest that is known of a memory: its versions, where it came from, how it was used.
import { useState } from 'preact/hooks';
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { linkTo } from '../../place.ts';
import { count, excerpt, visible } from '../../text.ts';
import { Age, Line } from '../../parts/texts.tsx';
import { Versions, type State } from '../../parts/versions.tsx';
import type { Access, Replayed } from '../../types.ts';

// Former versions: each change with the words it removed and added, and the way back.
export function History({ id, updated, onRestored }: { id: string; updated: string; onRestored: () => void }) {
  const [busy, setBusy] = useState(false);
  const { value, error } = useLoaded(`${id} ${updated}`, (signal) => ask<{ states: State[] }>(pathOf('memories', id, 'history'), { signal }), true);
  if (error || !value || value.states.length < 2) return null;
  const restore = (version: number) => {
    setBusy(true);
    ask(pathOf('memories', id, 'restore'), { method: 'POST', body: { version } }).then(() => (notify('Restored that version; the present one stays in the history'), onRestored()), complain).finally(() => setBusy(false));
  };
  return (
    <section aria-label="History">
      <h3>History<span class="soft"> {value.states.length} versions</span></h3>
      <Versions states={value.states} busy={busy} onRestore={restore} />
    </section>
  );
}

// The conversations that it came from, its own and those of what it reflects on.
export function Origins({ id }: { id: string }) {
  const { value, error } = useLoaded(id, (signal) => ask<{ transcripts: Replayed[] }>(pathOf('memories', id, 'replay'), { signal }));
  if (error || !value || value.transcripts.length === 0) return null;
  return (
    <section aria-label="Conversations it came from">
      <h3>Came from</h3>
      <ul class="plain-list">
        {value.transcripts.slice(0, 50).map((each) => (
          <li key={each.transcript_id} class="use-row">
            <Age time={each.created_at} />
            <a href={linkTo('sessions', { id: each.transcript_id, from: each.first_turn, to: each.last_turn })}><Line text={excerpt(each.session_id, 60)} /></a>
            <span class="soft">{count(each.turns, 'turn')}{each.hops > 0 && <>, through <Line text={excerpt(each.memory_title, 40)} /></>}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

// When it was used, by whom and for which question; each opens its explanation.
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
