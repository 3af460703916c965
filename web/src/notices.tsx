// Short messages, one at a time: what was done, with a way back for ten seconds; and what only a screen reader says.
import { ask } from './api.ts';
import { useKeys } from './keys.ts';
import { useRedraw } from './redraw.ts';
import { figure } from './text.ts';
import { Sentence } from './parts/texts.tsx';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  readonly undo?: () => void;
}

export const undoTime = 10_000;
let notices: readonly Notice[] = [];
let said = '';
let next = 1;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function show(now: readonly Notice[]): void {
  notices = now;
  for (const each of listeners) each();
}

export function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  show(notices.filter((each) => each.id !== id));
}

function add(text: string, bad: boolean, undo?: () => void): void {
  const id = next++;
  for (const each of notices) clearTimeout(timers.get(each.id));
  show([{ id, text, bad, undo }]);
  timers.set(id, setTimeout(() => dismiss(id), bad ? undoTime * 2 : undoTime));
}

export function notify(text: string, undo?: () => void): void {
  add(text, false, undo);
}

export function complain(error: unknown): void {
  add(error instanceof Error ? error.message : String(error), true);
}

// For those who cannot see it: how many were found.
export function announce(text: string): void {
  if (said === text) return;
  said = text;
  show(notices);
}

// Undoes the last change, also one from before the page was loaded: the server knows it.
export async function undoLast(): Promise<void> {
  const { undone, id, count = 1 } = await ask<{ undone: string; id: string; count?: number }>('/undo', { method: 'POST' });
  const title = count > 1 ? ` of ${figure(count)} memories` : await ask<{ memory: { title: string } }>(`/memories/${encodeURIComponent(id)}`).then(({ memory }) => ` of “${memory.title.slice(0, 60)}”`, () => '');
  dispatchEvent(new Event('undone'));
  notify(`Undone: the last ${undone === 'settle' ? 'decision in Review' : undone}${title}`);
}

export function Notices() {
  useRedraw(listeners);
  const undoable = notices.find((each) => each.undo);
  const undo = (notice: Notice) => {
    dismiss(notice.id);
    notice.undo?.();
  };
  useKeys({ u: () => (undoable ? undo(undoable) : void undoLast().catch(complain)) });
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">{said}</div>
      <div class="notices" role="region" aria-label="Messages">
        <ul aria-live="polite">
          {notices.map((each) => (
            <li key={each.id} class={each.bad ? 'notice bad' : 'notice'}>
              <span><Sentence text={each.text} /></span>
              {each.undo && <button class="plain" onClick={() => undo(each)}>Undo <kbd>u</kbd></button>}
              <button class="plain" aria-label="Dismiss" onClick={() => dismiss(each.id)}>×</button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
