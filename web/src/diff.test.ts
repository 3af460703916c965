import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, smoothed, type Part } from './diff.ts';

const text = (parts: readonly Part[]) => parts.map((each) => each.text).join('');
const only = (parts: readonly Part[]) => parts.filter((each) => each.only).map((each) => each.text);

test('both texts come back whole, and the differences are told', () => {
  const [left, right] = compared('Deploys go out on Tuesdays.', 'Deploys go out on Mondays, mostly.');
  assert.equal(text(left), 'Deploys go out on Tuesdays.');
  assert.equal(text(right), 'Deploys go out on Mondays, mostly.');
  assert.deepEqual(only(left), ['Tuesdays']);
  assert.deepEqual(only(right), ['Mondays, mostly']);
});

test('words that differ in a row are one mark', () => {
  const [left] = compared('on one two three', 'on four five six');
  assert.ok(only(left).length > 1);
  assert.deepEqual(only(smoothed(left)), ['one two three']);
  assert.equal(text(smoothed(left)), text(left));
});

test('equal, empty and wholly different texts', () => {
  assert.deepEqual(compared('same', 'same'), [[{ text: 'same', only: false }], [{ text: 'same', only: false }]]);
  assert.deepEqual(compared('', ''), [[], []]);
  assert.deepEqual(compared('', 'a b'), [[], [{ text: 'a b', only: true }]]);
  assert.deepEqual(only(compared('abc', 'xyz')[0]), ['abc']);
});

test('very long texts are answered', () => {
  const a = Array.from({ length: 9000 }, (_, i) => `a${i}`).join(' '), b = Array.from({ length: 9000 }, (_, i) => `b${i}`).join(' ');
  assert.equal(text(compared(a, b)[0]), a);
  assert.equal(text(compared(a, `${a} end`)[1]), `${a} end`);
});

test('many pairs of texts: what both have is the same', () => {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (let round = 0; round < 300; ++round) {
    const make = () => Array.from({ length: next() % 30 }, () => 'abcd'[next() % 4]).join(' ');
    const a = make(), b = make();
    const [left, right] = compared(a, b);
    assert.equal(text(left), a);
    assert.equal(text(right), b);
    const common = (parts: readonly Part[]) => text(parts.filter((each) => !each.only));
    assert.equal(common(left), common(right));
  }
});
