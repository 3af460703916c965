// What is done with several memories at once, after their number was said.
import { useEffect, useRef, useState } from 'preact/hooks';
import { change } from '../../navigation.ts';
import { announce, complain, notify } from '../../notices.tsx';
import { count, figure } from '../../text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { merge, mergedText, removeAll, undo, updateAll, type ChangesOfAll } from '../../actions.ts';
import { Line, Prose } from '../../parts/texts.tsx';
import { download } from '../../files.ts';
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

type Action = 'delete' | 'tag' | 'untag' | 'retag' | 'move' | 'priority' | 'lifetime' | 'merge';
const names: Readonly<Record<Action, string>> = {
  delete: 'Delete', tag: 'Add a tag to', untag: 'Remove a tag from', retag: 'Rename a tag of', move: 'Move', priority: 'Change the priority of', lifetime: 'Change how long to keep', merge: 'Merge',
};
const lifetimes = [['', 'For good'], ['365d', 'A year'], ['30d', '30 days'], ['7d', '7 days']] as const;
const fields: Readonly<Partial<Record<Action, string>>> = { tag: 'Tag', retag: 'New name', move: 'To namespace', priority: 'Priority, 1 to 10', merge: 'Title of the merged memory' };
const mostMerged = 100, mostAtOnce = 100;

const several = (number: number) => count(number, 'memory', 'memories');
const idsOf = (memories: readonly Memory[]) => memories.map((each) => each.id);

export function Bulk({ rows, question, every, filter, selected, onSelect, onChanged }: Props) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [text, setText] = useState('');
  const [tag, setTag] = useState(''); // the one that is removed or renamed
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

  // The change that an action makes.
  const changesOf = (action: Action): ChangesOfAll => {
    const entered = text.trim();
    if (action === 'tag') return { add_tags: [entered] };
    if (action === 'untag') return { remove_tags: [tag] };
    if (action === 'retag') return entered === tag ? {} : { remove_tags: [tag], add_tags: [entered] };
    if (action === 'move') return { namespace: entered };
    if (action === 'priority') return { priority: Number(entered) };
    return entered === '' ? { tier: 'long', expires_at: '' } : { expires_at: entered };
  };
  const act = async (action: Action) => {
    setAsked(null);
    stop.current = true;
    setWorking(`${action === 'delete' ? 'Deleting' : action === 'merge' ? 'Merging' : 'Changing'} ${what} …`);
    try {
      if (action === 'merge') {
        const id = await merge(chosen, text.trim());
        notify(`Merged ${what}; the originals are in the archive`, () => void undo(id).then(onChanged, complain));
      } else {
        const meant = action === 'retag' || action === 'untag' ? chosen.filter((each) => each.tags.includes(tag)) : chosen;
        const { number, undo: back } = action === 'delete' ? await removeAll(idsOf(meant)) : await updateAll(idsOf(meant), changesOf(action));
        const done = action === 'delete' ? 'Deleted' : action === 'tag' ? 'Tagged' : action === 'move' ? 'Moved' : 'Changed';
        notify(number > 0 ? `${done} ${several(number)}` : 'They are so already', back === undefined ? undefined : () => void undo(back).then(onChanged, complain));
      }
      onSelect(new Set());
    } catch (error) {
      complain(error);
    } finally {
      setWorking('');
    }
    onChanged();
  };
  const tagCounts = new Map<string, number>();
  for (const each of chosen.flatMap((memory) => memory.tags)) tagCounts.set(each, (tagCounts.get(each) ?? 0) + 1);
  // The tag that one has filtered by, or else the most frequent one, is the one meant.
  const tags = [...tagCounts].sort((a, b) => Number(b[0] === filter.tags) - Number(a[0] === filter.tags) || b[1] - a[1]).map(([each]) => each);
  const begin = (action: Action, entered = '') => {
    setText(entered);
    setTag(tags[0] ?? '');
    setAsked(action);
  };

  if (working !== '') {
    return (
      <div class="bulk" role="group" aria-label="With the selected memories">
        <span role="status">{working}</span>
        {!stop.current && <button onClick={() => (stop.current = true)}>Stop</button>}
      </div>
    );
  }
  const careful = asked === 'delete' && chosen.length > mostAtOnce; // Enter does not delete so many
  const field = asked ? fields[asked] : undefined, needsTag = asked === 'untag' || asked === 'retag';
  return (
    <div class="bulk" role="group" aria-label="With the selected memories">
      <span>{what} selected</span>
      <button class="plain" onClick={() => onSelect(new Set())}>Clear</button>
      {(question === '' ? rows.more : !every) && <button title={question === '' ? 'Also those further down the list' : 'Shows all that hold these words, and selects them'} onClick={() => void gather()}>All matching</button>}
      <button onClick={() => begin('tag')}>Tag</button>
      {tags.length > 0 && <button onClick={() => begin('retag')}>Rename tag</button>}
      {tags.length > 0 && <button onClick={() => begin('untag')}>Remove tag</button>}
      <button onClick={() => begin('move', chosen[0]?.namespace)}>Move</button>
      <button onClick={() => begin('priority', String(chosen[0]?.priority ?? 5))}>Priority</button>
      <button onClick={() => begin('lifetime')}>Lifetime</button>
      <button onClick={() => download('memories.json', JSON.stringify({ exported_at: new Date().toISOString(), memories: chosen.map(({ score: _, excerpt: __, explain: ___, ...memory }) => memory) }, null, 2))}>Export</button>
      {chosen.length > 1 && chosen.length <= mostMerged && <button onClick={() => begin('merge', chosen[0]!.title)}>Merge</button>}
      <button class="danger" onClick={() => begin('delete')}>Delete</button>
      {asked && (
        <Dialog title={`${names[asked]} ${what}?`} onClose={() => setAsked(null)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void act(asked);
            }}
          >
            {asked === 'delete' && (
              <>
                <ul class="sample">{chosen.slice(0, 5).map((each) => <li key={each.id}><Line text={each.title} /></li>)}{chosen.length > 5 && <li class="soft">and {figure(chosen.length - 5)} more</li>}</ul>
                <p class="soft">This can be undone.</p>
              </>
            )}
            {needsTag && <label>Tag<select value={tag} onChange={(event) => setTag(event.currentTarget.value)}>{tags.map((each) => <option key={each} value={each}>{each} ({tagCounts.get(each)})</option>)}</select></label>}
            {asked === 'lifetime' && <label>Keep<select value={text} onChange={(event) => setText(event.currentTarget.value)}>{lifetimes.map(([value, name]) => <option key={value} value={value}>{name}</option>)}</select></label>}
            {asked === 'merge' && <details open><summary>What merging gives</summary><div class="preview" tabIndex={0}><Prose text={mergedText(chosen)} /></div></details>}
            {field !== undefined && (
              <label>
                {field}
                <input autoFocus required onFocus={(event) => event.currentTarget.select()} value={text} {...(asked === 'priority' ? { inputMode: 'numeric', pattern: '[1-9]|10', title: '1 to 10' } : {})} onInput={(event) => setText(event.currentTarget.value)} />
              </label>
            )}
            <div class="actions">
              <button type="button" autoFocus={careful} onClick={() => setAsked(null)}>Cancel</button>
              <button class={asked === 'delete' ? 'danger' : 'main'} autoFocus={field === undefined && !careful}>{names[asked]} {what}</button>
            </div>
          </form>
        </Dialog>
      )}
    </div>
  );
}
