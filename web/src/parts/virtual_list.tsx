// A list of any length of which only the rows in sight are drawn; rows are one height, and j and k go through them.
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { scrollTo, windowOf } from '../virtual.ts';

interface Props<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly row: (item: T, index: number) => ComponentChildren; // its first link or button takes the focus
  readonly onFocus?: (item: T, index: number) => void;
  readonly onNearEnd?: () => void;
  readonly more?: boolean;
  readonly current?: string; // the key of the row where j and k begin
}

export function VirtualList<T>({ label, items, rowHeight, keyOf, row, onFocus, onNearEnd, more = false, current }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrolled: 0, height: 600 });
  const [focused, setFocused] = useState(-1);
  const wanted = useRef<number | null>(null);

  const measure = () => {
    const element = box.current;
    if (element) setView((old) => (old.scrolled === element.scrollTop && old.height === element.clientHeight ? old : { scrolled: element.scrollTop, height: element.clientHeight }));
  };
  // It tells the size once the first layout is there: asked here, that layout would be part of the task that draws.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const { first, last } = windowOf(view.scrolled, view.height, rowHeight, items.length);
  useEffect(() => {
    if (more && last >= items.length - 20) onNearEnd?.();
  }, [last, items.length, more, onNearEnd]);

  const move = (step: number) => {
    const at = box.current?.contains(document.activeElement) ? focused : items.findIndex((each) => keyOf(each) === current);
    const index = Math.min(items.length - 1, Math.max(0, at + step));
    if (items.length === 0) return;
    const element = box.current;
    const top = element ? scrollTo(index, element.scrollTop, element.clientHeight, rowHeight) : undefined;
    if (element && top !== undefined) element.scrollTop = top;
    wanted.current = index;
    setFocused(index);
    measure();
  };
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const target = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] :is(a, button)`);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });
  useKeys({ j: () => move(1), k: () => move(-1) });

  // A row that is what it was is not made again, while one scrolls: new ones take the time of a frame already.
  const made = useRef<{ row: unknown; rows: Map<number, { item: T; element: VNode }> }>({ row: null, rows: new Map() });
  const before = made.current.row === row ? made.current.rows : new Map<number, { item: T; element: VNode }>();
  const rows = new Map<number, { item: T; element: VNode }>();
  made.current = { row, rows };
  const rowAt = (index: number) => {
    const item = items[index]!, known = before.get(index);
    const element = known?.item === item ? known.element : (
      <li key={keyOf(item)} data-index={index} aria-setsize={more ? -1 : items.length} aria-posinset={index + 1} style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}>
        {row(item, index)}
      </li>
    );
    rows.set(index, { item, element });
    return element;
  };

  const shown: number[] = [];
  for (let i = first; i < last; ++i) shown.push(i);
  // A row that has the focus stays, however far it is scrolled away.
  if (focused >= 0 && focused < items.length && (focused < first || focused >= last) && box.current?.contains(document.activeElement)) shown.push(focused);

  return (
    <div class="scroller" ref={box} onScroll={measure}>
      <ul
        class="virtual"
        aria-label={label}
        style={{ height: `${items.length * rowHeight}px` }}
        onFocusIn={(event) => {
          const index = Number((event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index') ?? -1);
          const item = items[index];
          if (item === undefined) return;
          setFocused(index);
          onFocus?.(item, index);
        }}
      >
        {shown.map(rowAt)}
      </ul>
    </div>
  );
}
