// Every operation of the page is taken back by one key: all that a person can read is then as it was before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

let daemon, browser, ids;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  ids = await seed(daemon);
  const more = (title, content, rest) => ({ title, content, namespace: 'shop', tier: 'long', source: 'claude', metadata: { session_id: 'of-the-shop' }, ...rest });
  await daemon.api('POST', '/memories/bulk', [
    more('Returns', 'Goods come back within thirty days, with the receipt.'),
    more('Returned goods', 'Goods come back within thirty days, with the receipt.'),
    more('Returning of goods', 'Goods come back within thirty days, with the receipt.'),
    more('Hours', 'Open from nine to five.', { tags: ['open', 'time'] }),
    more('Holiday', 'Closed in August.', { tags: ['open'], tier: 'short' }),
    more('Till', 'The till is closed at six.', { tags: ['time'], priority: 7 }),
    ...['Bread', 'Flour', 'Salt'].map((title) => ({ title, content: `A hook heard of ${title}`, namespace: 'kitchen', source: 'hook', tier: 'mid', metadata: { session_id: 'heard' } })),
  ]);
  for (const { id, title } of (await daemon.api('GET', '/memories?namespace=shop')).memories) ids.set(title, id);
  await daemon.api('PUT', `/memories/${ids.get('Till')}`, { content: 'The till is closed at seven.' });
  await daemon.api('DELETE', `/memories/${(await daemon.api('POST', '/memories', { title: 'Thrown away', content: 'A text in the archive' })).id}`);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

// All memories with their texts, marks and links, the archive, and what Review asks. Times are not compared: an undo is a change, too, and a new
// memory that it takes back is among the deleted.
async function state() {
  const { memories } = await daemon.api('GET', '/memories?limit=200');
  const one = async ({ id }) => {
    const { memory, links } = await daemon.api('GET', `/memories/${id}`);
    const { title, content, namespace, tier, tags, priority, confidence, source, metadata, expires_at: ends, superseded_by } = memory;
    return [id, { title, content, namespace, tier, tags: tags.toSorted(), priority, confidence, source, metadata, ends, superseded_by, links: links.map((each) => `${each.source_id} ${each.relation} ${each.target_id}`).toSorted() }];
  };
  const { archived } = await daemon.api('GET', '/archive?limit=200');
  const review = {};
  const asked = ({ memories: about }) => about.map((each) => each.title).toSorted().join(' ~ ');
  for (const kind of ['contradiction', 'duplicate', 'unconfirmed', 'expiring']) review[kind] = (await daemon.api('GET', `/review?kind=${kind}&limit=200`)).items.map(asked).toSorted();
  return { memories: Object.fromEntries((await Promise.all(memories.map(one))).sort(([a], [b]) => (a < b ? -1 : 1))), archived: archived.filter((each) => each.archive_reason !== 'delete').map((each) => `${each.title}: ${each.content}`).toSorted(), review };
}
// Empty while a memory goes between two requests.
const text = () => state().then(JSON.stringify, () => '');

const row = (page, title) => page.locator('.row-link', { has: page.locator('.row-title', { hasText: new RegExp(`^${title}$`) }) });
const button = (page, name) => page.getByRole('button', { name, exact: true });
const bulk = (page) => page.getByRole('group', { name: 'With the selected memories' });

// An operation on the selected memories of a namespace; `fill` answers its dialog.
const ofSelection = (name, fill) => ['memories?namespace=shop', async (page) => {
  await row(page, 'Hours').waitFor();
  await page.getByLabel('Select all that are shown').click();
  await bulk(page).getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fill(page, dialog);
  await dialog.locator('.actions button').last().click();
}];
const typed = (words) => (page) => page.keyboard.type(words);
const renamed = (name) => async (page, dialog) => {
  await dialog.locator('select').selectOption('open');
  await dialog.getByLabel('New name').fill(name);
};
const ofOne = (title, does) => [() => `memories?open=${ids.get(title)}`, async (page) => {
  await page.getByRole('heading', { name: title, level: 2 }).waitFor();
  await does(page);
}];
const inReview = (kind, does) => [`review?kind=${kind}`, async (page) => {
  await page.locator('.settle button').first().waitFor();
  await does(page);
}];
const settled = (kind, key) => inReview(kind, (page) => page.keyboard.press(key));

const operations = {
  'store': ['memories?new=1', async (page) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('By mistake');
    await page.getByRole('textbox', { name: 'Content' }).fill('nothing');
    await page.keyboard.press('Control+Enter');
  }],
  'store over one of the same title': ['memories?new=1&namespace=shop', async (page) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Hours');
    await page.getByRole('textbox', { name: 'Content' }).fill('Open all day.');
    await page.keyboard.press('Control+Enter');
  }],
  'edit': [() => `memories?open=${ids.get('Hours')}&edit=1`, async (page) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Hours of the shop');
    await page.getByRole('textbox', { name: 'Content' }).fill('Open from ten.');
    await page.keyboard.press('Control+Enter');
  }],
  'delete': ofOne('Deploys', (page) => button(page, 'Delete').click()),
  'keep forever': ofOne('Holiday', (page) => button(page, 'Keep forever').click()),
  'restore a version': ofOne('Till', async (page) => {
    const history = page.getByRole('region', { name: 'History', exact: true });
    await history.locator('summary').nth(1).click();
    await history.getByRole('button', { name: 'Restore this version' }).click();
  }),
  'add a link': ofOne('Hours', async (page) => {
    await button(page, 'Add a link').click();
    await page.getByRole('combobox', { name: 'Other memory' }).fill('till is closed');
    await page.getByRole('option', { name: /Till/ }).click();
  }),
  'remove a link': ofOne('Retry policy', (page) => page.getByRole('button', { name: /^Remove the link to/ }).first().click()),
  'delete a selection': ofSelection('Delete', () => {}),
  'tag a selection': ofSelection('Tag', typed('new')),
  'rename a tag': ofSelection('Rename tag', renamed('opened')),
  'merge one tag with another': ofSelection('Rename tag', renamed('time')),
  'remove a tag': ofSelection('Remove tag', () => {}),
  'move a selection': ofSelection('Move', typed('office')),
  'priority of a selection': ofSelection('Priority', typed('9')),
  'a shorter lifetime of a selection': ofSelection('Lifetime', (_, dialog) => dialog.getByLabel('Keep').selectOption({ label: '7 days' })),
  'a selection for good': ofSelection('Lifetime', (_, dialog) => dialog.getByLabel('Keep').selectOption({ label: 'For good' })),
  'merge a selection': ofSelection('Merge', typed('The shop')),
  'restore from the archive': ['archive', (page) => button(page, 'Restore Thrown away').click()],
  'contradiction: keep A': settled('contradiction', 'a'),
  'contradiction: keep B': settled('contradiction', 'b'),
  'contradiction: keep both': settled('contradiction', '2'),
  'contradiction: merge': settled('contradiction', 'm'),
  'a group: keep this one': inReview('duplicate', (page) => page.getByRole('button', { name: /^Keep this one/ }).first().click()),
  'a group: keep all': inReview('duplicate', (page) => page.getByRole('button', { name: /^Keep all/ }).click()),
  'unconfirmed: confirm': settled('unconfirmed', 'c'),
  'unconfirmed: keep it longer': settled('unconfirmed', 'a'),
  'unconfirmed: delete': settled('unconfirmed', 'd'),
  'unconfirmed: confirm a session': inReview('unconfirmed', (page) => page.getByRole('button', { name: /^Confirm all/ }).click()),
  'bring a file in': ['settings', (page) => page.locator('.drop input[type=file]').setInputFiles({ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Roses\n\nThey need water.\n\n# Tools\n\nThe rake is in the shed.\n') })],
  'expiring: keep it longer': settled('expiring', 'a'),
};

for (const [name, [place, does]] of Object.entries(operations)) {
  test(`undone: ${name}`, async () => {
    const before = await state(), page = await newPage(browser);
    await page.goto(`${daemon.url}/#/${typeof place === 'function' ? place() : place}`);
    await does(page);
    await page.locator('.notice, .drop li.good').first().waitFor();
    await page.waitForFunction(() => document.querySelector('.form, [role=dialog]') === null);
    assert.notEqual(await text(), JSON.stringify(before), 'it did something');
    await page.keyboard.press('u');
    for (let i = 0; i < 60 && (await text()) !== JSON.stringify(before); ++i) await page.waitForTimeout(50);
    assert.deepEqual(await state(), before);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}
