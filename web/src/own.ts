// Commands that the server runs on its own machine for the owner's page, and their answers. Elsewhere it refuses them.
import { ask, pathOf } from './api.ts';

export interface ChangedFile {
  readonly path: string;
  readonly action: 'create' | 'change' | 'remove' | 'none' | 'refused';
  readonly diff?: string;
  readonly error?: string;
}
export interface Adopted {
  readonly places: readonly { readonly program: string; readonly files: number; readonly files_new: number; readonly conversations: number; readonly memories: number }[];
  readonly stopped: boolean;
}

async function answer<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask<{ answer: T }>(path, { method: 'POST', body, signal })).answer;
}

export async function connect(client: string, how: { dry_run?: boolean; remove?: boolean }): Promise<readonly ChangedFile[]> {
  return (await answer<{ clients: { files: ChangedFile[] }[] }>(pathOf('clients', client), how)).clients.flatMap((each) => each.files);
}

export async function adopt(dry_run: boolean, signal?: AbortSignal): Promise<Adopted> {
  return answer<Adopted>('/adopt', { dry_run }, signal);
}

export interface Setting {
  readonly key: string;
  readonly value: string | number | boolean | null | readonly string[];
  readonly origin: string;
}

export async function settings(signal: AbortSignal): Promise<readonly Setting[]> {
  return (await answer<{ settings: Setting[] }>('/settings', {}, signal)).settings;
}

export async function change(key: string, value: string): Promise<void> {
  await answer('/settings', { key, value });
}

export async function backup(): Promise<{ file: string; memories: number }> {
  return ask('/backup', { method: 'POST', body: {} });
}

export interface Copies {
  readonly folder: string;
  readonly copies: readonly { readonly name: string; readonly made_at: string; readonly bytes: number }[];
}
export async function copies(signal?: AbortSignal): Promise<Copies> {
  return ask('/restore', { method: 'POST', body: {}, signal });
}

export async function restore(name: string): Promise<{ memories: number; kept?: string }> {
  return answer('/restore', { name });
}

export interface SyncState {
  readonly folder: string;
  readonly device: string;
  readonly synced_at: string;
  readonly waits: boolean;
  readonly devices: readonly { readonly id: string; readonly name: string; readonly state: 'this' | 'other' | 'left' | 'removed'; readonly written_at: string; readonly behind: number }[];
  readonly waiting: readonly string[];
  readonly refused: readonly string[];
}
export async function sync<T>(what: '' | 'init' | 'join' | 'now' | 'code' | 'leave', body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return ask(what === '' ? '/sync-folder' : `/sync-folder/${what}`, { method: 'POST', body, signal });
}

// How many memories there are more than before, as long as something is taken in, and at its end. Begins when those before are counted.
export async function watchGrowth(told: (more: number) => void): Promise<() => Promise<number | undefined>> {
  const total = () => ask<{ total: number }>('/stats').then((each) => each.total, () => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const before = await total();
  const look = async () => {
    const now = await total();
    if (over) return;
    if (now !== undefined && before !== undefined) told(now - before);
    timer = setTimeout(() => void look(), 1000);
  };
  timer = setTimeout(() => void look(), 1000);
  return async () => {
    over = true;
    clearTimeout(timer);
    const now = await total();
    return now === undefined || before === undefined ? undefined : now - before;
  };
}
