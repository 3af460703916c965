// A memory as a form: a new one, or changes to one that is there. It keeps a draft until that is saved or discarded.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, Failed, pathOf } from '../../api.ts';
import { create, remove, undo, update, type Changes, type Draft } from '../../actions.ts';
import { compared, smoothed } from '../../diff.ts';
import { draftOfOther, forgetOther, keepDraft, keptDraft, type Kept } from '../../drafts.ts';
import { useLoaded } from '../../loading.ts';
import { useKeys } from '../../keys.ts';
import { change } from '../../navigation.ts';
import { complain, notify } from '../../notices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Marked } from '../../parts/marked.tsx';
import { Sentence } from '../../parts/texts.tsx';
import { excerpt, moment } from '../../text.ts';
import type { Memory } from '../../types.ts';

interface Props {
  readonly memory?: Memory;
  readonly namespace?: string; // where a new one goes
  readonly title?: string; // prefilled in a new one
  readonly onDone: (id?: string) => void;
  readonly onUndone?: () => void;
}

const empty: Draft = { title: '', content: '', namespace: 'global', tier: 'long', tags: [], priority: 5, confidence: 1 };
const tiers = [['short', '6 hours'], ['mid', '7 days'], ['long', 'for good']] as const;
const fieldsOf = ({ title, content, namespace, tier, tags, priority, confidence }: Draft): Draft => ({ title, content, namespace, tier, tags, priority, confidence });
const tagsIn = (text: string) => [...new Set(text.split(',').map((each) => each.trim()).filter(Boolean))];

const fieldNames: Readonly<Record<keyof Draft, string>> = { title: 'Title', content: 'Content', namespace: 'Namespace', tier: 'Kept', tags: 'Tags', priority: 'Priority', confidence: 'Confidence' };
const different = (a: Draft, b: Draft) => (Object.keys(fieldNames) as (keyof Draft)[]).filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
const only = (draft: Draft, names: readonly (keyof Draft)[]): Changes => Object.fromEntries(names.map((name) => [name, draft[name]]));

// Both texts, and a choice: nothing is overwritten unseen. `changed`: what is saved; all else stays as the others have it.
function Conflict({ mine, theirs, changed, onMine, onTheirs }: { mine: Draft; theirs: Memory; changed: readonly (keyof Draft)[]; onMine: () => void; onTheirs: () => void }) {
  const [left, right] = compared(theirs.content, changed.includes('content') ? mine.content : theirs.content).map(smoothed);
  const facts = changed.filter((name) => name !== 'content' && name !== 'title' && JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]));
  return (
    <section class="problem conflict" role="alert">
      <p>Somebody else changed this memory at {moment(theirs.updated_at)}, after you began.</p>
      <div class="two">
        <article class="card" aria-label="As it is now"><h3>As it is now: {theirs.title}</h3><Marked parts={left ?? []} side="del" /></article>
        <article class="card" aria-label="Yours"><h3>Yours: {changed.includes('title') ? mine.title : theirs.title}</h3><Marked parts={right ?? []} side="ins" /></article>
      </div>
      {facts.map((name) => <p key={name}>{fieldNames[name]}: <del>{String(theirs[name])}</del> <ins>{String(mine[name])}</ins></p>)}
      <p class="soft">Saving changes what you changed ({changed.map((name) => fieldNames[name].toLowerCase()).join(', ')}), and nothing else.</p>
      <div class="actions">
        <button type="button" onClick={onMine}>Save mine over it</button>
        <button type="button" onClick={onTheirs}>Take theirs, discard mine</button>
      </div>
    </section>
  );
}

export function MemoryForm({ memory, namespace, title: begun = '', onDone, onUndone }: Props) {
  const id = memory?.id ?? '';
  const [kept] = useState(() => keptDraft(id));
  const [other, setOther] = useState(() => draftOfOther(id));
  const original: Draft = memory ? fieldsOf(memory) : { ...empty, title: begun, ...(namespace === undefined ? {} : { namespace }) };
  const [draft, setDraft] = useState<Draft>(kept?.draft ?? original);
  const [tags, setTags] = useState(kept?.tags ?? original.tags.join(', '));
  const [base, setBase] = useState(kept?.base ?? original); // the state that is changed
  const [madeFrom, setMadeFrom] = useState(kept?.madeFrom ?? memory?.updated_at);
  const [theirs, setTheirs] = useState<Memory | null>(null);
  const [lost, setLost] = useState(false); // it was deleted meanwhile
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { value: names } = useLoaded('facets', (signal) => ask<{ namespace?: { value: string }[]; tag?: { value: string }[] }>('/facets', { signal }));
  const title = useRef<HTMLInputElement>(null);
  const first = useRef(JSON.stringify([original, original.tags.join(', ')]));
  const dirty = JSON.stringify([draft, tags]) !== first.current;
  const whole: Draft = { ...draft, tags: tagsIn(tags) };
  const changed = different(whole, base);
  useLayoutEffect(() => title.current?.focus(), []);
  // Before the tab can be left: a draft taken from another tab is kept nowhere else by then.
  useLayoutEffect(() => {
    keepDraft(id, dirty ? { draft, tags, base, madeFrom } : undefined);
  }, [draft, tags, dirty, base, madeFrom]);
  // Opening another row keeps the draft, and says so.
  const left = useRef(false);
  left.current = dirty && !busy;
  useEffect(() => () => void (left.current && keptDraft(id) && notify('What you typed is kept as a draft')), []);
  const set = (changes: Partial<Draft>) => setDraft((old) => ({ ...old, ...changes }));
  // The question comes when the key is done: Escape would close it again.
  const leave = () => {
    if (dirty) setTimeout(() => setAsking(true));
    else onDone();
  };
  useKeys({ Escape: () => asking || leave() });
  const show = (from: Kept) => (setDraft(from.draft), setTags(from.tags), setBase(from.base ?? original), setMadeFrom(from.madeFrom ?? memory?.updated_at));
  const takeOther = () => {
    if (other) show(other);
    forgetOther(id);
    setOther(undefined);
  };
  const discard = () => (keepDraft(id, undefined), onDone());

  const save = async (from = madeFrom) => {
    if (busy) return; // another process may hold the database for a while
    setBusy(true);
    setProblem('');
    try {
      const saved = memory && !lost ? await update(memory.id, only(whole, changed), from) : await create(whole);
      const made = (!memory || lost) && !('replaced' in saved);
      keepDraft(id, undefined);
      const back = () => (made ? remove(saved.id) : undo(saved.id)).then(() => (made ? change({ open: undefined }, true) : undefined, notify('Undone'), onUndone?.()), complain);
      notify(memory && !lost ? 'Saved' : made ? 'Stored' : 'Stored in place of the one with this title', () => void back());
      onDone(saved.id);
    } catch (error) {
      setBusy(false);
      const now = memory && error instanceof Failed && error.status === 409 ? await ask<{ memory: Memory }>(pathOf('memories', memory.id)).catch(() => null) : null;
      if (memory && error instanceof Failed && error.status === 404) setLost(true);
      else if (now && now.memory.updated_at !== from) setTheirs(now.memory);
      else setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      class="detail form"
      aria-label={memory ? 'Edit memory' : 'New memory'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (asking) return;
        if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') void save();
      }}
    >
      <h2>{memory ? 'Edit memory' : 'New memory'}</h2>
      {kept && <p class="note">Your draft is back. <button type="button" class="plain" onClick={() => show({ draft: original, tags: original.tags.join(', ') })}>Start over</button></p>}
      {other && <p class="note">A draft of another tab is here{other.draft.title !== original.title && `, “${excerpt(other.draft.title, 60)}”`}. <button type="button" class="plain" onClick={takeOther}>Continue it here</button> <button type="button" class="plain" onClick={() => (forgetOther(id), setOther(undefined))}>Discard it</button></p>}
      {problem !== '' && <p class="problem" role="alert"><Sentence text={problem} /></p>}
      {lost && <p class="problem" role="alert">Somebody deleted this memory after you began. What you typed is here: “Store as new” keeps it.</p>}
      {theirs && <Conflict mine={whole} theirs={theirs} changed={changed} onMine={() => (setTheirs(null), setMadeFrom(theirs.updated_at), void save(theirs.updated_at))} onTheirs={discard} />}
      <label>Title<input ref={title} required dir="auto" value={draft.title} onInput={(event) => set({ title: event.currentTarget.value })} /></label>
      <label>Content<textarea required dir="auto" rows={10} value={draft.content} onInput={(event) => set({ content: event.currentTarget.value })} /></label>
      <div class="pair">
        <label>Namespace<input required list="namespaces" value={draft.namespace} onInput={(event) => set({ namespace: event.currentTarget.value })} /></label>
        <label>Kept
          <select value={draft.tier} onChange={(event) => set({ tier: event.currentTarget.value })}>
            {tiers.map(([tier, text]) => <option key={tier} value={tier}>{tier}: {text}</option>)}
          </select>
        </label>
      </div>
      <datalist id="namespaces">{names?.namespace?.map((each) => <option key={each.value} value={each.value} />)}</datalist>
      <label>Tags (comma-separated)<input list="tags" value={tags} onInput={(event) => setTags(event.currentTarget.value)} /></label>
      <datalist id="tags">{names?.tag?.map((each) => <option key={each.value} value={[...tagsIn(tags.replace(/[^,]*$/, '')), each.value].join(', ')} />)}</datalist>
      <div class="pair">
        <label>Priority, 1 to 10<input type="number" min={1} max={10} value={draft.priority} onInput={(event) => set({ priority: event.currentTarget.valueAsNumber })} /></label>
        <label>Confidence, 0 to 1<input type="number" min={0} max={1} step={0.05} value={draft.confidence} onInput={(event) => set({ confidence: event.currentTarget.valueAsNumber })} /></label>
      </div>
      <div class="actions">
        <button type="button" onClick={leave}>Cancel</button>
        <button class="main" disabled={busy}>{lost ? 'Store as new' : memory ? (busy ? 'Saving …' : 'Save') : busy ? 'Storing …' : 'Store'}</button>
      </div>
      {asking && (
        <Dialog title="Discard what you typed?" onClose={() => setAsking(false)}>
          <p>It is not saved. As a draft it is here again when you open this form.</p>
          <div class="actions">
            <button type="button" class="main" autoFocus onClick={() => setAsking(false)}>Keep editing</button>
            <button type="button" onClick={() => onDone()}>Keep as a draft</button>
            <button type="button" class="danger" onClick={discard}>Discard</button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
