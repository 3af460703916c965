// State that comes from the server: the last answer stays while the next is on its way, and an answer to an older question
// is never shown for a newer one.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Failed, onServer } from './api.ts';

export interface Loaded<T> {
  readonly value?: T;
  readonly error?: Failed;
  readonly loading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly key: string | null;
  readonly value?: T;
  readonly error?: Failed;
}

export function failedBy(error: unknown): Failed {
  return error instanceof Failed ? error : new Failed(0, error instanceof Error ? error.message : String(error));
}

// Loads anew when `key` changes; null: nothing is wanted. `keep`: an answer to another key may be shown meanwhile.
export function useLoaded<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>, keep = false): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key: null });
  const [round, setRound] = useState(0);
  const loader = useRef(load);
  loader.current = load;
  const reload = useCallback(() => setRound((each) => each + 1), []);

  useEffect(() => {
    if (key === null) return undefined;
    const abort = new AbortController();
    loader.current(abort.signal).then(
      (value) => abort.signal.aborted || setState({ key, value }),
      (error: unknown) =>
        abort.signal.aborted || setState((old) => ({ key, error: failedBy(error), value: old.key === key ? old.value : undefined })),
    );
    return () => abort.abort();
  }, [key, round]);

  useEffect(() => onServer((there) => there && reload()), [reload]);

  const fits = key !== null && state.key === key;
  if (fits) return { ...state, loading: false, reload };
  if (keep && key !== null && state.value !== undefined) return { value: state.value, loading: true, reload };
  return { loading: key !== null, reload };
}
