// The app in a chat, by the protocol of MCP Apps: a host that fetches it from the server, shows it in a sandbox and passes on what it asks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { buildSync } from 'esbuild';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

const type = 'text/html;profile=mcp-app', extension = 'io.modelcontextprotocol/ui';
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

// A client of the server, as a host has one.
async function client(capabilities) {
  let last = 0, session;
  const request = async (method, params) => {
    const response = await fetch(`${daemon.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...(session ? { 'Mcp-Session-Id': session } : {}) },
      body: JSON.stringify({ jsonrpc: '2.0', ...(method.startsWith('notifications/') ? {} : { id: ++last }), method, params }),
    });
    session ??= response.headers.get('mcp-session-id');
    const text = await response.text();
    if (text === '') return {};
    const reply = JSON.parse(text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)[1]);
    if (reply.error) throw new Error(reply.error.message);
    return reply.result;
  };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'host', version: '1' } });
  await request('notifications/initialized', {});
  return request;
}

const withApps = { extensions: { [extension]: { mimeTypes: [type] } } };

// The host's side of the protocol, as the package @modelcontextprotocol/ext-apps has it: it checks what an app says.
const bridge = buildSync({
  stdin: { contents: "export { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'", resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
  bundle: true, write: false, format: 'iife', globalName: 'bridges', legalComments: 'none',
}).outputFiles[0].text;

// Shows the app as a host does: in a frame without an origin, under the rules that the protocol has for an app that names no domains.
async function host([html, tool, args, result, theme]) {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  frame.style = 'width: 100%; height: 700px; border: 0';
  const rules = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'">`;
  window.heights = [];
  window.opened = [];
  document.body.append(frame);
  const bridge = new bridges.AppBridge(null, { name: 'test', version: '1' }, { serverTools: {}, serverResources: {}, openLinks: {} }, { hostContext: { theme, toolInfo: { tool } } });
  bridge.oncalltool = (params) => window.passOn('tools/call', params);
  bridge.onreadresource = (params) => window.passOn('resources/read', params);
  bridge.onopenlink = async ({ url }) => (window.opened.push(url), {});
  bridge.onsizechange = ({ height }) => void window.heights.push(height);
  bridge.onerror = (error) => console.error(`the host complains: ${error}`);
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: args });
    await bridge.sendToolResult(result);
  };
  await bridge.connect(new bridges.PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html.replace('<head>', `<head>${rules}`);
}

async function shown(tool, args, does, theme = 'light') {
  const request = await client(withApps);
  const { tools } = await request('tools/list', {});
  const named = tools.find((each) => each.name === tool), uri = named._meta.ui.resourceUri;
  const [content] = (await request('resources/read', { uri })).contents;
  assert.equal(content.mimeType, type);
  const result = await request('tools/call', { name: tool, arguments: args });
  const page = await newPage(browser, { theme });
  await page.exposeFunction('passOn', request);
  await page.goto('about:blank');
  await page.addScriptTag({ content: bridge });
  await page.evaluate(host, [content.text, named, args, result, theme]);
  const app = page.frameLocator('iframe');
  await does(app, page, request);
  const frame = page.frames()[1];
  await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(() => window.axe.run(document));
  assert.deepEqual(violations.filter((each) => ['serious', 'critical'].includes(each.impact)).map((each) => `${each.id}: ${each.nodes[0].html}`), []);
  assert.deepEqual(page.troubles, []);
  const sizes = await page.evaluate(() => window.heights);
  assert.ok(Math.max(...sizes) > 100, `it says how high it is: ${sizes}`);
  await page.context().close();
}

test('a client without apps is told of none', async () => {
  const plain = await (await client({}))('tools/list', {}), apps = await (await client(withApps))('tools/list', {});
  assert.ok(apps.tools.some((each) => each._meta?.ui));
  for (const each of apps.tools) {
    delete each._meta?.ui;
    if (each._meta && Object.keys(each._meta).length === 0) delete each._meta;
  }
  assert.deepEqual(apps, plain);
});

for (const theme of ['light', 'dark']) {
  test(`the results of a recall, why each came, and one with its history, ${theme}`, async () => {
    await daemon.api('PUT', `/memories/${ids.get('Retry policy')}`, { content: `Calls to the payment provider are retried ${theme === 'light' ? 'four' : 'five'} times with jitter.` });
    await shown('memory_recall', { context: 'how are payments retried', namespace: 'billing-api' }, async (app) => {
      const first = app.getByRole('listitem').filter({ hasText: 'Retry policy' }).first();
      await first.getByText('Why').click();
      await first.locator('.legend').getByText('words').waitFor();
      await first.getByRole('button', { name: 'Retry policy' }).click();
      await app.getByRole('heading', { name: 'Retry policy' }).waitFor();
      await app.getByRole('region', { name: 'History' }).locator('ins').first().waitFor();
      await app.getByRole('button', { name: 'Back' }).click();
      await first.waitFor();
    }, theme);
  });
}

test('two that disagree are compared, and both are kept', async () => {
  const both = await Promise.all(['Lunch at noon', 'Lunch at one'].map((title) => daemon.api('POST', '/memories', { title, content: `${title} in the canteen`, namespace: 'canteen' })));
  await daemon.api('POST', '/links', { source_id: both[1].id, target_id: both[0].id, relation: 'contradicts' });
  await shown('memory_recall', { context: 'lunch in the canteen', namespace: 'canteen' }, async (app) => {
    await app.getByRole('button', { name: 'Compare' }).first().click();
    await app.getByRole('button', { name: 'Keep both' }).click();
    await app.getByText('Both hold.').waitFor();
    const { links } = await daemon.api('GET', `/links/${both[0].id}`);
    assert.deepEqual(links.map((each) => each.relation), ['related_to']);
  });
});

test('two that disagree are compared, and one is kept', async () => {
  await shown('memory_recall', { context: 'when do deploys go out', namespace: 'billing-api' }, async (app) => {
    await app.getByRole('button', { name: 'Compare' }).first().click();
    await app.locator('del').first().waitFor();
    await app.getByRole('button', { name: 'Keep A' }).click();
    await app.getByText('the other one is marked as replaced by it').waitFor();
    const holds = await Promise.all(['Deploys', 'Deploy window'].map(async (each) => (await daemon.api('GET', `/memories/${ids.get(each)}`)).memory.superseded_by === undefined));
    assert.deepEqual(holds.sort(), [false, true]);
  });
});

test('one memory, and links that its host opens', async () => {
  await shown('memory_get', { id: ids.get('Deploys') }, async (app, page) => {
    await app.getByRole('heading', { name: 'Deploys' }).waitFor();
    await app.getByRole('link', { name: /ci\.example\.org/ }).click();
    await page.waitForFunction(() => window.opened.includes('https://ci.example.org/billing'));
  });
});

test('pairs of a review', async () => {
  const [one, two] = await Promise.all(['opens at eight', 'opens at nine'].map((content, i) => daemon.api('POST', '/memories', { title: `Gate ${i}`, content, tier: 'long' })));
  await daemon.api('POST', '/links', { source_id: one.id, target_id: two.id, relation: 'contradicts' });
  await shown('memory_review', { kind: 'contradiction' }, async (app) => {
    await app.getByRole('heading', { name: 'Gate 0' }).waitFor();
    await app.getByRole('button', { name: 'Keep B', exact: true }).waitFor(); // one pair at a time
    await app.getByRole('button', { name: 'Done' }).click();
    await app.getByRole('heading', { name: 'Nothing more to settle' }).waitFor();
  });
});
