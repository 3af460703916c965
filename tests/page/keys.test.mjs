// L10: the page by keys alone.
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
  await page.locator('.row-link').first().waitFor();
});
afterEach(async () => {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

const focused = () => page.evaluate(() => ({ tag: document.activeElement?.tagName, text: document.activeElement?.textContent ?? '', outline: document.activeElement ? getComputedStyle(document.activeElement).outlineStyle : '' }));

test('j and k go through the list, Enter opens, Escape comes back to the row', async () => {
  await page.keyboard.press('j');
  assert.match((await focused()).text, /^Database/);
  assert.notEqual((await focused()).outline, 'none');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  assert.match((await focused()).text, /^Tone of answers/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tone of answers' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'memory-title');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Tone of answers'));
  assert.equal((await focused()).tag, 'A');
});

test('g and a letter go to each view, which takes the focus', async () => {
  const places = { w: 'Explain recall', l: 'Activity', r: 'Review', s: 'Sessions', g: 'Graph', h: 'Health', p: 'Prompt preview', a: 'Audit', d: 'Archive', o: 'Settings', m: 'Memories' };
  for (const [letter, name] of Object.entries(places)) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await page.locator('main h1', { hasText: new RegExp(`^${name}$`) }).waitFor({ state: 'attached' });
    assert.equal(await page.title(), `${name} · ai-memory`);
    assert.equal((await focused()).tag, 'MAIN');
  }
});

test('help, and turning single keys off', async () => {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByLabel(/Single-key shortcuts/).uncheck();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.locator('.panel').count(), 0);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
});

test('the palette goes anywhere, and gives the focus back', async () => {
  await page.getByRole('link', { name: 'ai-memory' }).focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  assert.equal((await focused()).text, 'ai-memory');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Audit' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('flaky');
  await page.keyboard.press('Enter');
  await page.waitForURL(/memories\?q=flaky/);
});

test('a new memory is written by keys alone, and left by them', async () => {
  for (const title of ['First by keys', 'Second by keys']) {
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.activeElement?.matches('.form input'));
    await page.keyboard.type(title);
    await page.keyboard.press('Tab');
    await page.keyboard.type('written without a mouse');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
  }
});

test('the manual says every key that the help says', async () => {
  await page.keyboard.press('?');
  const rows = await page.getByRole('dialog', { name: 'Keys' }).locator('.keys > div').evaluateAll((all) => all.map((row) => `${[...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' ')}: ${row.querySelector('dd').textContent}`));
  assert.ok(rows.length > 20);
  const manual = /\n## Keys of the page\n(.*?)\n## /s.exec(daemon.run(['man', '--markdown']))[1];
  assert.deepEqual([...manual.matchAll(/^- `(.+?)`: (.*)$/gm)].map(([, key, what]) => `${key}: ${what}`), rows);
});

test('keys typed into a field are text', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('gjk?n');
  assert.equal(await page.locator('.search input').inputValue(), 'gjk?n');
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('a key is taken at once, whatever was done a moment before', async () => {
  const boxes = await Promise.all([0, 1, 2, 3].map((i) => page.locator('.row-link').nth(i).boundingBox()));
  for (let i = 0; i < 50; ++i) {
    const { x, y } = boxes[i % boxes.length];
    // Nothing is waited for between the click and the key.
    await Promise.all([page.mouse.click(x + 20, y + 10), page.keyboard.press('n')]);
    await page.waitForFunction(() => document.activeElement?.matches('.form input'), null, { timeout: 3000 });
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('j')]);
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.matches('[data-index="1"] a'), null, { timeout: 3000 });
  }
});

test('a key does nothing to a memory that was just closed', async () => {
  for (let i = 0; i < 10; ++i) {
    await page.locator('.row-link').first().click();
    await page.waitForFunction(() => document.activeElement?.id === 'memory-title');
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Delete'), page.keyboard.press('e')]);
    await page.locator('.panel').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  assert.equal(await page.getByText(/^Deleted/).count(), 0);
  assert.equal((await daemon.api('GET', `/memories/${ids.get('Database')}`)).memory.title, 'Database');
});

test('a memory that comes late does not take the focus from where one types', async () => {
  let answer;
  const asked = new Promise((done) => (answer = done));
  await page.route(`**/api/v1/memories/${ids.get('Database')}`, async (route) => (await asked, route.continue()));
  await page.locator('.row-link').first().click();
  await page.keyboard.press('/');
  answer();
  await page.getByRole('heading', { name: 'Database', exact: true }).waitFor();
  await page.keyboard.type('n');
  assert.equal(await page.locator('.search input').inputValue(), 'n');
});

test('keys and clicks before the scripts run are done when they do', async () => {
  const early = async (does) => {
    const own = await newPage(browser);
    let run;
    const held = new Promise((done) => (run = done));
    await own.route('**/assets/main-*.js', async (route) => (await held, route.continue()));
    await own.goto(daemon.url);
    assert.equal(await own.locator('.search').count(), 0);
    await does(own);
    run();
    return own;
  };
  let own = await early(async ({ keyboard }) => (await keyboard.press('/'), await keyboard.type('flakx'), await keyboard.press('Backspace'), await keyboard.type('y')));
  await own.waitForURL(/q=flaky/);
  assert.equal(await own.locator('.search input').inputValue(), 'flaky');
  await own.context().close();

  own = await early(async ({ keyboard }) => (await keyboard.press('n'), await keyboard.type('Early gain')));
  await own.waitForFunction(() => document.activeElement?.matches('.form input') && document.activeElement.value === 'Early gain');
  await own.keyboard.type('s');
  assert.equal(await own.getByRole('textbox', { name: 'Title' }).inputValue(), 'Early gains');
  await own.context().close();

  own = await early(async ({ keyboard }) => (await keyboard.press('g'), await keyboard.press('r')));
  await own.locator('main h1', { hasText: 'Review' }).waitFor();
  await own.context().close();

  own = await early((page) => page.getByRole('link', { name: 'Graph' }).click());
  await own.locator('main h1', { hasText: 'Graph' }).waitFor({ state: 'attached' });
  await own.context().close();

  own = await early(async (page) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  });
  await own.waitForFunction(() => document.activeElement?.id === 'main');
  assert.doesNotMatch(own.url(), /#main/);
  assert.deepEqual(own.troubles, []);
  await own.context().close();
});

test('several are selected and tagged by keys', async () => {
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('2 memories selected').waitFor();
  await page.getByRole('button', { name: 'Tag', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add a tag to 2 memories?' }).waitFor();
  await page.keyboard.type('by-key');
  await page.keyboard.press('Enter');
  await page.getByText('Tagged 2 memories').waitFor();
  const tagged = async () => (await daemon.api('GET', `/memories/${ids.get('Database')}`)).memory.tags.includes('by-key');
  assert.ok(await tagged());
  await page.keyboard.press('u');
  for (let turn = 0; turn < 100 && (await tagged()); turn++) await page.waitForTimeout(50);
  assert.ok(!(await tagged()), 'taken back');
});

test('a deletion is taken back by a key', async () => {
  await page.goto(`${daemon.url}/#/memories?open=${ids.get('Editor')}`);
  await page.getByRole('heading', { name: 'Editor' }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('Deleted “Editor”').waitFor();
  assert.equal((await fetch(`${daemon.url}/api/v1/memories/${ids.get('Editor')}`)).status, 404);
  await page.keyboard.press('u');
  await page.getByText('It is back').waitFor();
  const back = await daemon.api('GET', `/memories/${ids.get('Editor')}`);
  assert.deepEqual(back.memory.tags, ['preference', 'tools']);
});
