// Takes files that people have: exports of this program and of others. It says how many memories each file held.
import { useState } from 'preact/hooks';
import { ask, send } from '../api.ts';
import { linkTo } from '../place.ts';
import { count } from '../text.ts';
import { Line } from './texts.tsx';

interface Imported {
  readonly imported: number;
  readonly errors: readonly string[];
}
interface Said {
  readonly name: string;
  readonly text: string;
  readonly bad: boolean;
}

const atOnce = 500; // memories of a request

// An export goes as it is; a list of memories in parts; any other text is one memory, named after its file.
async function take(file: File): Promise<Imported> {
  if (!/\.(json|md|markdown|txt)$/i.test(file.name)) throw new Error('exports are .json files; notes are .md or .txt');
  if (!/\.json$/i.test(file.name)) {
    const content = await file.text(), title = file.name.replace(/\.[^.]+$/, '');
    await ask('/memories', { method: 'POST', body: { title, content, tier: 'long', source: 'user' } });
    return { imported: 1, errors: [] };
  }
  const list = /^\s*\[/.test(await file.slice(0, 100).text()) ? (JSON.parse(await file.text()) as unknown[]) : undefined;
  if (!list) return send<Imported>('/import', file);
  let imported = 0;
  const errors: string[] = [];
  for (let first = 0; first < list.length; first += atOnce) {
    const reply = await ask<{ created: number; errors: { title?: string; reason: string }[] }>('/memories/bulk', { method: 'POST', body: list.slice(first, first + atOnce) });
    imported += reply.created;
    errors.push(...reply.errors.map((each) => `${each.title ?? ''} ${each.reason}`.trim()));
  }
  return { imported, errors };
}

export function Importer({ onDone }: { onDone: () => void }) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [busy, setBusy] = useState('');
  const [over, setOver] = useState(false);
  const takeAll = async (files: readonly File[]) => {
    const results: Said[] = [];
    for (const file of files) {
      setBusy(file.name);
      try {
        const { imported, errors } = await take(file);
        results.push({ name: file.name, text: `${count(imported, 'memory', 'memories')}${errors.length > 0 ? `, ${errors.length} not taken: ${errors[0]}` : ''}`, bad: imported === 0 && errors.length > 0 });
      } catch (error) {
        results.push({ name: file.name, text: error instanceof Error ? error.message : String(error), bad: true });
      }
      setSaid([...results]);
    }
    setBusy('');
    onDone();
  };
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
      <p class="soft">Drop files here: exports of ai-memory, lists of memories as JSON, notes as Markdown. Conversations, and other programs' stores, are taken in by <code>ai-memory mine FILE</code> and <code>import FILE</code>.</p>
      <label class="button">Choose files<input class="unseen" type="file" multiple onChange={(event) => void takeAll([...(event.currentTarget.files ?? [])])} /></label>
      <div role="status">
        {busy !== '' && <p>Reading <Line text={busy} /> …</p>}
        <ul class="plain-list">{said.map((each) => <li key={each.name} class={each.bad ? 'bad' : 'good'}><Line text={each.name} />: <Line text={each.text} /></li>)}</ul>
        {said.some((each) => !each.bad) && busy === '' && <p><a href={linkTo('memories', { sort: 'newest' })}>See them, newest first</a></p>}
      </div>
    </div>
  );
}
