import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsIn } from './events.ts';

test('events are read as they come, in pieces', () => {
  assert.deepEqual(eventsIn('event: recent\nid: 7\ndata: {"a":1}\n\n: still here\n\nevent: summ'), { events: [{ name: 'recent', data: '{"a":1}', id: '7' }], rest: 'event: summ' });
  assert.deepEqual(eventsIn('data: a\r\ndata:b\r\n\r\n'), { events: [{ name: 'message', data: 'a\nb' }], rest: '' });
  assert.deepEqual(eventsIn(''), { events: [], rest: '' });
});
