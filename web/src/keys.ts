// Single keys: what they do depends on what is shown; the part that came last is asked first.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { preferences } from './preferences.ts';
import { views, type View } from './place.ts';
import { go } from './navigation.ts';
import { linkTo } from './place.ts';

export type Keys = Readonly<Record<string, () => void>>;

export const letters: Readonly<Record<View, string>> = {
  memories: 'm',
  live: 'l',
  review: 'r',
  sessions: 's',
  graph: 'g',
  timeline: 't',
  archive: 'd',
  why: 'w',
  playground: 'p',
  health: 'h',
  audit: 'a',
  settings: 'o',
};

const shown: { current: Keys }[] = [];
let leading = 0; // when "g" was pressed

// From the moment they are shown until they are not: later, a key would be lost or do what was meant for what is gone.
export function useKeys(keys: Keys): void {
  const kept = useRef(keys);
  kept.current = keys;
  useLayoutEffect(() => {
    shown.push(kept);
    return () => void shown.splice(shown.indexOf(kept), 1);
  }, []);
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));
}

function find(key: string): (() => void) | undefined {
  for (let i = shown.length - 1; i >= 0; --i) {
    const keys = shown[i]?.current;
    if (keys !== undefined && Object.hasOwn(keys, key)) return keys[key];
  }
  return undefined;
}

export function onKeyDown(event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  if (event.isComposing || event.altKey) return;
  if (control && event.key.toLowerCase() === 'k') return run(event, find('Ctrl-K'));
  if (control || event.defaultPrevented) return;
  if (event.key === 'Escape') return run(event, find('Escape'), false);
  if (isTyping(event.target) || document.querySelector('dialog[open]') || !preferences().singleKeys) return;
  const led = event.timeStamp - leading < 1500 && leading > 0;
  leading = 0;
  if (led) {
    const view = views.find((each) => letters[each] === event.key);
    return run(event, view && (() => go(linkTo(view))));
  }
  if (event.key === 'g') leading = event.timeStamp;
  else run(event, find(event.key));
}

function run(event: KeyboardEvent, action: (() => void) | undefined, prevent = true): void {
  if (!action) return;
  if (prevent) event.preventDefault();
  action();
}
