// Drafts of forms, kept until they are saved or discarded: over another row, a step back and a reload.
// Knows: what this browser keeps. Must not know: components.
import type { Draft } from './actions.ts';

export interface Kept {
  readonly draft: Draft;
  readonly tags: string;
  readonly base?: Draft; // the state that it changes
  readonly madeFrom?: string; // updated_at of that
}

const nameOf = (id: string) => `draft ${id === '' ? 'new' : id}`;

// `id` '': of a new memory.
export function keptDraft(id: string): Kept | undefined {
  try {
    const text = localStorage.getItem(nameOf(id));
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

export function keepDraft(id: string, kept: Kept | undefined): void {
  try {
    if (kept) localStorage.setItem(nameOf(id), JSON.stringify(kept));
    else localStorage.removeItem(nameOf(id));
  } catch {
    // A browser that keeps nothing: the question before leaving is all there is then.
  }
}
