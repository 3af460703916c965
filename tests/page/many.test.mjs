// A hundred thousand memories in the list: few rows drawn, every one within reach, and the real server's pages one after the other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { neighbourhood, seedMany } from './lib/seed.mjs';

const stored = process.env.AIM_LONG === '1' ? 100_000 : 2_000;
let daemon, browser;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  await seedMany(daemon, stored);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

const toTheEnd = (page) => page.locator('.scroller').evaluate((element) => void (element.scrollTop = element.scrollHeight));
// How many were found is said a moment before the list is as long: who goes to its end then is there already, and nothing happens.
const toTheEndUntil = async (page, wanted) => {
  for (const until = Date.now() + 15_000; (await wanted.count()) === 0 && Date.now() < until; ) {
    await toTheEnd(page);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await wanted.waitFor();
};

test('the list of the real server goes on to its end', async () => {
  const page = await newPage(browser);
  await page.goto(daemon.url);
  await page.locator('.row-link').first().waitFor();
  await page.locator('.found-line').getByText(`${stored.toLocaleString('en')} memories`, { exact: true }).waitFor();
  const last = page.locator(`.virtual > li[data-index="${stored - 1}"]`);
  await toTheEndUntil(page, last);
  assert.ok((await page.locator('.virtual > li').count()) < 60);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('all that match are acted on, and taken back', async () => {
  const page = await newPage(browser);
  await page.goto(`${daemon.url}/#/memories`);
  const bulk = page.getByRole('group', { name: 'With the selected memories' });
  await page.locator('.pick').first().check();
  await bulk.getByRole('button', { name: 'All matching' }).click();
  await bulk.getByText(`${Math.min(stored, 10_000).toLocaleString('en')} memories selected`).waitFor();
  await bulk.getByRole('button', { name: 'Clear' }).click();
  await page.goto(`${daemon.url}/#/memories?q=subject+12`);
  await page.locator('.row .score').first().waitFor();
  const { results } = await daemon.api('GET', '/search?q=subject+12&limit=200');
  const all = `${results.length} memories`;
  await page.locator('.pick').first().check();
  await bulk.getByRole('button', { name: 'All matching' }).click();
  await bulk.getByText(`${all} selected`).waitFor();
  await page.locator('.found-line').getByText(`${all} with all these words`).waitFor();
  await bulk.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${all}?` }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText(`Deleted ${all}`).waitFor();
  assert.equal((await daemon.api('GET', '/stats')).total, stored - results.length);
  await page.keyboard.press('u');
  await page.locator('.row-text', { hasText: /subject 12 and place 12/ }).waitFor();
  // The list follows while the others are still coming back.
  for (let tries = 0; tries < 50 && (await daemon.api('GET', '/stats')).total < stored; ++tries)
    await page.waitForTimeout(100);
  assert.equal((await daemon.api('GET', '/stats')).total, stored);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a graph of 1,500 memories settles beside the page', async (t) => {
  for (const size of [300, 1500]) {
    const page = await newPage(browser);
    await page.route('**/neighbourhood?*', (route) => route.fulfill({ json: neighbourhood(size) }));
    await page.goto(`${daemon.url}/#/graph?id=n0&limit=${size}`);
    await page.locator('canvas').waitFor();
    const begin = Date.now();
    await page.locator('.picture[data-settled=true]').waitFor();
    t.diagnostic(`${size} memories settled in ${Date.now() - begin} ms`);
    await page.getByText(`${size.toLocaleString('en')} memories`).waitFor();
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('holds a hundred thousand', async () => {
  const page = await newPage(browser);
  const all = 100_000, size = 5_000;
  await page.route('**/api/v1/memories?*', (route) => {
    const first = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
    const memories = Array.from({ length: size }, (_, i) => ({ id: `id-${first + i}`, tier: 'long', namespace: 'n', title: `Row ${first + i}`, content: 'x', tags: [], priority: 5, confidence: 1, source: 'user', access_count: 0, created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z', metadata: {} }));
    return route.fulfill({ json: { count: size, memories, ...(first + size < all ? { next: String(first + size) } : {}) } });
  });
  await page.goto(daemon.url);
  await toTheEndUntil(page, page.locator('.found-line').getByText('100,000 memories', { exact: true }));
  await toTheEndUntil(page, page.getByText('Row 99999', { exact: true }));
  assert.ok((await page.locator('.virtual > li').count()) < 60);
  await page.locator('.scroller').evaluate((element) => void (element.scrollTop = element.scrollHeight / 2));
  await page.locator('.virtual > li[data-index="50000"], .virtual > li[data-index="49995"]').first().waitFor();
  await page.locator('.virtual a').first().focus();
  await page.keyboard.press('j');
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains('row-link')), true);
  await page.context().close();
});
