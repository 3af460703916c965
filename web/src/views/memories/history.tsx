// Former versions of a memory: each change with the words it removed and added, and the way back.
import { useState } from 'preact/hooks';
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { visible } from '../../text.ts';
import { Age, Line } from '../../parts/texts.tsx';

export interface State {
  readonly version?: number; // missing: the present one
  readonly from: string;
  readonly until?: string;
  readonly ended_by?: string;
  readonly title: string;
  readonly changed?: readonly string[];
  readonly difference?: string; // [-removed-] and {+added+}
}

export async function restoreVersion(id: string, version: number): Promise<void> {
  await ask(pathOf('memories', id, 'restore'), { method: 'POST', body: { version } });
}

function Difference({ text }: { text: string }) {
  return (
    <div class="prose two">
      <p>
        {text.split(/(\[-[\s\S]*?-\]|\{\+[\s\S]*?\+\})/).map((each, i) => {
          const words = visible(each.slice(2, -2), true);
          return each.startsWith('[-') ? <del key={i}>{words}</del> : each.startsWith('{+') ? <ins key={i}>{words}</ins> : visible(each, true);
        })}
      </p>
    </div>
  );
}

export function History({ id, updated, onRestored }: { id: string; updated: string; onRestored: () => void }) {
  const [busy, setBusy] = useState(false);
  const { value, error } = useLoaded(`${id} ${updated}`, (signal) => ask<{ states: State[] }>(pathOf('memories', id, 'history'), { signal }), true);
  if (error || !value || value.states.length < 2) return null;
  const restore = (version: number) => {
    setBusy(true);
    restoreVersion(id, version).then(() => (notify('Restored that version; the present one stays in the history'), onRestored()), complain).finally(() => setBusy(false));
  };
  return (
    <section aria-label="History">
      <h3>History<span class="soft"> {value.states.length} versions</span></h3>
      <ol class="plain-list">
        {value.states.map((each, i) => (
          <li key={each.from}>
            <details open={i === 0}>
              <summary><Age time={each.from} /> {each.version === undefined ? 'now' : ''}{each.changed && each.changed.length > 0 ? <> changed {each.changed.map((name) => visible(name)).join(', ')}</> : i === value.states.length - 1 ? ' first kept' : ''}</summary>
              {each.changed?.includes('title') && <p>Title: <Line text={each.title} /></p>}
              {each.difference !== undefined && <Difference text={each.difference} />}
              {each.version !== undefined && <button disabled={busy} onClick={() => restore(each.version!)}>Restore this version</button>}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
