// L1 in a browser: searching, opening, writing, changing, deleting and taking back.
import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

let daemon, browser, page, ids;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  ids = await seed(daemon);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});
beforeEach(async () => {
  page = await newPage(browser);
  await page.goto(daemon.url);
});
afterEach(async () => {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

const row = (title) => page.locator('.row-link', { has: page.locator('.row-title', { hasText: new RegExp(`^${title}$`) }) });

test('is served compressed, with a policy that lets nothing else in', async () => {
  const reply = await fetch(daemon.url);
  const policy = reply.headers.get('content-security-policy');
  for (const part of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'", "frame-ancestors 'none'"]) assert.ok(policy.includes(part), policy);
  assert.equal(reply.headers.get('content-encoding'), 'gzip');
  assert.equal(reply.headers.get('cache-control'), 'no-cache');
  const text = await reply.text();
  const script = /src="(\/assets\/[^"]+)"/.exec(text)[1];
  const asset = await fetch(daemon.url + script);
  assert.match(asset.headers.get('cache-control'), /immutable/);
  const again = await fetch(daemon.url, { headers: { 'If-None-Match': reply.headers.get('etag') } });
  assert.equal(again.status, 304);
});

test('lists all memories, and finds some as one types', async () => {
  await row('Database').waitFor();
  await page.locator('.found-line').getByText('12 memories', { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('payments retried');
  await row('Retry policy').waitFor();
  await page.waitForURL(/q=payments\+retried/);
  await page.locator('.search input').press('Escape');
  await row('Database').waitFor();
});

test('opens a memory with its links; the address brings it back', async () => {
  await row('Deploys').click();
  const panel = page.locator('.panel');
  await panel.getByRole('heading', { name: 'Deploys', exact: true }).waitFor();
  await panel.getByText('never on Fridays').waitFor();
  await panel.getByText('→ contradicts').waitFor();
  await page.reload();
  await panel.getByRole('link', { name: 'Deploy window' }).click();
  await panel.getByRole('heading', { name: 'Deploy window' }).waitFor();
  await page.goBack();
  await panel.getByRole('heading', { name: 'Deploys', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('links to addresses of the web, and to nothing else', async () => {
  await page.goto(`${daemon.url}/#/memories?open=${ids.get('Deploys')}`);
  const link = page.locator('.panel .prose a');
  await link.waitFor();
  assert.equal(await link.getAttribute('href'), 'https://ci.example.org/billing');
  assert.match(await link.getAttribute('rel'), /noopener/);
});

test('writes, changes and tags a memory', async () => {
  await page.keyboard.press('n'); // at once: the scripts may not run yet
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('On call');
  await page.getByRole('textbox', { name: 'Content' }).fill('The rota changes on Wednesdays.');
  await page.getByLabel('Tags (comma-separated)').fill('ops, rota');
  await page.getByRole('button', { name: 'Store' }).click();
  const panel = page.locator('.panel');
  await panel.getByRole('heading', { name: 'On call' }).waitFor();
  const id = new URL(page.url()).hash.match(/open=([^&]+)/)[1];
  assert.deepEqual((await daemon.api('GET', `/memories/${id}`)).memory.tags, ['ops', 'rota']);
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Content' }).fill('The rota changes on Mondays.');
  await page.keyboard.press('Control+Enter');
  await panel.getByText('on Mondays').waitFor();
  await panel.getByLabel('Add a tag').fill('team');
  await panel.getByLabel('Add a tag').press('Enter');
  await panel.getByLabel('Remove the tag team').waitFor();
  await panel.getByLabel('Remove the tag rota').click();
  await panel.getByLabel('Remove the tag rota').waitFor({ state: 'detached' });
  assert.deepEqual((await daemon.api('GET', `/memories/${id}`)).memory.tags, ['ops', 'team']);
  await daemon.api('DELETE', `/memories/${id}`);
});

test('says what is wrong with what it cannot store, and keeps it', async () => {
  await page.goto(`${daemon.url}/#/memories?new=1`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Spaces');
  await page.getByRole('textbox', { name: 'Content' }).fill('x');
  await page.getByRole('combobox', { name: 'Namespace' }).fill('with space');
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByRole('alert').getByText(/namespace/i).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Spaces');
});

test('links two memories and removes the link', async () => {
  await page.goto(`${daemon.url}/#/memories?open=${ids.get('Frontend')}`);
  const panel = page.locator('.panel');
  await panel.getByRole('button', { name: 'Add a link' }).click();
  await panel.getByLabel('Other memory').fill('colours');
  await panel.getByRole('option', { name: /Colours/ }).waitFor();
  await panel.getByLabel('Other memory').press('Enter');
  await panel.getByRole('link', { name: 'Colours' }).waitFor();
  await panel.getByLabel('Remove the link to Colours').click();
  await panel.getByRole('link', { name: 'Colours' }).waitFor({ state: 'detached' });
});

test('narrows by namespace and by tier', async () => {
  await page.getByRole('button', { name: /^dashboard/ }).click();
  await page.locator('.found-line').getByText('2 memories', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^mid/ }).click();
  await page.locator('.found-line').getByText('1 memory', { exact: true }).waitFor();
  await row('Colours').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.locator('.found-line').getByText('12 memories', { exact: true }).waitFor();
});

test('deletes a memory', async () => {
  const { id } = await daemon.api('POST', '/memories', { title: 'Short lived', content: 'to be deleted' });
  await page.goto(`${daemon.url}/#/memories?open=${id}`);
  await page.locator('.panel').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted “Short lived”').waitFor();
  await row('Short lived').waitFor({ state: 'detached' });
  assert.equal((await fetch(`${daemon.url}/api/v1/memories/${id}`)).status, 404);
});
