// What the page does to memories, each a request; deletions can be taken back for a while.
import { ask, pathOf } from './api.ts';
import type { Memory } from './types.ts';

export interface Draft {
  title: string;
  content: string;
  namespace: string;
  tier: string;
  tags: string[];
  priority: number;
  confidence: number;
}

// `replaced`: one of the same title and namespace was there.
export async function create(draft: Draft): Promise<{ id: string; replaced?: string }> {
  return ask('/memories', { method: 'POST', body: { ...draft, source: 'user' } });
}

export type Changes = Partial<Draft> & { readonly expires_at?: string };

// `madeFrom`: refused where the memory is no longer as it was then.
export async function update(id: string, changes: Changes, madeFrom?: string): Promise<Memory> {
  return ask<Memory>(pathOf('memories', id), { method: 'PUT', body: changes, madeFrom });
}

export async function remove(id: string): Promise<void> {
  await ask(pathOf('memories', id), { method: 'DELETE' });
}

export async function undo(id: string): Promise<void> {
  await ask('/undo', { method: 'POST', body: { id } });
}

// Several at once are one request: all or none, and one step of undo, by the id that comes back.
export interface Done {
  readonly number: number;
  readonly undo?: string;
}
export interface ChangesOfAll {
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  readonly namespace?: string;
  readonly priority?: number;
  readonly tier?: string;
  readonly expires_at?: string;
}
export async function updateAll(ids: readonly string[], changes: ChangesOfAll): Promise<Done> {
  const { updated: number, ...rest } = await ask<{ updated: number; undo?: string }>('/memories', { method: 'PUT', body: { ids, ...changes } });
  return { number, ...rest };
}

export async function removeAll(ids: readonly string[]): Promise<Done> {
  const { deleted: number } = await ask<{ deleted: number }>('/forget', { method: 'POST', body: { ids } });
  return { number, undo: ids[0] };
}

// The text of a merged memory: each text once.
export function mergedText(memories: readonly Memory[]): string {
  return [...new Set(memories.map((each) => each.content))].join('\n\n');
}

export async function merge(memories: readonly Memory[], title: string): Promise<string> {
  const merged = await ask<{ id: string }>('/consolidate', { method: 'POST', body: { ids: memories.map((each) => each.id), title, namespace: memories[0]?.namespace, summary: mergedText(memories) } });
  return merged.id;
}

export async function link(source_id: string, target_id: string, relation: string): Promise<void> {
  await ask('/links', { method: 'POST', body: { source_id, target_id, relation } });
}

export async function unlink(source_id: string, target_id: string, relation: string): Promise<void> {
  await ask('/links', { method: 'DELETE', body: { source_id, target_id, relation } });
}
