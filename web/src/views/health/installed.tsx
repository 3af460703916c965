// Which assistants on this machine know this program: as a server, by hooks; and whether that works.
import { useState } from 'preact/hooks';
import { ask, type Failed } from '../../api.ts';
import { failedBy, useLoaded } from '../../loading.ts';
import { count } from '../../text.ts';
import { Line } from '../../parts/texts.tsx';
import { Loading, Problem } from '../../parts/states.tsx';

interface Assistant {
  readonly client: string;
  readonly title: string;
  readonly there: boolean;
  readonly connected: boolean;
  readonly hooks: number;
  readonly problem?: string;
  readonly remark?: string;
}

function State({ each, tried }: { each: Assistant; tried: boolean }) {
  const install = <code>ai-memory install {each.client}</code>;
  if (each.problem !== undefined) return <span class="bad">✗ <Line text={each.problem} />; put it right with {install}</span>;
  if (!each.connected && each.hooks === 0) return <span class="soft">not connected; {install}</span>;
  const parts = [each.connected ? 'connected' : 'no server of ours', each.hooks === 0 ? 'no hooks' : count(each.hooks, 'hook') + (tried ? ', all answer' : '')];
  return <span class="good">✓ {parts.join(', ')}</span>;
}

interface Found {
  readonly tried: boolean;
  readonly clients: readonly Assistant[];
}

// Trying starts programs: when somebody asks for it, and never again by itself, as what is loaded is when a server comes back.
export function Installed() {
  const { value: listed, error: unlisted, reload } = useLoaded('installed', (signal) => ask<Found>('/clients', { signal }), true);
  const [tried, setTried] = useState<{ found?: Found; error?: Failed }>({});
  const [trying, setTrying] = useState(false);
  const tryAll = () => {
    setTrying(true);
    ask<Found>('/clients', { method: 'POST', body: { try: true } })
      .then((found) => setTried({ found }), (error: unknown) => setTried({ error: failedBy(error) }))
      .finally(() => setTrying(false));
  };
  const value = tried.found ?? listed;
  const error = tried.error ?? unlisted;
  const shown = value?.clients.filter((each) => each.there || each.connected || each.hooks > 0) ?? [];
  const others = value?.clients.filter((each) => !shown.includes(each)) ?? [];
  return (
    <section class="card" aria-label="Assistants" aria-live="polite">
      <h2>Assistants on this machine</h2>
      {error ? <Problem error={error} what="listing the assistants" retry={tried.error ? tryAll : reload} />
        : !value ? <Loading what="the assistants" />
        : (
          <>
            {shown.length === 0 && <p class="soft">None was found. “ai-memory install NAME” connects one.</p>}
            <dl class="assistants">
              {shown.map((each) => (
                <div key={each.client}>
                  <dt><Line text={each.title} /></dt>
                  <dd><State each={each} tried={value.tried} />{each.remark !== undefined && <span class="soft"> (<Line text={each.remark} />)</span>}</dd>
                </div>
              ))}
            </dl>
            {shown.some((each) => each.hooks > 0) && <p><button disabled={trying} onClick={tryAll}>{trying ? 'Trying the hooks…' : tried.found ? 'Try the hooks again' : 'Try the hooks'}</button></p>}
            {others.length > 0 && <details><summary>{shown.length === 0 ? others.length : count(others.length, 'other')} that can be connected</summary><p class="soft">{others.map((each) => each.title).join(', ')}</p></details>}
          </>
        )}
    </section>
  );
}
