// Where the reader is: the view and all of its state, as the part of the address after "#".
// Knows: addresses. Must not know: what views mean by their parameters.

// The main views, and tools in a menu.
export const mainViews = ['memories', 'live', 'review', 'sessions', 'graph'] as const;
export const toolViews = ['timeline', 'archive', 'why', 'playground', 'health', 'audit', 'settings'] as const;
export const views = [...mainViews, ...toolViews] as const;
export type View = (typeof views)[number];

// Addresses keep the names they had.
const titles: Readonly<Partial<Record<View, string>>> = { live: 'Activity', why: 'Explain recall', playground: 'Prompt preview' };

export function titleOf(view: View): string {
  return titles[view] ?? `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
}

export interface Place {
  readonly view: View;
  // Never empty values: what is not there is the default.
  readonly params: ReadonlyMap<string, string>;
}

export type Changes = Readonly<Record<string, string | number | undefined>>;

export function placeOf(hash: string): Place {
  const path = hash.replace(/^#?\/?/, '');
  const mark = path.indexOf('?');
  const name = mark < 0 ? path : path.slice(0, mark);
  const view = views.find((each) => each === name) ?? 'memories';
  const params = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1))) {
    if (value !== '') params.set(key, value);
  }
  return { view, params };
}

export function addressOf(view: View, params: Iterable<readonly [string, string]> = []): string {
  const query = new URLSearchParams([...params].map(([key, value]) => [key, value])).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

// The same place with some parameters changed; undefined and '' take one away.
export function changed(place: Place, changes: Changes): Place {
  const params = new Map(place.params);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') params.delete(key);
    else params.set(key, String(value));
  }
  return { view: place.view, params };
}

export function linkTo(view: View, params: Changes = {}): string {
  return addressOf(view, changed({ view, params: new Map() }, params).params);
}
