import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { HistoryEventView } from '../../contract/history.ts';
import type { TicketView } from '../../contract/ticket.ts';
import { quotaSettings } from '../../server/quota-settings.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { still } from '../../testing/browser/inspect.ts';
import { type Look, signIn } from '../../testing/browser/people.ts';
import { startServer } from '../../testing/browser/server.ts';
import { addPlatformSamples, addSamples, call } from './samples.ts';

/** `npm run screens`: every screen, wide and phone, light and dark, into docs/screens/. */
const folder = join(import.meta.dirname, '../../docs/screens');
const widths = { 1440: 900, 390: 844 } as const;

/** The demo's richest conversation: every kind of message, an edit, a deletion, a failure. */
const openMarina = async (page: Page) => {
  const { tickets } = await call<{ tickets: TicketView[] }>(page, 'GET', '/tickets?status=open&showAll=true');
  const ticket = tickets.find(({ contact }) => contact.name === 'Marina Coutinho');
  await page.goto(`${new URL(page.url()).origin}/tickets/${ticket?.id}`);
  await page.getByRole('log').getByText('Combinado, obrigada!', { exact: false }).waitFor();
};
type Screens = Readonly<Record<string, (page: Page, url: string) => Promise<unknown>>>;

/** Of the demo as a first start makes it. */
const screens: Screens = {
  tickets: (page) => page.getByText('João Paulo Siqueira').first().waitFor(),
  conversation: async (page) => {
    await page.getByRole('tab', { name: /Atendendo/ }).click();
    await page.getByRole('link', { name: 'Marina Coutinho' }).first().click();
    await page.getByRole('log').getByText('Combinado, obrigada!', { exact: false }).waitFor();
  },
  dashboard: async (page, url) => {
    await page.goto(url);
    await page.getByText('Em conversa').waitFor();
    await page.getByRole('region', { name: 'Atendentes' }).waitFor();
  },
  contacts: async (page, url) => {
    await page.goto(`${url}/contacts`);
    await page.getByText('Beatriz Fontoura').first().waitFor();
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
    await page.getByRole('link', { name: 'Editar Suporte' }).click();
    await page.getByRole('region', { name: 'Suporte' }).waitFor();
  },
  tags: async (page, url) => {
    await page.goto(`${url}/tags`);
    await page.getByText('Garantia').first().waitFor();
  },
  kanban: async (page, url) => {
    await page.goto(`${url}/kanban`);
    await page.locator('.kb-card').first().waitFor();
  },
  users: async (page, url) => {
    await page.goto(`${url}/users`);
    await page.getByText('bruno@demo.example').first().waitFor();
  },
  'user-form': async (page) => {
    await page.getByRole('button', { name: 'Editar Bruno' }).click();
    await page.getByRole('dialog').getByLabel('Vendas').waitFor();
  },
  audit: async (page, url) => {
    await page.goto(`${url}/audit`);
    await page
      .getByRole('button', { name: /Loja Centro/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Antes e depois' }).waitFor();
  },
  history: async (page) => {
    await openMarina(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    await page.getByRole('slider').waitFor();
    const { origin, pathname } = new URL(page.url());
    const { events } = await call<{ events: HistoryEventView[] }>(page, 'GET', pathname);
    const edit = events.find(({ type }) => type === 'MessageEdited');
    await page.goto(`${origin}${pathname}?rev=${edit?.revision}`);
    await page.getByText('Antes dizia:').waitFor();
  },
  'history-events': async (page) => {
    // On wide screens the list stands beside the thread: there the picture shows what a search in it finds.
    const list = page.getByRole('button', { name: 'Eventos', exact: true });
    if (await list.isVisible()) await list.click();
    await page.getByRole('button', { name: 'Buscar evento' }).click();
    await page.getByRole('searchbox').fill('ana');
  },
  'test-phone': async (page) => {
    await openMarina(page);
    await page.getByRole('button', { name: 'Celular de teste', exact: true }).click();
    const phone = page.getByRole('complementary', { name: 'Celular de teste' });
    const empty = phone.getByText('Este celular ainda não tem mensagens', { exact: false });
    await phone.getByRole('listitem').last().or(empty).waitFor();
    if (await empty.isVisible()) {
      await phone.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Pode me mandar o link do Pix?');
      await phone.getByRole('button', { name: 'Enviar como cliente' }).click();
    }
    await phone.getByRole('listitem').last().waitFor();
  },
};
/** Returns the screens of the demo with what `addSamples` fills in, as its admin. */
const screensOfSamples = (campaignId: string): Screens => ({
  campaigns: async (page, url) => {
    await page.goto(`${url}/campaigns`);
    await page.getByText('Natal na loja').first().waitFor();
  },
  'campaign-form': async (page) => {
    await page.getByRole('button', { name: 'Nova campanha' }).first().click();
    await page.getByRole('dialog').waitFor();
  },
  'campaign-report': async (page, url) => {
    await page.goto(`${url}/campaign/${campaignId}/report`);
    await page.getByText('Nova linha de luminárias').first().waitFor();
  },
  'contact-lists': async (page, url) => {
    await page.goto(`${url}/contact-lists`);
    await page.getByText('Clientes do inverno').first().waitFor();
  },
  'quick-messages': async (page, url) => {
    await page.goto(`${url}/quick-messages`);
    await page.getByText('prazo').first().waitFor();
  },
  schedules: async (page, url) => {
    await page.goto(`${url}/schedules`);
    await page.locator('.sc-event').first().waitFor();
  },
  chats: async (page, url) => {
    await page.goto(`${url}/chats`);
    await page.getByText('Turno da manhã').first().click();
    await page.locator('.ch-msg').last().waitFor();
  },
  prompts: async (page, url) => {
    await page.goto(`${url}/prompts`);
    await page.getByText('Vendedora').first().waitFor();
  },
  'messages-api': async (page, url) => {
    await page.goto(`${url}/messages-api`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  settings: async (page, url) => {
    await page.goto(`${url}/settings`);
    await page.getByRole('tab').first().waitFor();
  },
  billing: async (page, url) => {
    await page.goto(`${url}/financeiro`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});
/** As who runs the platform. */
const screensOfPlatform: Screens = {
  companies: async (page, url) => {
    await page.goto(`${url}/settings/companies`);
    await page.getByText('Ótica Girassol').first().waitFor();
  },
  plans: async (page, url) => {
    await page.goto(`${url}/settings/plans`);
    await page.getByText('Essencial').first().waitFor();
  },
};

/** What only an admin sees is taken as the admin; the rest as Ana. */
const asAdmin = new Set([
  'dashboard',
  'connections',
  'queues',
  'queue-form',
  'tags',
  'kanban',
  'users',
  'user-form',
  'audit',
  'history',
  'history-events',
  'test-phone',
]);

await mkdir(folder, { recursive: true });
// The limits of whoever starts it, not the far ones of tests: the dashboard shows them.
const usual = Object.fromEntries(Object.keys(quotaSettings).map((name) => [name, '']));
const server = await startServer(usual, { readyTimeoutMs: 180_000 });
const browser = await launchChromium();

/** Takes pictures in each width by day and by night, with a browser of its own. */
async function inEachLook(
  take: (look: Look & { width: number }, shoot: (page: Page, name: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of Object.entries(widths))
      await take({ width: Number(width), height, theme }, async (page, name) => {
        // Nothing is shown because of where the last press was.
        await page.mouse.move(Number(width) / 2, 1);
        // Arrivals settle and pictures load before the shutter.
        await page.waitForTimeout(700);
        await page.locator('.sk').first().waitFor({ state: 'detached' });
        await still(page);
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
      });
}

/** Takes the pictures of who signs in. */
const takeAs = (who: string, all: Screens): Promise<void> =>
  inEachLook(async (look, shoot) => {
    const person = await signIn(browser, server, who, look);
    for (const [name, open] of Object.entries(all)) {
      await open(person.page, server.url);
      await shoot(person.page, name);
    }
    await person.context.close();
  });

const some = (isTaken: (name: string) => boolean): Screens =>
  Object.fromEntries(Object.entries(screens).filter(([name]) => isTaken(name)));

try {
  await inEachLook(async ({ width, height, theme }, shoot) => {
    const context = await browser.newContext({ viewport: { width, height: height! }, colorScheme: theme! });
    const login = await context.newPage();
    await login.goto(`${server.url}/login`);
    await login.locator('input[type=email]').waitFor();
    await shoot(login, 'login');
    await context.close();
  });
  await takeAs(
    'ana',
    some((name) => !asAdmin.has(name)),
  );
  await takeAs(
    'admin',
    some((name) => asAdmin.has(name)),
  );
  const admin = await signIn(browser, server, 'admin', { blank: true });
  const ana = await signIn(browser, server, 'ana', { blank: true });
  const platform = await signIn(browser, server, 'admin@localhost', { blank: true });
  const campaignId = await addSamples(admin.page, ana.page);
  await addPlatformSamples(platform.page);
  for (const { context } of [admin, ana, platform]) await context.close();
  await takeAs('admin', screensOfSamples(campaignId));
  await takeAs('admin@localhost', screensOfPlatform);
} finally {
  await browser.close();
  await server.stop();
}
