// Events that the server sends as they happen. Not by EventSource, which sends no headers: the proof of the session has to go along.
// Knows: HTTP. Must not know: what the events mean.
import { withProof } from './proof.ts';

export interface Said {
  readonly name: string;
  readonly data: string;
  readonly id?: string;
}

// The whole events of a text, and what is left of it.
export function eventsIn(text: string): { events: Said[]; rest: string } {
  const blocks = text.split(/\r?\n\r?\n/);
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) => {
    let name = 'message';
    let id: string | undefined;
    const data: string[] = [];
    for (const line of block.split(/\r?\n/)) {
      const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
      if (field === 'event') name = value ?? '';
      else if (field === 'id') id = value;
      else if (field === 'data') data.push(value ?? '');
    }
    return data.length === 0 ? [] : [{ name, data: data.join('\n'), ...(id === undefined ? {} : { id }) }];
  });
  return { events, rest };
}

export interface Listener {
  open(): void;
  // `comesBack`: it is tried again.
  lost(comesBack: boolean): void;
  event(said: Said): void;
}

const pause = 3_000; // until it is tried again

// Until the returned function is called. After an interruption it goes on where it was.
export function listen(path: string, listener: Listener): () => void {
  const stop = new AbortController();
  let last: string | undefined;

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const { events, rest } = eventsIn(text + decoder.decode(part.value, { stream: true }));
      text = rest;
      for (const each of events) {
        last = each.id ?? last;
        listener.event(each);
      }
    }
  }

  async function run(): Promise<void> {
    let comesBack = true;
    try {
      const headers = { Accept: 'text/event-stream', ...withProof(), ...(last === undefined ? {} : { 'Last-Event-ID': last }) };
      const response = await fetch(path, { headers, signal: stop.signal, cache: 'no-store' });
      comesBack = response.ok;
      if (response.ok && response.body) {
        listener.open();
        await read(response.body);
      }
    } catch {
      // Interrupted, or nobody is there.
    }
    if (stop.signal.aborted) return;
    listener.lost(comesBack);
    if (comesBack) setTimeout(() => void (stop.signal.aborted || run()), pause);
  }

  void run();
  return () => stop.abort();
}
