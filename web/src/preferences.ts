// What the reader has chosen, as state of components: the theme, and whether single keys do something.
import { useRedraw } from './redraw.ts';
import { applyTheme, keep, preferences, type Preferences } from './theme.ts';

export { preferences, type Preferences, type Theme } from './theme.ts';

const listeners = new Set<() => void>();

export function prefer(changes: Partial<Preferences>): void {
  keep({ ...preferences(), ...changes });
  applyTheme();
  for (const each of listeners) each();
}

export function usePreferences(): Preferences {
  useRedraw(listeners);
  return preferences();
}
