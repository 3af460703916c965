// Makes the pictures of the README again: the list of memories and the explanation of a recall.
// Usage: node pictures.mjs BINARY ../../docs/pictures      (a link node_modules -> ../../web/node_modules beside this file)
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { launch, newPage, settled } from './lib/browser.mjs';
import { seed } from './lib/seed.mjs';

// A third of the PNG: the browser knows WebP, and is here anyway.
async function small(browser, png) {
  const page = await browser.newPage();
  const address = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.7);
  }, `data:image/png;base64,${png.toString('base64')}`);
  await page.close();
  return Buffer.from(address.split(',')[1], 'base64');
}

const [binary, folder] = process.argv.slice(2);
const daemon = await new Daemon(binary).start();
const browser = await launch();
try {
  const ids = await seed(daemon);
  const pictures = [
    ['page-memories.webp', `memories?open=${ids.get('Deploys')}`, 'light'],
    ['page-why.webp', `why?q=when+do+deploys+go+out&expect=${ids.get('Colours')}`, 'dark'],
  ];
  for (const [name, place, theme] of pictures) {
    const page = await newPage(browser, { theme, width: 1040, height: 600 });
    await page.goto(`${daemon.url}/#/${place}`);
    await settled(page);
    await page.locator(':is(.panel, .why) a').first().waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    writeFileSync(join(folder, name), await small(browser, await page.screenshot()));
    await page.context().close();
  }
} finally {
  await browser.close();
  await daemon.remove();
}
