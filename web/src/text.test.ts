import assert from 'node:assert/strict';
import { test } from 'node:test';
import { age, bytes, clock, count, excerpt, figure, pieces, unmarked, visible } from './text.ts';

test('what cannot be seen is named', () => {
  assert.equal(visible('a\u0000b\u001bc'), 'a␀b␛c');
  assert.equal(visible('a\u202ebc'), 'a‹202E›bc');
  assert.equal(visible('a\nb\tc'), 'a b c');
  assert.equal(visible('a\r\nb\tc', true), 'a\nb\tc');
  assert.equal(visible('zażółć 漢字 😀'), 'zażółć 漢字 😀');
});

test('excerpts are one line and end between characters', () => {
  assert.equal(excerpt('  a\n\n b ', 10), 'a b');
  assert.equal(excerpt('x'.repeat(100), 10), `${'x'.repeat(10)}…`);
  assert.equal(excerpt('😀😀😀', 3), '😀…');
  assert.equal(excerpt('', 10), '');
});

test('a line of a list has no marks', () => {
  assert.equal(unmarked('# Plan\n- **one**, `two`\n```sh\nmake\n```\n2 * 3'), 'Plan\none, two\n\nmake\n\n2 * 3');
  assert.equal(unmarked('| a | b |\n|---|:-:|\n| c | d |\nls |\n| sort'), ' a | b \n\n c | d \nls |\n| sort');
});

test('only http and https become links', () => {
  assert.deepEqual(pieces('see https://a.example/b, or'), [{ text: 'see ' }, { text: 'https://a.example/b', href: 'https://a.example/b' }, { text: ', or' }]);
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc', 'vbscript:x', 'http://', 'xhttp://a']) assert.deepEqual(pieces(text), [{ text }], text);
  assert.equal(pieces('(http://a.example/)')[1]?.href, 'http://a.example/');
  assert.equal(pieces('https://a.example/<script>')[0]?.href, 'https://a.example/');
  assert.deepEqual(pieces('a'.repeat(70_000)).length, 1);
});

test('ages', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  assert.equal(age('2026-11-22T11:59:58Z', now), 'now');
  assert.equal(age('2026-11-22T11:00:00Z', now), '1 h ago');
  assert.equal(age('2026-11-24T13:00:00Z', now), 'in 2 d');
  assert.equal(age('2024-11-22T11:00:00Z', now), '2 y ago');
  assert.equal(age('nonsense', now), '');
  assert.equal(age(undefined, now), '');
});

test('times of day', () => {
  const now = Date.now(), earlier = new Date(now - 40 * 86_400_000).toISOString();
  assert.match(clock(new Date(now).toISOString(), now), /^\d\d:\d\d$/);
  assert.match(clock(earlier, now), /^\d\d-\d\d \d\d:\d\d$/);
});

test('figures', () => {
  assert.equal(count(1, 'memory', 'memories'), '1 memory');
  assert.equal(count(12_345, 'turn'), '12,345 turns');
  assert.deepEqual([0, 999, 1000, 1_234_567, -1234.5, 0.25].map(figure), ['0', '999', '1,000', '1,234,567', '-1,234.5', '0.25']);
  assert.equal(bytes(999), '999 B');
  assert.equal(bytes(1_234), '1.2 KB');
  assert.equal(bytes(123_456_789), '123 MB');
});
