import { beforeAll, describe, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import { dress, look, seriousByDayAndNight, sizes, still } from './inspect.ts';
import type { Person } from './people.ts';

// Every page the menu leads to, as the admin has them: a plugin that brings a page is looked at without being named here.

const desk = withDesk();
let admin: Person;
let pages: readonly string[] = [];

beforeAll(async () => {
  admin = await desk.signIn('admin');
  const links = admin.page.getByRole('navigation').first().getByRole('link');
  await admin.page.getByRole('link', { name: 'Usuários' }).first().waitFor();
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  pages = [...new Set(found)].filter((path) => path.startsWith('/'));
}, 240_000);

const settled = async (path: string) => {
  const { page } = admin;
  await page.goto(`${desk.server.url}${path}`);
  await page.locator('main').waitFor();
  await page.locator('main [aria-busy=true], main .sk').first().waitFor({ state: 'detached' });
  await still(page);
};

test('the menu leads to every page of the admin', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/tickets', '/contacts', '/quick-messages', '/tags', '/users', '/queues']),
  );
});

describe.each(sizes)('$name', (size) => {
  test.each(['en', 'es'] as const)(
    'in %s no page shows another language or can be scrolled sideways',
    async (locale) => {
      await dress(admin.page, { locale, theme: 'light', size });
      const found: unknown[] = [];
      for (const path of pages) {
        await settled(path);
        const seen = await look(admin.page);
        if (seen.keys.length > 0 || seen.sideways > 0) found.push({ path, ...seen });
      }
      expect(found).toEqual([]);
    },
    180_000,
  );

  test('in pt neither, and axe finds nothing serious on any page by day or by night', async () => {
    await dress(admin.page, { locale: 'pt', theme: 'light', size });
    const found: unknown[] = [];
    for (const path of pages) {
      await settled(path);
      const seen = await look(admin.page);
      if (seen.keys.length > 0 || seen.sideways > 0) found.push({ path, ...seen });
      found.push(...(await seriousByDayAndNight(admin.page)).map((text) => `${path} ${text}`));
    }
    expect(found).toEqual([]);
  }, 180_000);
});

test('all of it without an error in the console', () => {
  expect(admin.complaints).toEqual([]);
});
