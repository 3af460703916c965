// L5: what was said, as conversations, with marks where something was recalled or stored.
import { useState } from 'preact/hooks';
import { ask, pathOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { useChanges } from '../memories_source.ts';
import { change, usePlace } from '../navigation.ts';
import { linkTo } from '../place.ts';
import { count, excerpt, moment } from '../text.ts';
import { Found } from '../parts/found.tsx';
import { Line } from '../parts/texts.tsx';
import { SearchBox } from '../parts/search_box.tsx';
import { NamespaceChoice } from '../parts/namespace_choice.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { Conversation } from './sessions/conversation.tsx';
import type { Transcript, Turn } from '../types.ts';

const pageSize = 50;

function useTranscripts(namespace: string) {
  const [pages, setPages] = useState(1);
  const limit = Math.min(200, pages * pageSize);
  const loaded = useLoaded(`${namespace} ${limit}`, (signal) => ask<{ transcripts: Transcript[] }>('/transcripts', { query: { namespace, limit }, signal }), true);
  return { ...loaded, full: (loaded.value?.transcripts.length ?? 0) >= limit && limit < 200, more: () => setPages((each) => each + 1) };
}

// The first prompt of each: people know a conversation by it, not by an id.
async function promptsOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.allSettled(ids.map((id) => ask<{ turns: Turn[] }>(pathOf('transcripts', id), { query: { limit: 3 }, signal })));
  return new Map(found.flatMap((each, i) => {
    const turn = each.status === 'fulfilled' ? each.value.turns.find(({ role }) => role === 'user') ?? each.value.turns[0] : undefined;
    return turn ? [[ids[i]!, turn.content.slice(0, 300)] as const] : [];
  }));
}

interface TurnHit {
  readonly transcript_id: string;
  readonly turn: number;
  readonly said_at: string;
  readonly content: string;
}

function Hits({ turns, wanted, namespace, loading }: { turns: readonly TurnHit[]; wanted: string; namespace: string; loading: boolean }) {
  if (turns.length === 0) return <p class="soft">{loading ? 'Looking …' : 'Nobody said all these words in one turn.'}</p>;
  return (
    <ul class="session-list" aria-label="Turns found">
      {turns.map((each) => <li key={`${each.transcript_id} ${each.turn}`}><a href={linkTo('sessions', { id: each.transcript_id, from: each.turn, to: each.turn, q: wanted, namespace })}><Found text={excerpt(each.content, 160)} question={wanted} /><span class="soft"> {moment(each.said_at)}</span></a></li>)}
    </ul>
  );
}

export function SessionsView() {
  const { params } = usePlace();
  const id = params.get('id') ?? '', namespace = params.get('namespace') ?? '';
  const { value, error, reload, full, more } = useTranscripts(namespace);
  useChanges(reload);
  const ids = value?.transcripts.map((each) => each.id) ?? [];
  const { value: prompts } = useLoaded(ids.length === 0 ? null : ids.join(), (signal) => promptsOf(ids, signal), true);
  const wanted = params.get('q') ?? '';
  const hits = useLoaded(wanted === '' ? null : `${wanted} ${namespace}`, (signal) => ask<{ turns: TurnHit[] }>('/transcripts/search', { query: { text: wanted, namespace, limit: 50 }, signal }), true);
  // The newest is open, where there is room for both.
  const shownId = id !== '' ? id : matchMedia('(min-width: 60rem)').matches ? ids[0] ?? '' : '';
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
              <SearchBox value={wanted} label="Search all conversations" placeholder="Search all conversations" onChange={(q) => change({ q }, true)} busy={hits.loading} />
              <NamespaceChoice value={namespace} all onChange={(chosen) => change({ namespace: chosen, id: undefined })} />
              {wanted !== '' ? <Hits turns={hits.value?.turns ?? []} wanted={wanted} namespace={namespace} loading={hits.loading} /> : <ul class="session-list">
                {value.transcripts.map((each) => (
                  <li key={each.id}>
                    <a href={linkTo('sessions', { id: each.id, namespace })} aria-current={each.id === shownId ? 'true' : undefined}>
                      <span class="session-name"><Line text={excerpt(prompts?.get(each.id) ?? each.session_id, 90)} /></span>
                      <span class="soft"><Line text={each.namespace} /> · {moment(each.created_at)} · {count(each.turns, 'turn')}</span>
                    </a>
                  </li>
                ))}
              </ul>}
              {full && wanted === '' && <button onClick={more}>Older ones</button>}
            </nav>
            {shownId === '' ? <Empty title="Choose a conversation" /> : <Conversation key={shownId} id={shownId} name={prompts?.get(shownId)} from={params.get('from') ?? null} to={params.get('to') ?? null} />}
          </div>
        )}
    </>
  );
}
