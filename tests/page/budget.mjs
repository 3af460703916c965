// L11, as bytes that cross the wire: what is loaded first, and everything.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unpack } from '../web/pack.mjs';

const files = unpack(readFileSync(process.env.AIM_BUNDLE));
const kilobyte = 1024;

test('the first load is at most 48 KB, everything at most 150 KB', (t) => {
  const page = files.get('index.html').bytes.toString();
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]);
  const first = ['index.html', ...named].reduce((sum, name) => sum + files.get(name).compressed, 0);
  const all = [...files.values()].reduce((sum, file) => sum + file.compressed, 0);
  t.diagnostic(`first load ${(first / kilobyte).toFixed(1)} KB, everything ${(all / kilobyte).toFixed(1)} KB`);
  assert.ok(first <= 48 * kilobyte, `the first load is ${first} bytes`);
  assert.ok(all <= 150 * kilobyte, `everything is ${all} bytes`);
});

test('no text becomes markup or code', () => {
  for (const [name, { bytes }] of files) {
    if (!name.endsWith('.js')) continue;
    // Preact's own dangerouslySetInnerHTML is never given anything: the sources do not name it (below).
    assert.doesNotMatch(bytes.toString(), /\beval\(|new Function|document\.write|insertAdjacentHTML|outerHTML/, name);
  }
});

test('nothing is loaded from elsewhere', () => {
  for (const [name, { bytes }] of files) {
    assert.doesNotMatch(bytes.toString(), /(?:src|href)="(?:https?:)?\/\/|@import|url\(\s*["']?(?:https?:)?\/\//, name);
  }
});
