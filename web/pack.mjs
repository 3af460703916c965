// Packs what Vite has built into one file, which the program embeds: each file compressed, behind one table.
// Usage: node pack.mjs [FOLDER [BUNDLE]]      also: import { unpack }
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
export const committed = join(here, '../src/http/page/page.bundle');
const first = 'ai-memory page 1';

function files(folder, below = folder) {
  return readdirSync(below, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(folder, join(below, entry.name)) : [join(below, entry.name)]))
    .sort();
}

// name → bytes, as Vite has written them.
export function built(folder) {
  return new Map(files(folder).map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]));
}

export function pack(entries) {
  const table = [first];
  const bodies = [];
  for (const [name, bytes] of entries) {
    const body = gzipSync(bytes, { level: 9 });
    body[9] = 255; // the system it was made on: of no interest
    bodies.push(body);
    table.push(`${name} ${body.length} ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`);
  }
  return Buffer.concat([Buffer.from(table.join('\n') + '\n\n'), ...bodies]);
}

// name → { bytes, compressed: number }
export function unpack(bundle) {
  const end = bundle.indexOf('\n\n');
  const [head, ...lines] = bundle.subarray(0, end).toString().split('\n');
  if (head !== first) throw new Error('this is no bundle of the page');
  let at = end + 2;
  return new Map(
    lines.map((line) => {
      const [name, size] = line.split(' ');
      const compressed = bundle.subarray(at, (at += Number(size)));
      return [name, { bytes: gunzipSync(compressed), compressed: compressed.length }];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bundle = process.argv[3] ?? committed;
  mkdirSync(dirname(bundle), { recursive: true });
  writeFileSync(bundle, pack(built(process.argv[2] ?? join(here, 'dist'))));
}
