// The list without memories: because nothing fits, or because there are none yet.
import { change } from '../../navigation.ts';
import { Empty } from '../../parts/states.tsx';

export function NoMemories({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty title="Nothing fits">
        <p>Try fewer or other words, or take away a filter.</p>
        <button onClick={() => change({ q: '', namespace: '', tier: '', kind: '', tags: '', source: '', agent_id: '', since: '', until: '' })}>Show all memories</button>
      </Empty>
    );
  }
  return (
    <Empty title="No memories yet">
      <p>Assistants store them over MCP; you can write the first one here, or at the terminal:</p>
      <pre>ai-memory store -T "Deploys" -c "They go out on Tuesdays"</pre>
      <button class="main" onClick={() => change({ new: 1 })}>New memory</button>
    </Empty>
  );
}
