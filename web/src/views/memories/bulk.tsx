// What is done with several memories at once, after their number was said.
import { useEffect, useRef, useState } from 'preact/hooks';
import { change } from '../../navigation.ts';
import { announce, complain, notify } from '../../notices.tsx';
import { count, figure } from '../../text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { addTag, forEach, merge, promote, remove, undoAll } from '../../actions.ts';
import { allMatches, mostFound, mostMatches, type Filter, type Rows } from '../../memories_source.ts';
import type { Memory } from '../../types.ts';

interface Props {
  readonly rows: Rows;
  readonly question: string;
  readonly every: boolean; // all that hold the words of the question are shown
  readonly filter: Filter;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onChanged: () => void;
}

type Action = 'delete' | 'promote' | 'tag' | 'merge';
const names: Readonly<Record<Action, string>> = { delete: 'Delete', promote: 'Make long', tag: 'Add a tag to', merge: 'Merge' };
const mostMerged = 100;

const several = (number: number) => count(number, 'memory', 'memories');
const idsOf = (memories: readonly Memory[]) => memories.map((each) => each.id);

export function Bulk({ rows, question, every, filter, selected, onSelect, onChanged }: Props) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [text, setText] = useState('');
  // What matches further down than the rows that are there.
  const [gathered, setGathered] = useState<{ key: string; memories: readonly Memory[] }>({ key: '', memories: [] });
  const [working, setWorking] = useState('');
  const stop = useRef(false);
  const key = JSON.stringify([question, filter]);
  const selectAll = (memories: readonly Memory[], most: number) => {
    onSelect(new Set(idsOf(memories)));
    announce(`${several(memories.length)} selected`);
    if (memories.length >= most) notify(`The first ${figure(most)} are selected; do it again for the rest`);
  };
  // Of a question, what is acted on is what is shown: first all with its words are, then they are selected.
  const wanted = useRef('');
  useEffect(() => {
    if (wanted.current !== key || !every || rows.loading) return;
    wanted.current = '';
    selectAll(rows.memories, mostFound);
  }, [key, every, rows.loading]);
  if (selected.size === 0 && working === '') return null;
  // What matched another question is not acted on unseen.
  const known = new Map([...(gathered.key === key ? gathered.memories : []), ...rows.memories].map((each) => [each.id, each]));
  const chosen = [...selected].flatMap((id) => known.get(id) ?? []);
  if (chosen.length === 0 && working === '') return null;
  const what = several(chosen.length);

  const gather = async () => {
    if (question !== '') {
      wanted.current = key;
      change({ every: 1 });
      return;
    }
    stop.current = false;
    setWorking('Looking for all …');
    try {
      const all = await allMatches(filter, (soFar) => setWorking(`Looking for all: ${figure(soFar)} so far`), () => stop.current);
      setGathered({ key, memories: all });
      selectAll(all, mostMatches);
    } catch (error) {
      complain(error);
    } finally {
      setWorking('');
    }
  };

  // `done`: what is said of so many.
  const doEach = async (doing: string, act: (memory: Memory) => Promise<unknown>, done: (number: string) => string, undoable = false, all: readonly Memory[] = chosen) => {
    stop.current = false;
    setWorking(`${doing} ${several(all.length)} …`);
    const result = await forEach(all, act, (number) => setWorking(`${doing}: ${figure(number)} of ${figure(all.length)}`), () => stop.current);
    setWorking('');
    const ids = idsOf(result.done);
    if (ids.length > 0) notify(done(several(ids.length)), undoable ? () => void undoAll(ids).then(onChanged, complain) : undefined);
    if (result.error !== undefined) throw result.error;
    if (ids.length < all.length) onSelect(new Set(idsOf(all.slice(ids.length))));
    else onSelect(new Set());
  };

  const act = async (action: Action) => {
    setAsked(null);
    try {
      if (action === 'delete') await doEach('Deleting', async (each) => (await remove(each.id), rows.remove(new Set([each.id]))), (number) => `Deleted ${number}`, true);
      else if (action === 'promote') await doEach('Making long', (each) => promote(each.id), (number) => `Made ${number} long`);
      else if (action === 'tag') {
        const tag = text.trim();
        // Memories that have it are not changed, so that an undo does not take back an older change.
        const without = chosen.filter((each) => !each.tags.includes(tag));
        await doEach('Tagging', (each) => addTag(each, tag), (number) => `Tagged ${number}`, true, without);
      }
      else {
        await merge(idsOf(chosen), text.trim(), chosen[0]!.namespace);
        notify(`Merged ${what}; the originals are in the archive`);
        onSelect(new Set());
      }
    } catch (error) {
      complain(error);
    }
    onChanged();
  };

  if (working !== '') {
    return (
      <div class="bulk" role="group" aria-label="With the selected memories">
        <span role="status">{working}</span>
        <button onClick={() => (stop.current = true)}>Stop</button>
      </div>
    );
  }
  const needsText = asked === 'tag' || asked === 'merge';
  return (
    <div class="bulk" role="group" aria-label="With the selected memories">
      <span>{what} selected</span>
      <button onClick={() => onSelect(new Set(idsOf(rows.memories)))}>All shown</button>
      {(question === '' ? rows.more : !every) && <button title={question === '' ? 'Also those further down the list' : 'Shows all that hold these words, and selects them'} onClick={() => void gather()}>All matching</button>}
      <button onClick={() => setAsked('tag')}>Tag</button>
      <button onClick={() => setAsked('promote')}>Make long</button>
      {chosen.length > 1 && chosen.length <= mostMerged && <button onClick={() => (setText(chosen[0]!.title), setAsked('merge'))}>Merge</button>}
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
