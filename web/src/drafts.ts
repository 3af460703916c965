// Drafts of forms, kept until they are saved or discarded: over another row, a step back and a reload. Each tab keeps its own, and
// offers those of others.
// Knows: what this browser keeps. Must not know: components.
import type { Draft } from './actions.ts';

export interface Kept {
  readonly draft: Draft;
  readonly tags: string;
  readonly base?: Draft; // the state that it changes
  readonly madeFrom?: string; // updated_at of that
}

// Only a page that is left writes its name down: a reload finds it, and a tab that is duplicated takes a name of its own.
function nameOfTab(): string {
  const key = 'tab';
  try {
    const name = sessionStorage.getItem(key) ?? Math.random().toString(36).slice(2);
    sessionStorage.removeItem(key);
    addEventListener('pagehide', () => sessionStorage.setItem(key, name));
    addEventListener('pageshow', () => sessionStorage.removeItem(key));
    return name;
  } catch {
    return '';
  }
}
const tab = nameOfTab();

const prefixOf = (id: string) => `draft ${id === '' ? 'new' : id}`;
const ownOf = (id: string) => `${prefixOf(id)} ${tab}`;

// `id` '': of a new memory.
export function keptDraft(id: string): Kept | undefined {
  return draftAt(ownOf(id));
}

function draftAt(key: string): Kept | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

function keyOfOther(id: string): string | undefined {
  try {
    return Object.keys(localStorage).find((key) => key.startsWith(prefixOf(id)) && key !== ownOf(id));
  } catch {
    return undefined;
  }
}

// The draft of another tab, open or closed.
export function draftOfOther(id: string): Kept | undefined {
  const key = keyOfOther(id);
  return key === undefined ? undefined : draftAt(key);
}

// A tab that still shows its form keeps it again with the next letter.
export function forgetOther(id: string): void {
  const key = keyOfOther(id);
  if (key !== undefined) localStorage.removeItem(key);
}

export function keepDraft(id: string, kept: Kept | undefined): void {
  try {
    if (kept) localStorage.setItem(ownOf(id), JSON.stringify(kept));
    else localStorage.removeItem(ownOf(id));
  } catch {
    // A browser that keeps nothing: the question before leaving is all there is then.
  }
}
