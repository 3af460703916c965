// Assistants on this machine: what connecting one would change in its files, and one button that does it.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { complain, notify } from '../notices.tsx';
import { connect, type ChangedFile } from '../own.ts';
import { visible } from '../text.ts';
import { Dialog } from './dialog.tsx';
import { Line } from './texts.tsx';

interface Assistant {
  readonly client: string;
  readonly title: string;
  readonly there: boolean;
  readonly connected: boolean;
}
interface Shown {
  readonly assistant: Assistant;
  readonly files: readonly ChangedFile[];
}

function Diff({ text }: { text: string }) {
  return (
    <pre class="diff" tabIndex={0}>
      {text.split('\n').map((line, i) => {
        const words = `${visible(line, true)}\n`;
        return /^\+(?!\+\+)/.test(line) ? <ins key={i}>{words}</ins> : /^-(?!--)/.test(line) ? <del key={i}>{words}</del> : words;
      })}
    </pre>
  );
}

export function Connect() {
  const { value, reload } = useLoaded('clients', (signal) => ask<{ clients: Assistant[] }>('/clients', { signal }), true);
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const there = value?.clients.filter((each) => each.there || each.connected) ?? [];
  const offered = there.length > 0 ? there : (value?.clients ?? []).slice(0, 1);
  const run = (doing: Promise<unknown>) => {
    setBusy(true);
    doing.catch(complain).finally(() => setBusy(false));
  };
  // Both at once: a button that is still disabled when the dialog opens does not take the focus.
  const look = (assistant: Assistant) => run(connect(assistant.client, { dry_run: true, remove: assistant.connected }).then((files) => (setBusy(false), setShown({ assistant, files }))));
  const act = ({ assistant }: Shown) =>
    run(connect(assistant.client, { remove: assistant.connected }).then((files) => {
      const failed = files.find((each) => each.error !== undefined)?.error;
      setShown(null);
      reload();
      if (failed !== undefined) throw new Error(failed);
      notify(assistant.connected ? `${assistant.title} is no longer connected` : `${assistant.title} is connected; start it again`);
    }));
  const verb = shown?.assistant.connected ? 'Disconnect' : 'Connect';
  return (
    <>
      {value && there.length === 0 && <p class="soft">None was found on this machine.</p>}
      <ul class="plain-list">
        {offered.slice(0, 8).map((each) => (
          <li key={each.client} class="head-line">
            <span><Line text={each.title} />{each.connected && <span class="good"> ✓ connected</span>}</span>
            <button class={each.connected ? 'plain' : ''} disabled={busy} aria-label={`${each.connected ? 'Disconnect' : 'Connect'} ${each.title} …`} onClick={() => look(each)}>{each.connected ? 'Disconnect' : 'Connect'} …</button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog title={`${verb} ${shown.assistant.title}`} onClose={() => setShown(null)}>
          <p>These files are changed, and a copy of each is kept. The same at the terminal: <code>ai-memory {verb === 'Connect' ? 'install' : 'uninstall'} {shown.assistant.client}</code></p>
          {shown.files.map((each) => (
            <section key={each.path} aria-label={each.path}>
              <h3><Line text={each.path} /></h3>
              {each.error !== undefined ? <p class="problem">{each.error}</p> : each.diff === undefined ? <p class="soft">Nothing to change.</p> : <Diff text={each.diff.split('\n').slice(2).join('\n')} />}
            </section>
          ))}
          <div class="actions at-end">
            <button onClick={() => setShown(null)}>Cancel</button>
            <button class="main" autoFocus disabled={busy} onClick={() => act(shown)}>{verb} {shown.assistant.title}</button>
          </div>
        </Dialog>
      )}
    </>
  );
}
