import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofIn } from './proof.ts';

test('only the address of an entrance has a proof', () => {
  assert.equal(proofIn(`#proof=${'0a'.repeat(16)}`), '0a'.repeat(16));
  for (const hash of ['', '#', '#/memories', '#proof=', '#proof=xyz', `#proof=${'0a'.repeat(16)}/x`, '#/memories?proof=00112233445566778899']) assert.equal(proofIn(hash), undefined, hash);
});
