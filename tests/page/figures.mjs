// Measures what the page is to reach (L11); no test, since other work on the machine shows in all of it.
// Usage: node figures.mjs BINARY [DATABASE]      a database of 100,000 memories, which is copied; without one it is made, in a minute or two
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { neighbourhood, seedMany } from './lib/seed.mjs';

const [binary, database] = process.argv.slice(2);
const daemon = new Daemon(binary);
if (database) copyFileSync(database, daemon.environment.AI_MEMORY_DB);
await daemon.start();
if (!database) await seedMany(daemon, 100_000);
const ofProcess = (file) => readFileSync(join('/proc', String(daemon.process.pid), file), 'utf8');
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(ofProcess('status'))[1]) / 1024;
const cpu = () => ofProcess('stat').split(') ')[1].split(' ').slice(11, 13).reduce((sum, each) => sum + Number(each) * 10, 0);
const sleep = (time) => new Promise((done) => setTimeout(done, time));
const at = (all, part) => (all.length === 0 ? '–' : all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * part)].toFixed(0));
const tell = (...words) => console.log(words.join(' '));

await daemon.api('POST', '/recall', { context: 'the first question reads what is kept in memory' });
const browser = await launch();
try {
  const before = rss();
  const paints = [];
  for (let i = 0; i < 5; ++i) {
    const page = await newPage(browser);
    await page.goto(daemon.url);
    await page.locator('.row-link').first().waitFor();
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN));
    await page.context().close();
  }
  tell('first paint, ms, cold, five times:', paints.map((each) => each.toFixed(0)).join(' '));

  const page = await newPage(browser);
  await page.goto(daemon.url);
  await page.locator('.row-link').first().waitFor();
  await page.evaluate(() => {
    window.frames = [];
    let last = performance.now();
    const step = (now) => (window.frames.push(now - last), (last = now), requestAnimationFrame(step));
    requestAnimationFrame(step);
    window.blocked = [];
    new PerformanceObserver((list) => window.blocked.push(...list.getEntries().map((each) => each.duration))).observe({ type: 'longtask' });
  });
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(16)) await page.locator('.scroller').evaluate((element) => void (element.scrollTop += 900));
  const { frames, blocked } = await page.evaluate(() => ({ frames: window.frames, blocked: window.blocked }));
  tell('10 s of scrolling: frames', frames.length, 'over 50 ms', frames.filter((each) => each > 50).length, 'longest', at(frames, 1), 'tasks over 50 ms', blocked.length, 'longest', at(blocked, 1));
  await page.locator('.scroller').evaluate((element) => void (element.scrollTop = 0));

  await page.evaluate(() => {
    window.waits = [];
    let pressed = 0;
    const input = document.querySelector('.search input'), found = document.querySelector('.found');
    input.addEventListener('input', () => (pressed = performance.now()), true);
    new MutationObserver(() => {
      if (pressed === 0 || input.value.trim().length < 2 || !/match|fits/.test(document.querySelector('.found-line p')?.textContent ?? '')) return;
      const from = pressed;
      pressed = 0;
      requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - from)));
    }).observe(found, { subtree: true, childList: true, characterData: true });
  });
  await page.locator('.search input').focus();
  const used = cpu();
  let keys = 0;
  for (const text of ['which database do we run', 'release on friday', 'payment retry policy', 'who reviews the ledger']) {
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      ++keys;
      await sleep(180);
    }
    await page.keyboard.press('Escape');
    await sleep(400);
  }
  const { waits, server } = await page.evaluate(() => ({ waits: window.waits, server: performance.getEntriesByType('resource').filter((each) => each.name.endsWith('/recall')).map((each) => each.responseStart - each.requestStart) }));
  tell('typing:', keys, 'keys; painted after, ms, p50', at(waits, 0.5), 'p95', at(waits, 0.95), 'of', waits.length, '; of it the server p50', at(server, 0.5), 'p95', at(server, 0.95), 'of', server.length, '; CPU of the daemon a key', ((cpu() - used) / keys).toFixed(1), 'ms');
  tell('RSS, MB: before', before.toFixed(1), 'with the page open', rss().toFixed(1));
  await page.context().close();

  // Every view, opened afresh: its longest task in CPU time, since other work on the machine shows in the time that passes.
  const longest = [];
  const ofOne = (await daemon.api('GET', '/memories?limit=1')).memories[0].id;
  for (const place of ['memories', `memories?open=${ofOne}`, 'memories?new=1', 'memories?q=release+on+friday', 'why?q=release+on+friday', 'live', 'timeline', 'review?kind=contradiction', 'review?kind=duplicate', 'review?kind=similar',
    'review?kind=unconfirmed', 'review?kind=expiring', 'sessions', 'health', 'playground', 'audit', 'archive', 'settings', 'graph']) {
    const view = await newPage(browser);
    await browser.startTracing(view, { categories: ['toplevel', 'devtools.timeline', 'blink'] });
    const begin = Date.now();
    await view.goto(`${daemon.url}/#/${place}`);
    await settled(view).catch(() => tell('still busy:', place));
    const took = Date.now() - begin;
    await sleep(500);
    const { traceEvents: events } = JSON.parse(String(await browser.stopTracing()));
    const own = new Set(events.filter((each) => each.name === 'ParseHTML' && each.args.beginData?.url.startsWith(daemon.url)).map((each) => each.pid));
    const threads = new Set(events.filter((each) => each.name === 'thread_name' && each.args.name === 'CrRendererMain' && own.has(each.pid)).map((each) => `${each.pid} ${each.tid}`));
    const tasks = events.filter((each) => /RunTask$/.test(each.name) && each.tdur !== undefined && threads.has(`${each.pid} ${each.tid}`)).map((each) => each.tdur / 1000);
    longest.push({ place, time: Math.max(...tasks) });
    if (took > 1000) tell('slow to open:', place, took, 'ms');
    await view.context().close();
  }
  tell('longest task on opening a view, ms of CPU:', longest.map(({ place, time }) => `${place.replace(/open=.*/, 'open')} ${time.toFixed(0)}`).join(', '));

  for (const size of [300, 1500]) {
    const graph = await newPage(browser, { reducedMotion: 'no-preference' });
    await graph.route('**/neighbourhood?*', (route) => route.fulfill({ json: neighbourhood(size) }));
    await graph.addInitScript(() => {
      window.blocked = [];
      new PerformanceObserver((list) => window.blocked.push(...list.getEntries().map((each) => each.duration))).observe({ type: 'longtask' });
    });
    await graph.goto(`${daemon.url}/#/graph?id=n0&limit=${size}`);
    await graph.locator('canvas').waitFor();
    const begin = Date.now();
    await graph.locator('.picture[data-settled=true]').waitFor();
    const took = Date.now() - begin;
    tell('graph of', size, 'settled after', took, 'ms; main thread blocked at most', at(await graph.evaluate(() => window.blocked), 1), 'ms');
    await graph.context().close();
  }
} finally {
  await browser.close();
  await daemon.remove();
}
