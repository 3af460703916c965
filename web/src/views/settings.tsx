// How the page looks, which database it shows, what goes in and out, and which assistants are connected.
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { complain } from '../notices.tsx';
import { letters } from '../keys.ts';
import { linkTo } from '../place.ts';
import { prefer, usePreferences, type Theme } from '../preferences.ts';
import { download } from '../files.ts';
import { bytes, count } from '../text.ts';
import { Adopt } from '../parts/adopt.tsx';
import { Connect } from '../parts/connect.tsx';
import { Importer } from '../parts/importer.tsx';
import { Line } from '../parts/texts.tsx';
import { ActivityLog } from '../parts/activity_log.tsx';
import { Backups } from './settings/backups.tsx';
import { Chosen } from './settings/chosen.tsx';
import { Sync } from './settings/sync.tsx';

const themes: readonly (readonly [Theme, string])[] = [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']];

const searches: Readonly<Record<string, string>> = { keyword: 'by words', semantic: 'by words and meaning', smart: 'by words and meaning, with a language model', autonomous: 'by words and meaning, with a language model' };

async function exportAll(): Promise<void> {
  download('ai-memory-export.json', JSON.stringify(await ask<unknown>('/export')));
}

interface Able {
  readonly version: string;
  readonly database?: string;
  readonly encrypted?: boolean;
  readonly tier: string;
}
const capabilities = (signal: AbortSignal) => ask<Able>('/capabilities', { signal });

function Encryption() {
  const encrypted = useLoaded('capabilities', capabilities).value?.encrypted;
  if (encrypted === undefined) return <p class="soft">…</p>;
  const command = encrypted ? 'decrypt' : 'encrypt';
  return (
    <>
      <p>{encrypted ? 'The file of the database is encrypted.' : 'The file of the database is not encrypted: whoever can read it can read the memories.'}</p>
      <p class="soft">The command below {encrypted ? 'stores it unencrypted again' : 'encrypts it'} in place, also while servers use it. It asks for a passphrase, which no page of a browser should see: so it runs at the terminal only.</p>
      <pre>ai-memory {command}</pre>
    </>
  );
}

function Database() {
  const stats = useLoaded('stats', (signal) => ask<{ total: number; db_size_bytes: number }>('/stats', { signal })).value;
  const able = useLoaded('capabilities', capabilities).value;
  return (
    <section class="card" aria-label="Database">
      <h2>Database</h2>
      <dl class="facts">
        {able?.database !== undefined && <div class="whole"><dt>Where</dt><dd><Line text={able.database} /></dd></div>}
        <div><dt>Holds</dt><dd>{stats ? `${count(stats.total, 'memory', 'memories')}, ${bytes(stats.db_size_bytes)}` : '…'}</dd></div>
        <div><dt>Version</dt><dd>{able ? `ai-memory ${able.version}` : '…'}</dd></div>
        <div><dt>Encrypted</dt><dd>{able?.encrypted === undefined ? '…' : able.encrypted ? 'yes' : 'no'}</dd></div>
        <div><dt>Search</dt><dd>{able ? searches[able.tier] ?? able.tier : '…'}</dd></div>
      </dl>
      <p class="soft">How memories are found, and whether the database is sound: <a href={linkTo('health')}>Health</a>.</p>
    </section>
  );
}

export function SettingsView() {
  const { theme, singleKeys } = usePreferences();
  return (
    <>
      <h1>Settings</h1>
      <div class="two settings">
        <section class="card" aria-label="This page">
          <h2>This page</h2>
          <div class="tabs" role="group" aria-label="Theme">
            {themes.map(([each, name]) => <button key={each} aria-pressed={theme === each} onClick={() => prefer({ theme: each })}>{name}</button>)}
          </div>
          <label class="switch"><input type="checkbox" checked={singleKeys} onChange={(event) => prefer({ singleKeys: event.currentTarget.checked })} /> Single-key shortcuts (Ctrl K always works)</label>
          <p class="soft">Press <kbd>?</kbd> for the keys; <kbd>g</kbd> <kbd>{letters.settings}</kbd> leads here.</p>
        </section>
        <Database />
        <section class="card" aria-label="Activity log"><h2>Activity log</h2><ActivityLog /></section>
        <section class="card" aria-label="Backups"><h2>Backups</h2><Backups /></section>
        <section class="card" aria-label="Sync"><h2>Sync of devices</h2><Sync /></section>
        <section class="card" aria-label="Encryption"><h2>Encryption</h2><Encryption /></section>
        <section class="card" aria-label="Export">
          <h2>Export</h2>
          <p class="soft">All memories, links and standards as JSON; it can be imported again.</p>
          <div class="actions"><button onClick={() => void exportAll().catch(complain)}>Export all memories</button></div>
        </section>
        <section class="card" aria-label="Import"><h2>Import</h2><Importer onDone={() => undefined} /></section>
        <section class="card" aria-label="What is here already"><h2>What is here already</h2><Adopt onDone={() => undefined} /></section>
        <section class="card" aria-label="Assistants"><h2>Assistants</h2><Connect /></section>
        <section class="card" aria-label="Configuration"><h2>Configuration</h2><Chosen /></section>
      </div>
      <p class="soft">The <a href="/docs">HTTP interface</a> has all that this page uses.</p>
    </>
  );
}
