import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay, happeningOf, type Happened } from './timeline.ts';

test('what a memory stands for is told by its kind, its tags and what a hook noted', () => {
  const of = (tags: string[], category?: string) => happeningOf({ tags, metadata: category === undefined ? {} : { category } });
  assert.equal(of([]), 'stored');
  assert.equal(of(['decision']), 'decided');
  assert.equal(of([], 'decision'), 'decided');
  assert.equal(of([], 'error_resolution'), 'solved');
  assert.equal(of(['decision-making']), 'stored');
});

test('days and what is in them stand newest first', () => {
  const at = (time: string): Happened => ({ what: 'stored', at: time, text: time, link: '' });
  const days = byDay([at('2026-11-20T12:00:00Z'), at('2026-11-21T12:00:00Z'), at('2026-11-21T12:30:00Z')]);
  assert.deepEqual(days.map(([day, all]) => [day, all.map((each) => each.text.slice(11, 16))]), [['2026-11-21', ['12:30', '12:00']], ['2026-11-20', ['12:00']]]);
});
