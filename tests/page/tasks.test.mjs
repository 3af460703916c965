// Tasks of people on the page, each with the clicks and keys that it takes at most; nothing typed is lost on the way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

let daemon, browser, ids;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY).start();
  ids = await seed(daemon);
  await daemon.api('POST', '/memories/bulk', Array.from({ length: 40 }, (_, i) => ({ title: `Worklog ${String(i).padStart(2, '0')}`, content: `Entry ${i}`, namespace: 'log', tier: 'long', tags: ['wip'], priority: 3 })));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

// A page of its own for each task. `act` counts clicks and keys; what is typed into a field counts as none.
async function task(most, place, does, height = 800) {
  const page = await newPage(browser, { height });
  await page.goto(`${daemon.url}/#/${place}`);
  let taken = 0;
  const act = { click: (target, options) => (++taken, target.click(options)), press: (key) => (++taken, page.keyboard.press(key)) };
  await does(page, act);
  assert.ok(taken <= most, `${taken} clicks and keys`);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

const row = (page, title) => page.locator('.row-link', { has: page.locator('.row-title', { hasText: new RegExp(`^${title}$`) }) });
const pick = (page, title) => page.getByLabel(`Select ${title}`, { exact: true });
const bulk = (page) => page.getByRole('group', { name: 'With the selected memories' });
const content = async (id) => (await daemon.api('GET', `/memories/${id}`)).memory.content;

test('a tag on 40 memories is renamed, and it is taken back', async () => {
  await task(4, 'memories?namespace=log', async (page, { click, press }) => {
    await page.locator('.found-line').getByText('40 memories', { exact: true }).waitFor();
    await click(page.getByLabel('Select all that are shown'));
    await click(bulk(page).getByRole('button', { name: 'Rename tag' }));
    await page.keyboard.type('done');
    await press('Enter');
    await page.getByText('Changed 40 memories').waitFor();
    assert.equal((await daemon.api('GET', '/memories?tags=done&limit=100')).count, 40);
    await press('u');
    for (let i = 0; i < 200 && (await daemon.api('GET', '/memories?tags=wip&limit=100')).count < 40; ++i) await page.waitForTimeout(50);
    assert.equal((await daemon.api('GET', '/memories?tags=done&limit=100')).count, 0);
  });
});

test('twenty are deleted', async () => {
  await task(4, 'memories?namespace=log&sort=newest', async (page, { click }) => {
    await page.locator('.pick').nth(19).waitFor();
    await click(page.locator('.pick').nth(0));
    await click(page.locator('.pick').nth(19), { modifiers: ['Shift'] });
    await click(bulk(page).getByRole('button', { name: 'Delete' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Delete 20 memories' }));
    await page.getByText('Deleted 20 memories').waitFor();
    assert.equal((await daemon.api('GET', '/memories?namespace=log&limit=100')).count, 20);
  }, 1700);
});

test('a deleted memory is restored long after', async () => {
  const { id } = await daemon.api('POST', '/memories', { title: 'Deleted yesterday', content: 'to be restored' });
  await daemon.api('DELETE', `/memories/${id}`);
  await task(3, 'memories', async (page, { click }) => {
    await click(page.locator('.tools summary'));
    await click(page.getByRole('link', { name: 'Archive' }));
    await click(page.getByRole('button', { name: 'Restore Deleted yesterday' }));
    await page.getByText('“Deleted yesterday” is back').waitFor();
    assert.equal(await content(id), 'to be restored');
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Restore Deleted yesterday' }).waitFor();
  });
});

test('what expired or was merged is in the archive, and comes back', async () => {
  await daemon.api('POST', '/memories', { title: 'Forgotten', content: 'about zebras', namespace: 'zoo' });
  daemon.run(['forget', '--namespace', 'zoo', '--pattern', 'zebras']);
  await task(1, 'archive', async (page, { click }) => {
    await page.locator('.archive li', { has: page.getByRole('heading', { name: 'Forgotten' }) }).getByText('forgotten', { exact: true }).waitFor();
    await click(page.getByRole('button', { name: 'Restore Forgotten' }));
    await page.getByText('“Forgotten” is back').waitFor();
  });
});

test('the archive is chosen by title and reason', async () => {
  for (const title of ['Tram lines', 'Bus lines']) {
    const { id } = await daemon.api('POST', '/memories', { title, content: 'of the city' });
    await daemon.api('DELETE', `/memories/${id}`);
  }
  await task(2, 'archive', async (page) => {
    await page.getByRole('button', { name: 'Restore Bus lines' }).waitFor();
    await page.getByLabel('Title').fill('tram');
    await page.getByRole('button', { name: 'Restore Bus lines' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.archive li').count(), 1);
    await page.getByLabel('Reason').selectOption('gc');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Restore Bus lines' }).waitFor();
  });
});

test('one of the archive is deleted for good, after a question', async () => {
  const { id } = await daemon.api('POST', '/memories', { title: 'Never again', content: 'to be purged' });
  await daemon.api('DELETE', `/memories/${id}`);
  await task(2, 'archive', async (page, { click }) => {
    await click(page.getByRole('button', { name: 'Delete permanently: Never again' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This cannot be undone').waitFor();
    await click(dialog.getByRole('button', { name: 'Delete permanently' }));
    await page.getByText('Deleted 1 memory for good').waitFor();
    await page.getByRole('button', { name: 'Restore Never again' }).waitFor({ state: 'detached' });
    assert.ok((await daemon.api('GET', '/archive')).count > 0, 'the others are there');
    await assert.rejects(daemon.api('GET', `/memories/${id}/history`), /404/);
  });
});

test('several values of a facet are chosen, also beside a question', async () => {
  await task(4, 'memories', async (page, { click }) => {
    const facet = (name) => page.locator('.facet', { has: page.locator('.facet-name', { hasText: new RegExp(`^${name}$`) }) });
    const line = (text) => page.locator('.found-line').getByText(text, { exact: true });
    await click(facet('dashboard'));
    await line('2 memories').waitFor();
    await click(facet('billing-api'));
    await line('10 memories').waitFor();
    assert.deepEqual(await page.locator('.facet[aria-pressed=true] .soft').allTextContents(), ['8', '2']);
    await click(facet('mid'));
    await click(facet('short'));
    await line('6 memories').waitFor();
    assert.equal((await daemon.api('GET', '/memories?namespace=billing-api+dashboard&tier=mid,short')).count, 6);
    await page.locator('.search input').fill('brand colours');
    await row(page, 'Colours').waitFor();
    await facet('billing-api').waitFor();
  });
});

test('one is found by meaning and edited', async () => {
  await task(3, 'memories', async (page, { click, press }) => {
    await page.locator('.search input').fill('how are payments tried again');
    await click(row(page, 'Retry policy'));
    await page.waitForFunction(() => document.activeElement?.id === 'memory-title');
    await press('e');
    await page.getByRole('textbox', { name: 'Content' }).fill('Calls to the payment provider are retried five times with jitter.');
    await press('Control+Enter');
    await page.locator('.panel .prose', { hasText: 'five times' }).first().waitFor();
  });
});

test('a dropped export is taken in, and its memories are shown', async () => {
  const empty = await new Daemon(process.env.AIM_BINARY).start();
  const page = await newPage(browser);
  try {
    const file = join(empty.folder, 'export.json');
    writeFileSync(file, daemon.run(['export']));
    await page.goto(empty.url);
    await page.locator('input[type=file]').setInputFiles(file); // as a drop does
    await row(page, 'Database').waitFor();
    await page.goto(`${empty.url}/#/settings`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText(/: 0 memories, \d+ already here/).waitFor();
    assert.deepEqual(page.troubles, []);
  } finally {
    await page.context().close();
    await empty.remove();
  }
});

test('a selection is exported, and can be imported', async () => {
  await task(2, 'memories?tags=design', async (page, { click }) => {
    await row(page, 'Colours').waitFor();
    await click(pick(page, 'Colours'));
    const [file] = await Promise.all([page.waitForEvent('download'), click(bulk(page).getByRole('button', { name: 'Export' }))]);
    const other = new Daemon(process.env.AIM_BINARY);
    try {
      other.run(['import', await file.path()]);
      assert.match(other.run(['list']), /Colours/);
    } finally {
      await other.remove();
    }
  });
});

test('sample data is stored, and removed', async () => {
  const empty = await new Daemon(process.env.AIM_BINARY).start();
  const page = await newPage(browser);
  try {
    await page.goto(empty.url);
    await page.getByRole('button', { name: 'Try sample data' }).click();
    await row(page, 'Release day').waitFor();
    await page.getByLabel('Select all that are shown').click();
    await bulk(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Delete/ }).click();
    await page.getByText('No memories yet').waitFor();
    assert.equal((await empty.api('GET', '/stats')).total, 0);
  } finally {
    await page.context().close();
    await empty.remove();
  }
});

test('what is typed survives Escape, another row and a reload', async () => {
  await task(20, `memories?open=${ids.get('Editor')}&edit=1`, async (page, { click, press }) => {
    const text = page.getByRole('textbox', { name: 'Content' });
    await text.fill('half a sentence');
    await press('Escape');
    await click(page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Keep editing' }));
    assert.equal(await text.inputValue(), 'half a sentence');
    await click(row(page, 'Colours'));
    await page.getByText('kept as a draft').waitFor();
    await click(row(page, 'Editor'));
    await click(page.getByRole('button', { name: 'Continue editing' }));
    assert.equal(await text.inputValue(), 'half a sentence');
    await page.reload();
    await page.getByText('Your draft is back').waitFor();
    assert.equal(await text.inputValue(), 'half a sentence');
    await press('Escape');
    await click(page.getByRole('button', { name: 'Discard', exact: true }));
    await page.getByRole('heading', { name: 'Editor' }).waitFor();
    assert.doesNotMatch(await content(ids.get('Editor')), /half a sentence/);
    assert.equal(await page.getByRole('button', { name: 'Continue editing' }).count(), 0);
  });
});

test('a new memory that is begun is there again', async () => {
  await task(4, 'memories?namespace=dashboard', async (page, { click, press }) => {
    await row(page, 'Colours').waitFor();
    await press('n');
    assert.equal(await page.getByRole('combobox', { name: 'Namespace' }).inputValue(), 'dashboard');
    await page.getByRole('textbox', { name: 'Title' }).fill('Begun');
    await press('Escape');
    await click(page.getByRole('button', { name: 'Keep as a draft' }));
    await press('n');
    await page.waitForFunction(() => document.activeElement?.matches('.form input'));
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Begun');
  });
});

test('two tabs keep a draft each, and one is offered that of the other', async () => {
  await task(2, `memories?open=${ids.get('Colours')}&edit=1`, async (page, { click }) => {
    const field = (of) => of.getByRole('textbox', { name: 'Content' });
    const reloaded = async (of) => (await of.reload(), await of.getByText('Your draft is back').waitFor(), field(of).inputValue());
    await field(page).fill('of the first tab');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText('A draft of another tab is here').waitFor();
    await field(second).fill('of the second tab');
    assert.equal(await reloaded(page), 'of the first tab');
    assert.equal(await reloaded(second), 'of the second tab');
    await second.close();
    await click(page.getByRole('button', { name: 'Continue it here' }));
    assert.equal(await reloaded(page), 'of the second tab');
    assert.equal(await page.getByText('A draft of another tab is here').count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await click(page.getByRole('button', { name: 'Discard', exact: true }));
  });
});

test('a tag does not make a memory look new; a new text does', async () => {
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const id = '00000000-0000-4000-8000-000000000040';
  await daemon.api('POST', '/import', { memories: [{ id, title: 'Stored long ago', content: 'before', namespace: 'old', tier: 'long', created_at: old, updated_at: old }] });
  await daemon.api('PUT', `/memories/${id}`, { tags: ['infra'] });
  await task(0, 'memories?namespace=old', async (page) => {
    const time = row(page, 'Stored long ago').locator('xpath=ancestor::li').locator('time');
    await time.waitFor();
    assert.equal((await time.getAttribute('datetime')).slice(0, 10), old.slice(0, 10));
    await daemon.api('PUT', `/memories/${id}`, { content: 'after' });
    await page.waitForFunction((day) => document.querySelector('li time')?.getAttribute('datetime')?.startsWith(day), new Date().toISOString().slice(0, 10));
  });
});

test('who saves over a change of somebody else sees both', async () => {
  const id = ids.get('Staging');
  await task(4, `memories?open=${id}&edit=1`, async (page, { click }) => {
    await page.getByRole('textbox', { name: 'Content' }).fill('Staging is rebuilt at three.');
    daemon.run(['update', id, '--content', 'Staging is rebuilt at four.', '--tags', 'nightly', '--priority', '9']);
    await click(page.getByRole('button', { name: 'Save' }));
    const conflict = page.locator('.conflict');
    await conflict.locator('del', { hasText: 'four' }).waitFor();
    await conflict.locator('ins', { hasText: 'three' }).waitFor();
    assert.equal(await content(id), 'Staging is rebuilt at four.');
    await click(conflict.getByRole('button', { name: 'Save mine over it' }));
    await page.getByText('Saved', { exact: true }).waitFor();
    const { memory } = await daemon.api('GET', `/memories/${id}`);
    assert.deepEqual([memory.content, memory.tags, memory.priority], ['Staging is rebuilt at three.', ['nightly'], 9], 'what the reader did not touch stays');
  });
});

test('what is typed into a memory that somebody deletes meanwhile is stored as new', async () => {
  const { id } = await daemon.api('POST', '/memories', { title: 'Deleted meanwhile', content: 'before', namespace: 'gone' });
  await task(2, `memories?open=${id}&edit=1`, async (page, { click }) => {
    await page.getByRole('textbox', { name: 'Content' }).fill('typed');
    daemon.run(['delete', id]);
    await click(page.getByRole('button', { name: 'Save' }));
    await click(page.getByRole('button', { name: 'Store as new' }));
    await page.locator('.notice', { hasText: 'Stored' }).waitFor();
    assert.deepEqual((await daemon.api('GET', '/memories?namespace=gone')).memories.map((each) => each.content), ['typed']);
  });
});

test('the list follows other processes', async () => {
  await task(0, 'memories', async (page) => {
    await row(page, 'Database').waitFor();
    await page.waitForTimeout(1500); // until it listens
    daemon.run(['store', '--title', 'By another process', '--content', 'x', '--priority', '10']);
    await row(page, 'By another process').waitFor();
  });
});

test('u takes back what was done before the page was loaded', async () => {
  const id = ids.get('Naming of branches');
  await daemon.api('DELETE', `/memories/${id}`);
  await task(1, 'memories', async (page, { press }) => {
    await row(page, 'Database').waitFor();
    await press('u');
    await page.getByText('Undone: the last delete of “Naming of branches”').waitFor();
    await content(id);
  });
});

test('the history of a memory shows what changed, and brings a version back', async () => {
  const id = ids.get('Colours');
  await daemon.api('PUT', `/memories/${id}`, { content: 'Brand blue is #112233; never use it for errors.' });
  await task(2, `memories?open=${id}`, async (page, { click }) => {
    const history = page.getByRole('region', { name: 'History', exact: true });
    await history.locator('ins', { hasText: '112233' }).waitFor();
    await click(history.locator('summary').nth(1));
    await click(history.getByRole('button', { name: 'Restore this version' }));
    await page.locator('.panel .markdown', { hasText: '#3a4cc4' }).waitFor();
  });
});

test('results end at the floor, and the words that match are marked', async () => {
  await task(1, 'memories?q=which+database+runs+in+production', async (page, { click }) => {
    await row(page, 'Database').locator('mark').waitFor();
    // Twelve memories have no weak ones among them.
    await page.route('**/recall', async (route) => {
      const reply = await (await route.fetch()).json();
      await route.fulfill({ json: { ...reply, memories: [...reply.memories, { ...reply.memories[0], id: 'weak', title: 'Hardly', score: 0.05 }] } });
    });
    await page.reload();
    await page.locator('.found-line').getByText(/^\d+ good match/).waitFor();
    const good = await page.locator('.row-link').count();
    assert.equal(await row(page, 'Hardly').count(), 0);
    await click(page.getByRole('button', { name: /^Show \d+ weaker$/ }));
    await page.locator('.found-line').getByText(/weak ones too/).waitFor();
    assert.ok((await page.locator('.row-link').count()) > good);
  });
});

test('nonsense finds nothing good, and says so', async () => {
  await task(0, 'memories?q=xyzzy+plugh', (page) => page.getByText('No good match').or(page.getByText('Nothing fits', { exact: true })).first().waitFor());
});

test('the list is sorted as one wants, and rows say by what', async () => {
  await task(1, 'memories', async (page, { click }) => {
    await row(page, 'Database').waitFor();
    await page.locator('.row .by', { hasText: 'P9' }).first().waitFor();
    await page.getByLabel('Sort').selectOption('newest');
    await page.waitForURL(/sort=newest/);
    await page.getByLabel('Sort').selectOption('ending');
    await page.locator('.row .by', { hasText: /^ends in/ }).first().waitFor();
    await click(page.locator('.row button.tag').first());
    await page.waitForURL(/tags=/);
  });
});

test('six that are alike are one group, of which one is kept', async () => {
  const same = Array.from({ length: 6 }, (_, i) => ({ title: `Copy ${i}`, content: 'The office closes at six in the evening, and at four on Fridays.', namespace: 'copies', tier: 'long' }));
  await daemon.api('POST', '/memories/bulk', same);
  await task(1, 'review?kind=duplicate', async (page, { click }) => {
    await page.getByText('6 memories say nearly the same').waitFor();
    await click(page.getByRole('button', { name: 'Keep this one: Copy 3' }));
    await page.getByText('Kept one, deleted 5 memories').waitFor();
    assert.deepEqual((await daemon.api('GET', '/memories?namespace=copies')).memories.map((each) => each.title), ['Copy 3']);
  });
});

test('several tags narrow the list, and each is taken away again', async () => {
  await task(3, 'memories', async (page, { click }) => {
    const facet = (name) => page.getByRole('region', { name: 'Tag' }).getByRole('button', { name: new RegExp(`^${name}`) });
    await click(facet('infra'));
    await click(facet('database'));
    await page.waitForURL(/tags=infra%2Cdatabase/);
    await page.locator('.found-line').getByText('1 memory', { exact: true }).waitFor();
    await click(facet('infra'));
    await page.waitForURL(/tags=database/);
  });
});

test('a question without an answer becomes a memory', async () => {
  await daemon.api('POST', '/recall', { context: 'zzqxx yyvvk', namespace: 'billing-api' });
  await task(2, 'live?empty=1', async (page, { click }) => {
    await click(page.locator('.live li', { hasText: 'zzqxx yyvvk' }).getByRole('link', { name: 'store an answer' }));
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'zzqxx yyvvk');
    assert.equal(await page.getByRole('combobox', { name: 'Namespace' }).inputValue(), 'billing-api');
    await page.getByRole('textbox', { name: 'Content' }).fill('An answer.');
    await click(page.getByRole('button', { name: 'Store' }));
    await page.getByRole('heading', { name: 'zzqxx yyvvk' }).waitFor();
  });
});

test('notes and lists of memories are taken in from Settings', async () => {
  const note = join(daemon.folder, 'Standing order.md'), list = join(daemon.folder, 'list.json');
  writeFileSync(note, 'The invoice goes out on the first.');
  writeFileSync(list, JSON.stringify([{ title: 'From a list', content: 'one of them' }]));
  await task(1, 'settings', async (page, { click }) => {
    await page.locator('input[type=file]').setInputFiles([note, list]);
    await page.getByText('list.json').waitFor();
    await click(page.getByRole('link', { name: 'See them' }));
    await row(page, 'Standing order').waitFor();
    await row(page, 'From a list').waitFor();
  });
});

test('one message at a time, and never over the buttons of Review', async () => {
  await task(2, 'review?kind=contradiction', async (page, { press }) => {
    await page.locator('.two').waitFor();
    await press('2');
    await page.getByText('Kept both').waitFor();
    await press('u');
    await page.locator('.two').waitFor();
    assert.ok((await page.locator('.notice').count()) <= 1);
    const [settle, messages] = await Promise.all(['.settle', '.notices'].map((each) => page.locator(each).boundingBox()));
    assert.ok(messages === null || messages.y + messages.height <= settle.y || messages.height === 0, 'a message covers the buttons');
  });
});

test('all that one session left unconfirmed are confirmed at once', async () => {
  for (let i = 0; i < 3; ++i) await daemon.api('POST', '/memories', { title: `Heard ${i}`, content: `a hook heard ${i}`, source: 'hook', tier: 'long', metadata: { session_id: 'heard' } });
  await task(1, 'review?kind=unconfirmed', async (page, { click }) => {
    await click(page.getByRole('button', { name: 'Confirm all 3 of this session' }));
    await page.getByText('Confirmed 3 memories').waitFor();
    assert.equal((await daemon.api('GET', '/review?kind=unconfirmed')).counts.unconfirmed, 0);
  });
});

test('a selection is merged into what was shown, without a language model', async () => {
  await daemon.api('POST', '/memories/bulk', ['opens at nine', 'closes at six'].map((content, i) => ({ title: `Office ${i}`, content, namespace: 'office', tier: 'long' })));
  await task(3, 'memories?namespace=office', async (page, { click }) => {
    await row(page, 'Office 0').waitFor();
    await click(page.getByLabel('Select all that are shown'));
    await click(bulk(page).getByRole('button', { name: 'Merge' }));
    const dialog = page.getByRole('dialog', { name: 'Merge 2 memories?' });
    const shown = await dialog.locator('.prose').textContent();
    await click(dialog.getByRole('button', { name: 'Merge 2 memories' }));
    await page.getByText('Merged 2 memories').waitFor();
    assert.deepEqual((await daemon.api('GET', '/memories?namespace=office')).memories.map((each) => each.content), [shown]);
  });
});

test('what is typed over a prefilled value replaces it; a move that cannot be done for one is done for none, and is undone as one', async () => {
  await daemon.api('POST', '/memories/bulk', ['Pm 0', 'Pm 1', 'Pm 2'].map((title) => ({ title, content: 'x', namespace: 'one', priority: title === 'Pm 2' ? 9 : 5 })).concat([{ title: 'Pm 1', content: 'y', namespace: 'two' }]));
  const spaces = async (name) => (await daemon.api('GET', `/memories?namespace=${name}`)).count;
  await task(9, 'memories?namespace=one', async (page, { click, press }) => {
    let requests = 0;
    page.on('request', (request) => (requests += request.method() === 'GET' ? 0 : 1));
    await row(page, 'Pm 0').waitFor();
    await click(page.getByLabel('Select all that are shown'));
    const move = async (name) => {
      await click(bulk(page).getByRole('button', { name: 'Move', exact: true }));
      await page.keyboard.type(name);
      await press('Enter');
    };
    await move('two');
    await page.locator('.notice.bad', { hasText: /“?"?Pm 1"?”? is already used/ }).waitFor();
    assert.equal(await spaces('two'), 1);
    await click(page.getByLabel('Dismiss'));
    await move('three');
    await page.getByText('Moved 3 memories').waitFor();
    assert.equal(await spaces('three'), 3);
    assert.equal(requests, 2, 'one request for each');
    await page.goto(`${daemon.url}/#/memories?namespace=three`);
    await page.reload();
    await row(page, 'Pm 1').waitFor();
    await press('u');
    await page.locator('.notice', { hasText: 'Undone: the last update of 3 memories' }).waitFor();
    await page.getByText('Nothing fits').first().waitFor();
    assert.equal(await spaces('one'), 3);
  });
});

test('u takes back a store, and a link', async () => {
  await task(3, 'memories?new=1', async (page, { press }) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('By mistake');
    await page.getByRole('textbox', { name: 'Content' }).fill('nothing');
    await press('Control+Enter');
    await row(page, 'By mistake').waitFor();
    await page.locator('.notice', { hasText: 'Stored' }).waitFor();
    await page.waitForFunction(() => document.querySelector('.form') === null);
    await press('u');
    await page.locator('.notice', { hasText: 'Undone' }).waitFor();
    assert.equal((await daemon.api('GET', '/memories?limit=200')).memories.filter((each) => each.title === 'By mistake').length, 0);
  });
  const id = ids.get('Retry policy'), links = async () => (await daemon.api('GET', `/memories/${id}`)).links.length, before = await links();
  await task(2, `memories?open=${id}`, async (page, { click, press }) => {
    await click(page.getByRole('button', { name: /^Remove the link to/ }).first());
    await page.locator('.notice', { hasText: 'Removed the link' }).waitFor();
    await press('u');
    for (let i = 0; i < 100 && (await links()) < before; ++i) await page.waitForTimeout(50);
    assert.equal(await links(), before);
  });
});

test('a text that is too long is refused as a whole, not cut', async () => {
  await task(1, 'memories?new=1', async (page, { press }) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Long');
    await page.getByRole('textbox', { name: 'Content' }).fill('x'.repeat(70_000));
    await press('Control+Enter');
    await page.locator('.form .problem', { hasText: /65.?536/ }).waitFor();
    assert.equal((await page.getByRole('textbox', { name: 'Content' }).inputValue()).length, 70_000);
  });
});

test('Escape asks also where the form was opened by its address', async () => {
  await task(1, 'memories?new=1', async (page, { press }) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Half');
    await press('Escape');
    await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor();
  });
});

test('the open memory follows other processes', async () => {
  const id = ids.get('Editor');
  await task(0, `memories?open=${id}`, async (page) => {
    await page.getByRole('heading', { name: 'Editor' }).waitFor();
    await page.waitForTimeout(1500); // until it listens
    daemon.run(['update', id, '--content', 'Uses another one now.']);
    await page.locator('.panel .markdown', { hasText: 'another one now' }).waitFor();
  });
});

test('what happens while Activity is paused waits', async () => {
  await task(2, 'live', async (page, { press }) => {
    await page.getByText('Listening').waitFor();
    await press('Space');
    await page.getByText('Paused').waitFor();
    await daemon.api('POST', '/recall', { context: 'asked while paused' });
    await page.getByRole('button', { name: /^Continue \(\d+ new\)$/ }).waitFor();
    assert.equal(await page.locator('.live li', { hasText: 'asked while paused' }).count(), 0);
    await press('Space');
    await page.locator('.live li', { hasText: 'asked while paused' }).waitFor();
  });
});

test('words are looked for in all sessions, and marked', async () => {
  await task(1, 'sessions?q=remember', async (page, { click }) => {
    const found = page.getByRole('list', { name: 'Turns found' }).getByRole('link');
    await found.locator('mark', { hasText: 'remember' }).first().waitFor();
    await click(found.first());
    await page.locator('.turn.marked', { hasText: 'never remember' }).waitFor();
  });
});

test('a group that is not the same is kept whole, and does not come back', async () => {
  await daemon.api('POST', '/memories/bulk', Array.from({ length: 3 }, (_, i) => ({ title: `Room ${i}`, content: 'The room at the end of the corridor on the ground floor has a projector and twelve chairs.', namespace: 'rooms', tier: 'long' })));
  await task(2, 'review?kind=duplicate', async (page, { click }) => {
    await click(page.getByRole('list', { name: 'To review' }).getByRole('link', { name: /Room 0/ }));
    await page.getByRole('region', { name: 'To be settled' }).getByRole('link', { name: 'Room 0' }).waitFor();
    await click(page.getByRole('button', { name: /^Keep all/ }));
    await page.locator('.notice', { hasText: 'Kept both of 3 pairs' }).waitFor();
    await page.reload();
    await page.getByText('Nothing to review').or(page.locator('.settle')).first().waitFor();
    assert.equal(await page.getByText('Room 0').count(), 0);
    assert.equal((await daemon.api('GET', '/memories?namespace=rooms')).count, 3);
  });
});
