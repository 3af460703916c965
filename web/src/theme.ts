// What the reader has chosen for this browser, as it is kept, and the theme of the document. Must not know: components.

export type Theme = 'system' | 'light' | 'dark';
export interface Preferences {
  readonly theme: Theme;
  readonly singleKeys: boolean;
}

const name = 'ai-memory';

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

export function preferences(): Preferences {
  return current;
}

export function keep(changed: Preferences): void {
  current = changed;
  try {
    localStorage.setItem(name, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing: until the page is closed, then.
  }
}

export function applyTheme(): void {
  if (current.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = current.theme;
}
