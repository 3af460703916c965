// L12 and L10: whatever memories and transcripts hold is text. Nothing runs, nothing is loaded, nothing is pushed out of its place.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { markup, seedHostile } from './lib/hostile.mjs';

let daemon, browser, ids;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  ids = await seedHostile(daemon);
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
    'review?kind=unconfirmed', 'sessions', ...transcripts.slice(0, 10).map((each) => `sessions?id=${each.id}`), `graph?id=${ids[0]}`, 'health', 'playground?prompt=shared', 'audit', 'archive', 'settings',
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
  for (const view of ['memories', 'why', 'live', 'review', 'sessions', 'graph', 'health', 'playground', 'audit', 'archive', 'settings']) {
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
