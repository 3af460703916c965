// What the reader has chosen, as state of components: the theme, and whether single keys do something.
import { useEffect, useState } from 'preact/hooks';
import { applyTheme, keep, preferences, type Preferences } from './theme.ts';

export { preferences, type Preferences, type Theme } from './theme.ts';

const listeners = new Set<() => void>();

export function prefer(changes: Partial<Preferences>): void {
  keep({ ...preferences(), ...changes });
  applyTheme();
  for (const each of listeners) each();
}

export function usePreferences(): Preferences {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return preferences();
}
