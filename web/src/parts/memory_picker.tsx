// Names a memory by typing a part of it: the best fits are offered as one types.
import { useEffect, useId, useState } from 'preact/hooks';
import { ask, pathOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { excerpt } from '../text.ts';
import { Line } from './texts.tsx';
import type { Memory } from '../types.ts';

interface Props {
  readonly label: string;
  readonly onPick: (memory: Memory) => void;
  readonly onLeave?: () => void;
}

const isId = (text: string) => /^[0-9a-f]{4,8}(-?[0-9a-f]*)*$/.test(text) && text.length <= 36;

async function find(text: string, signal: AbortSignal): Promise<Memory[]> {
  const found = await ask<{ results: Memory[] }>('/search', { query: { q: text, limit: 8 }, signal });
  if (found.results.length > 0 || !isId(text)) return found.results;
  return ask<{ memory: Memory }>(pathOf('memories', text), { signal }).then((each) => [each.memory], () => []);
}

export function MemoryPicker({ label, onPick, onLeave }: Props) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 80);
    return () => clearTimeout(timer);
  }, [text]);
  const { value } = useLoaded(asked === '' ? null : asked, (signal) => find(asked, signal), true);
  const found = asked === '' ? [] : value ?? [];
  const pick = (memory: Memory | undefined) => {
    if (!memory) return;
    setText('');
    setAsked('');
    onPick(memory);
  };
  return (
    <label class="picker">
      {label}
      <input
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        placeholder="Words or id"
        autocomplete="off"
        maxLength={1000}
        value={text}
        onInput={(event) => (setText(event.currentTarget.value), setAt(0))}
        onKeyDown={(event) => {
          if (event.key === 'Escape') (event.stopPropagation(), setText(''), onLeave?.());
          else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
          else if (event.key === 'Enter') pick(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <ul role="listbox" id={id} aria-label="Memories that fit" hidden={found.length === 0}>
        {found.map((memory, i) => (
          <li key={memory.id} id={`${id}-${i}`} role="option" aria-selected={i === at} onMouseDown={(event) => (event.preventDefault(), pick(memory))}>
            <Line text={excerpt(memory.title, 80)} /> <span class="soft"><Line text={memory.namespace} /></span>
          </li>
        ))}
      </ul>
    </label>
  );
}
