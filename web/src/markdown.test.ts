import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, inlinesOf } from './markdown.ts';

test('blocks', () => {
  assert.deepEqual(blocksOf('# Plan\n\nFirst\nsecond\n- one\n  - two\n3. three\n> said\n```sh\n# no heading\n```\nend').map((each) => [each.kind, each.text]), [
    ['heading', 'Plan'], ['text', 'First\nsecond'], ['item', 'one'], ['item', 'two'], ['item', 'three'], ['quote', 'said'], ['code', '# no heading'], ['text', 'end'],
  ]);
  assert.deepEqual(blocksOf('```\nnever closed\n# heading').map((each) => each.kind), ['text', 'heading']);
  assert.deepEqual(blocksOf('#hashtag and 2.5 seconds - so').map((each) => each.kind), ['text']);
  assert.deepEqual(blocksOf(''), []);
});

test('marks within a line', () => {
  assert.deepEqual(inlinesOf('use `a*b` **now** and *then*'), [{ text: 'use ' }, { text: 'a*b', mark: 'code' }, { text: ' ' }, { text: 'now', mark: 'strong' }, { text: ' and ' }, { text: 'then', mark: 'em' }]);
  assert.deepEqual(inlinesOf('snake_case_name, 2 * 3 * 4'), [{ text: 'snake_case_name, 2 * 3 * 4' }]);
  assert.deepEqual(inlinesOf('[here](https://example.org/a)'), [{ text: 'here', href: 'https://example.org/a' }]);
  assert.deepEqual(inlinesOf('[here](javascript:x)'), [{ text: '[here](javascript:x)' }]);
});

test('a table has a head and rows', () => {
  const blocks = blocksOf('before\n| a | b |\n|---|:-:|\n| c | d |\nafter');
  assert.deepEqual(blocks.map((each) => each.kind), ['text', 'table', 'text']);
  assert.deepEqual(blocks[1]?.rows, [['a', 'b'], ['c', 'd']]);
  assert.deepEqual(blocksOf('a | b\nno table').map((each) => each.kind), ['text']);
});
