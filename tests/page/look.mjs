// Shows the views to whoever works on them: pictures of the given addresses in both themes and on a narrow screen.
// Usage: node look.mjs BINARY FOLDER [ADDRESS…]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

const [binary, folder, ...addresses] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const daemon = await new Daemon(binary).start();
const browser = await launch();
try {
  const ids = await seed(daemon);
  for (const address of addresses.length > 0 ? addresses : ['memories', 'why', 'live', 'review', 'sessions', 'graph', 'health', 'playground', 'audit']) {
    const place = address.replace(/\{([^}]+)\}/g, (_, title) => ids.get(title) ?? title);
    for (const [name, options] of [['light', {}], ['dark', { theme: 'dark' }], ['narrow', { width: 320, height: 640 }]]) {
      const page = await newPage(browser, options);
      await page.goto(`${daemon.url}/#/${place}`);
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${address.replace(/[^a-z]+/gi, '-').slice(0, 40)}-${name}.png`) });
      for (const each of page.troubles) console.log(address, name, each);
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await daemon.remove();
}
