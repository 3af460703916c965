// Whether activity is recorded, and the switch.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { complain, notify } from '../notices.tsx';
import { change } from '../own.ts';

export function ActivityLog({ onSwitched }: { onSwitched?: () => void }) {
  const { value, reload } = useLoaded('log', (signal) => ask<{ log: string }>('/recent', { query: { limit: 1 }, signal }), true);
  const [busy, setBusy] = useState(false);
  if (!value) return <p class="soft">…</p>;
  const set = (on: boolean) => {
    setBusy(true);
    change('access_log.enabled', on ? 'always' : 'never').then(() => (notify(on ? 'Activity is recorded' : 'Activity is not recorded any more'), reload(), onSwitched?.()), complain).finally(() => setBusy(false));
  };
  return (
    <>
      <label class="switch"><input type="checkbox" checked={value.log === 'always'} disabled={busy} onChange={(event) => set(event.currentTarget.checked)} /> Record every recall, store and hook</label>
      <p class="soft">On this machine only, for 90 days unless the configuration says otherwise{value.log === 'profiles' ? '; now only calls of profiles are recorded' : ''}. Assistants that are running follow when they start next.</p>
    </>
  );
}
