import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person } from './people.ts';

// What a page says to whoever's plan does not have it, by the plan itself: nothing here pretends.

const desk = withDesk();
const why = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.';
let admin: Person;
let companyId = '';
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  ({ companyId } = await desk.call<{ companyId: string }>(admin, 'GET', '/auth/me'));
}, 240_000);

/** Gives the company a plan with all features but this one. */
async function without(feature: string) {
  const root = await desk.signIn('admin@localhost', { blank: true });
  const { id } = await desk.call<{ id: string }>(root, 'POST', '/plans', {
    ...{ name: `Sem ${feature}`, users: 0, connections: 0, queues: 0 },
    [feature]: false,
  });
  const company = await desk.call<object>(root, 'GET', `/companies/${companyId}`);
  await desk.call(root, 'PUT', `/companies/${companyId}`, { ...company, planId: id });
  await root.context.close();
}

/** Returns how long the page stays after it has said why it leads home, in milliseconds. */
const staysFor = (page: Page): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let saidAt: number | undefined;
        const look = () => {
          if (saidAt === undefined && document.body?.textContent?.includes(text)) saidAt = performance.now();
          if (location.pathname === '/') resolve(saidAt === undefined ? -1 : performance.now() - saidAt);
          else requestAnimationFrame(look);
        };
        look();
      }),
    why,
  );

test.each([
  ['useExternalApi', '/messages-api', 'API'],
  ['useOpenAi', '/prompts', 'Prompts de IA'],
  ['useIntegrations', '/queue-integration', 'Integrações de filas'],
])(
  'without %s the page %s says so, leads home a second later, and stands in no menu',
  async (feature, path, entry) => {
    const { page } = admin;
    await page.goto(`${desk.server.url}/tickets`);
    await page.getByRole('link', { name: entry, exact: true }).waitFor();
    await without(feature);
    await page.goto(`${desk.server.url}${path}`, { waitUntil: 'commit' });
    const stayed = await staysFor(page);
    // What is seen of it begins a frame late, or several where much else runs.
    expect(stayed).toBeGreaterThan(500);
    await page.getByText(why).waitFor();
    await page.getByRole('link', { name: 'Contatos', exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: entry, exact: true }).count()).toBe(0);
  },
  60_000,
);
