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

const settled = async () => {
  const { page } = admin;
  await page.locator('main').waitFor();
  await page.locator('main [aria-busy=true], main .sk').first().waitFor({ state: 'detached' });
  await still(page);
};
const open = async (path: string) => {
  await admin.page.goto(`${desk.server.url}${path}`);
  await settled();
};
/** By the menu, which stands in the page at every size: the console is not loaded anew, which costs more than the look. */
const goOn = async (path: string) => {
  const link = admin.page
    .getByRole('navigation', { includeHidden: true })
    .first()
    .locator(`a[href="${path}"]`);
  await link.first().dispatchEvent('click');
  await link.and(admin.page.locator('[aria-current=page]')).first().waitFor({ state: 'attached' });
  await settled();
};

test('the menu leads to every page of the admin', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      ...['/', '/tickets', '/contacts', '/quick-messages', '/tags'],
      ...['/users', '/queues', '/connections', '/settings'],
    ]),
  );
});

describe.each(sizes)('$name', (size) => {
  test.each(['en', 'es'] as const)(
    'in %s no page shows another language or can be scrolled sideways',
    async (locale) => {
      await dress(admin.page, { locale, theme: 'light', size });
      const found: unknown[] = [];
      for (const [at, path] of pages.entries()) {
        await (at === 0 ? open : goOn)(path);
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
    for (const [at, path] of pages.entries()) {
      // Loaded anew once each, at one size: what is loaded is the same at the other.
      await (at === 0 || size.name === 'wide' ? open : goOn)(path);
      const seen = await look(admin.page);
      if (seen.keys.length > 0 || seen.sideways > 0) found.push({ path, ...seen });
      found.push(...(await seriousByDayAndNight(admin.page)).map((text) => `${path} ${text}`));
    }
    expect(found).toEqual([]);
  }, 180_000);
});

test.each([768, 1024])(
  'at %i pixels what can be done with a row lies within its list',
  async (width) => {
    await dress(admin.page, { locale: 'pt', theme: 'light', size: { width, height: 900 } });
    const found: unknown[] = [];
    for (const [at, path] of pages.entries()) {
      await (at === 0 ? open : goOn)(path);
      const beyond = await admin.page.locator('main .card :is(button, a)').evaluateAll((deeds) =>
        deeds
          .filter((deed) => {
            const edge = deed.closest('.card')?.getBoundingClientRect().right ?? 0;
            return deed.getBoundingClientRect().right > edge + 1;
          })
          .map((deed) => deed.getAttribute('aria-label') ?? deed.textContent),
      );
      if (beyond.length > 0) found.push({ path, beyond });
    }
    expect(found).toEqual([]);
  },
  180_000,
);

test('all of it without an error in the console', () => {
  expect(admin.complaints).toEqual([]);
});
