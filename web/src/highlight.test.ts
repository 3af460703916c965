import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matched, wordOf } from './highlight.ts';

const marked = (text: string, question: string) => matched(text, question).filter((each) => each.only).map((each) => each.text);

test('marks the words of a question in any form, and no others', () => {
  assert.deepEqual(marked('Deploys go out on Tuesdays', 'when do we deploy on tuesday'), ['Deploys', 'Tuesdays']);
  assert.deepEqual(marked('Retries of payments', 'payment'), ['payments']);
  assert.deepEqual(marked('The thermostat is on', 'the'), []);
  assert.deepEqual(marked('PostgreSQL 16', 'postg'), ['PostgreSQL']);
  assert.deepEqual(marked('text', ''), []);
});

test('leaves the text as it is', () => {
  for (const text of ['', 'a  b\n c', '<img> & "x"']) assert.equal(matched(text, 'img b').map((each) => each.text).join(''), text);
});

test('a term is shown as the word that was typed', () => {
  assert.equal(wordOf('lifetim', 'How long is the token lifetime?'), 'lifetime');
  assert.equal(wordOf('polici', 'Retry policy'), 'policy');
  assert.equal(wordOf('postgresql', 'which database'), 'postgresql');
});
