import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contributions, factorsOf } from './contributions.ts';

const sum = (score: number, factors: Parameters<typeof contributions>[0]) => contributions(factors, score).parts.reduce((total, each) => total + each.share, 0);

test('parts of a relevance add up to the score, boosts are told apart', () => {
  const factors = [
    { name: 'relevance', value: 0.95, weight: 1 },
    { name: 'priority', value: 1.04, weight: 1 },
    { name: 'certainty', value: 1, weight: 0.9 },
    { name: 'words', value: 1, weight: 0.5 },
    { name: 'static_table', value: 0.8, weight: 0.5 },
    { name: 'asks', value: 0.5, weight: -0.4 },
    { name: 'session', value: 0, weight: 0.6 },
    { name: 'doubt', value: 0.9, weight: 1 },
  ];
  const { parts, boosts } = contributions(factors, 0.889);
  assert.deepEqual(parts.map((each) => each.name), ['words', 'static_table', 'asks']);
  assert.ok(parts[2]!.share < 0);
  assert.ok(Math.abs(sum(0.889, factors) - 0.889) < 1e-9);
  assert.deepEqual(boosts, [{ name: 'priority', times: 1.04 }, { name: 'certainty', times: 1 }, { name: 'doubt', times: 0.9 }]);
});

test('rankings that add are shown as they are', () => {
  const factors = [{ name: 'fts_rank', value: -2, weight: -1 }, { name: 'priority', value: 5, weight: 0.5 }];
  assert.deepEqual(contributions(factors, 4.5), { parts: [{ name: 'fts_rank', share: 2 }, { name: 'priority', share: 2.5 }], boosts: [] });
});

test('no factors, no division by nothing', () => {
  assert.deepEqual(contributions([], 0).parts, []);
  assert.deepEqual(contributions([], 0.5).parts, [{ name: 'relevance', share: 0.5 }]);
  assert.deepEqual(factorsOf({ words: 0.4 }), [{ name: 'words', value: 0.4, weight: 1 }]);
  assert.deepEqual(factorsOf(undefined), []);
});
