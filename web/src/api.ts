// Requests to the daemon this page came from, and what goes wrong with them as sentences that say what to do.
// Knows: HTTP. Must not know: views.
import { withProof } from './proof.ts';

export class Failed extends Error {
  // status 0: nobody answered. `lacking`: this server has no such operation.
  constructor(
    readonly status: number,
    message: string,
    readonly lacking = false,
  ) {
    super(message);
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

const advice = new Map<number, string>([
  [401, 'Open the page by the address that “ai-memory ui” prints, or start the daemon without a token.'],
  [403, 'Open the page from the address the daemon listens on.'],
  [413, 'Make it shorter.'],
  [503, 'Try again in a moment.'],
]);

async function failure(response: Response): Promise<Failed> {
  let sentence = `The server answered ${response.status}.`;
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'message' in body) sentence = sentenceOf(String(body.message));
  } catch {
    // Not ours, a proxy's: the status says enough.
  }
  const lacking = (response.status === 404 && sentence.startsWith('There is nothing at this path')) || response.status === 405;
  const ofToken = response.status === 403 && sentence.startsWith('The token');
  const more = ofToken ? 'Another token may: “ai-memory token create” makes one.' : advice.get(response.status);
  return new Failed(response.status, more === undefined ? sentence : `${sentence} ${more}`, lacking);
}

export function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// ---- whether the server is there ----

type Listener = (there: boolean) => void;
const listeners = new Set<Listener>();
let there = true;
let timer: ReturnType<typeof setTimeout> | undefined;

export function onServer(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function say(now: boolean): void {
  if (there === now) return;
  there = now;
  for (const each of listeners) each(now);
}

// Asks again until somebody answers; then everything that failed is loaded anew.
function watch(pause: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    fetch('/api/v1/health').then(
      () => say(true),
      () => watch(Math.min(pause * 1.5, 10_000)),
    );
  }, pause);
}

export function gone(): void {
  if (!there) return;
  say(false);
  watch(1000);
}

export interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Query;
  body?: unknown;
  madeFrom?: string; // updated_at of the state that was changed: 409 where it is another one now
  signal?: AbortSignal;
}

export async function ask<T>(path: string, { method = 'GET', query = {}, body, madeFrom, signal }: Options = {}): Promise<T> {
  return request<T>(withQuery(`/api/v1${path}`, query), {
    method,
    headers: madeFrom === undefined ? {} : { 'If-Match': `"${madeFrom}"` },
    body: JSON.stringify(body),
    signal,
  });
}

// A file, as it is.
export async function send<T>(path: string, file: Blob, type = 'application/json'): Promise<T> {
  return request<T>(`/api/v1${path}`, { method: 'POST', headers: { 'Content-Type': type }, body: file });
}

async function request<T>(address: string, { headers: more, body, signal, ...rest }: { method: string; headers: Record<string, string>; body?: string | Blob; signal?: AbortSignal }): Promise<T> {
  // Says that it is the page that asks, so that looking is not counted as use.
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers: Record<string, string> = { Accept: 'application/json', 'X-AI-Memory': 'page', ...withProof(), ...type, ...more };
  let response: Response;
  try {
    response = await fetch(address, { ...rest, headers, body, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    gone();
    throw new Failed(0, 'The server does not answer. Start it with “ai-memory serve”; this page goes on by itself then.');
  }
  say(true);
  if (!response.ok) throw await failure(response);
  return (await response.json()) as T;
}

export function pathOf(...segments: string[]): string {
  return segments.map((each) => `/${encodeURIComponent(each)}`).join('');
}
