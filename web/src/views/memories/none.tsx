// The list without memories: because nothing fits well, or because there are none yet.
import { ask } from '../../api.ts';
import { change } from '../../navigation.ts';
import { complain, notify } from '../../notices.tsx';
import { Empty } from '../../parts/states.tsx';
import { Importer } from '../../parts/importer.tsx';
import { Adopt } from '../../parts/adopt.tsx';
import { Connect } from '../../parts/connect.tsx';
import { sampleMemories, sampleSpace } from '../../sample.ts';
import { count } from '../../text.ts';

async function storeSample(): Promise<void> {
  await ask('/memories/bulk', { method: 'POST', body: sampleMemories });
}

function First({ onChanged }: { onChanged: () => void }) {
  return (
    <div class="first">
      <h2>No memories yet</h2>
      <p class="soft">Assistants store them while you work. Begin with one of these:</p>
      <div class="two">
        <section class="card" aria-label="Connect an assistant"><h3>Connect an assistant</h3><Connect /></section>
        <section class="card" aria-label="Bring memories in"><h3>Bring memories in</h3><Importer onDone={onChanged} /></section>
        <section class="card" aria-label="What is here already">
          <h3>What is here already</h3>
          <p class="soft">Sessions of assistants, and memories of other programs, on this machine.</p>
          <Adopt onDone={onChanged} />
        </section>
        <section class="card" aria-label="Write one">
          <h3>Write one</h3>
          <p class="soft">Here, or at the terminal:</p>
          <pre>ai-memory store -T "Deploys" -c "They go out on Tuesdays"</pre>
          <button class="main" onClick={() => change({ new: 1 })}>New memory</button>
        </section>
        <section class="card" aria-label="Look around">
          <h3>Look around</h3>
          <p class="soft">Twelve invented memories, in the namespace {sampleSpace}. To remove them: select all, Delete.</p>
          <button onClick={() => void storeSample().then(() => (onChanged(), notify('Stored the sample')), complain)}>Try sample data</button>
        </section>
      </div>
    </div>
  );
}

export function NoMemories({ filtered, ofDay, weaker, onChanged }: { filtered: boolean; ofDay: boolean; weaker: number; onChanged: () => void }) {
  if (!filtered) return <First onChanged={onChanged} />;
  if (ofDay) return <Empty title="Nothing of that day fits"><p>Versions are kept for a year. Choose a later day, other words, or <button onClick={() => change({ as_of: undefined })}>Show what is there now</button></p></Empty>;
  return (
    <Empty title={weaker > 0 ? 'No good match' : 'Nothing fits'}>
      <p>Try fewer or other words, or remove a filter.</p>
      {weaker > 0 && <button onClick={() => change({ weak: 1 })}>Show {count(weaker, 'weak match', 'weak matches')}</button>}{' '}
      <button onClick={() => change({ q: '', namespace: '', tier: '', kind: '', tags: '', source: '', agent_id: '', since: '', until: '' })}>Show all memories</button>
    </Empty>
  );
}
