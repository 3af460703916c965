// Shows the views to their developers: pictures of the given addresses, each wide and narrow in both themes on one sheet.
// Usage: node look.mjs BINARY FOLDER [team|three|none|hostile [ADDRESS…]]      {Title} in an address: the id of that memory
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { seedHostile } from './lib/hostile.mjs';
import { seed } from './lib/seed.mjs';

// Title → id.
const fill = {
  team: seed,
  three: (daemon) => seed(daemon, 3),
  none: async () => new Map(),
  hostile: async (daemon) => new Map((await seedHostile(daemon)).map((id, i) => [String(i + 1), id])),
};

function usual(ids, session) {
  const [first, second] = ids.values();
  const views = ['memories', 'memories?new=1', 'memories?q=deploys+shared', 'memories?q=zzqx', 'why', 'why?q=when+do+deploys+go+out+shared', 'live', 'review?kind=contradiction', 'review?kind=duplicate', 'review?kind=unconfirmed', 'review?kind=similar', 'review?kind=expiring', 'sessions', 'graph', 'health', 'timeline', 'live?empty=1', `memories?as_of=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`, 'archive', 'settings', 'playground',
    'playground?prompt=when+do+deploys+go+out+shared', 'audit'];
  if (first) views.push(`memories?open=${first}`, `memories?open=${first}&edit=1`, `graph?id=${first}`, `why?q=when+do+deploys+go+out+shared&expect=${second ?? first}`);
  if (session) views.push(`sessions?id=${session}`);
  return views;
}

const looks = [['light', 1280], ['dark', 1280], ['light', 320], ['dark', 320]];

async function sheet(browser, images) {
  const page = await browser.newPage({ viewport: { width: 1920, height: 600 } });
  const image = (each, width) => `<img style="display:block;width:${width}px;margin:2px" src="data:image/png;base64,${each.toString('base64')}">`;
  await page.setContent(`<body style="margin:0;display:flex;background:#f0f"><div>${image(images[0], 1100)}${image(images[1], 1100)}</div>${image(images[2], 320)}${image(images[3], 320)}`);
  const picture = await page.screenshot({ fullPage: true });
  await page.close();
  return picture;
}

const [binary, folder, which = 'team', ...addresses] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const daemon = await new Daemon(binary).start();
const browser = await launch();
try {
  const ids = await fill[which](daemon);
  const { transcripts } = await daemon.api('GET', '/transcripts');
  const places = addresses.length === 0 ? usual(ids, transcripts[0]?.id) : addresses.map((each) => each.replace(/\{([^}]+)\}/g, (_, title) => ids.get(title) ?? title));
  const pages = [];
  for (const [theme, width] of looks) pages.push(await newPage(browser, { theme, width, height: width > 400 ? 720 : 640 }));
  for (const place of places) {
    const images = [];
    for (const page of pages) {
      await page.goto('about:blank');
      await page.goto(`${daemon.url}/#/${place}`);
      await settled(page).catch(() => console.log(`${place}: still busy`));
      if (place.startsWith('graph?')) await page.locator('.picture[data-settled=true]').waitFor().catch(() => console.log(`${place}: not settled`));
      images.push(await page.screenshot());
      for (const each of page.troubles.splice(0)) console.log(place, each);
    }
    writeFileSync(join(folder, `${which}-${place.replace(/=[0-9a-f-]{36}/g, '').replace(/[^a-z]+/gi, '-')}.png`), await sheet(browser, images));
  }
} finally {
  await browser.close();
  await daemon.remove();
}
