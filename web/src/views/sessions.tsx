// L5: what was said, as conversations, with marks where something was recalled or stored.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { linkTo } from '../place.ts';
import { bytes, count, excerpt } from '../text.ts';
import { Age, Line } from '../parts/texts.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { Conversation } from './sessions/conversation.tsx';
import type { Transcript } from '../types.ts';

const pageSize = 50;

function useTranscripts(namespace: string) {
  const [pages, setPages] = useState(1);
  const limit = Math.min(200, pages * pageSize);
  const loaded = useLoaded(`${namespace} ${limit}`, (signal) => ask<{ transcripts: Transcript[] }>('/transcripts', { query: { namespace, limit }, signal }), true);
  return { ...loaded, full: (loaded.value?.transcripts.length ?? 0) >= limit && limit < 200, more: () => setPages((each) => each + 1) };
}

export function SessionsView() {
  const { params } = usePlace();
  const id = params.get('id') ?? '', namespace = params.get('namespace') ?? '';
  const { value, error, reload, full, more } = useTranscripts(namespace);
  if (error) return <><h1>Sessions</h1><Problem error={error} what="transcripts" retry={reload} /></>;
  const none = value?.transcripts.length === 0;
  return (
    <>
      <h1>Sessions</h1>
      {!value ? <Loading what="the conversations" />
        : none && id === '' ? (
          <Empty title="No conversations yet">
            <p>Hooks capture what is said while it is said; whole histories can be imported:</p>
            <pre>ai-memory transcript import ~/.claude/projects</pre>
          </Empty>
        ) : (
          <div class={`sessions${id === '' ? '' : ' with-one'}`}>
            <nav aria-label="Conversations">
              <label class="inline">Namespace <input value={namespace} placeholder="all" maxLength={130} onChange={(event) => change({ namespace: event.currentTarget.value.trim() })} /></label>
              <ul class="session-list">
                {value.transcripts.map((each) => (
                  <li key={each.id}>
                    <a href={linkTo('sessions', { id: each.id, namespace })} aria-current={each.id === id ? 'true' : undefined}>
                      <span class="session-name"><Line text={excerpt(each.session_id, 60)} /></span>
                      <span class="soft"><Line text={each.namespace} /> · {count(each.turns, 'turn')} · {bytes(each.original_size)} · <Age time={each.updated_at} /></span>
                    </a>
                  </li>
                ))}
              </ul>
              {full && <button onClick={more}>Older ones</button>}
            </nav>
            {id === '' ? <Empty title="Choose a conversation" /> : <Conversation key={id} id={id} from={params.get('from') ?? null} to={params.get('to') ?? null} />}
          </div>
        )}
    </>
  );
}
