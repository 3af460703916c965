// Whether activity is recorded.
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';

export function ActivityLog() {
  const { value } = useLoaded('log', (signal) => ask<{ log: string }>('/recent', { query: { limit: 1 }, signal }), true);
  if (!value) return <p class="soft">…</p>;
  return value.log === 'always' ? <p>Every recall, store and hook is recorded, on this machine only, for 90 days unless the configuration says otherwise.</p>
    : <p>Activity is {value.log === 'never' ? 'not recorded' : 'recorded for profiles only'}. <code>ai-memory config set access_log.enabled always</code>, and a new start of the server, records all of it.</p>;
}
