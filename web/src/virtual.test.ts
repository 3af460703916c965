import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrollTo, windowOf } from './virtual.ts';

test('a hundred thousand rows: only those in sight', () => {
  const { first, last } = windowOf(84 * 50_000, 800, 84, 100_000);
  assert.ok(first <= 50_000 && first > 49_900);
  assert.ok(last >= 50_010 && last < 50_100);
  assert.deepEqual(windowOf(0, 800, 84, 0), { first: 0, last: 0 });
  assert.equal(windowOf(84 * 1000, 800, 84, 10).last, 10);
});

test('scrolling to a row', () => {
  assert.equal(scrollTo(0, 100, 500, 50), 0);
  assert.equal(scrollTo(5, 100, 500, 50), undefined);
  assert.equal(scrollTo(20, 0, 500, 50), 550);
});
