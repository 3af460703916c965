// A real browser for the tests. Whatever a page logs as an error, throws, or is refused by its security policy is kept.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const skipped = 77;

export function chromiumPath() {
  return [process.env.AIM_CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
}

export async function launch() {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'] });
}

export async function newPage(browser, { width = 1280, height = 800, theme = 'light', ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', timezoneId: 'UTC', ...more });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.troubles = [];
  // A daemon that is gone and things that are not there are answers, not faults of the page.
  page.on('console', (message) => message.type() === 'error' && !/Failed to load resource/.test(message.text()) && page.troubles.push(message.text()));
  page.on('pageerror', (error) => page.troubles.push(String(error)));
  page.on('dialog', (dialog) => (page.troubles.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`refused: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
  return page;
}

// Nothing is on its way any more, and what came is drawn.
export async function settled(page) {
  // Where only the part behind "#" has changed, the view before is still there for a moment.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator('main h1').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null);
}
