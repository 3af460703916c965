// The rows of the list: enough of each memory to know it again, what it is sorted by, and what of it matched.
import { change, usePlace } from '../../navigation.ts';
import { addressOf, changed } from '../../place.ts';
import { useKeys } from '../../keys.ts';
import { age, excerpt, unmarked } from '../../text.ts';
import { Found } from '../../parts/found.tsx';
import { Age, Line, Tier } from '../../parts/texts.tsx';
import { VirtualList } from '../../parts/virtual_list.tsx';
import type { Rows, Sort } from '../../memories_source.ts';
import type { Memory } from '../../types.ts';

interface Props {
  readonly rows: Rows;
  readonly question: string;
  readonly sort: Sort;
  readonly open: string;
  readonly selected: ReadonlySet<string>;
  readonly onToggle?: (id: string, range: boolean) => void; // missing: nothing can be selected
}

// The value that the list is sorted by; the age stands in every row.
function sortedBy(memory: Memory, sort: Sort): string | undefined {
  if (sort === 'recalled') return `recalled ${memory.access_count} ×`;
  if (sort === 'ending') return memory.expires_at === undefined ? 'kept forever' : `ends ${age(memory.expires_at, Date.now())}`;
  return sort === 'priority' ? `P${memory.priority}` : undefined;
}

interface RowProps {
  readonly memory: Memory;
  readonly href: string;
  readonly question: string;
  readonly sort: Sort;
  readonly open: boolean;
  readonly selected: boolean;
  readonly onToggle: ((id: string, range: boolean) => void) | undefined;
}

function Row({ memory, href, question, sort, open, selected, onToggle }: RowProps) {
  const by = memory.score === undefined ? sortedBy(memory, sort) : undefined;
  return (
    <div class={`row${open ? ' open' : ''}${selected ? ' selected' : ''}`}>
      <a class="row-link" href={href} data-memory={memory.id} aria-current={open ? 'true' : undefined}>
        <span class="row-title"><Found text={excerpt(memory.title, 200)} question={question} /></span>
      </a>
      <span class="row-facts">
        {memory.tags.slice(0, 3).map((tag) => <button key={tag} class="tag" tabIndex={-1} title="Only with this tag" onClick={() => change({ tags: tag, open: undefined })}><Line text={tag} /></button>)}
        <span class="namespace"><Line text={memory.namespace} /></span>
        <Tier tier={memory.tier} />
        {memory.contradicted_by !== undefined && <span class="tag disputed">contradicted</span>}
        {memory.superseded_by !== undefined && <span class="tag">replaced</span>}
        {memory.memory_kind !== undefined && <span class="tag">{memory.memory_kind}</span>}
        {by !== undefined && <span class="by">{by}</span>}
        <Age time={sort === 'newest' ? memory.created_at : memory.content_at ?? memory.created_at} />
        {memory.score !== undefined && <span class="score" title="How well it fits, 0 to 1">{memory.score.toFixed(2)}</span>}
      </span>
      {onToggle ? <input type="checkbox" class="pick" tabIndex={selected || open ? 0 : -1} checked={selected} aria-label={`Select ${excerpt(memory.title, 60)}`} onClick={(event) => onToggle(memory.id, event.shiftKey)} /> : <span />}
      <span class="row-text"><Found text={excerpt(unmarked((memory.excerpt ?? memory.content).slice(0, 1000)), 260)} question={question} /></span>
    </div>
  );
}

export const rowHeight = 66;

export function MemoryList({ rows, question, sort, open, selected, onToggle }: Props) {
  const place = usePlace();
  const focusedId = () => document.activeElement?.closest('li')?.querySelector('[data-memory]')?.getAttribute('data-memory');
  const toggle = (range: boolean) => {
    const id = focusedId() ?? open;
    if (id) onToggle?.(id, range);
  };
  useKeys({ x: () => toggle(false), X: () => toggle(true) });
  return (
    <VirtualList
      label={question === '' ? 'Memories' : 'Memories found'}
      items={rows.memories}
      rowHeight={rowHeight}
      keyOf={(memory) => memory.id}
      more={rows.more}
      onNearEnd={rows.loadMore}
      current={open}
      row={(memory) => (
        <Row
          memory={memory}
          href={addressOf('memories', changed(place, { open: memory.id, edit: undefined, new: undefined }).params)}
          question={question}
          sort={sort}
          open={memory.id === open}
          selected={selected.has(memory.id)}
          onToggle={onToggle}
        />
      )}
    />
  );
}
