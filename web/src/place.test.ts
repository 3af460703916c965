import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, changed, linkTo, placeOf } from './place.ts';

test('an address is a place and back', () => {
  const place = placeOf('#/why?q=a+%26+b&id=1');
  assert.equal(place.view, 'why');
  assert.equal(place.params.get('q'), 'a & b');
  assert.equal(addressOf(place.view, place.params), '#/why?q=a+%26+b&id=1');
});

test('what is no place is the first view', () => {
  for (const hash of ['', '#', '#/', '#/nothing', '#/__proto__', '#/constructor?x=1', '#?q=1', '#/%zz']) assert.equal(placeOf(hash).view, 'memories', hash);
  assert.equal(placeOf('#/memories?__proto__=x').params.get('__proto__'), 'x');
});

test('defaults are not written', () => {
  assert.equal(linkTo('memories'), '#/memories');
  assert.equal(linkTo('memories', { q: '', tier: undefined, open: 'x' }), '#/memories?open=x');
  assert.equal(changed(placeOf('#/memories?q=1&open=2'), { open: undefined }).params.size, 1);
});
