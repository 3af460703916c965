// The conversations that a memory came from, its own and those of what it reflects on.
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { linkTo } from '../../place.ts';
import { count, excerpt } from '../../text.ts';
import { Age, Line } from '../../parts/texts.tsx';
import type { Replayed } from '../../types.ts';

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
