// The place as state of components: it changes with the address, and nothing else holds it.
import { addressOf, changed, placeOf, type Changes, type Place } from './place.ts';
import { useRedraw } from './redraw.ts';

const listeners = new Set<() => void>();
let current = placeOf(location.hash);

function refresh(): void {
  current = placeOf(location.hash);
  for (const each of listeners) each();
}
addEventListener('hashchange', refresh);
addEventListener('popstate', refresh);

export function here(): Place {
  return current;
}

export function usePlace(): Place {
  useRedraw(listeners);
  return current;
}

export function go(address: string): void {
  location.hash = address;
}

// `replace`: no step back leads to the state before, as while somebody types.
export function change(changes: Changes, replace = false): void {
  const place = changed(current, changes);
  const address = addressOf(place.view, place.params);
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  refresh();
}
