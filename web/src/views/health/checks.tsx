// What the last examination of the whole database found; another one can be asked for.
import { useEffect } from 'preact/hooks';
import { ask } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { moment, visible } from '../../text.ts';
import { Loading, Problem } from '../../parts/states.tsx';

interface Deep {
  status: string;
  checked_at?: string;
  checks: { check: string; good: boolean }[];
}

export function Checks() {
  const { value, error, reload } = useLoaded('deep', (signal) => ask<{ deep: Deep }>('/health', { query: { deep: true }, signal }));
  const running = value?.deep.status === 'running';
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(reload, 700);
    return () => clearTimeout(timer);
  }, [running, value]);
  return (
    <section class="card" aria-label="Integrity check" aria-live="polite">
      <h2>Integrity check</h2>
      {error ? <Problem error={error} what="examining the database" retry={reload} />
        : !value || (running && value.deep.checks.length === 0) ? <Loading what="what doctor finds" />
        : (
          <>
            <p class={`verdict ${value.deep.status === 'error' ? 'bad' : 'good'}`}>
              {value.deep.status === 'error' ? 'Something is wrong; stop the daemon and run “ai-memory doctor”.' : 'The database is sound.'}
              {value.deep.checked_at !== undefined && <span class="soft"> {moment(value.deep.checked_at)}</span>}
            </p>
            <ul class="plain-list">
              {value.deep.checks.map((each) => <li key={each.check} class={each.good ? 'good' : 'bad'}>{each.good ? '✓' : '✗'} {visible(each.check)}</li>)}
            </ul>
            <button onClick={reload} disabled={running}>Check again</button>
          </>
        )}
    </section>
  );
}
