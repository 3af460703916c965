// The rows of the list: enough of each memory to know it again.
import { usePlace } from '../../navigation.ts';
import { addressOf, changed } from '../../place.ts';
import { useKeys } from '../../keys.ts';
import { excerpt } from '../../text.ts';
import { Age, Line, Tags, Tier } from '../../parts/texts.tsx';
import { VirtualList } from '../../parts/virtual_list.tsx';
import type { Rows } from '../../memories_source.ts';
import type { Memory } from '../../types.ts';

interface Props {
  readonly rows: Rows;
  readonly question: string;
  readonly open: string;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

function Row({ memory, href, open, selected, onToggle }: { memory: Memory; href: string; open: boolean; selected: boolean; onToggle: (id: string) => void }) {
  return (
    <div class={`row${open ? ' open' : ''}${selected ? ' selected' : ''}`}>
      <a class="row-link" href={href} data-memory={memory.id} aria-current={open ? 'true' : undefined}>
        <span class="row-title"><Line text={excerpt(memory.title, 200)} /></span>
        <span class="row-text"><Line text={excerpt(memory.content, 220)} /></span>
        <span class="row-facts">
          <Tier tier={memory.tier} />
          <span class="namespace"><Line text={memory.namespace} /></span>
          {memory.memory_kind !== undefined && <span class="tag">{memory.memory_kind}</span>}
          <span class="row-tags"><Tags tags={memory.tags.slice(0, 4)} /></span>
          <Age time={memory.updated_at} />
          {memory.score !== undefined && <span class="score" title="How well it fits, 0 to 1">{memory.score.toFixed(2)}</span>}
        </span>
      </a>
      <input type="checkbox" class="pick" tabIndex={selected || open ? 0 : -1} checked={selected} aria-label={`Select ${excerpt(memory.title, 60)}`} onChange={() => onToggle(memory.id)} />
    </div>
  );
}

export function MemoryList({ rows, question, open, selected, onToggle }: Props) {
  const place = usePlace();
  const focusedId = () => document.activeElement?.closest('li')?.querySelector('[data-memory]')?.getAttribute('data-memory');
  useKeys({
    x: () => {
      const id = focusedId() ?? open;
      if (id) onToggle(id);
    },
  });
  return (
    <VirtualList
      label={question === '' ? 'Memories' : 'Memories found'}
      items={rows.memories}
      rowHeight={84}
      keyOf={(memory) => memory.id}
      more={rows.more}
      onNearEnd={rows.loadMore}
      current={open}
      row={(memory) => (
        <Row
          memory={memory}
          href={addressOf('memories', changed(place, { open: memory.id, edit: undefined, new: undefined }).params)}
          open={memory.id === open}
          selected={selected.has(memory.id)}
          onToggle={onToggle}
        />
      )}
    />
  );
}
