// What is done with several memories at once, after their number was said.
import { useState } from 'preact/hooks';
import { complain, notify } from '../../notices.tsx';
import { count } from '../../text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { addTag, merge, promote, remove, undoAll } from '../../actions.ts';
import type { Rows } from '../../memories_source.ts';

interface Props {
  readonly rows: Rows;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onChanged: () => void;
}

type Action = 'delete' | 'promote' | 'tag' | 'merge';
const names: Readonly<Record<Action, string>> = { delete: 'Delete', promote: 'Make long', tag: 'Add a tag to', merge: 'Merge' };

export function Bulk({ rows, selected, onSelect, onChanged }: Props) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [text, setText] = useState('');
  const chosen = rows.memories.filter((each) => selected.has(each.id));
  if (chosen.length === 0) return null;
  const what = count(chosen.length, 'memory', 'memories');

  const act = async (action: Action) => {
    setAsked(null);
    try {
      if (action === 'delete') {
        for (const each of chosen) await remove(each.id);
        rows.remove(selected);
        notify(`Deleted ${what}`, () => void undoAll(chosen.map((each) => each.id)).then(onChanged, complain));
      } else if (action === 'promote') {
        for (const each of chosen) await promote(each.id);
        notify(`Made ${what} long`);
      } else if (action === 'tag') {
        for (const each of chosen) await addTag(each, text.trim());
        notify(`Tagged ${what}`);
      } else {
        await merge(chosen.map((each) => each.id), text.trim(), chosen[0]!.namespace);
        notify(`Merged ${what}; the originals are in the archive`);
      }
      onSelect(new Set());
    } catch (error) {
      complain(error);
    }
    onChanged();
  };
  const needsText = asked === 'tag' || asked === 'merge';
  return (
    <div class="bulk" role="group" aria-label="With the selected memories">
      <span>{what} selected</span>
      <button onClick={() => onSelect(new Set(rows.memories.map((each) => each.id)))}>All shown</button>
      <button onClick={() => setAsked('tag')}>Tag</button>
      <button onClick={() => setAsked('promote')}>Make long</button>
      {chosen.length > 1 && chosen.length <= 100 && <button onClick={() => (setText(chosen[0]!.title), setAsked('merge'))}>Merge</button>}
      <button class="danger" onClick={() => setAsked('delete')}>Delete</button>
      <button class="plain" onClick={() => onSelect(new Set())}>Clear</button>
      {asked && (
        <Dialog title={`${names[asked]} ${what}?`} onClose={() => setAsked(null)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void act(asked);
            }}
          >
            {needsText && (
              <label>
                {asked === 'tag' ? 'Tag' : 'Title of the merged memory'}
                <input autoFocus required value={text} maxLength={asked === 'tag' ? 128 : 512} onInput={(event) => setText(event.currentTarget.value)} />
              </label>
            )}
            <div class="actions">
              <button type="button" onClick={() => setAsked(null)}>Cancel</button>
              <button class={asked === 'delete' ? 'danger' : 'main'} autoFocus={!needsText}>{names[asked]} {what}</button>
            </div>
          </form>
        </Dialog>
      )}
    </div>
  );
}
