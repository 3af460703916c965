// What the reader has chosen for this browser: the theme, and whether single keys do something.
import { useEffect, useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
export interface Preferences {
  readonly theme: Theme;
  readonly singleKeys: boolean;
}

const name = 'ai-memory';
const listeners = new Set<() => void>();

function read(): Preferences {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(name) ?? '{}');
  } catch {
    // Nothing is kept, or not by us: the defaults hold.
  }
  const from = typeof stored === 'object' && stored !== null ? (stored as Partial<Preferences>) : {};
  return { theme: from.theme === 'light' || from.theme === 'dark' ? from.theme : 'system', singleKeys: from.singleKeys !== false };
}

let current = read();

function apply(): void {
  if (current.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = current.theme;
}
apply();

export function preferences(): Preferences {
  return current;
}

export function prefer(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(name, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing: until the page is closed, then.
  }
  apply();
  for (const each of listeners) each();
}

export function usePreferences(): Preferences {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return current;
}
