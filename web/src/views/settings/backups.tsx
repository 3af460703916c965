// A backup is put back: one of the copies beside the database, after it was said what happens.
import { useState } from 'preact/hooks';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { backup, copies, restore, type Copies } from '../../own.ts';
import { bytes, count, moment } from '../../text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Line } from '../../parts/texts.tsx';

type Copy = Copies['copies'][number];
const shownAtOnce = 5;

export function Backups() {
  const { value, error, reload } = useLoaded('copies', copies, true);
  const [asked, setAsked] = useState<Copy | null>(null);
  const [busy, setBusy] = useState('');
  const run = (doing: string, act: () => Promise<void>) => {
    setBusy(doing);
    act().catch(complain).finally(() => (setBusy(''), reload()));
  };
  const make = () => run('Copying …', () => backup().then((made) => notify(`Copied ${count(made.memories, 'memory', 'memories')} to ${made.file}`)));
  const putBack = (copy: Copy) => {
    setAsked(null);
    run('Restoring …', () => restore(copy.name).then((done) => (dispatchEvent(new Event('undone')), notify(`Restored ${count(done.memories, 'memory', 'memories')}${done.kept === undefined ? '' : `; the former database is ${done.kept}`}`))));
  };
  const row = (copy: Copy) => (
    <li key={copy.name} class="link-row"><Line text={moment(copy.made_at)} /> <span class="soft">{bytes(copy.bytes)}</span> <button disabled={busy !== ''} aria-label={`Restore the backup of ${moment(copy.made_at)}`} onClick={() => setAsked(copy)}>Restore …</button></li>
  );
  return (
    <>
      <p class="soft">{value ? <>A backup is a copy of the whole database, kept in <Line text={value.folder} />.</> : 'A backup is a copy of the whole database.'}{error && <> {error.message}</>}</p>
      <div class="actions"><button disabled={busy !== ''} onClick={make}>Make a backup</button>{busy !== '' && <span role="status">{busy}</span>}</div>
      {value && value.copies.length > 0 && (
        <>
          <ul class="plain-list" aria-label="Backups, newest first">{value.copies.slice(0, shownAtOnce).map(row)}</ul>
          {value.copies.length > shownAtOnce && <details><summary>{value.copies.length - shownAtOnce} older</summary><ul class="plain-list">{value.copies.slice(shownAtOnce).map(row)}</ul></details>}
        </>
      )}
      {asked && (
        <Dialog title={`Restore the backup of ${moment(asked.made_at)}?`} onClose={() => setAsked(null)}>
          <p>The database becomes as it was then: memories stored since are gone from it, and former texts are back. A copy of the present database is kept beside it, from which everything can be had again. Assistants go on without a restart.</p>
          <div class="actions"><button autoFocus onClick={() => setAsked(null)}>Cancel</button><button class="danger" onClick={() => putBack(asked)}>Restore</button></div>
        </Dialog>
      )}
    </>
  );
}
