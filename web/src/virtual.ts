// Which rows of a long list are drawn: those in sight and some around them. Pure.

export interface Window {
  readonly first: number;
  readonly last: number; // one behind
}

const around = 8;

export function windowOf(scrolled: number, height: number, row: number, rows: number): Window {
  const first = Math.max(0, Math.floor(scrolled / row) - around);
  return { first: Math.min(first, Math.max(0, rows - 1)), last: Math.min(rows, Math.ceil((scrolled + height) / row) + around) };
}

// Where to scroll so that a row is in sight; undefined: it is.
export function scrollTo(index: number, scrolled: number, height: number, row: number): number | undefined {
  const top = index * row;
  if (top < scrolled) return top;
  return top + row > scrolled + height ? top + row - height : undefined;
}
