import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuestion, pauseOf } from './typing.ts';

test('a letter alone is no question, a sign of other scripts is', () => {
  assert.deepEqual(['', 'a', ' 7 ', 'ab', '犬', 'ж'].map(isQuestion), [true, false, false, true, true, true]);
});

test('the first letter of a further word waits for the next', () => {
  assert.equal(pauseOf('which', false), 0);
  assert.ok(pauseOf('which d', false) > pauseOf('which da', true));
  assert.equal(pauseOf('which ', false), 0);
  assert.equal(pauseOf('vitamin дa', false), 0);
});
