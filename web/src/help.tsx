// Which keys do what, and the switch that turns single keys off. The manual has the same rows (src/cli/man.cpp).
import { Dialog } from './parts/dialog.tsx';
import { letters } from './keys.ts';
import { titleOf, views } from './place.ts';
import { prefer, usePreferences } from './preferences.ts';

const general: readonly (readonly [string, string])[] = [
  ['/', 'Search'],
  ['j  k', 'Next, previous'],
  ['Enter', 'Open'],
  ['Esc', 'Close'],
  ['n', 'New memory'],
  ['e', 'Edit the open memory'],
  ['x', 'Select the row'],
  ['Delete', 'Delete the open memory'],
  ['u', 'Undo'],
  ['?', 'Help'],
  ['Ctrl K', 'Commands'],
];
const review: readonly (readonly [string, string])[] = [
  ['a', 'Keep A, or keep it longer'],
  ['b', 'Keep B'],
  ['2', 'Keep both'],
  ['m', 'Merge'],
  ['c', 'Confirm'],
  ['d', 'Delete'],
  ['s', 'Skip'],
];

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl class="keys">
      {rows.map(([keys, what]) => (
        <div key={keys}>
          <dt>{keys.split('  ').map((key) => <kbd key={key}>{key}</kbd>)}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Help({ onClose }: { onClose: () => void }) {
  const { singleKeys } = usePreferences();
  return (
    <Dialog title="Keys" onClose={onClose} className="help">
      <Rows rows={general} />
      <h3>Go to</h3>
      <Rows rows={views.map((view) => [`g  ${letters[view]}`, titleOf(view)] as const)} />
      <h3>In Review</h3>
      <Rows rows={review} />
      <h3>In Activity</h3>
      <Rows rows={[['Space', 'Pause, continue']]} />
      <label class="switch">
        <input type="checkbox" checked={singleKeys} onChange={(event) => prefer({ singleKeys: event.currentTarget.checked })} />
        Single-key shortcuts (Ctrl K always works)
      </label>
      <p class="soft">The <a href="/docs">HTTP interface</a> has all that this page uses.</p>
    </Dialog>
  );
}
