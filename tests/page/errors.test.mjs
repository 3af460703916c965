// L10, L12: what goes wrong around the page: the daemon gone, the database held by another process, a session that is over. The page says what to
// do, keeps what was typed, and goes on by itself.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

let daemon, browser;
before(async () => {
  daemon = await new Daemon(process.env.AIM_BINARY, '[storage]\nbusy_timeout_secs = 1\n').start();
  await seed(daemon, 3);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.remove();
});

test('the server goes and comes back: the page says so, and goes on', async () => {
  const page = await newPage(browser);
  await page.goto(daemon.url);
  await page.locator('.row-link').first().waitFor();
  const port = daemon.port;
  await daemon.stop();
  await page.locator('.search input').fill('deploys');
  await page.locator('.gone').getByText('ai-memory serve').waitFor();
  await daemon.start(port);
  await page.locator('.gone').waitFor({ state: 'detached' });
  await page.locator('.row-title', { hasText: /^Deploys$/ }).waitFor();
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('the server goes while the page is loaded: the frame says so', async () => {
  const page = await newPage(browser);
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto(daemon.url);
  await page.locator('main').getByText('ai-memory serve').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Graph' }).count(), 1);
  await page.context().close();
});

// Holds the database as a process does that writes and does not end. Resolves to what lets go of it.
async function hold(file) {
  const program = 'import sqlite3, sys\nheld = sqlite3.connect(sys.argv[1], isolation_level=None)\nheld.execute("BEGIN IMMEDIATE")\nprint("held", flush=True)\nsys.stdin.readline()';
  const holder = spawn('python3', ['-c', program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    holder.stdout.once('data', resolve);
    holder.once('exit', () => reject(new Error('the database could not be held')));
  });
  return () => new Promise((resolve) => (holder.once('exit', resolve), holder.stdin.end('\n')));
}

test('another process holds the database: reading goes on, writing says what to do and loses nothing', async () => {
  const page = await newPage(browser);
  await page.goto(`${daemon.url}/#/memories?new=1`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Held up');
  await page.getByRole('textbox', { name: 'Content' }).fill('written while another process writes');
  const release = await hold(daemon.environment.AI_MEMORY_DB);
  try {
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('alert').getByText(/Try again in a moment/).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Held up');
    await page.locator('.search input').fill('deploys');
    await page.locator('.row-title', { hasText: /^Deploys$/ }).waitFor();
    await page.locator('.row-title', { hasText: /^Deploys$/ }).click();
    await page.getByRole('heading', { name: 'Deploys', exact: true }).waitFor();
    await page.keyboard.press('Delete');
    await page.locator('.notice.bad', { hasText: 'Try again in a moment' }).waitFor();
    await page.locator('.row-title', { hasText: /^Deploys$/ }).waitFor();
    await page.goto(`${daemon.url}/#/memories?new=1`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Held up');
    await page.getByRole('textbox', { name: 'Content' }).fill('written while another process writes');
  } finally {
    await release();
  }
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByRole('heading', { name: 'Held up' }).waitFor();
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a token is pasted into the page that asks for it; what is not there is a page too', async () => {
  const locked = new Daemon(process.env.AIM_BINARY);
  locked.environment.AI_MEMORY_TOKEN = '0123456789abcdef0123456789abcdef';
  const page = await newPage(browser);
  try {
    await locked.start();
    await page.goto(locked.url);
    await page.getByLabel('Token').fill('something else entirely');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('not a token of this server').waitFor();
    await page.getByLabel('Token').fill(locked.environment.AI_MEMORY_TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('No memories yet').waitFor();
    assert.equal((await page.goto(`${daemon.url}/nothing-here`)).status(), 404);
    await page.getByText('There is nothing at this address').waitFor();
    await page.getByRole('link', { name: 'All memories' }).click();
    await page.locator('.row-link').first().waitFor();
    assert.equal((await (await fetch(`${daemon.url}/nothing-here`)).json()).code, 'NOT_FOUND');
    assert.deepEqual(page.troubles, []);
  } finally {
    await page.context().close();
    await locked.remove();
  }
});

test('a token: the page says how to get in, and the address that “ui” prints leads there once', async () => {
  const locked = new Daemon(process.env.AIM_BINARY);
  locked.environment.AI_MEMORY_TOKEN = '0123456789abcdef0123456789abcdef';
  const page = await newPage(browser);
  try {
    await locked.start();
    const address = locked.run(['ui', '--port', String(locked.port)]).trim();
    await page.goto(locked.url);
    await page.getByText('ai-memory ui').first().waitFor();
    await page.goto(address);
    await page.getByText('No memories yet').waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    assert.equal(await page.evaluate(() => document.cookie), '', 'no script sees the cookie');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Title' }).fill('Let in');
    await page.getByRole('textbox', { name: 'Content' }).fill('by an address that is good once');
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('heading', { name: 'Let in' }).waitFor();
    await page.goto(`${locked.url}/#/live`);
    await page.getByText('Listening').waitFor();
    const other = await newPage(browser);
    assert.equal((await other.goto(address)).status(), 403, 'again');
    await other.context().close();
    await locked.stop();
    await locked.start(locked.port);
    await page.goto(`${locked.url}/#/memories`);
    await page.getByRole('alert').getByText('ai-memory ui').waitFor();
    await page.reload();
    await page.getByText('ai-memory ui').first().waitFor();
    assert.deepEqual(page.troubles, []);
  } finally {
    await page.context().close();
    await locked.remove();
  }
});
