import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person } from './people.ts';

// Every address of the campaigns document: private, and there for who may have it.

const desk = withDesk();
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440, blank: true });
}, 240_000);

const campaignRoutes = [
  ...[
    '/contact-lists',
    '/contact-lists/l1/contacts',
    '/contact-lists/l1/import',
    '/campaigns',
    '/campaign/c1/report',
  ],
  '/campaigns-config',
];
const otherRoutes = [
  ...['/quick-messages', '/kanban', '/schedules', '/announcements', '/chats', '/chats/c1', '/files'],
  ...['/prompts', '/queue-integration', '/messages-api', '/subscription', '/todolist', '/helps'],
];

test('who is not signed in is led to the login from each of them', async () => {
  const context = await desk.browser.newContext();
  const page = await context.newPage();
  for (const path of [...campaignRoutes, ...otherRoutes]) {
    await page.goto(`${desk.server.url}${path}`);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/login']);
  }
  await context.close();
}, 120_000);

test('each of them is a page, to who may see it', async () => {
  const root = await desk.signIn('admin@localhost', { blank: true });
  for (const path of [...campaignRoutes, ...otherRoutes]) {
    const { page } = path === '/announcements' ? root : admin;
    await page.goto(`${desk.server.url}${path}`);
    await page.locator('main h1, main h2').first().waitFor();
    expect([path, await page.getByText('Página não encontrada').count()]).toEqual([path, 0]);
    expect([path, new URL(page.url()).pathname.startsWith(path.split('/').slice(0, 2).join('/'))]).toEqual([
      ...[path, true],
    ]);
  }
  await root.context.close();
}, 120_000);
