// Memories as they were on a day before, and what happened day by day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';

let daemon, browser;
const id = (number) => `00000000-0000-4000-8000-00000000000${number}`;
const dayBefore = (days) => new Date(Date.now() - days * 86_400_000);
const day = (days) => dayBefore(days).toISOString().slice(0, 10);

before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  const memory = (number, title, days, more = {}) => {
    const at = dayBefore(days).toISOString();
    return { id: id(number), title, content: `${title} was stored ${days} days ago`, namespace: 'shop', tier: 'long', created_at: at, updated_at: at, ...more };
  };
  await daemon.api('POST', '/import', {
    format: 'ai-memory-export/1',
    memories: [memory(1, 'Old harbour', 40), memory(2, 'Older bridge', 40, { tags: ['decision'] }), memory(3, 'Middle tower', 20, { metadata: { category: 'error_resolution' } }), memory(4, 'New station', 0)],
    links: [
      { source_id: id(1), target_id: id(2), relation: 'related_to', created_at: dayBefore(39).toISOString() },
      { source_id: id(2), target_id: id(3), relation: 'related_to', created_at: dayBefore(19).toISOString() },
      { source_id: id(3), target_id: id(4), relation: 'related_to', created_at: dayBefore(0).toISOString() },
    ],
  });
  await daemon.api('POST', '/recall', { context: 'where is the harbour', namespace: 'shop' });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

const row = (page, title) => page.locator('.row-link', { hasText: title });

async function task(most, place, does) {
  const page = await newPage(browser);
  await page.goto(`${daemon.url}/#/${place}`);
  let taken = 0;
  await does(page, { click: (target) => (++taken, target.click()), press: (key) => (++taken, page.keyboard.press(key)) });
  assert.ok(taken <= most, `${taken} clicks and keys`);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

test('the list, a search and a memory as they were on a day, and back', async () => {
  await task(5, 'memories', async (page, { click }) => {
    await row(page, 'New station').waitFor();
    await click(page.getByRole('button', { name: 'As it was …' }));
    await page.getByText(`As it was on ${day(1)}`).waitFor();
    await page.locator('.found-line').getByText('3 memories', { exact: true }).waitFor();
    assert.equal(await row(page, 'New station').count(), 0);
    // By the slider, as a pointer would move it.
    await page.getByLabel('Day', { exact: true }).fill('-30');
    await page.waitForURL(new RegExp(`as_of=${day(30)}`));
    await page.locator('.found-line').getByText('2 memories', { exact: true }).waitFor();
    await page.locator('.search input').fill('tower');
    await page.locator('.found-line').getByText(/No good match|Nothing fits|good match/).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    assert.equal(await row(page, 'Middle tower').count(), 0);
    await page.locator('.search input').fill('');
    await click(row(page, 'Old harbour'));
    await page.getByRole('heading', { name: 'Old harbour' }).waitFor();
    for (const name of ['Edit', 'Delete', 'New', 'Add a link']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    await click(page.getByRole('button', { name: 'Back to now' }));
    await row(page, 'New station').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  });
});

test('what is around a memory as it was on a day, two links far', async () => {
  await task(1, `graph?id=${id(1)}&as_of=${day(10)}`, async (page, { click }) => {
    const table = page.getByRole('region', { name: 'The graph as a table' });
    await table.getByText('Middle tower').first().waitFor();
    assert.equal(await table.getByText('New station').count(), 0);
    await page.getByText(`As it was on ${day(10)}`).waitFor();
    await click(page.getByRole('button', { name: 'Back to now' }));
    await page.waitForURL((url) => !url.hash.includes('as_of'));
  });
});

test('a project by days: stored, recalled, decided, solved', async () => {
  await task(2, 'timeline?namespace=shop', async (page, { click }) => {
    const days = page.getByRole('list', { name: 'Days, newest first' });
    await days.locator('> li', { hasText: day(40) }).getByText('1 stored, 1 decided').waitFor();
    await days.locator('> li', { hasText: day(20) }).getByText('1 solved').waitFor();
    await days.locator('> li', { hasText: day(0) }).getByText('1 stored, 1 recalled').waitFor();
    await click(page.getByRole('button', { name: 'decided' }));
    await days.getByText('Older bridge').waitFor();
    assert.equal(await days.locator('> li').count(), 1);
    await click(page.getByRole('link', { name: `As it was on ${day(40)}` }));
    await settled(page);
    await page.locator('.found-line').getByText('2 memories', { exact: true }).waitFor();
  });
});

test('questions to which nothing came back stand together, whatever happened since', async () => {
  for (let i = 0; i < 2; ++i) await daemon.api('POST', '/recall', { context: 'zzqx vvyk', namespace: 'shop' });
  for (let i = 0; i < 120; ++i) await daemon.api('POST', '/recall', { context: 'where is the harbour', namespace: 'shop' });
  await task(1, 'live', async (page, { click }) => {
    await click(page.getByRole('button', { name: 'Nothing came back' }));
    await page.getByRole('list', { name: 'Questions without an answer' }).locator('li', { hasText: 'zzqx vvyk' }).getByText('2 times').waitFor();
  });
});
