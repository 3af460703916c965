// L2 to L9 in a browser, each with nothing and with something to show, wide and on 320 pixels.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

const views = ['memories', 'why', 'live', 'review', 'sessions', 'graph', 'health', 'playground', 'audit', 'archive', 'settings'];
let full, empty, browser, ids;
before(async () => {
  full = await new Daemon(process.env.AIM_BINARY).start();
  empty = await new Daemon(process.env.AIM_BINARY).start();
  ids = await seed(full);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await full?.remove();
  await empty?.remove();
});

async function visit(daemon, place, look, options) {
  const page = await newPage(browser, options);
  await page.goto(`${daemon.url}/#/${place}`);
  await page.locator('main h1').waitFor({ state: 'attached' });
  await look(page);
  assert.deepEqual(page.troubles, [], place);
  await page.context().close();
}

const places = () => [...views, `memories?open=${ids.get('Deploys')}`, 'memories?new=1', 'why?q=when+do+deploys+go+out', `graph?id=${ids.get('Deploys')}`, 'playground?prompt=deploys', 'review?kind=duplicate'];

test('nothing is wider than 320 pixels', async () => {
  for (const daemon of [full, empty]) {
    const page = await newPage(browser, { width: 320, height: 640 });
    for (const place of places()) {
      await page.goto(`${daemon.url}/#/${place}`);
      await settled(page);
      const wide = await page.evaluate(() => [document.documentElement, document.querySelector('main'), document.querySelector('.panel')].map((each) => (each ? each.scrollWidth - each.clientWidth : 0)));
      assert.ok(wide.every((each) => each <= 0), `${place}: ${wide}`);
      assert.doesNotMatch(await page.locator('main').innerText(), /NaN|undefined|\[object/, place);
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('a score is whole beside everything else a row says on a phone', async () => {
  for (const width of [390, 320]) {
    await visit(full, 'memories?q=when+do+deploys+go+out', async (page) => {
      const facts = page.locator('.row-facts', { has: page.locator('.disputed') }).first();
      await facts.locator('.score').waitFor();
      const [cut, room] = await facts.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      assert.ok(cut <= room, `${cut} in ${room} of ${width}`);
    }, { width, height: 844 });
  }
});

test('the frame that is drawn before scripts run is that of the page', async () => {
  for (const width of [1280, 320]) {
    const [bare, drawn] = await Promise.all([false, true].map(async (javaScriptEnabled) => {
      const page = await newPage(browser, { width, javaScriptEnabled });
      await page.goto(full.url);
      if (javaScriptEnabled) await page.locator('.row-link').first().waitFor();
      const placeOf = async (element) => (({ x, y, height }) => [x, y, height])(await element.boundingBox());
      const links = await page.locator('.bar a:visible').all();
      const seen = [await placeOf(page.locator('.bar')), ...(await Promise.all(links.map(async (link) => [await link.textContent(), await link.getAttribute('href'), ...(await placeOf(link))])))];
      await page.context().close();
      return seen;
    }));
    assert.ok(bare.length > 5);
    assert.deepEqual(bare, drawn, `${width} pixels wide`);
  }
});

test('without memories every view says what to do', async () => {
  await visit(empty, 'memories', (page) => page.getByText('No memories yet').waitFor());
  await visit(empty, 'memories?q=anything', (page) => page.getByText('Nothing fits', { exact: true }).first().waitFor());
  await visit(empty, 'why?q=anything', async (page) => {
    await page.getByText('What the question became').waitFor();
    await page.getByText('Nothing was recalled').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /Certainty/);
  });
  await visit(empty, 'live', (page) => page.getByText('Nothing happened yet').waitFor());
  await visit(empty, 'review', (page) => page.getByText('Nothing to review').waitFor());
  await visit(empty, 'sessions', (page) => page.getByText('No conversations yet').waitFor());
  await visit(empty, 'graph', (page) => page.getByText('No memories yet').waitFor());
  await visit(empty, 'audit', async (page) => {
    await page.getByText('No events yet. Log intact.').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /0000/);
  });
});

test('Why: parts add up to the score, and an expected memory is accounted for', async () => {
  await visit(full, 'why?q=when+do+deploys+go+out', async (page) => {
    await page.locator('.result').first().waitFor();
    for (const row of await page.locator('.result').all()) {
      const score = Number(await row.locator('.result-head .score').textContent());
      const parts = (await row.locator('.legend b').allTextContents()).map(Number);
      assert.ok(parts.length > 0);
      assert.ok(Math.abs(parts.reduce((sum, each) => sum + each, 0) - score) < 0.004, `${parts} is not ${score}`);
    }
    await page.getByText('What the question became').waitFor();
    await page.getByLabel(/Name it/).fill('colours');
    await page.getByRole('option', { name: /Colours/ }).waitFor();
    await page.getByLabel(/Name it/).press('Enter');
    await page.waitForURL(/expect=/);
    await page.locator('.verdict').waitFor();
    await page.locator('.steps .lost').waitFor();
  });
});

test('Live: what others do appears, and opens as it was', async () => {
  await visit(full, 'live', async (page) => {
    await page.getByText('Listening').waitFor();
    full.run(['recall', 'how are payments retried at night']);
    const item = page.locator('.live .card', { hasText: 'how are payments retried at night' }).first();
    await item.waitFor();
    await item.getByRole('link', { name: 'how are payments retried at night' }).click();
    await page.getByText('As it was at').waitFor();
    await page.locator('.result', { hasText: 'Retry policy' }).waitFor();
  });
});

test('Live: one session, and whose calls there were', async () => {
  await full.api('POST', '/recall', { context: 'what is asked in one session', session_id: 'session-a' });
  await full.api('POST', '/recall', { context: 'what is asked in another', session_id: 'session-b' });
  await visit(full, 'live', async (page) => {
    const cards = page.locator('.live .card');
    await cards.getByText('what is asked in another').waitFor();
    await page.getByRole('link', { name: 'Only of session session-a' }).click();
    await page.waitForURL(/session=session-a/);
    await cards.getByText('what is asked in another').waitFor({ state: 'detached' });
    await page.reload();
    await cards.getByText('what is asked in one session').waitFor();
    assert.equal(await cards.count(), 1);
    await page.getByRole('button', { name: 'All sessions' }).click();
    await cards.getByText('what is asked in another').waitFor();
  });
  await visit(full, 'health', async (page) => {
    const clients = page.getByRole('region', { name: 'Clients by source' });
    await clients.getByRole('row', { name: /http/ }).first().getByRole('link', { name: 'session-b' }).click();
    await page.getByText('Only of session').waitFor();
  });
});

test('Live: a session that has asked more than fits one page, to its first call', async () => {
  await Promise.all(Array.from({ length: 101 }, () => full.api('POST', '/recall', { context: 'asked again and again', session_id: 'session-long' })));
  while ((await full.api('GET', '/recent?session=session-long&limit=200')).count < 101) await new Promise((done) => setTimeout(done, 20));
  await visit(full, 'live?session=session-long', async (page) => {
    await page.locator('.live .card').nth(99).waitFor();
    await page.getByRole('button', { name: 'Older ones' }).click();
    await page.locator('.live .card').nth(100).waitFor();
    await page.getByRole('button', { name: 'Older ones' }).waitFor({ state: 'detached' });
  });
});

test('Review: two that contradict each other, side by side', async () => {
  await visit(full, 'review?kind=contradiction', async (page) => {
    const pair = page.locator('.two');
    await pair.getByRole('link', { name: 'Deploys', exact: true }).waitFor();
    await pair.getByRole('link', { name: 'Deploy window', exact: true }).waitFor();
    await pair.locator('del', { hasText: 'Tuesdays' }).or(pair.locator('ins', { hasText: 'Tuesdays' })).first().waitFor();
  });
});

test('Review: whatever a key settles, u takes back', async () => {
  await visit(full, 'review?kind=contradiction', async (page) => {
    for (const [key, said] of [['a', 'Kept A'], ['b', 'Kept B'], ['2', 'Kept both'], ['m', 'Merged them']]) {
      await page.locator('.two').getByRole('link', { name: 'Deploys', exact: true }).waitFor();
      const before = await page.locator('.two').innerText();
      await page.keyboard.press(key);
      await page.getByText(said).waitFor();
      await page.getByText('Nothing to review').waitFor();
      await page.keyboard.press('u');
      await page.locator('.two').waitFor();
      assert.equal(plain(await page.locator('.two').innerText()), plain(before), said);
    }
  });
});

// Without what goes on with time.
function plain(text) {
  return text.replace(/\d+ (s|min) ago|now/g, 'now');
}

test('Sessions: a conversation is read, and a stretch of it marked', async () => {
  const { transcripts } = await full.api('GET', '/transcripts');
  await visit(full, 'sessions', async (page) => {
    await page.getByRole('link', { name: /Which database do we run/ }).click();
    await page.getByText('I never remember').waitFor();
    assert.equal(await page.locator('.turn').count(), 4);
  });
  await visit(full, `sessions?id=${transcripts[0].id}&from=2&to=3`, async (page) => {
    await page.locator('.turn.marked').first().waitFor();
    assert.equal(await page.locator('.turn.marked').count(), 2);
  });
});

test('Sessions: from a memory to the turns it came from', async () => {
  const { transcripts } = await full.api('GET', '/transcripts');
  const [first, second] = (await full.api('GET', `/transcripts/${transcripts[0].id}?limit=2`)).turns;
  const start = Buffer.byteLength(`${first.role}: ${first.content}\n\n`);
  full.run(['transcript', 'link', ids.get('Database'), transcripts[0].id, '--span-start', String(start + 3), '--span-end', String(start + 20)]);
  await visit(full, `memories?open=${ids.get('Database')}`, async (page) => {
    await page.getByRole('region', { name: 'Conversations it came from' }).getByRole('link').click();
    await page.locator('.turn.marked').first().waitFor();
    assert.deepEqual(await page.locator('.turn.marked').evaluateAll((all) => all.map((each) => each.dataset.turn)), [String(second.turn)]);
    await page.locator('.turns summary', { hasText: 'calls of the assistant' }).click();
    await page.locator('.mark', { hasText: 'recall' }).getByRole('link', { name: 'when do deploys go out' }).waitFor();
    await page.locator('.mark', { hasText: 'store' }).getByRole('link', { name: 'Retry policy' }).waitFor();
  });
});

test('Graph: settles in a worker, and its table says the same', async () => {
  await visit(full, `graph?id=${ids.get('Deploys')}`, async (page) => {
    await page.locator('.picture[data-settled=true]').waitFor();
    await page.locator('.graph-table').getByRole('link', { name: 'Deploy window' }).waitFor();
    const drawn = await page.locator('canvas').evaluate((canvas) => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size);
    assert.ok(drawn > 10, 'the picture is empty');
    await page.getByLabel('Path to').fill('naming branches');
    await page.getByRole('option', { name: /Naming/ }).waitFor();
    await page.getByLabel('Path to').press('Enter');
    await page.getByRole('list', { name: 'Path' }).getByText('session').waitFor();
    await page.locator('.graph-table').getByText('related to').first().waitFor();
  });
});

test('Graph: opens with the most linked; a click shows a memory, a double click goes to it', async () => {
  await visit(full, 'graph', async (page) => {
    await page.locator('.picture[data-settled=true]').waitFor();
    const [most] = (await full.api('GET', '/memories?sort=linked&limit=1')).memories;
    assert.equal(await page.locator('.graph-table a').first().innerText(), most.title);
    const canvas = page.locator('canvas');
    // The pointer goes over the picture inside the page: eight thousand moves from here take a minute.
    const places = await canvas.evaluate(async (shown) => {
      const { left, top, width, height } = shown.getBoundingClientRect(), found = [];
      for (let y = 20; y < height - 20; y += 8) {
        for (let x = 20; x < width - 20; x += 8) {
          if (found.some((each) => Math.hypot(each.x - x, each.y - y) < 30)) continue;
          shown.dispatchEvent(new PointerEvent('pointermove', { clientX: left + x, clientY: top + y, bubbles: true }));
          await Promise.resolve(); // the page draws in a task of this kind
          if (shown.classList.contains('pointing')) found.push({ x, y });
        }
      }
      return found;
    });
    const seen = new Set();
    for (const position of places) {
      await canvas.click({ position });
      seen.add(await page.locator('.note.picked b').innerText());
    }
    assert.ok(seen.size > 2, `${places.length} places, of them ${[...seen].join(', ')}`);
    assert.doesNotMatch(page.url(), /id=/);
    for (const position of places) if (!page.url().includes('id=')) await canvas.dblclick({ position });
    await page.waitForURL(/id=/);
  });
});

test('the frame counts what is to review, and names database, version and encryption', async () => {
  await visit(full, 'memories', async (page) => {
    await page.locator('.bar .count').waitFor();
    await page.locator('.tools summary').click();
    const said = await page.locator('.tools p').innerText();
    assert.match(said, /memories\.db, not encrypted/);
    assert.match(said, /ai-memory \d+\.\d+\.\d+/);
  });
});

// Nothing answers the text of a memory as well as that memory: what is like it is below the floor.
test('Similar shows what is like a memory, not only the memory itself', async () => {
  await visit(full, `memories?open=${ids.get('Deploys')}`, async (page) => {
    await page.getByRole('link', { name: 'Similar', exact: true }).click();
    await page.locator('.found-line').getByText(/weak ones too/).waitFor();
    assert.ok((await page.locator('.row-title').allInnerTexts()).includes('Deploy window'));
  });
});

test('a new memory goes to the namespace that is looked at, and is kept', async () => {
  await visit(full, 'memories?namespace=dashboard', async (page) => {
    await page.getByRole('button', { name: 'New' }).or(page.getByRole('link', { name: 'New', exact: true })).first().click();
    const form = page.locator('.panel form');
    assert.equal(await form.getByLabel('Namespace').inputValue(), 'dashboard');
    assert.equal(await form.getByLabel('Kept').inputValue(), 'long');
  });
});

test('Health: figures, curves and the examination', async () => {
  await visit(full, 'health', async (page) => {
    await page.locator('.tiles', { hasText: '12' }).waitFor();
    await page.getByText('The database is sound.').waitFor();
    await page.locator('.curve canvas').first().waitFor();
    await page.getByText('fts5').waitFor();
  });
});

test('Health: how many memories wait for a vector', async () => {
  await visit(full, 'health', async (page) => {
    const finding = page.getByRole('region', { name: 'How memories are found' }), waiting = finding.locator('div', { hasText: 'Waiting for a vector' }).last();
    await finding.getByText('Ranking').waitFor();
    assert.equal(await waiting.count(), 0);
    let some = { waiting_for_vector: 1204 };
    await page.route('**/stats', async (route) => {
      const stats = await (await route.fetch()).json();
      await route.fulfill({ json: { ...stats, ...some } });
    });
    await page.reload();
    await waiting.getByText('1,204 memories; a server that runs').waitFor();
    some = { waiting_for_vector: 1 };
    await waiting.getByText('1 memory; their vectors are being made').waitFor();
    some = {};
    await waiting.waitFor({ state: 'detached' });
    assert.equal(await page.locator('[role=alert]').count(), 0);
  });
});

test('Health: which assistants are connected, and whether their hooks answer', async () => {
  mkdirSync(join(full.environment.HOME, '.claude'));
  const fired = join(full.folder, 'fired'), binary = join(full.folder, 'ai-memory');
  writeFileSync(binary, `#!/bin/sh\necho "$*" >> '${fired}'\nexec '${process.env.AIM_BINARY}' "$@"\n`, { mode: 0o755 });
  full.run(['install', 'claude-code', '--binary', binary]);
  await visit(full, 'health', async (page) => {
    const assistants = page.getByRole('region', { name: 'Assistants' });
    await assistants.getByText(/connected, \d+ hooks$/).waitFor();
    assert.equal((await full.api('GET', '/clients?try=true')).tried, false);
    assert.ok(!existsSync(fired), 'looking starts nothing');
    await assistants.getByRole('button', { name: 'Try the hooks' }).click();
    await assistants.getByText(/connected, \d+ hooks, all answer/).waitFor();
    assert.ok(existsSync(fired));
  });
});

test('Playground: shows what a hook would add, or says that this server cannot', async () => {
  await visit(full, 'playground', async (page) => {
    await page.getByLabel('Prompt').fill('when do deploys go out?');
    await page.getByLabel('Prompt').press('Control+Enter');
    await page.waitForURL(/prompt=/);
    await page.locator('.injected').or(page.getByText('Nothing would be injected')).or(page.getByText('This server lacks it')).first().waitFor();
  });
});

test('Playground: word by word what the hook prints', async () => {
  const prompt = 'when do deploys go out, on which days of the week?', cwd = join(full.folder, 'billing-api');
  mkdirSync(cwd);
  const said = JSON.parse(full.run(['hook', 'user-prompt'], JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 'as-it-is', prompt, cwd })));
  const unmarked = (text) => text.replace(/ai-memory-[0-9a-f]+>/g, 'ai-memory>').trim(); // the marks are new each time
  await visit(full, `playground?namespace=billing-api&prompt=${encodeURIComponent(prompt)}`, async (page) => {
    assert.equal(unmarked(await page.locator('.injected').innerText()), unmarked(said.hookSpecificOutput.additionalContext));
  });
});

test('Audit: a deletion is there, and the chain is whole', async () => {
  const { id } = await full.api('POST', '/memories', { title: 'Gone', content: 'x' });
  await full.api('DELETE', `/memories/${id}`);
  await visit(full, 'audit', async (page) => {
    await page.getByText(/Log intact/).waitFor();
    await page.locator('.events', { hasText: id }).waitFor();
  });
});
