// A memory as a form: a new one, or changes to one that is there.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api.ts';
import { create, update, type Draft } from '../../actions.ts';
import { useLoaded } from '../../loading.ts';
import { notify } from '../../notices.tsx';
import type { Memory } from '../../types.ts';

interface Props {
  readonly memory?: Memory;
  readonly onDone: (id?: string) => void;
}

const empty: Draft = { title: '', content: '', namespace: 'global', tier: 'long', tags: [], priority: 5, confidence: 1 };
const tiers = [['short', 'short: 6 hours'], ['mid', 'mid: 7 days'], ['long', 'long: permanent']] as const;

export function MemoryForm({ memory, onDone }: Props) {
  const [draft, setDraft] = useState<Draft>(memory ?? empty);
  const [tags, setTags] = useState((memory?.tags ?? []).join(', '));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { value: names } = useLoaded('namespaces', (signal) => ask<{ namespaces: { namespace: string }[] }>('/namespaces', { signal }));
  const title = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  const set = (changes: Partial<Draft>) => setDraft((old) => ({ ...old, ...changes }));

  const save = async () => {
    if (busy) return; // another process may hold the database for a while
    setBusy(true);
    setProblem('');
    const { title, content, namespace, tier, priority, confidence } = draft;
    const kept = { title, content, namespace, tier, priority, confidence, tags: [...new Set(tags.split(',').map((each) => each.trim()).filter(Boolean))] };
    try {
      const id = memory ? (await update(memory.id, kept), memory.id) : await create(kept);
      notify(memory ? 'Saved' : 'Stored');
      onDone(id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
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
        if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') void save();
        if (event.key === 'Escape') (event.stopPropagation(), onDone());
      }}
    >
      <h2>{memory ? 'Edit memory' : 'New memory'}</h2>
      {problem !== '' && <p class="problem" role="alert">{problem}</p>}
      <label>Title<input ref={title} required dir="auto" maxLength={512} value={draft.title} onInput={(event) => set({ title: event.currentTarget.value })} /></label>
      <label>Content<textarea required dir="auto" rows={10} maxLength={65536} value={draft.content} onInput={(event) => set({ content: event.currentTarget.value })} /></label>
      <div class="pair">
        <label>Namespace<input required list="namespaces" maxLength={128} value={draft.namespace} onInput={(event) => set({ namespace: event.currentTarget.value })} /></label>
        <label>Tier
          <select value={draft.tier} onChange={(event) => set({ tier: event.currentTarget.value })}>
            {tiers.map(([tier, text]) => <option key={tier} value={tier}>{text}</option>)}
          </select>
        </label>
      </div>
      <datalist id="namespaces">{names?.namespaces.slice(0, 200).map((each) => <option key={each.namespace} value={each.namespace} />)}</datalist>
      <label>Tags, with commas between<input value={tags} onInput={(event) => setTags(event.currentTarget.value)} /></label>
      <div class="pair">
        <label>Priority, 1 to 10<input type="number" min={1} max={10} value={draft.priority} onInput={(event) => set({ priority: event.currentTarget.valueAsNumber })} /></label>
        <label>Confidence, 0 to 1<input type="number" min={0} max={1} step={0.05} value={draft.confidence} onInput={(event) => set({ confidence: event.currentTarget.valueAsNumber })} /></label>
      </div>
      <div class="actions">
        <button type="button" onClick={() => onDone()}>Cancel</button>
        <button class="main" disabled={busy}>{memory ? (busy ? 'Saving …' : 'Save') : busy ? 'Storing …' : 'Store'}</button>
      </div>
    </form>
  );
}
