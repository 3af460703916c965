// The first minutes: an assistant is connected, what people have is taken in, and the log is switched, all on the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { zip } from './lib/zip.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

// An empty database of its own for each; `prepare` fills the home.
async function task(most, prepare, place, does) {
  const daemon = new Daemon(process.env.AIM_BINARY);
  prepare?.(daemon.environment.HOME);
  await daemon.start();
  const page = await newPage(browser);
  try {
    await page.goto(`${daemon.url}/#/${place}`);
    let taken = 0;
    await does(page, { click: (target) => (++taken, target.click()), drop: (...given) => (++taken, drop(page, ...given)) }, daemon);
    assert.ok(taken <= most, `${taken} clicks and drops`);
    assert.deepEqual(page.troubles, []);
  } finally {
    await page.context().close();
    await daemon.remove();
  }
}

// Drops a file on an element, as a browser does.
async function drop(page, selector, name, bytes) {
  const files = await page.evaluateHandle(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name));
    return data;
  }, [name, Buffer.from(bytes).toString('base64')]);
  for (const each of ['dragover', 'drop']) await page.dispatchEvent(selector, each, { dataTransfer: files });
}

const row = (page, title) => page.locator('.row-link', { hasText: title });
const said = (sender, text, i) => ({ uuid: `m${i}`, sender, text, content: [{ type: 'text', text }], created_at: `2026-10-01T09:0${i}:00Z` });
const ofClaude = JSON.stringify([{
  uuid: 'c1', name: 'Watering the tulips', created_at: '2026-10-01T09:00:00Z', updated_at: '2026-10-01T09:05:00Z',
  chat_messages: [said('human', 'How often do tulips need water?', 0), said('assistant', 'Once a week in spring.', 1), said('human', 'And in the greenhouse?', 2), said('assistant', 'Twice a week.', 3)],
}]);
const turn = (id, parent, role, text) => [id, { id, parent, children: [], message: { id, author: { role }, create_time: 1790000000, content: { content_type: 'text', parts: [text] } } }];
const ofChatGpt = JSON.stringify([{
  title: 'Sharpening a chisel', create_time: 1790000000, update_time: 1790000100, id: 'g1', conversation_id: 'g1', current_node: 'd',
  mapping: Object.fromEntries([turn('a', null, 'user', 'At what angle is a chisel sharpened?'), turn('b', 'a', 'assistant', 'At 25 degrees.'), turn('c', 'b', 'user', 'And the micro bevel?'), turn('d', 'c', 'assistant', 'At 30 degrees.')].map(([id, node], i, all) => [id, { ...node, children: all[i + 1] ? [all[i + 1][0]] : [] }])),
}]);

test('the download of Claude, a zip, is dropped and its conversations are seen', async () => {
  await task(3, null, 'memories', async (page, { drop }) => {
    await page.getByText('No memories yet').waitFor();
    await drop('.drop', 'data-2026-10-01.zip', zip({ 'conversations.json': ofClaude, 'users.json': '[]' }));
    await row(page, 'Watering the tulips').waitFor();
  });
});

test('the conversations of ChatGPT are dropped anywhere, and seen', async () => {
  await task(3, null, 'live', async (page, { drop, click }) => {
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await drop('main', 'conversations.json', ofChatGpt);
    const dialog = page.getByRole('dialog', { name: 'Bring memories in' });
    await dialog.getByText(/1 conversation, 1 memory/).waitFor();
    await click(dialog.getByRole('link', { name: 'See them' }));
    await row(page, 'Sharpening a chisel').waitFor();
  });
});

test('a file of no known form is refused with a reason', async () => {
  await task(1, null, 'settings', async (page, { drop }) => {
    await drop('.drop', 'photo.bin', 'no export at all');
    await page.locator('.drop li.bad', { hasText: 'photo.bin' }).waitFor();
  });
});

test('the empty page connects an assistant after showing what changes', async () => {
  await task(2, (home) => mkdirSync(join(home, '.claude')), 'memories', async (page, { click }, daemon) => {
    const settings = join(daemon.environment.HOME, '.claude', 'settings.json');
    await click(page.getByRole('button', { name: 'Connect Claude Code …' }));
    const dialog = page.getByRole('dialog', { name: 'Connect Claude Code' });
    await dialog.locator('ins', { hasText: 'hook user-prompt' }).first().waitFor();
    assert.equal(existsSync(settings), false, 'nothing is written before');
    await click(dialog.getByRole('button', { name: 'Connect Claude Code', exact: true }));
    await page.getByText('Claude Code is connected').waitFor();
    assert.match(readFileSync(settings, 'utf8'), /hook user-prompt/);
    await page.getByText('✓ connected').waitFor();
  });
});

test('only the page of this machine connects', async () => {
  await task(0, null, 'memories', async (page, _, daemon) => {
    await page.getByText('No memories yet').waitFor();
    for (const [path, body] of [['clients/claude-code', {}], ['adopt', {}], ['settings', {}], ['backup', {}]]) {
      const asked = (headers) => fetch(`${daemon.url}/api/v1/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }).then((each) => each.status);
      assert.equal(await asked({}), 403, path);
      assert.equal(await asked({ 'X-AI-Memory': 'page', Origin: 'https://evil.example' }), 403, path);
    }
    assert.equal(existsSync(join(daemon.environment.HOME, '.claude.json')), false);
  });
});

test('sessions that are on this machine are looked for and taken in', async () => {
  const line = (type, text, i) => JSON.stringify({ type, uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, sessionId: 'fb1c', cwd: '/home/someone/garden', timestamp: `2026-10-02T09:0${i}:00Z`, message: { role: type, content: text } });
  const prepare = (home) => {
    const folder = join(home, '.claude', 'projects', '-home-someone-garden');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'fb1c.jsonl'), [line('user', 'Where do we keep the seeds?', 0), line('assistant', 'In the cellar, in tins.', 1), line('user', 'We decided to move them to the attic.', 2), line('assistant', 'Noted.', 3)].join('\n'));
  };
  await task(3, prepare, 'memories', async (page, { click }) => {
    await click(page.getByRole('button', { name: 'Look on this machine' }));
    await click(page.getByRole('button', { name: 'Take them in' }));
    await row(page, 'Where do we keep the seeds').waitFor();
  });
});

test('the log is switched off and on while the server runs', async () => {
  await task(2, null, 'settings', async (page, { click }, daemon) => {
    const config = () => readFileSync(join(daemon.environment.HOME, '.config', 'ai-memory', 'config.toml'), 'utf8');
    const kept = async (text) => {
      await daemon.api('POST', '/recall', { context: text });
      await page.waitForTimeout(1500); // it is written behind the answer
      return (await daemon.api('GET', '/recent')).items.some((each) => each.query === text);
    };
    const box = page.getByLabel('Record every recall, store and hook');
    assert.equal(await kept('asked at first'), true);
    await click(box);
    await page.getByText('Activity is not recorded any more').waitFor();
    assert.match(config(), /enabled = "never"/);
    assert.equal(await kept('asked while it is off'), false);
    await click(box);
    await page.getByText('Activity is recorded', { exact: true }).waitFor();
    assert.match(config(), /enabled = "always"/);
    assert.equal(await kept('asked again'), true);
  });
});

test('a session shows the memories that were stored in it', async () => {
  await task(0, null, 'sessions', async (page, _, daemon) => {
    for (const [role, content] of [['user', 'Where are the seeds?'], ['assistant', 'In the attic.']]) await daemon.api('POST', '/transcripts/turns', { session_id: 'of-seeds', namespace: 'garden', role, content });
    await daemon.api('POST', '/memories', { title: 'Seeds', content: 'They are in the attic.', namespace: 'garden', metadata: { session_id: 'of-seeds' } });
    await daemon.api('POST', '/memories', { title: 'Of another session', content: 'x', namespace: 'garden', metadata: { session_id: 'another' } });
    await page.reload();
    const list = page.getByRole('list', { name: 'Memories from this session' });
    await list.getByText('Seeds').waitFor();
    assert.equal(await list.getByText('Of another session').count(), 0);
  });
});

test('what merging gives is shown before, and is what it gives', async () => {
  await task(2, null, 'review?kind=contradiction', async (page, { click }, daemon) => {
    const [one, two] = await Promise.all(['It opens at eight.', 'It opens at nine.'].map((content, i) => daemon.api('POST', '/memories', { title: `Opening ${i}`, content, tier: 'long' })));
    await daemon.api('POST', '/links', { source_id: one.id, target_id: two.id, relation: 'contradicts' });
    await page.reload();
    await click(page.getByText('What merging would give'));
    const shown = await page.locator('details', { hasText: 'What merging would give' }).locator('.prose').textContent();
    await click(page.getByRole('button', { name: /^Merge/ }));
    await page.getByText('Merged them').waitFor();
    const { memories } = await daemon.api('GET', '/memories');
    assert.deepEqual(memories.map((each) => each.content), [shown]);
  });
});

test('a setting is changed, and a backup made', async () => {
  await task(2, null, 'settings', async (page, { click }, daemon) => {
    await click(page.getByLabel('Hooks add memories to prompts'));
    await page.getByText('Saved; programs that are running').waitFor();
    assert.match(readFileSync(join(daemon.environment.HOME, '.config', 'ai-memory', 'config.toml'), 'utf8'), /recall = false/);
    await daemon.api('POST', '/memories', { title: 'Kept', content: 'x' });
    await click(page.getByRole('button', { name: 'Make a backup' }));
    const said = await page.locator('.notice', { hasText: /^Copied 1 memory to / }).locator('span').first().textContent();
    assert.ok(existsSync(said.replace('Copied 1 memory to ', '')));
  });
});

test('a backup is put back, after it was said what happens', async () => {
  await task(3, null, 'settings', async (page, { click }, daemon) => {
    const { id } = await daemon.api('POST', '/memories', { title: 'Kept', content: 'before the backup' });
    await click(page.getByRole('button', { name: 'Make a backup' }));
    await page.getByText('Copied 1 memory to').waitFor();
    await daemon.api('POST', '/memories', { title: 'Later', content: 'after it' });
    await daemon.api('PUT', `/memories/${id}`, { content: 'changed' });
    await click(page.getByRole('button', { name: /^Restore the backup of/ }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('memories stored since are gone').waitFor();
    await click(dialog.getByRole('button', { name: 'Restore' }));
    await page.getByText(/Restored 1 memory; the former database is/).waitFor();
    const { memories } = await daemon.api('GET', '/memories');
    assert.deepEqual(memories.map((each) => each.content), ['before the backup']);
  });
});

test('a folder is shared, joined by another device, and left', async () => {
  const other = await new Daemon(process.env.AIM_BINARY).start();
  try {
    await task(5, null, 'settings', async (page, { click }, daemon) => {
      await daemon.api('POST', '/memories', { title: 'From the first', content: 'to the second' });
      const folder = join(daemon.folder, 'shared');
      mkdirSync(folder);
      const card = page.getByRole('region', { name: 'Sync' });
      await card.getByLabel('Folder on this machine').fill(folder);
      await click(card.getByRole('button', { name: 'Share the folder' }));
      const code = await card.locator('.note b').textContent();
      const second = await newPage(page.context().browser());
      await second.goto(`${other.url}/#/settings`);
      await second.getByLabel('Folder on this machine').fill(folder);
      await second.getByLabel('Code of another device').fill(code);
      await second.getByRole('button', { name: 'Join' }).click();
      await second.getByText('Joined: 1 memory new here').waitFor();
      assert.deepEqual(second.troubles, []);
      await second.context().close();
      assert.equal((await other.api('GET', '/memories')).memories[0].title, 'From the first');
      await click(card.getByRole('button', { name: 'Sync now' }));
      await page.getByText(/^Synced:/).waitFor();
      await card.getByText('up to date here').waitFor();
      await click(card.getByRole('button', { name: 'Leave …' }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }));
      await card.getByLabel('Folder on this machine').waitFor();
      assert.equal((await daemon.api('GET', '/memories')).count, 1);
    });
  } finally {
    await other.remove();
  }
});

test('a file of another memory store is taken in, and its memories are shown', async () => {
  await task(2, null, 'settings', async (page, { click, drop }) => {
    await drop('.drop', 'memory.jsonl', `${JSON.stringify({ type: 'entity', name: 'Garden', entityType: 'place', observations: ['It has roses'] })}\n`);
    await page.locator('.drop li.good', { hasText: '1 memory' }).waitFor();
    await click(page.getByRole('link', { name: 'See them, newest first' }));
    await row(page, 'Garden').waitFor();
  });
});

test('a note becomes memories by its headings, and a new one of its name says what it replaced', async () => {
  await task(2, null, 'settings', async (page, { drop }, daemon) => {
    await drop('.drop', 'notes.md', '# Roses\n\nThey need water.\n\n# Tools\n\nThe rake is in the shed.\n');
    await page.locator('.drop li', { hasText: '2 memories' }).waitFor();
    await drop('.drop', 'notes.md', '# Roses\n\nThey need sun.\n');
    await page.locator('.drop li', { hasText: '1 with a new text' }).waitFor();
    assert.equal((await daemon.api('GET', '/memories')).count, 2);
  });
});
