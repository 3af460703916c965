// Which assistants on this machine can be connected, and by which command: it shows what it would change first.
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { complain, notify } from '../notices.tsx';
import { Line } from './texts.tsx';

interface Assistant {
  readonly client: string;
  readonly title: string;
  readonly there: boolean;
  readonly connected: boolean;
}

export function Connect() {
  const { value } = useLoaded('clients', (signal) => ask<{ clients: Assistant[] }>('/clients', { signal }), true);
  const there = value?.clients.filter((each) => each.there || each.connected) ?? [];
  const shown = there.length > 0 ? there : [{ client: 'claude-code', title: 'Claude Code', there: false, connected: false }];
  return (
    <>
      <p class="soft">With <code>--dry-run</code> a command shows each change it would make, and makes none.</p>
      <ul class="plain-list">
        {shown.slice(0, 6).map((each) => {
          const command = `ai-memory install ${each.client}`;
          return (
            <li key={each.client} class="head-line">
              <span><Line text={each.title} />{each.connected && <span class="good"> ✓ connected</span>}</span>
              {!each.connected && <><code class="line">{command}</code><button onClick={() => void navigator.clipboard.writeText(command).then(() => notify('Copied the command'), complain)}>Copy</button></>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
