// One memory on all devices of a person, over a folder that they share: begin, join, look, leave.
import { useState } from 'preact/hooks';
import { Failed } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { sync, type SyncState } from '../../own.ts';
import { count } from '../../text.ts';
import { Age, Line } from '../../parts/texts.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/states.tsx';

interface Run {
  readonly new: number;
  readonly changed: number;
  readonly removed: number;
}
const told = (run: Run) => `${count(run.new, 'memory', 'memories')} new here, ${run.changed} changed, ${run.removed} deleted`;

// Null: no folder is shared.
async function state(signal: AbortSignal): Promise<SyncState | null> {
  return sync<SyncState>('', {}, signal).catch((error: unknown) => {
    if (error instanceof Failed && error.status === 404) return null;
    throw error;
  });
}

function Begin({ onCode, onDone }: { onCode: (code: string) => void; onDone: () => void }) {
  const [folder, setFolder] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const joins = code.trim() !== '';
  const begin = () => {
    setBusy(true);
    const done = joins
      ? sync<Run>('join', { folder: folder.trim(), code: code.trim() }).then((run) => notify(`Joined: ${told(run)}`))
      : sync<{ code: string }>('init', { folder: folder.trim() }).then((made) => onCode(made.code));
    done.then(onDone, complain).finally(() => setBusy(false));
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), begin())}>
      <p class="soft">One memory on all your devices, over a folder that reaches them: a cloud drive, Syncthing, a stick. What is in it is sealed, so that nobody else can read it.</p>
      <label>Folder on this machine<input required value={folder} placeholder="/home/you/Sync/memory" onInput={(event) => setFolder(event.currentTarget.value)} /></label>
      <label>Code of another device, to join it<input value={code} placeholder="empty: this is the first device" onInput={(event) => setCode(event.currentTarget.value)} /></label>
      <div class="actions"><button disabled={busy}>{busy ? 'Syncing …' : joins ? 'Join' : 'Share the folder'}</button></div>
    </form>
  );
}

export function Sync() {
  const { value, error, reload } = useLoaded('sync', state, true);
  const [code, setCode] = useState('');
  const [leaving, setLeaving] = useState(false);
  if (error) return <p class="problem">{error.message}</p>;
  if (value === undefined) return <Loading what="the shared folder" />;
  if (value === null) return <Begin onCode={setCode} onDone={reload} />;
  const now = () => void sync<Run>('now').then((run) => notify(`Synced: ${told(run)}`), complain).finally(reload);
  const leave = () => (setLeaving(false), void sync('leave').then(() => (setCode(''), notify('This device no longer syncs; its memories stay')), complain).finally(reload));
  return (
    <>
      <dl class="facts">
        <div class="whole"><dt>Folder</dt><dd><Line text={value.folder} /></dd></div>
        <div><dt>Last sync</dt><dd>{value.synced_at === '' ? 'not yet' : <Age time={value.synced_at} />}</dd></div>
        <div><dt>Waiting</dt><dd>{value.waits ? 'changes of this device' : value.waiting.length > 0 ? count(value.waiting.length, 'file') : 'nothing'}</dd></div>
      </dl>
      <ul class="plain-list" aria-label="Devices">
        {value.devices.map((each) => (
          <li key={each.id} class="link-row"><Line text={each.name} /> <span class="soft">{each.state === 'this' ? 'this device' : each.state === 'other' ? (each.behind > 0 ? `${count(each.behind, 'file')} not here yet` : 'up to date here') : each.state}</span></li>
        ))}
      </ul>
      {value.refused.length > 0 && <p class="problem">{count(value.refused.length, 'file')} in the folder {value.refused.length === 1 ? 'was' : 'were'} changed by somebody else, and not taken in.</p>}
      {code !== '' && <p class="note">Type this code on your other devices; whoever has it can read the folder: <b class="mono">{code}</b></p>}
      <div class="actions">
        <button onClick={now}>Sync now</button>
        {code === '' && <button onClick={() => void sync<{ code: string }>('code').then((each) => setCode(each.code), complain)}>Show the code</button>}
        <button class="plain" onClick={() => setLeaving(true)}>Leave …</button>
      </div>
      {leaving && (
        <Dialog title="Leave the shared folder?" onClose={() => setLeaving(false)}>
          <p>What waits is written first. Memories stay on all devices; changes no longer go from one to the other. You can join again with the code of another device.</p>
          <div class="actions"><button autoFocus onClick={() => setLeaving(false)}>Cancel</button><button class="danger" onClick={leave}>Leave</button></div>
        </Dialog>
      )}
    </>
  );
}
