import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped } from './groups.ts';

const pair = (item: string, ...ids: string[]) => ({ item, memories: ids.map((id) => ({ id })) });

test('pairs that share a member are one group', () => {
  const groups = grouped([pair('1', 'a', 'b'), pair('2', 'c', 'd'), pair('3', 'b', 'e'), pair('4', 'e', 'd'), pair('5', 'x', 'y')]);
  assert.deepEqual(groups.map((each) => [each.item, each.memories.map(({ id }) => id).sort().join(''), each.pairs.length]), [['1', 'abcde', 4], ['5', 'xy', 1]]);
  assert.deepEqual(grouped([]), []);
});
