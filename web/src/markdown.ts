// Markdown as people and assistants write it into memories: blocks and the marks within a line. Pure: it makes no markup.
// Knows: headings, lists, quotes, fences, tables, emphasis, code, links. Everything else stays the text it is.

export type Inline = { readonly text: string; readonly mark?: 'code' | 'strong' | 'em'; readonly href?: string };
export interface Block {
  readonly kind: 'heading' | 'item' | 'quote' | 'code' | 'table' | 'text';
  readonly text: string;
  readonly level: number; // heading: 1 to 6; item: its indentation
  readonly sign?: string; // "•" or "3." before an item
  readonly rows?: readonly (readonly string[])[]; // a table's; the first is its head
}

const cellsOf = (line: string) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    const joined = open.join('\n').replace(/^\n+|\s+$/g, '');
    if (joined !== '') blocks.push({ kind: 'text', text: joined, level: 0 });
    open = [];
  };
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i]!;
    const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const end = fence === undefined ? -1 : lines.findIndex((each, at) => at > i && each.trim().startsWith(fence));
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    const item = /^(\s*)([-*+]|\d{1,3}[.)])\s+(\S.*)$/.exec(line);
    const quote = /^>\s?(.*)$/.exec(line);
    if (line.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(lines[i + 1] ?? '') && lines[i + 1]!.includes('|')) {
      close();
      const body = lines.findIndex((each, at) => at > i + 1 && !each.includes('|')), behind = body < 0 ? lines.length : body;
      blocks.push({ kind: 'table', text: '', level: 0, rows: [line, ...lines.slice(i + 2, behind)].map(cellsOf) });
      i = behind - 1;
    } else if (end > i) {
      close();
      blocks.push({ kind: 'code', text: lines.slice(i + 1, end).join('\n'), level: 0 });
      i = end;
    } else if (heading) {
      close();
      blocks.push({ kind: 'heading', text: heading[2]!, level: heading[1]!.length });
    } else if (item) {
      close();
      blocks.push({ kind: 'item', text: item[3]!, level: Math.min(4, Math.floor(item[1]!.length / 2)), sign: /\d/.test(item[2]!) ? item[2]! : '•' });
    } else if (quote) {
      close();
      blocks.push({ kind: 'quote', text: quote[1]!, level: 0 });
    } else {
      open.push(line);
    }
  }
  close();
  return blocks;
}

export function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  const marks = /`([^`\n]{1,2000})`|\*\*([^*\n]{1,2000})\*\*|(?<![\p{L}\p{N}*_])[*_]([^*_\s](?:[^*_\n]{0,2000}[^*_\s])?)[*_](?![\p{L}\p{N}*_])|\[([^\]\n]{1,500})\]\((https?:\/\/[^\s<>"'`)]{1,2000})\)/gu;
  for (const match of text.matchAll(marks)) {
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    const [whole, code, strong, em, title, href] = match;
    if (code !== undefined) found.push({ text: code, mark: 'code' });
    else if (strong !== undefined) found.push({ text: strong, mark: 'strong' });
    else if (em !== undefined) found.push({ text: em, mark: 'em' });
    else found.push({ text: title!, href: href! });
    end = match.index + whole.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}
