// Former versions of a memory: each change with the words it removed and added, and the way back.
import { useState } from 'preact/hooks';
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { Versions, type State } from '../../parts/versions.tsx';

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
