// L10 and S: what axe-core finds, in all views and both themes; focus, names and contrast among it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

let daemon, browser, ids;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  ids = await seed(daemon);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

for (const theme of ['light', 'dark']) {
  for (const width of [1280, 320]) {
    test(`nothing serious, ${theme}, ${width} pixels`, async () => {
      const { transcripts } = await daemon.api('GET', '/transcripts');
      const page = await newPage(browser, { theme, width, bypassCSP: true });
      const places = ['memories', `memories?open=${ids.get('Deploys')}`, `memories?open=${ids.get('Deploys')}&edit=1`, 'memories?q=nothing-like-it', 'why', `why?q=when+do+deploys+go+out&expect=${ids.get('Colours')}`, 'live', 'review', 'sessions',
        `sessions?id=${transcripts[0].id}&from=2&to=3`, `graph?id=${ids.get('Deploys')}`, 'health', 'playground?prompt=deploys', 'audit', 'archive', 'settings', 'memories?sort=recalled', 'memories?q=deploys&weak=1',
        `memories?as_of=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`, 'timeline', 'live?empty=1', 'review?kind=similar'];
      for (const place of places) {
        await page.goto(`${daemon.url}/#/${place}`);
        await settled(page);
        await check(page, `${place} ${theme} ${width}`);
      }
      for (const [key, name] of [['?', 'Keys'], ['Control+k', 'Commands']]) {
        await page.keyboard.press(key);
        await page.getByRole('dialog', { name }).waitFor();
        await check(page, `${name} ${theme} ${width}`);
        await page.keyboard.press('Escape');
      }
      await page.context().close();
    });
  }
}

async function check(page, place) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document));
  assert.ok(passes.some((each) => each.id === 'color-contrast'), `${place}: nothing was looked at`);
  const bad = violations.filter((each) => ['serious', 'critical'].includes(each.impact)).map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' | ')}`);
  assert.deepEqual(bad, [], place);
}
