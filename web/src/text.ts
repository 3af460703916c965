// Texts of others as something to read: what cannot be seen is named, what is long is cut, addresses are found.
// Pure. Knows: Unicode. Must not know: components, memories.

const pictures = 0x2400;

function isBidiControl(code: number): boolean {
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code === 0x200e || code === 0x200f || code === 0x061c;
}

// Control characters as pictures, and marks that turn the direction of writing by name; `lines` keeps tabs and ends of lines.
export function visible(text: string, lines = false): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    const code = mark.charCodeAt(0);
    if (lines && (mark === '\n' || mark === '\t')) return mark;
    if (mark === '\n' || mark === '\t' || mark === '\r') return lines ? '' : ' ';
    if (code < 0x20) return String.fromCharCode(pictures + code);
    if (isBidiControl(code)) return `‹${code.toString(16).toUpperCase().padStart(4, '0')}›`;
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}

// One line, at most `length` code units, never half a character.
export function excerpt(text: string, length: number): string {
  const line = visible(text.slice(0, length * 2)).replace(/\s+/g, ' ').trim();
  if (line.length <= length && text.length <= length * 2) return line;
  return `${line.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}

// Without the marks of Markdown, for a line of a list.
export function unmarked(text: string): string {
  return text.replace(/^\s*(?:#{1,6}|[-*+]|>)\s+|^\s*(?:`{3,}|~{3,}).*$/gm, '').replace(/^[ \t]*\|(?:[ \t|:-]+\||(.*)\|)[ \t]*$/gm, '$1').replace(/\*\*|`/g, '');
}

export interface Piece {
  readonly text: string;
  readonly href?: string;
}

// Only http and https: everything else stays text.
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`\u0000-\u0020\u202a-\u202e\u2066-\u2069]{1,2000}/gi)) {
    const raw = match[0].replace(/[.,;:!?)\]}]+$/, '');
    if (!safeAddress(raw)) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ text: raw, href: raw });
    end = match.index + raw.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

export function safeAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

const spans: readonly (readonly [number, string])[] = [
  [60, 's'],
  [3600, 'min'],
  [86400, 'h'],
  [86400 * 30, 'd'],
  [86400 * 365, 'mo'],
  [Infinity, 'y'],
];

// "3 h ago", "in 2 d", "now".
export function age(time: string | undefined, now: number): string {
  const at = time === undefined ? NaN : Date.parse(time);
  if (Number.isNaN(at)) return '';
  const seconds = Math.abs(now - at) / 1000;
  if (seconds < 5) return 'now';
  let unit = 1;
  for (const [limit, name] of spans) {
    if (seconds < limit) {
      const span = `${Math.max(1, Math.floor(seconds / unit))} ${name}`;
      return at > now ? `in ${span}` : `${span} ago`;
    }
    unit = limit;
  }
  return '';
}

// "2026-11-22 14:03", in the reader's time.
export function moment(time: string | undefined): string {
  const at = new Date(time ?? '');
  if (Number.isNaN(at.getTime())) return visible(time ?? '');
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

// The time alone for what was today, the day before it for what was earlier: "14:03", "11-22 14:03".
export function clock(time: string, now: number): string {
  const whole = moment(time), today = moment(new Date(now).toISOString());
  return whole.slice(0, 10) === today.slice(0, 10) ? whole.slice(11) : whole.slice(5);
}

// "12,345". Not by Intl: to open it takes tens of milliseconds, of the first picture.
export function figure(number: number): string {
  const [whole = '', part] = String(Math.abs(number)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${number < 0 ? '-' : ''}${grouped}${part === undefined ? '' : `.${part.slice(0, 3)}`}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${figure(number)} ${number === 1 ? one : many}`;
}

export function bytes(size: number): string {
  for (const unit of ['B', 'KB', 'MB', 'GB']) {
    if (size < 1000 || unit === 'GB') return `${size < 10 && unit !== 'B' ? size.toFixed(1) : Math.round(size)} ${unit}`;
    size /= 1000;
  }
  return '';
}

export function milliseconds(time: number | undefined): string {
  if (time === undefined) return '–';
  return time < 10 ? `${time.toFixed(1)} ms` : time < 10_000 ? `${Math.round(time)} ms` : `${(time / 1000).toFixed(1)} s`;
}
