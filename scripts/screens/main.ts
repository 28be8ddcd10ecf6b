import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { signIn } from '../browser/people.ts';
import { startServer } from '../browser/server.ts';

/** `npm run screens`: every screen, wide and phone, light and dark, into docs/screens/. */
const folder = join(import.meta.dirname, '../../docs/screens');
const widths = { 1440: 900, 390: 844 } as const;

const screens: Readonly<Record<string, (page: Page, url: string) => Promise<unknown>>> = {
  tickets: (page) => page.getByText('João Paulo Siqueira').first().waitFor(),
  conversation: async (page) => {
    await page.getByRole('tab', { name: /Atendendo/ }).click();
    await page.getByRole('link', { name: 'Marina Coutinho' }).first().click();
    await page.getByRole('log').getByText('Combinado, obrigada!', { exact: false }).waitFor();
  },
  connections: async (page, url) => {
    await page.goto(`${url}/connections`);
    await page.getByText('Loja Centro').first().waitFor();
  },
  queues: async (page, url) => {
    await page.goto(`${url}/queues`);
    await page.getByText('Suporte').first().waitFor();
  },
  'queue-form': async (page) => {
    await page.getByRole('button', { name: 'Editar Suporte' }).click();
    await page.getByRole('dialog').waitFor();
  },
  tags: async (page, url) => {
    await page.goto(`${url}/tags`);
    await page.getByText('Garantia').first().waitFor();
  },
};
/** What only an admin sees is taken as the admin; the rest as Ana. */
const asAdmin = new Set(['connections', 'queues', 'queue-form', 'tags']);

await mkdir(folder, { recursive: true });
const server = await startServer({}, { readyTimeoutMs: 180_000 });
const browser = await launchChromium();
try {
  for (const theme of ['light', 'dark'] as const) {
    for (const [width, height] of Object.entries(widths)) {
      const shoot = async (page: Page, name: string) => {
        // Arrivals settle and pictures load before the shutter.
        await page.waitForTimeout(700);
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
      };
      const context = await browser.newContext({
        viewport: { width: Number(width), height },
        colorScheme: theme,
      });
      const login = await context.newPage();
      await login.goto(`${server.url}/login`);
      await login.locator('input[type=email]').waitFor();
      await shoot(login, 'login');
      await context.close();
      for (const who of ['ana', 'admin'] as const) {
        const person = await signIn(browser, server, who, { width: Number(width), height, theme });
        for (const [name, open] of Object.entries(screens)) {
          if (asAdmin.has(name) !== (who === 'admin')) continue;
          await open(person.page, server.url);
          await shoot(person.page, name);
        }
        await person.context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
