// L12 and L10: whatever memories and transcripts hold is text. Nothing runs, nothing is loaded, nothing is pushed out of its place.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';

const markup = `<img src=x onerror="window.ran=1"><script>window.ran=2</script><svg onload=window.ran=3>"'\`\${window.ran=4}{{constructor.constructor('window.ran=5')()}}<a href="javascript:window.ran=6">x</a><style>*{display:none}</style><base href="//evil.example/">`;
const texts = {
  markup,
  closing: `</textarea></title></script></style>--><iframe srcdoc="<script>parent.ran=7</script>"></iframe>`,
  addresses: 'javascript:window.ran=8 data:text/html,<script>ran=9</script> http://evil.example/"onmouseover="ran=10 https://user@evil.example/\u202egnp.exe',
  direction: '\u202e\u2066gnirts desrever\u2069 \u200f\u200e end',
  control: Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join('x') + '\u007f\u0085\u009b31m',
  unbroken: 'W'.repeat(65_000),
  prototype: '__proto__',
  unicode: 'Z\u0351\u036b\u0343\u036a\u0302\u036bA\u034c\u0320\u0358\u0306L\u030a\u0340 \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 \ufeff\u2028\u2029',
};
const prototypeNames = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];

// Whole characters.
const cut = (text, length) => [...text].slice(0, length).join('');

let daemon, browser;
const ids = [];
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  let number = 0;
  for (const [name, text] of Object.entries(texts)) {
    const title = `${cut(text, 120)} ${++number}`;
    const stored = await daemon.api('POST', '/memories', {
      title, content: `shared ${text}`, namespace: name === 'prototype' ? '__proto__' : 'w'.repeat(100) + number, tier: 'long', tags: [cut(text, 40), ...prototypeNames],
      metadata: { session_id: `s-${cut(text, 20)}`, [cut(text, 50)]: cut(text, 5000), constructor: { prototype: 1 } },
    });
    ids.push(stored.id);
    await daemon.api('POST', '/transcripts/turns', { session_id: `s-${cut(text, 20)}`, namespace: 'global', role: 'user', content: text });
  }
  for (const name of prototypeNames) ids.push((await daemon.api('POST', '/memories', { title: name, content: `shared ${name}`, namespace: name })).id);
  for (let i = 1; i < ids.length; ++i) await daemon.api('POST', '/links', { source_id: ids[0], target_id: ids[i], relation: i % 2 ? 'contradicts' : 'related_to' });
  await daemon.api('POST', '/recall', { context: `shared ${markup}` });
  await daemon.api('DELETE', `/memories/${ids.pop()}`);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

async function unharmed(page, place) {
  const found = await page.evaluate(() => ({
    ran: window.ran,
    scripts: document.scripts.length,
    strange: document.querySelectorAll('iframe, img, object, embed, base, body style, #page svg, #page script, [onerror], [onload], [onmouseover]').length,
    links: [...document.querySelectorAll('a[href]')].map((each) => each.protocol).filter((each) => !['http:', 'https:'].includes(each)),
    polluted: {}.polluted ?? Object.keys(Object.prototype).length,
    wide: [document.documentElement, document.querySelector('main'), document.querySelector('.panel')].map((each) => (each ? each.scrollWidth - each.clientWidth : 0)).filter((each) => each > 0),
  }));
  assert.deepEqual(found, { ran: undefined, scripts: 1, strange: 0, links: [], polluted: 0, wide: [] }, place);
  assert.deepEqual(page.troubles, [], place);
}

test('in every view, wide and narrow', async () => {
  const { transcripts } = await daemon.api('GET', '/transcripts');
  const places = [
    'memories', 'memories?q=shared', ...ids.slice(0, 10).map((id) => `memories?open=${id}`), `memories?open=${ids[0]}&edit=1`, `memories?open=${ids[5]}&edit=1`, 'why?q=shared', `why?q=shared&expect=${ids[0]}`, 'live', 'review?kind=contradiction', 'review?kind=duplicate',
    'review?kind=unconfirmed', 'sessions', ...transcripts.slice(0, 10).map((each) => `sessions?id=${each.id}`), `graph?id=${ids[0]}`, 'health', 'playground?prompt=shared', 'audit',
  ];
  const pages = [await newPage(browser), await newPage(browser, { width: 320, height: 640 })];
  for (const page of pages) {
    for (const place of places) {
      await page.goto(`${daemon.url}/#/${place}`);
      await settled(page);
      await unharmed(page, place);
    }
    await page.context().close();
  }
});

test('in every parameter of the address', async () => {
  const page = await newPage(browser);
  for (const view of ['memories', 'why', 'live', 'review', 'sessions', 'graph', 'health', 'playground', 'audit']) {
    for (const text of [markup, '__proto__', 'javascript:window.ran=11', '\u202e%00%ff', '-1', '9'.repeat(40)]) {
      const parameters = ['q', 'open', 'id', 'to', 'expect', 'kind', 'namespace', 'tier', 'tags', 'prompt', 'before', 'type', 'recent', 'from', 'item', 'days', 'limit', text].map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
      await page.goto(`${daemon.url}/#/${view}?${parameters.join('&')}`);
      await page.locator('main h1').waitFor({ state: 'attached' });
      await unharmed(page, `${view} ${text}`);
    }
  }
  await page.context().close();
});

test('what a person types is stored as it is', async () => {
  const page = await newPage(browser);
  await page.goto(`${daemon.url}/#/memories?new=1`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Typed');
  await page.getByRole('textbox', { name: 'Content' }).fill(markup);
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByRole('heading', { name: 'Typed' }).waitFor();
  const id = /open=([^&]+)/.exec(page.url())[1];
  assert.equal((await daemon.api('GET', `/memories/${id}`)).memory.content, markup);
  await unharmed(page, 'typed');
  await page.context().close();
});
