// Takes files that people have: exports of this program and of others. It says how many memories each file held.
import { useEffect, useState } from 'preact/hooks';
import { ask, send, withQuery } from '../api.ts';
import { watchGrowth } from '../own.ts';
import { linkTo } from '../place.ts';
import { count } from '../text.ts';
import { Line } from './texts.tsx';

interface Imported {
  readonly imported: number;
  readonly namespace?: string; // most of them are in it
  readonly conversations?: number;
  readonly skipped?: readonly string[]; // and why
  readonly errors: readonly string[];
}
interface Said {
  readonly name: string;
  readonly text: string;
  readonly bad: boolean;
  readonly taken: number; // memories
  readonly namespace?: string;
}

const atOnce = 500; // memories of a request

interface Mined {
  readonly namespace: string;
  readonly total_conversations: number;
  readonly added: number;
  readonly updated: number;
  readonly skipped: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  readonly problems: readonly { readonly reason: string }[];
}

const isNote = (name: string) => /\.(md|markdown|txt)$/i.test(name);

// Conversations of an export of another program; what is a memory store instead, the server names.
async function mine(file: File): Promise<Imported> {
  try {
    return await conversationsOf(file);
  } catch (error) {
    const from = /import it from ([a-z0-9-]+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (from === undefined) throw error;
    const { imported, skipped, namespace, errors } = await send<{ imported: number; skipped: number; namespace: string; errors: string[] }>(withQuery('/import-from', { name: file.name, from }), file, 'application/octet-stream');
    return { imported, namespace, skipped: skipped > 0 ? [`${skipped} already here`] : [], errors };
  }
}

async function conversationsOf(file: File): Promise<Imported> {
  const mined = await send<Mined>(withQuery('/mine', { name: file.name }), file, 'application/octet-stream');
  return { imported: mined.added + mined.updated, namespace: mined.namespace, conversations: mined.total_conversations, skipped: mined.reasons.map((each) => `${each.count} ${each.reason}`), errors: mined.problems.map((each) => each.reason) };
}

// Our export, a list of memories, notes by their headings; all else are conversations, which the server knows by their form.
async function take(file: File): Promise<Imported> {
  if (isNote(file.name)) {
    const path = file.name.replace(/\.[^.]+$/, '.md');
    const { added, updated, unchanged } = await ask<{ added: number; updated: number; unchanged: number }>('/import-markdown', { method: 'POST', body: { path, text: await file.text(), confirm: true } });
    return { imported: added + updated, namespace: 'global', skipped: [...(updated > 0 ? [`${updated} with a new text (the former one is in the history)`] : []), ...(unchanged > 0 ? [`${unchanged} already here`] : [])], errors: [] };
  }
  const head = await file.slice(0, 2000).text();
  // Ours begins with the archive, which may be longer than this head.
  if (/^\s*\{\s*"archive"\s*:/.test(head) || (/^\s*\{/.test(head) && /"(exported_at|format)"\s*:\s*"/.test(head))) return send<Imported>('/import', file);
  if (!/^\s*\[/.test(head) || !/"content"\s*:\s*"/.test(head) || /"(mapping|chat_messages|messages|role)"/.test(head)) return mine(file);
  const list = JSON.parse(await file.text()) as unknown[];
  let imported = 0;
  const errors: string[] = [];
  for (let first = 0; first < list.length; first += atOnce) {
    const reply = await ask<{ created: number; errors: { title?: string; reason: string }[] }>('/memories/bulk', { method: 'POST', body: list.slice(first, first + atOnce) });
    imported += reply.created;
    errors.push(...reply.errors.map((each) => `${each.title ?? ''} ${each.reason}`.trim()));
  }
  return { imported, errors };
}

function told({ imported, conversations, skipped = [], errors }: Imported): string {
  return [
    ...(conversations === undefined ? [] : [count(conversations, 'conversation')]),
    count(imported, 'memory', 'memories'),
    ...skipped.slice(0, 3),
    ...(errors.length > 0 ? [`${errors.length} not taken: ${errors[0]}`] : []),
  ].join(', ');
}

// `files`: dropped somewhere else on the page.
export function Importer({ onDone, onSeen, files }: { onDone: () => void; onSeen?: () => void; files?: readonly File[] }) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [busy, setBusy] = useState<{ name: string; more: number } | null>(null);
  const [over, setOver] = useState(false);
  const takeAll = async (files: readonly File[]) => {
    const results: Said[] = [];
    for (const file of files) {
      setBusy({ name: file.name, more: 0 });
      const end = await watchGrowth((more) => setBusy({ name: file.name, more }));
      try {
        const taken = await take(file), more = await end();
        // Memories that were there already do not count.
        const fresh = taken.skipped?.length || more === undefined || more < 0 || more >= taken.imported ? taken.imported : more;
        results.push({ name: file.name, text: told({ ...taken, ...(fresh < taken.imported ? { imported: fresh, skipped: [`${taken.imported - fresh} already here`] } : {}) }), bad: taken.imported === 0 && taken.errors.length > 0, taken: taken.imported, ...(taken.namespace === undefined ? {} : { namespace: taken.namespace }) });
      } catch (error) {
        void end();
        results.push({ name: file.name, text: error instanceof Error ? error.message : String(error), bad: true, taken: 0 });
      }
      setSaid([...results]);
    }
    setBusy(null);
    onDone();
  };
  useEffect(() => {
    if (files && files.length > 0) void takeAll(files);
  }, [files]);
  return (
    <div
      class={`drop${over ? ' over' : ''}`}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void takeAll([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <p class="soft">Drop files here, or anywhere on the page: exports of Claude, ChatGPT, Slack and others as they were downloaded (.zip or .json), exports of ai-memory, files of other memory stores, notes as Markdown.</p>
      <label class="button">Choose files<input class="unseen" type="file" multiple onChange={(event) => void takeAll([...(event.currentTarget.files ?? [])])} /></label>
      <div role="status">
        {busy && <p>Reading <Line text={busy.name} /> …{busy.more > 0 && ` ${count(busy.more, 'memory', 'memories')} so far`}</p>}
        <ul class="plain-list">{said.map((each) => <li key={each.name} class={each.bad ? 'bad' : 'good'}><Line text={each.name} />: <Line text={each.text} /></li>)}</ul>
        {said.some((each) => each.taken > 0) && !busy && <p><a href={linkTo('memories', { sort: 'newest', namespace: said.findLast((each) => each.taken > 0)?.namespace })} onClick={onSeen}>See them, newest first</a></p>}
      </div>
    </div>
  );
}
