// L10 and S: whatever axe-core finds, in all views, menus and dialogs, both themes and three sizes; focus, names and contrast among it.
// A theme is colours and a size is places: with the dark one the smaller sizes are looked at where AIM_LONG is set.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

let daemon, empty, browser, ids;
before(async () => {
  daemon = new Daemon(process.env.AIM_BINARY);
  mkdirSync(join(daemon.environment.HOME, '.claude')); // an assistant to connect
  await daemon.start();
  ids = await seed(daemon);
  empty = await new Daemon(process.env.AIM_BINARY).start();
  const same = Array.from({ length: 3 }, (_, i) => ({ title: `Copy ${i}`, content: 'The office closes at six in the evening, and at four on Fridays.', namespace: 'copies', tier: 'long' }));
  await daemon.api('POST', '/memories/bulk', same);
  await daemon.api('POST', '/memories', { title: 'Marked', content: '# Head\n\n1. **one**\n- `two`\n\n> three\n\n```\nfour\n```\n\n| a | b |\n|---|---|\n| c | d |\n\nhttps://example.org', namespace: 'copies' });
  await daemon.api('POST', '/memories', { title: 'Forgotten', content: 'about zebras', namespace: 'zoo' });
  daemon.run(['forget', '--namespace', 'zoo', '--pattern', 'zebras']);
  await daemon.api('PUT', `/memories/${ids.get('Colours')}`, { content: 'Brand blue is #112233; never use it for errors.' });
  await daemon.api('POST', '/recall', { context: 'zzqxx yyvvk', namespace: 'billing-api' });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
  await empty?.remove();
});

// Addresses of all views in their states.
async function places() {
  const { transcripts } = await daemon.api('GET', '/transcripts');
  const { memories } = await daemon.api('GET', '/memories?namespace=copies');
  const deploys = ids.get('Deploys'), day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return ['memories', `memories?open=${deploys}`, `memories?open=${ids.get('Colours')}`, `memories?open=${memories.find((each) => each.title === 'Marked').id}`, `memories?open=${deploys}&edit=1`, 'memories?new=1',
    'memories?q=nothing-like-it', 'memories?q=deploys&weak=1', 'memories?sort=recalled', 'memories?tags=infra,database', `memories?as_of=${day}`,
    'why', `why?q=when+do+deploys+go+out&expect=${ids.get('Colours')}`, 'live', 'live?empty=1', 'live?paused=1',
    ...['contradiction', 'duplicate', 'similar', 'unconfirmed', 'expiring'].map((kind) => `review?kind=${kind}`), 'sessions', 'sessions?q=deploys', `sessions?id=${transcripts[0].id}&from=2&to=3`, 'graph', `graph?id=${deploys}`,
    `graph?id=${deploys}&as_of=${day}`, 'health', 'playground', 'playground?prompt=deploys', 'audit', 'archive', 'settings', 'timeline'];
}

// Dialogs, and how a view opens each.
const rows = async (page) => {
  await page.locator('.pick').nth(2).waitFor();
  await page.locator('.pick').nth(0).click();
  await page.locator('.pick').nth(2).click({ modifiers: ['Shift'] });
};
const bulk = (name) => async (page) => {
  await rows(page);
  await page.getByRole('group', { name: 'With the selected memories' }).getByRole('button', { name, exact: true }).click();
};
const opened = [
  ['memories', 'Keys', (page) => page.keyboard.press('?')],
  ['memories', 'Commands', (page) => page.keyboard.press('Control+k')],
  ['memories', 'Delete', bulk('Delete')],
  ['memories', 'Rename', bulk('Rename tag')],
  ['memories', 'Move', bulk('Move')],
  ['memories', 'Change how long', bulk('Lifetime')],
  ['memories', 'Merge', bulk('Merge')],
  ['memories?new=1', 'Discard', async (page) => (await page.getByRole('textbox', { name: 'Title' }).fill('x'), await page.keyboard.press('Escape'))],
  ['archive', 'Empty the archive', async (page) => page.getByRole('button', { name: 'Empty the archive' }).click()],
  ['settings', 'Connect', async (page) => page.getByRole('button', { name: /^Connect/ }).first().click()],
];

const sizes = [1280, 1024, 320];
for (const theme of ['light', 'dark']) {
  for (const width of theme === 'light' || process.env.AIM_LONG ? sizes : sizes.slice(0, 1)) {
    test(`nothing is found, ${theme}, ${width} pixels`, async () => {
      const page = await newPage(browser, { theme, width, bypassCSP: true });
      const found = [];
      const show = async (place, where = daemon) => {
        await page.goto(`${where.url}/#/${place}`);
        await settled(page);
      };
      for (const place of await places()) {
        await show(place);
        found.push(...await check(page, `${place} ${theme} ${width}`));
      }
      // Dialogs are as wide at 1024 pixels as at 1280.
      for (const [place, name, open] of width === 1024 ? [] : opened) {
        await page.goto('about:blank');
        await show(place);
        await open(page);
        await page.getByRole('dialog', { name }).waitFor();
        found.push(...await check(page, `${name} ${theme} ${width}`));
      }
      await page.goto('about:blank');
      await show('memories');
      await rows(page);
      await page.locator('.tools summary').click();
      await page.locator('.tools p').waitFor();
      found.push(...await check(page, `tools and a selection ${theme} ${width}`));
      for (const place of ['memories', 'graph', 'why', 'live', 'sessions', 'timeline', 'health']) {
        await show(place, empty);
        found.push(...await check(page, `${place} without memories ${theme} ${width}`));
      }
      assert.deepEqual(found, []);
      await page.context().close();
    });
  }
}

async function check(page, place) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  assert.ok(passes.length > 10, `${place}: nothing was looked at`);
  return violations.map((each) => `${place}: ${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' | ')}`);
}
