import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { serious, seriousByDayAndNight } from './inspect.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('what is nameless by day and what is too pale by night is found, in the part that is looked at', async () => {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="pt" data-theme="light"><head><title>Peça</title><style>
    body { background: #fff; color: #111 }
    [data-theme="dark"] body { background: #111; color: #eee }
    a { color: inherit }
    [data-theme="dark"] .pale { color: #333 }
  </style></head><body><main><h1>Peça</h1><p class="pale">Só de dia</p><button></button><a href="/">Lista</a></main>
  <aside><h2>Ao lado</h2><ul><li>Uma</li></ul><p>Outra</p><img alt="Figura" src="data:,"><label>Nome <input></label></aside></body></html>`);
  const found = await seriousByDayAndNight(page);
  expect(found.map((text) => text.split(':')[0])).toEqual(['light button-name', 'dark color-contrast']);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  expect(await seriousByDayAndNight(page, 'aside')).toEqual([]);
  await page.setContent('<p>Nada</p>');
  await expect(serious(page)).rejects.toThrow('nothing to look at');
  await page.close();
});
